"""``referee replay`` and ``referee verify``: what a journal says, by today's rules and by fate."""

from __future__ import annotations

import json
from collections import deque
from pathlib import Path
from typing import Any, NamedTuple

from companion.journal import Journal, JournalDamaged
from companion.open_game import game_of
from companion.referee.header import Header
from companion.rules.game import Game
from companion.rules.kernel import CHANCE, Position
from companion.rules.log import Origin, Row, standing
from companion.verify import Parting, Retraced
from companion.verify import verify as verify_rows


class _Recorded(NamedTuple):
    """A journal's game, read and closed again."""

    header: Header
    game: Game[Any]
    rows: list[Row]


def _read(file: Path) -> _Recorded:
    """Raises `JournalError`, `NewerRules` and `OSError`."""
    journal = Journal.open(file, write=False)
    try:
        rows = journal.rows()
        header = Header.from_dict(journal.header)
    except (TypeError, KeyError) as error:
        raise JournalDamaged(file, f"its header says too little or too much ({error})") from error
    finally:
        journal.close()
    return _Recorded(header, game_of(header)[1], rows)


def replay(file: Path, as_json: bool) -> int:
    """Play the recorded answers by today's rules, and print the game log: number, seat, section, key."""
    recorded = _read(file)
    retraced = Retraced(recorded.game, recorded.header, recorded.rows)
    deque(retraced, maxlen=0)
    parting = retraced.parting
    log = list(enumerate(standing(recorded.rows), 1))
    if as_json:
        said = {
            **_begun(recorded.header),
            "log": [{"n": n, "seat": row.seat, "rule": row.rule, "key": row.key} for n, row in log],
            "agrees": parting is None,
            "parting": None if parting is None else _parting(parting),
            "winners": _winners(recorded.game, retraced.position),
        }
        print(json.dumps(said, ensure_ascii=False))
        return int(parting is not None)
    for n, row in log:
        print(n, row.seat, row.rule, row.key, sep="\t")
    if parting is not None:
        n = next(n for n, row in log if row.n == parting.row.n)
        print(f"answer {n} of {len(log)} no longer fits today's rules: {_told(parting)}")
        return 1
    print(f"{len(log)} answers agree with today's rules; {_end(recorded.game, retraced.position)}")
    return 0


def verify(file: Path, as_json: bool) -> int:
    """Compute every answer of fate anew, and count the others by their origin."""
    recorded = _read(file)
    report = verify_rows(recorded.game, recorded.header, recorded.rows)
    counts = {origin.value: report.origins.get(origin, 0) for origin in Origin}
    if as_json:
        said = {
            **_begun(recorded.header),
            "commitment": report.commitment,
            "seed": recorded.header.seed if report.position.decision is None else None,
            "choices": report.choices,
            "chance": counts,
            "agrees": not report.partings,
            "partings": [_parting(parting) for parting in report.partings],
            "winners": _winners(recorded.game, report.position),
        }
        print(json.dumps(said, ensure_ascii=False))
        return int(bool(report.partings))
    print(f"hash of the seed: {report.commitment}")
    if report.position.decision is None:
        print(f"seed: {recorded.header.seed}")
    others = ", ".join(f"{count} {name}" for name, count in counts.items() if count and name != Origin.FATE.value)
    print(f"chance: {counts[Origin.FATE.value]} answers of fate, computed anew{others and f'; {others}'}")
    print(f"choices: {report.choices}")
    for parting in report.partings:
        print(f"disagrees: {_told(parting)}")
    if not report.partings:
        print(f"all agree; {_end(recorded.game, report.position)}")
    return int(bool(report.partings))


def _begun(header: Header) -> dict[str, Any]:
    """What the game was begun with, but for its seed."""
    return {
        "game": header.game,
        "rules": header.rules,
        "edition": header.edition,
        "seats": header.seats,
        "names": header.names,
        "switches": {**header.switches, **header.options},
        "bots": [seat + 1 for seat in header.bots],
        "bench": header.bench,
    }


def _parting(parting: Parting) -> dict[str, Any]:
    row = parting.row
    return {"row": row.n, "seat": row.seat, "rule": row.rule, "key": row.key, "why": parting.why}


def _told(parting: Parting) -> str:
    row = parting.row
    who = "chance" if row.seat == CHANCE else f"seat {row.seat + 1}"
    return f"row {row.n} has {who} answer {row.key} by section {row.rule}; {parting.why}"


def _winners(game: Game[Any], position: Position[Any]) -> list[str] | None:
    """Their pawns; None: the game goes on."""
    outcome = game.outcome(position.table) if position.decision is None else None
    if outcome is None:
        return None
    pawns = [game.pawn(position.table, seat) for seat in outcome.winners]
    return [pawn.id if pawn else f"seat {seat + 1}" for pawn, seat in zip(pawns, outcome.winners, strict=True)]


def _end(game: Game[Any], position: Position[Any]) -> str:
    winners = _winners(game, position)
    if winners is None:
        return "the game goes on"
    return f"the game is over, {' and '.join(winners) or 'nobody'} has won"
