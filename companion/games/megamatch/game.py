"""The game as the referee knows it: what it is built from, and what can be asked of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.games.megamatch import combat, moves, play, view
from companion.games.megamatch.arena import Arena
from companion.games.megamatch.edition import Edition, Team
from companion.games.megamatch.nouns import OPTIONS, RESERVE, SEATS, SWITCHES, TEAM_SIZES, Creature, piece_of
from companion.games.megamatch.rules import Rules
from companion.games.megamatch.spinner import Spinner
from companion.games.megamatch.state import State
from companion.rules.game import BoardMap, CantBuild, Outcome, Pawn, Piece, Pile
from companion.rules.kernel import Flow, Position, Seat
from companion.rules.picture import Meter
from companion.rules.text import Text, text
from companion.table.model import listed


class MegaMatch:
    """M.U.S.C.L.E. Mega-Match, on one edition, with its switches set."""

    name: Final = "megamatch"
    rules: Final = 1

    def __init__(self, edition: Edition, chosen: Mapping[str, str]) -> None:
        """As `build`."""
        self._edition, self._chosen = edition, dict(chosen)
        self._m = _rules(edition, chosen)
        self._pieces = _pieces(edition)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what it is built from."""
        return MegaMatch, (self._edition, self._chosen)

    @property
    def pawns(self) -> tuple[Pawn, ...]:
        """The two teams."""
        return self._m.pawns

    def setup(self, seats: int, names: Sequence[str] = ()) -> State:
        """Nothing but the teams, where they were named.  Raises `ValueError` for seats or names that can't be."""
        known = [pawn.id for pawn in self.pawns]
        if seats not in SEATS:
            raise ValueError(f"{seats} seats; this game is for {max(SEATS)}")
        if names and sorted(names) != sorted(known):
            raise ValueError(f"teams {', '.join(names)}: name {' and '.join(known)}, in the order of the seats")
        s = State.new(self._m.creatures, len(self._m.arena.labels))
        s.teams[: len(names)] = [known.index(name) for name in names]
        return s

    def play(self, state: State) -> Flow[None]:
        """The set-up, or one turn."""
        if state.at[0][0] == RESERVE:
            return play.set_up(self._m, state)
        return play.turn(self._m, state)

    def is_over(self, state: State) -> bool:
        """§6 One side has no creature standing."""
        return play.is_over(state)

    def outcome(self, state: State) -> Outcome | None:
        """§6 Who won."""
        return view.outcome(self._m, state)

    def pawn(self, state: State, seat: Seat) -> Pawn | None:
        """The seat's team, once it has one."""
        return self.pawns[state.teams[seat]] if state.teams[seat] >= 0 else None

    def whose(self, state: State) -> Seat:
        """Whose turn it is."""
        return state.whose

    def turn(self, state: State) -> int:
        """Each player's turn counts one."""
        return state.turn

    def place(self, state: State, seat: Seat) -> Text:
        """How many of the seat's creatures stand."""
        return view.place(state, seat)

    def status(self, state: State) -> tuple[Text, ...]:
        """Where each creature is."""
        return view.status(self._m, state)

    def meter(self, state: State) -> Meter | None:
        """Nothing runs out."""
        return None

    def hand(self, state: State, seat: Seat) -> tuple[Text, ...]:
        """Nothing is hidden."""
        return ()

    def board(self, state: State) -> BoardMap | None:
        """The arena and its walls."""
        return view.board(self._m, state)

    def view(self, state: State, seat: Seat) -> view.View:
        """The table; all see the same of it."""
        return view.view(self._m, state)

    def pile(self, state: State, source: str) -> Pile | None:
        """There are only spins."""
        return None

    def resample(self, position: Position[State], seat: Seat) -> Position[State]:
        """The same: nothing is hidden."""
        return position

    def placement(self, state: State) -> Mapping[str, str]:
        """Every creature."""
        return view.placement(self._m, state)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The creatures that the edition lists."""
        return self._pieces

    def located(self, state: State) -> Mapping[str, tuple[str, ...]]:
        """Nothing is drawn."""
        return {}


def build(edition: Edition, chosen: Mapping[str, str]) -> MegaMatch:
    """The game on this edition; *chosen* are switches and table options, the others have their defaults.

    Raises `CantBuild` where they don't go together with the edition.
    """
    return MegaMatch(edition, chosen)


def _rules(edition: Edition, chosen: Mapping[str, str]) -> Rules:
    value = {switch.code: switch.default for switch in SWITCHES} | {key: values[0] for key, values in OPTIONS.items()}
    value.update(chosen)
    if edition.spinner.source == "table" and value["dice"] == "electronic":
        raise CantBuild(
            f"dice can't be electronic: the edition {edition.edition!r} doesn't list the sectors of its spinner; set "
            f"dice to physical, or list them"
        )
    creatures = TEAM_SIZES[value["G14"]] or edition.team[0].creatures
    sorts = {piece.sort for piece in _pieces(edition)}
    walls = [wall.team for wall in edition.wall]
    return Rules(
        arena=Arena(edition, value["G6"]),
        spinner=Spinner(edition.spinner),
        pawns=tuple(Pawn(team.id, _name(team), team.mark) for team in edition.team),
        sides=tuple(walls.index(team.id) for team in edition.team),
        names=tuple(tuple(_names(team, creatures)) for team in edition.team),
        tapped=tuple(
            tuple(sort if sort in sorts else "" for sort in (piece_of(team.id, Creature(n)) for n in range(creatures)))
            for team in edition.team
        ),
        creatures=creatures,
        early=moves.EARLY[value["G5"]],
        stops=moves.STOPS[value["G7"]],
        spared=combat.SPARED[value["G10"]],
    )


def _name(team: Team) -> Text:
    return text("megamatch.team.named", name=team.name) if team.name else Text(f"megamatch.team.{team.id}")


def _names(team: Team, creatures: int) -> list[Text]:
    """Of so many creatures, the leader first."""
    others = [text("megamatch.creature.other", team=_name(team), number=n) for n in range(2, creatures + 1)]
    return [text("megamatch.creature.leader", name=team.leader), *others]


def _pieces(edition: Edition) -> tuple[Piece, ...]:
    names = {
        piece_of(team.id, Creature(n)): name
        for team in edition.team
        for n, name in enumerate(_names(team, team.creatures))
    }
    return listed(edition.pieces, names)
