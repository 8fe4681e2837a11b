"""What enrolment has to say, for whoever puts it on a screen."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.game import Piece
from companion.rules.text import Arg, Text, text
from companion.table.enrol import Choice, Finding, Found
from companion.table.tag_ids import Likeness


def name_of(id: str, pieces: Sequence[Piece]) -> Text | None:
    """What a piece is called, and which of those that look like it; None for one that isn't in the box.

    Numbered are those that bear a tag, for they are to be told apart.
    """
    piece = next((piece for piece in pieces if piece.id == id), None)
    if piece is None:
        return None
    alike = [each.id for each in pieces if each.bears_tag and each.sort == piece.sort]
    if len(alike) < 2 or id not in alike:
        return piece.name
    return say("counted", name=piece.name, t=alike.index(id) + 1, of=len(alike))


def said_of(finding: Finding, pieces: Sequence[Piece]) -> Text:
    """What was found out, and what to do."""
    owner = name_of(finding.owner, pieces) or finding.owner
    match finding.found:
        case Found.ALIKE:
            return say("alike", owner=owner, how=_how(finding.likeness))
        case Found.TWIN if finding.other:
            return say("twin.readers")
        case Found.TWIN | Found.TAKEN:
            return say(finding.found.value, owner=owner)
        case found:
            return say(found.value)


def called(choice: Choice, finding: Finding) -> Text:
    """A choice, in a row of the list."""
    is_retry = choice is Choice.LEAVE and finding.found is Found.WEAK
    return say("weak.retry" if is_retry else f"choice.{choice.value}")


def say(key: str, **args: Arg) -> Text:
    """One of enrolment's own texts."""
    return text(f"table.tags.{key}", **args)


def _how(likeness: Likeness | None) -> Text:
    if likeness is None or (likeness.is_reversed and likeness.is_decimal):
        return say("how.both")
    return say("how.backwards" if likeness.is_reversed else "how.decimal")
