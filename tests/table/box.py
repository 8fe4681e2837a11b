"""A small box: two pawns, three tokens of which two are alike, a card, and wood that bears no tags."""

from companion.rules.game import Piece
from companion.rules.text import text

MUSCLOR, STRATOS = "pawn/musclor", "pawn/stratos"
AXES, SWORD, WALL, SKULL = ("token/1", "token/2"), "token/3", "card/1", "skull/1"

BOX = (
    Piece(MUSCLOR, "musclor", text("_template.pawn", name="Musclor")),
    Piece(STRATOS, "stratos", text("_template.pawn", name="Stratos")),
    Piece("token/1", "axe", text("masters.token.axe")),
    Piece("token/2", "axe", text("masters.token.axe")),
    Piece("token/3", "sword", text("masters.token.sword")),
    Piece("card/1", "wall", text("masters.card.wall")),
    Piece("skull/1", "skull", text("masters.piece.skull"), bears_tag=False),
)
STICKERS = tuple(f"04A1B2C3D4E5{n:02X}" for n in range(1, 9))
"""Fresh ones, as they come off the roll."""
SHORT = "1234ABCD"
"""A tag with an id of four bytes."""
