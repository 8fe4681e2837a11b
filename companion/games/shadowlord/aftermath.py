"""Chapter 9, after the count: a tie, ships lost, the stone, retreat, death."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.shadowlord import cards, stone
from companion.games.shadowlord.moving import clear_ships
from companion.games.shadowlord.nouns import NOBODY, NOWHERE, SHADOWS, Character, Space
from companion.games.shadowlord.rules import Rules, hand_of, hand_on, pick, portrait_of, who
from companion.games.shadowlord.state import State, say
from companion.rules.kernel import Decision, Flow, Seat
from companion.rules.text import Text


def tie(m: Rules, s: State, space: Space, attackers: Sequence[Character]) -> None:
    """§9.5 The defender holds; the attackers go back."""
    for c in attackers:
        go_back(m, s, c, space)


def settle(
    m: Rules,
    s: State,
    space: Space,
    winner: Seat,
    winners: Sequence[Character],
    loser: Seat,
    losers: Sequence[Character],
) -> Flow[None]:
    """§9.6 to §9.9 The loser pays, the stone goes over, and who is alive makes room."""
    had_stone = s.stone in (losers if loser == SHADOWS else s.alliance[loser])
    is_here = s.stone in losers
    for c in losers:
        if s.at[c] == space:
            yield from lose_ships(m, s, loser, c)
    is_dead = loser != SHADOWS and not s.is_living(loser)
    if had_stone and (is_here or is_dead):
        yield from stone.take(m, s, winner, winners)
    yield from retreat(m, s, space, loser, [c for c in losers if s.at[c] == space])
    if winner != SHADOWS and loser != SHADOWS and not s.here(loser, space):
        clear_ships(m, s, loser, space)


def lose_ships(m: Rules, s: State, side: Seat, c: Character) -> Flow[None]:
    """§9.6 A card says how many; who has fewer dies, who has as many lives on."""
    card = yield from cards.turn_up(m, s, hand_on(s, side), "9.6", m.cast.names[c])
    loss = card or 0
    if loss <= s.ring[c]:
        s.ring[c] -= loss
        say(s, "shadowlord.loss.ships", who=m.cast.names[c], n=loss)
        return
    say(s, "shadowlord.loss.dies", who=m.cast.names[c])
    if side == SHADOWS:
        s.shadows.remove(c)
        leave_board(s, c)
    elif c == s.alliance[side][0]:
        yield from die(m, s, side)
    else:
        s.alliance[side].remove(c)
        yield from leave_game(m, s, side, c)


def leave_board(s: State, c: Character) -> None:
    """§9.6 Disc and ships are put away."""
    s.at[c] = NOWHERE
    s.ring[c] = 0


def leave_game(m: Rules, s: State, seat: Seat, c: Character) -> Flow[None]:
    """§9.6 The same; and the cards under the portrait are discarded."""
    leave_board(s, c)
    held, s.under[c] = s.under[c], ()
    yield from cards.discard_all(m, s, seat, "9.6", portrait_of(c), held)


def die(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§9.9 A master's death ends the game for the player, and all that he had leaves the board."""
    alliance, s.alliance[seat] = s.alliance[seat], []
    hand, s.hands[seat] = s.hands[seat], ()
    s.fallen.append(seat)
    s.storage[seat] = 0
    for space, owner in enumerate(s.claim):
        if owner == seat:
            s.claim[space] = NOBODY
            s.loose[space] = 0
    say(s, "shadowlord.death", who=who(s, seat))
    for c in alliance:
        yield from leave_game(m, s, seat, c)
    yield from cards.discard_all(m, s, seat, "9.9", hand_of(seat), hand)


def go_back(m: Rules, s: State, c: Character, space: Space) -> bool:
    """§9.7 To where it came from, if it came here in this turn."""
    came = s.came.pop(c, None)
    if came is None:
        return False
    s.at[c] = came
    say(s, "shadowlord.retreat.back", who=m.cast.names[c], space=m.chart.printed[came])
    return True


def retreat(m: Rules, s: State, space: Space, side: Seat, alive: Sequence[Character]) -> Flow[None]:
    """§9.7 Who attacked goes back; the others go together to a free space beside, or stay; the Shadowlord stays."""
    staying = [c for c in alive if c != m.cast.lord and not go_back(m, s, c, space)]
    if not staying:
        return
    options = tuple([m.chart.to[x] for x in m.chart.beside[space] if is_free(m, s, side, x)])
    if not options:
        say(s, "shadowlord.retreat.nowhere")
        return
    to: Space = yield from pick(Decision(hand_on(s, side), "9.7", Text("shadowlord.retreat.where"), options))
    for c in staying:
        s.at[c] = to
        say(s, "shadowlord.retreat.to", who=m.cast.names[c], space=m.chart.printed[to])


def is_free(m: Rules, s: State, side: Seat, space: Space) -> bool:
    """§9.7 Neither an enemy nor a shadow is there, nor anything that an enemy controls."""
    if s.shadows_here(space):
        return False
    if side == SHADOWS:
        return m.chart.is_open[space] and not any(s.here(Seat(seat), space) for seat in s.seats)
    return m.controls(m, s, space) in (NOBODY, side) and not any(
        seat != side and s.here(Seat(seat), space) for seat in s.seats
    )
