"""Laws on pieces: what can be tapped is in the box, and what the referee knows of where they are can be so."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from companion.referee.ledger import is_physical
from companion.rules.game import UNTOLD
from companion.rules.kernel import CHANCE, Option, Position, denied, step
from companion.words import LANGUAGES, Words

from .plays import Play
from .questions import asked

THROWN = ("dice", "spin")
"""Sources that are answered by nothing that bears a tag."""
ANSWERS_ON = 60
"""So far it is followed what comes of insisting."""
UNSEEN = "unseen"
"""How the key ends of an option by which a piece is drawn that the referee isn't shown."""


def what_is_tapped_is_in_the_box(play: Play) -> None:
    """Every piece has an id of its own and a name, and the sort that an option names is that of a piece."""
    ids = [piece.id for piece in play.game.pieces]
    assert len(set(ids)) == len(ids), f"pieces share an id: {sorted(ids)}"
    for language in LANGUAGES:
        speechless = [piece.id for piece in play.game.pieces if not Words(language).has(piece.name)]
        assert not speechless, f"{speechless} have no name ({language})"
    sorts = {piece.sort for piece in play.game.pieces} | {""}
    for decision in asked(play):
        for option in (*decision.options, *decision.doubted):
            assert option.piece in sorts, f"{option.key} is tapped with {option.piece}, which isn't in the box"


def what_is_turned_can_be_tapped(play: Play) -> None:
    """Where tokens or cards bear tags, each that can be turned or drawn is a piece, unless it goes unseen."""
    for decision in asked(play):
        if decision.seat != CHANCE or not _is_tagged(decision.source, play):
            continue
        for option in (*decision.options, *decision.doubted):
            what = f"{decision.source} can be {option.key}"
            assert option.piece or _goes_unseen(option), f"{what}, and nothing is tapped for it"


def _is_tagged(source: str, play: Play) -> bool:
    tagged = {code: "physical" for code, value in play.switches.items() if value == "tagged"}
    return source.partition("/")[0] not in THROWN and is_physical(source, tagged)


def _goes_unseen(option: Option[object]) -> bool:
    return option.key.rpartition("/")[2] == UNSEEN


def what_is_located_is_in_the_box(play: Play) -> None:
    """Nobody knows of more pieces of a sort than there are, nor of a place that is none."""
    for n, position in enumerate(play.positions):
        _check_located(play, position, f"after {n} answers")


def _check_located(play: Play, position: Position[Any], when: str) -> None:
    there = Counter(piece.sort for piece in play.game.pieces)
    for sort, places in play.game.located(position.table).items():
        if sort != UNTOLD:
            assert len(places) <= there[sort], f"{when} {sort} is at {places}; {there[sort]} are in the box"
        assert all(places), f"{when} {sort} is at {places}: nowhere"


def what_is_doubted_can_be_insisted_on(play: Play) -> None:
    """It isn't allowed and is told why, by its key without the mark; and the rules can carry on with it."""
    for n, position, _ in play.some(20):
        decision = position.decision
        assert decision is not None
        for option in decision.doubted:
            key = option.key.removesuffix("!")
            assert decision.seat == CHANCE, f"{option.key} is for a player to choose, after {n} answers"
            assert key != option.key, f"{option.key} is doubted, after {n} answers, and not marked so"
            assert denied(position, key) in decision.refused, (
                f"{key} is doubted, after {n} answers, and nobody says why"
            )
            try:
                step(position, option.key)
            except Exception as error:
                raise AssertionError(f"{option.key} is insisted on after {n} answers, and taking it fails") from error


def who_insists_plays_on(play: Play) -> None:
    """However often the table insists, the game goes on, and no piece comes or goes."""
    random = Random(play.seed)
    pieces = set(play.game.placement(play.setup()))
    for n, position, _ in play.some(8):
        insisted: list[str] = []
        for _ in range(ANSWERS_ON):
            decision = position.decision
            if decision is None:
                break
            option = random.choice(decision.doubted or decision.options)
            insisted += [option.key] if decision.doubted else []
            try:
                position = step(position, option.key)
            except Exception as error:
                raise AssertionError(f"after {n} answers and {insisted}, {option.key} fails") from error
            when = f"after {n} answers and {insisted}"
            if insisted:
                strange = pieces ^ set(play.game.placement(position.table))
                assert not strange, f"{when} {sorted(strange)} came or went"
                _check_located(play, position, when)


LAWS = (
    what_is_tapped_is_in_the_box,
    what_is_turned_can_be_tapped,
    what_is_located_is_in_the_box,
    what_is_doubted_can_be_insisted_on,
    who_insists_plays_on,
)
