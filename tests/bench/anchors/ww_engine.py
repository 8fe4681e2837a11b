"""The core of Warlocks & Warriors in hand-tuned Python: integers, precomputed tables of moves, one object a game.

It is what a rules engine costs here when nothing but speed counts: no names, no words, no take-back, no log.  The
board is made up (64 spaces, the kinds that the game has).  Chance comes from the state's own 32-bit generator.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

_BOARD: Final = json.loads(Path(__file__).with_name("ww_board.json").read_text())
SPACES: Final = 64
LINKS: Final[list[tuple[int, ...]]] = [tuple(links) for links in _BOARD["adj"]]
KIND: Final[list[int]] = _BOARD["kind"]
ARROW: Final[list[int]] = _BOARD["arrow"]
DETOUR: Final[list[int]] = _BOARD["detour"]
TO_CASTLE: Final[list[int]] = _BOARD["dist"]
SQUARE_BIT: Final[list[int]] = [0] * SPACES
for _i, _square in enumerate(_BOARD["squares"]):
    SQUARE_BIT[_square] = 1 << _i

SEAPORT, SQUARE, CASTLE_KIND, LOSE_TURN, STAR = 1, 2, 3, 4, 8
CASTLE: Final = 63
STAY, PASS, ROLL, NO_SPELL = 64, 65, 66, 127
ROLLING, MOVING, LOSER, WINNER, SPELL, OVER = range(6)
SAFE: Final = [kind in (SEAPORT, SQUARE) for kind in KIND]
SPELLABLE: Final = [kind not in (SQUARE, LOSE_TURN) for kind in KIND]


def endpoints(start: int, length: int, eligible: bool) -> tuple[int, ...]:
    """Where simple paths of this length end; a square stops a move, the castle takes an exact and eligible one."""
    found = 0

    def walk(at: int, left: int, seen: int) -> None:
        nonlocal found
        for to in LINKS[at]:
            if seen >> to & 1:
                continue
            kind = KIND[to]
            if kind == SQUARE:
                found |= 1 << to
            elif kind == CASTLE_KIND:
                if eligible and left == 1:
                    found |= 1 << to
            elif left == 1:
                found |= 1 << to
            else:
                walk(to, left - 1, seen | 1 << to)

    walk(start, length, 1 << start)
    return tuple([i for i in range(SPACES) if found >> i & 1])


def _moves() -> list[tuple[int, ...]]:
    moves: list[tuple[int, ...]] = [()] * (2 * SPACES * 13)
    for eligible in (0, 1):
        for at in range(SPACES):
            for total in range(2, 13):
                ends = endpoints(at, total, bool(eligible))
                if TO_CASTLE[at] <= 3:
                    ends = (*ends, STAY)
                moves[(eligible * SPACES + at) * 13 + total] = ends or (PASS,)
    return moves


MOVES: Final = _moves()
SPELLS: Final = [
    tuple(sorted({end for length in (1, 2, 3) for end in endpoints(at, length, False)})) for at in range(SPACES)
]
ROLL_ONLY: Final = (ROLL,)


class State:
    """One game, changed in place."""

    __slots__ = (
        "ban", "duels", "holder", "lose", "phase", "players", "pos", "rng", "skip", "total", "turn", "visited", "win",
        "winner",
    )  # fmt: skip

    def __init__(self, seed: int, players: int) -> None:
        self.players = players
        self.pos = [0] * players
        self.visited = [0] * players
        self.skip = [0] * players
        self.phase = ROLLING
        self.total = self.win = self.lose = self.duels = self.holder = 0
        self.rng = seed & 0xFFFFFFFF
        self.ban = self.winner = -1
        best = 0
        for seat in range(players):
            total = self.dice()
            if total > best:
                best = total
                self.holder = seat
        self.turn = self.holder

    def dice(self) -> int:
        """The sum of two dice."""
        rng = (self.rng * 1664525 + 1013904223) & 0xFFFFFFFF
        total = ((rng >> 16) * 6 >> 16) + 2
        self.rng = rng = (rng * 1664525 + 1013904223) & 0xFFFFFFFF
        return total + ((rng >> 16) * 6 >> 16)


def legal(s: State) -> tuple[int, ...]:
    """The actions that are allowed now."""
    phase = s.phase
    if phase == 0:  # rolling; plain numbers from here on: a global costs
        return ROLL_ONLY
    if phase == 1:  # moving
        turn = s.turn
        eligible = SPACES if s.holder == turn and s.visited[turn] == 15 else 0
        return MOVES[(eligible + s.pos[turn]) * 13 + s.total]
    if phase == 2:  # loser
        return LINKS[s.pos[s.lose]]
    if phase == 3:  # winner
        ban = s.ban
        return tuple([to for to in LINKS[s.pos[s.win]] if to != ban]) or (PASS,)
    if phase == 4:  # spell
        actions = [NO_SPELL]
        for seat in range(s.players):
            if seat != s.turn and SPELLABLE[s.pos[seat]]:
                first = 128 + seat * 64
                actions += [first + to for to in SPELLS[s.pos[seat]]]
        return tuple(actions)
    return ()


def land(s: State, seat: int, to: int) -> None:
    """Put a pawn down, follow arrows, and let the space take effect."""
    arrow = ARROW[to]
    followed = 0
    while arrow >= 0 and followed < 4:
        to = arrow
        arrow = ARROW[to]
        followed += 1
    kind = KIND[to]
    if kind == 2:
        s.visited[seat] |= SQUARE_BIT[to]
        total = s.dice()
        if total <= 4:
            s.skip[seat] += 1
        elif total >= 11:
            to = 0
    elif kind == 4:
        s.skip[seat] += 1
    elif kind == 3:
        if s.holder == seat and s.visited[seat] == 15:
            s.winner = seat
            s.phase = OVER
        else:
            to = LINKS[CASTLE][0]
    s.pos[seat] = to


def next_turn(s: State) -> None:
    """On to the next seat that doesn't miss its turn."""
    s.duels = 0
    s.phase = ROLLING
    turn, players = s.turn, s.players
    while True:
        turn += 1
        if turn == players:
            turn = 0
        if s.skip[turn]:
            s.skip[turn] -= 1
            continue
        detour = DETOUR[s.pos[turn]]
        if detour >= 0:
            s.pos[turn] = detour
            s.skip[turn] += 1
            continue
        break
    s.turn = turn


def settle(s: State) -> None:
    """A duel where two stand on one unsafe space, else the next turn."""
    if s.phase == 5:  # over
        return
    if s.duels < 8:
        pos, players = s.pos, s.players
        for i in range(players - 1):
            at = pos[i]
            if SAFE[at]:
                continue
            for j in range(i + 1, players):
                if pos[j] == at:
                    s.duels += 1
                    while True:
                        x = s.dice()
                        y = s.dice()
                        if x != y:
                            break
                    win = i if x > y else j
                    lose = i + j - win
                    if s.holder == lose:
                        s.holder = win
                    s.win = win
                    s.lose = lose
                    s.phase = LOSER
                    return
    next_turn(s)


def apply(s: State, action: int) -> None:
    """Do what was chosen."""
    phase = s.phase
    if phase == 0:  # rolling
        s.total = s.dice()
        s.phase = MOVING
    elif phase == 1:  # moving
        if action < 64:
            land(s, s.turn, action)
            if s.phase == 5:  # over
                return
            if s.pos[s.turn] == action and KIND[action] == STAR:
                s.phase = SPELL
                return
        settle(s)
    elif phase == 2:  # loser
        s.ban = action
        land(s, s.lose, action)
        if s.phase != OVER:
            s.phase = WINNER
    elif phase == 3:  # winner
        if action != PASS:
            land(s, s.win, action)
        settle(s)
    else:
        if action != NO_SPELL:
            land(s, (action - 128) >> 6, action & 63)
        settle(s)


def playout(seed: int, players: int, at_most: int) -> tuple[int, int, int]:
    """A game at random: (actions, winner or -1, a hash of what was done)."""
    s = State(seed, players)
    policy = (seed * 2654435761 + 12345) & 0xFFFFFFFF
    actions = done = 0
    while actions < at_most:
        offered = legal(s)
        choices = len(offered)
        if choices == 0:
            break
        policy = (policy * 1664525 + 1013904223) & 0xFFFFFFFF
        action = offered[(policy >> 16) * choices >> 16]
        apply(s, action)
        actions += 1
        done = (done * 31 + action) & 0xFFFFFFFF
    return actions, s.winner, done
