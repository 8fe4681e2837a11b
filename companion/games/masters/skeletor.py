"""Chapter 7: the battle against Skeletor."""

from __future__ import annotations

from typing import Final

from companion.games.masters.nouns import ROUNDS_TO_WIN, WEAPONS
from companion.games.masters.rules import Rules, who
from companion.games.masters.state import State, say
from companion.rules.dice import Pips, roll
from companion.rules.kernel import Flow, MuteNews, Seat
from companion.rules.picture import Tally
from companion.rules.text import Text

_THROW: Final = Text("masters.battle.throw")
_THROW_SKELETOR: Final = Text("masters.battle.throw_skeletor")


def enter_throne_room(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§7.1 From the last square a pawn enters the throne room, without a card, and fights at once."""
    s.at[seat] = m.board.throne
    say(s, "masters.battle.begins", who=who(s, seat))
    say(s, "masters.battle.skeletor", who=who(s, skeletors_hand(s, seat)))
    yield from battle(m, s, seat)


def skeletors_hand(s: State, seat: Seat) -> Seat:
    """§7.2 The neighbour on the left throws for Skeletor."""
    return Seat((seat + 1) % len(s.at))


def battle(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§7.3 Round after round until one side has three tokens; nobody else plays meanwhile."""
    s.fists = s.skulls = 0
    while s.fists < ROUNDS_TO_WIN and s.skulls < ROUNDS_TO_WIN:
        yield from fight_round(m, s, seat)
    won = s.fists == ROUNDS_TO_WIN
    s.fists = s.skulls = 0
    if won:
        s.winners.append(seat)
        say(s, "masters.battle.won", who=who(s, seat))
    else:
        defeat(m, s, seat)


def fight_round(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§7.3 The higher sum takes a token; equal sums are thrown again."""
    mine = yield from roll(s, seat, "7.3", _THROW)
    theirs = yield from roll(s, skeletors_hand(s, seat), "7.3", _THROW_SKELETOR)
    bonus = weapons(s, seat)
    ahead = sum(mine) + bonus - sum(theirs)
    s.fists += ahead > 0
    s.skulls += ahead < 0
    if type(s.news) is not MuteNews:
        key = "masters.battle.fist" if ahead > 0 else "masters.battle.skull" if ahead else "masters.battle.tie"
        say(s, key, _tally(s, seat, mine, bonus, theirs))


def weapons(s: State, seat: Seat) -> int:
    """§7.4 One point more for each weapon; the tiger isn't one."""
    held = s.held[seat]
    return sum([weapon in held for weapon in WEAPONS])


def defeat(m: Rules, s: State, seat: Seat) -> None:
    """§7.5 Back to the drawbridge, with all weapons."""
    s.at[seat] = m.board.drawbridge
    say(s, "masters.battle.lost", who=who(s, seat))


def _tally(s: State, seat: Seat, mine: Pips, bonus: int, theirs: Pips) -> Tally:
    left = f"{mine[0]}+{mine[1]}+{bonus}={sum(mine) + bonus}"
    right = f"{theirs[0]}+{theirs[1]}={sum(theirs)}"
    return Tally(who(s, seat), s.fists, left, Text("masters.skeletor"), s.skulls, right, ROUNDS_TO_WIN, ("✊", "☠"))
