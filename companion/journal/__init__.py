"""What must survive a power cut: one SQLite file a game, written ahead of everything that reveals something."""

from companion.journal.aside import set_aside
from companion.journal.errors import (
    InUse,
    JournalDamaged,
    JournalError,
    JournalFromNewerFormat,
    JournalFull,
    JournalReadOnly,
    NotAJournal,
    NotSaved,
)
from companion.journal.journal import Journal
from companion.journal.shelf import Saved, Shelf

__all__ = [
    "InUse",
    "Journal",
    "JournalDamaged",
    "JournalError",
    "JournalFromNewerFormat",
    "JournalFull",
    "JournalReadOnly",
    "NotAJournal",
    "NotSaved",
    "Saved",
    "Shelf",
    "set_aside",
]
