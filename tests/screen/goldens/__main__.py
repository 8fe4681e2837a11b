"""``python -m tests.screen.goldens``: draw every golden sheet anew."""

from tests.screen.goldens import FOLDER, write_golden
from tests.screen.goldens.sheets import SHEETS

for sheet, screens in SHEETS.items():
    write_golden(sheet, screens())
    print(FOLDER.name, f"{sheet}.png")
