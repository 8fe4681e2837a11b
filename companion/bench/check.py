"""Whether a well-formed scenario fits the game that it names: its seats, names, switches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.bench.instructions import ALL, NOBODY, UNFINISHED, ExpectOutcome, ExpectView, OnReader, Scenario, Tag
from companion.editions import read_edition, shipped
from companion.games import UnknownGame, WrongSwitches, kit, resolve_switches
from companion.mistakes import Mistake, did_you_mean
from companion.open_game import how_many
from companion.rules.game import Game, Kit
from companion.table.pieces_file import meant
from companion.words import LANGUAGES

BOX_OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {"language": LANGUAGES, "sound": ("on", "quiet")}
"""Settings of the box, not of the game, that a scenario's ``option`` can set."""


def check(scenario: Scenario) -> tuple[Mistake, ...]:
    """All that doesn't fit, in the order of the lines."""
    try:
        game = kit(scenario.game)
    except UnknownGame as wrong:
        return (Mistake(scenario.path, scenario.header_lines["game"], "", str(wrong)),)
    found = (Mistake(scenario.path, line, "", *said) for line, *said in _mistakes(scenario, game))
    return tuple(sorted(found, key=lambda mistake: mistake.line))


def _mistakes(scenario: Scenario, game: Kit) -> Iterator[tuple[int, str, str]]:
    lines = scenario.header_lines
    if scenario.seats not in game.seats:
        yield lines["seats"], f"{game.name} isn't for {scenario.seats}", f"{how_many(game.seats)} can play"
    built = reference_game(game)
    pawns = tuple(pawn.id for pawn in built.pawns)
    for n, name in enumerate(scenario.names):
        if name not in pawns:
            yield lines["seats"], f"no pawn {name}", did_you_mean(name, pawns)
        elif name in scenario.names[:n]:
            yield lines["seats"], f"{name} twice", "each seat has a pawn of its own"
    for name, value in scenario.options.items():
        line = lines[f"option {name}"]
        if name not in BOX_OPTIONS:
            try:
                resolve_switches(game, {name: value})
            except WrongSwitches as wrong:
                yield line, str(wrong), ""
        elif value not in BOX_OPTIONS[name]:
            yield line, f"no {name} {value}", did_you_mean(value, BOX_OPTIONS[name])
    yield from _seats(scenario, pawns)
    yield from _pieces(scenario, built)


def _seats(scenario: Scenario, pawns: tuple[str, ...]) -> Iterator[tuple[int, str, str]]:
    seats = (*scenario.names, *map(str, range(1, scenario.seats + 1)))
    for name in scenario.bots:
        if name not in (ALL, *seats):
            yield scenario.header_lines["bots"], f"no seat {name}", did_you_mean(name, (ALL, *seats))
    for step in scenario.steps:
        match step.instruction:
            case ExpectView(seat) if seat not in seats:
                yield step.line, f"no seat {seat}", did_you_mean(seat, seats)
            case ExpectOutcome(winners):
                for winner in winners:
                    if winner not in (NOBODY, UNFINISHED, *pawns):
                        yield step.line, f"no pawn {winner}", did_you_mean(winner, (*pawns, NOBODY, UNFINISHED))


def _pieces(scenario: Scenario, game: Game[Any]) -> Iterator[tuple[int, str, str]]:
    bears_tag = {piece.id: piece.bears_tag for piece in game.pieces}
    for step in scenario.steps:
        if not isinstance(step.instruction, OnReader):
            continue
        for thing in step.instruction.things:
            if isinstance(thing, Tag):
                continue
            if not bears_tag:
                yield step.line, f"{game.name} lists no pieces, so there is no {thing}", "tap a tag: tag 04A1B2C3D4E580"
            elif thing not in bears_tag:
                yield step.line, f"no piece {thing}", meant(thing, bears_tag)
            elif not bears_tag[thing]:
                yield step.line, f"{thing} bears no tag", "there are as many as are wanted: it isn't tapped"


def reference_game(game: Kit) -> Game[Any]:
    """On its reference edition, without any house rule."""
    return game.build(read_edition(shipped(game), game), resolve_switches(game, {}))
