"""Chapter 7: characters move, claim, ask for leave."""

from __future__ import annotations

from typing import Final

from companion.games.shadowlord import discs
from companion.games.shadowlord.chart import ALLY, DISC, OTHER, PLAIN, SHADOW
from companion.games.shadowlord.nouns import ALLIANCE, NO_DISC, NOBODY, SHADOWS, Character, Class, Space
from companion.games.shadowlord.rules import Rules, meet, pick, who
from companion.games.shadowlord.state import Leave, State, say
from companion.rules.kernel import CHANCE, Decision, Denied, Flow, Option, Seat
from companion.rules.text import Text, text

_DONE: Final = Option[Character | None]("done", None, Text("shadowlord.move.done"))
_NOBODY: Final = Option[Character | None]("nobody", None, Text("shadowlord.move.nobody"))
_STAY: Final = Option[Space | None]("stay", None, Text("shadowlord.move.stay"))
_CLAIM: Final = Option[Space | None]("claim", None, Text("shadowlord.move.claim"))
_TURN: Final = Option[Space | None]("recruit", None, Text("shadowlord.recruit.turn"))
_TAKE_IN: Final = Option[Space | None]("recruit", None, Text("shadowlord.recruit.take_in"))
_LEAVE: Final = (
    Option("yes", True, Text("shadowlord.leave.yes")),
    Option("no", False, Text("shadowlord.leave.no")),
)
_WHO: Final = Text("shadowlord.move.who")
_NOT_HERE: Final = Denied("claim", "7.2", Text("shadowlord.claim.not_here"))
_NOT_FREE: Final = Denied("claim", "7.2", Text("shadowlord.claim.not_free"))
_NOT_ALONE: Final = Denied("claim", "7.2", Text("shadowlord.claim.shadow"))
_NO_SHIP: Final = Denied("claim", "7.2", Text("shadowlord.claim.no_ship"))
_NOT_DIPLOMAT: Final = Denied("recruit", "7.5", Text("shadowlord.recruit.not_diplomat"))
_NO_ROOM: Final = Denied("recruit", "7.5", Text("shadowlord.recruit.no_room"))
_WALKED: Final = Denied("recruit", "7.5", Text("shadowlord.recruit.on_the_way"))


def move(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§7 One character after the other, each once, as far as it has ships."""
    moved: list[Character] = []
    while True:
        ready = [c for c in s.alliance[seat] if s.ring[c] and c not in moved]
        if not ready:
            return
        options = (*[_mover(m, s, c) for c in ready], _DONE)
        option: Option[Character | None] = yield Decision(seat, "7", _WHO, options)
        if option.value is None:
            return
        moved.append(option.value)
        yield from walk(m, s, seat, option.value, s.ring[option.value], 1)


def move_one(m: Rules, s: State, seat: Seat, spaces: int) -> Flow[None]:
    """§5 One character moves by so many spaces at most, whatever is in its ring."""
    options = (*[_mover(m, s, c) for c in s.alliance[seat]], _NOBODY)
    option: Option[Character | None] = yield Decision(seat, "5", _WHO, options)
    if option.value is not None:
        yield from walk(m, s, seat, option.value, spaces, 0)


def _mover(m: Rules, s: State, c: Character) -> Option[Character | None]:
    label = text("shadowlord.move.mover", who=m.cast.names[c], space=m.chart.printed[s.at[c]], ships=s.ring[c])
    return Option(f"take/{m.cast.ids[c]}", c, label, spot=m.chart.ids[s.at[c]], piece=m.cast.sorts[c])


def walk(m: Rules, s: State, seat: Seat, c: Character, spaces: int, ship_costs: int) -> Flow[None]:
    """§7.1 Space by space, *spaces* at most.  *ship_costs*: so many fewer for a ship dropped before the first."""
    steps, must_stop = 0, False
    while True:
        here = s.at[c]
        refused: list[Denied] = []
        options: list[Option[Space | None]] = []
        if s.disc[here] != NO_DISC:
            denial = _cannot_recruit(m, s, seat, c, steps)
            if denial is None:
                options.append(_TAKE_IN if s.lies_open(here) else _TURN)
            else:
                refused.append(denial)
        denial = _cannot_claim(m, s, c, here)
        if denial is None:
            options.append(_CLAIM)
        else:
            refused.append(denial)
        if spaces and not must_stop:
            options += [m.chart.go[sight(m, s, seat, x)][x] for x in m.chart.beside[here]]
        if not options:
            return
        options.append(_STAY)
        option = yield Decision(seat, "7.1", _where(m, c, spaces), tuple(options), "", CHANCE, tuple(refused))
        if option.key == "recruit":
            yield from discs.recruit(m, s, seat, c)
            return
        if option.key == "claim":
            drop(m, s, seat, c)
            if steps:
                return
            spaces -= ship_costs
            continue
        if option.value is None:
            return
        steps, spaces = steps + 1, spaces - 1
        must_stop = yield from enter(m, s, seat, c, option.value)


def _where(m: Rules, c: Character, spaces: int) -> Text:
    return text("shadowlord.move.where", who=m.cast.names[c], n=spaces)


def sight(m: Rules, s: State, seat: Seat, space: Space) -> int:
    """What is to be met there."""
    at = s.at
    for shadow in s.shadows:
        if at[shadow] == space:
            return SHADOW
    owner = m.controls(m, s, space)
    if owner not in (NOBODY, seat):
        return OTHER
    for other, alliance in enumerate(s.alliance):
        if other != seat:
            for c in alliance:
                if at[c] == space:
                    return OTHER
    if s.disc[space] == NO_DISC:
        return PLAIN
    return ALLY if s.lies_open(space) else DISC


def _cannot_claim(m: Rules, s: State, c: Character, space: Space) -> Denied | None:
    """§7.2 Why no ship can be dropped there."""
    if not s.ring[c]:
        return _NO_SHIP
    if not m.chart.is_open[space]:
        return _NOT_HERE
    if s.claim[space] != NOBODY or any(meeting.space == space for meeting in s.meetings):
        return _NOT_FREE
    return _NOT_ALONE if s.shadows_here(space) else None


def drop(m: Rules, s: State, seat: Seat, c: Character) -> None:
    """§7.2 A ship stays behind, and the space is one's own."""
    space = s.at[c]
    s.ring[c] -= 1
    s.claim[space] = seat
    s.loose[space] = 1
    say(s, "shadowlord.claim", who=who(s, seat), space=m.chart.printed[space])


def _cannot_recruit(m: Rules, s: State, seat: Seat, c: Character, steps: int) -> Denied | None:
    """§7.5 Why the disc on this space can't be turned or taken in."""
    if m.cast.classes[c] is not Class.DIPLOMAT:
        return _NOT_DIPLOMAT
    if len(s.alliance[seat]) >= ALLIANCE:
        return _NO_ROOM
    return None if steps else _WALKED


def enter(m: Rules, s: State, seat: Seat, c: Character, space: Space) -> Flow[bool]:
    """§7.3 One space on.  Whether the move ends there, because of a shadow or of a player who won't have it."""
    hosts = _hosts(m, s, seat, space)
    s.came[c] = s.at[c]
    s.at[c] = space
    say(s, "shadowlord.move.goes", who=m.cast.names[c], space=m.chart.printed[space])
    must_stop = False
    if s.shadows_here(space):
        must_stop = True
        if m.cast.fights[c]:
            meet(s, space, seat, SHADOWS)
    for host in hosts:
        if not (yield from ask_leave(m, s, seat, host, space)):
            must_stop = True
            intrude(m, s, seat, host, c)
    return must_stop


def _hosts(m: Rules, s: State, seat: Seat, space: Space) -> list[Seat]:
    """§7.4 Whom to ask: who controls the space; where nobody else does, all who stand there."""
    owner = m.controls(m, s, space)
    if owner not in (NOBODY, seat):
        hosts = [owner]
    else:
        hosts = [Seat(other) for other in s.seats if other != seat and s.here(Seat(other), space)]
    return [host for host in hosts if not s.may_stay(space, host, seat)]


def ask_leave(m: Rules, s: State, seat: Seat, host: Seat, space: Space) -> Flow[bool]:
    """§7.4 The host says whether he lets him in."""
    prompt = text("shadowlord.leave.ask", who=who(s, seat), space=m.chart.printed[space])
    granted = yield from pick(Decision(host, "7.4", prompt, _LEAVE))
    if granted:
        s.leaves.append(Leave(space, host, seat))
    say(s, "shadowlord.leave.given" if granted else "shadowlord.leave.denied", who=who(s, host))
    return bool(granted)


def intrude(m: Rules, s: State, seat: Seat, host: Seat, c: Character) -> None:
    """§7.6, §9.1 Without leave: where only ships lie they are gone, where somebody can fight there is a battle."""
    space = s.at[c]
    if not s.here(host, space):
        clear_ships(m, s, host, space)
    elif m.cast.fights[c] and m.fighters(s, host, space):
        meet(s, space, seat, host)


def clear_ships(m: Rules, s: State, owner: Seat, space: Space) -> None:
    """§7.6 Loose ships go back to the supply."""
    if s.claim[space] == owner:
        say(s, "shadowlord.claim.lost", who=who(s, owner), n=s.loose[space], space=m.chart.printed[space])
        s.claim[space] = NOBODY
        s.loose[space] = 0


def send_guests_away(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§7.4 At the beginning of step 6 a host may; he is asked where it would come to a battle."""
    for leave in s.leaves[:]:
        space, host, guest = leave
        if host != seat or not (m.fighters(s, host, space) and m.fighters(s, guest, space)):
            continue
        prompt = text("shadowlord.leave.still", who=who(s, guest), space=m.chart.printed[space])
        if not (yield from pick(Decision(seat, "7.4", prompt, _LEAVE))):
            s.leaves.remove(leave)
            meet(s, space, host, guest)


def forget_leaves(m: Rules, s: State) -> None:
    """§7.4 A guest who has gone must ask again; so must one whose host has nothing there any more."""
    s.leaves = [
        leave
        for leave in s.leaves
        if s.here(leave.guest, leave.space)
        and (s.here(leave.host, leave.space) or m.controls(m, s, leave.space) == leave.host)
    ]
