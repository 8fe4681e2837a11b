"""The law of non-interference: what a seat may not know, it can't tell from anything that it sees or hears."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.referee.ledger import is_physical
from companion.rules.game import Game
from companion.rules.kernel import CHANCE, EVERYONE, Decision, Option, Position, Seat, allowed, step

from .plays import Play


def _as_asked(decision: Decision | None, seat: Seat, switches: Mapping[str, str]) -> object:
    """A question as *seat* sees it: its own, and public ones, whole; of another's private one, whose it is.

    What a real card can be is its holder's own: a list that leaves out what others hold would tell.
    """
    if decision is None:
        return None
    who = decision.by if is_physical(decision.source, switches) and decision.seat == CHANCE else decision.seat
    if decision.secret and who != seat:
        return decision.seat, decision.by, decision.source
    return decision._replace(options=tuple(Option(o.key, None, o.label, 1, o.group, o.spot) for o in decision.options))


def _as_seen(play: Play, position: Position[Any], seat: Seat) -> dict[str, object]:
    """Everything of a position that comes out at *seat*, or at all."""
    game, state = play.game, position.table
    every_seat = [Seat(n) for n in range(play.seats)]
    return {
        "view": game.view(state, seat),
        "question": _as_asked(position.decision, seat, play.switches),
        "news": [news for news in position.news if news.audience in (EVERYONE, seat)],
        "status": game.status(state),
        "meter": game.meter(state),
        "hand": game.hand(state, seat),
        "places": [game.place(state, each) for each in every_seat],
        "pawns": [game.pawn(state, each) for each in every_seat],
        "turn": (game.whose(state), game.turn(state)),
        "board": game.board(state),
        "outcome": game.outcome(state),
    }


def _moved(game: Game[Any], one: Position[Any], other: Position[Any]) -> set[str]:
    """The pieces that are not in the same place in both."""
    there = game.placement(other.table)
    return {piece for piece, where in game.placement(one.table).items() if there[piece] != where}


def nobody_sees_what_is_hidden(play: Play) -> None:
    """Two positions that differ in what a seat may not know look the same to it, now and as both go on alike.

    They are followed until one doesn't allow the other's answer, or until a piece that makes a difference has been
    shown: until `resample` no longer moves one in which they differed before an answer, or do so after it.  For of
    pieces that are alike the one that is shown may take another's name.
    """
    game = play.game
    differed = False
    for n, position, _ in play.some(25):
        for seat in (Seat(n) for n in range(play.seats)):
            one, other = position, game.resample(position, seat)
            if one == other:
                continue
            differed = True
            apart = _moved(game, one, other)
            for key in play.keys[n:]:
                seen, seen_there = _as_seen(play, one, seat), _as_seen(play, other, seat)
                for what, here in seen.items():
                    there = seen_there[what]
                    assert here == there, f"after {n} answers seat {seat}'s {what} tell: {here} or {there}"
                if not apart or not allowed(other, key):
                    break
                one, other = step(one, key), step(other, key)
                before, apart = apart, _moved(game, one, other)
                if not before | apart <= _moved(game, one, game.resample(one, seat)):
                    break
    hidden = any(_draws_unseen(p.decision, key) for p, key in zip(play.positions, play.keys, strict=False))
    assert differed or not hidden, "pieces are drawn unseen, and resample varies none of them"


def _draws_unseen(decision: Decision | None, key: str) -> bool:
    """Whether this tells the box of a piece that others don't see.  Who keeps one untapped tells it nothing."""
    if decision is None or not decision.secret or decision.seat != CHANCE:
        return False
    option = decision.option(key)
    return option is not None and (bool(option.piece) or not any(other.piece for other in decision.options))


LAWS = (nobody_sees_what_is_hidden,)
