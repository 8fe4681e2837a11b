"""The stepping kernel: a game is a settled state plus the answers given since.

A *flow* is a rule written as a generator.  It edits a draft of the state and yields a `Decision` whenever somebody,
or chance, must choose; what comes back is the chosen `Option`.  A *step* of the game (one player's turn, one round
of set-up) is one flow, run from one settled state to the next.

A live generator can't be copied, forked or pickled, so it is never the truth.  A `Position` is (settled state,
answers since); the generator beside it is a one-shot cache, and re-running the flow from the settled state with the
recorded answers gives the same place again.  So a position can be forked (step it twice), undone (keep the old one),
pickled and restored, and no state needs a field that says where in the turn we are.

What that asks of a flow: it reads nothing but its state, it has no effect but on its draft, and it does not iterate a
set.  The kernel checks on every re-run that the same question comes up, and raises `FlowNotDeterministic` if not.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, NamedTuple, NewType, Protocol, Self, TypeAlias, TypeVar

from companion.rules.picture import Picture
from companion.rules.text import Text

Seat = NewType("Seat", int)
CHANCE = Seat(-1)
EVERYONE = Seat(-2)
"""The audience of what all may see."""

T = TypeVar("T")
STEPS_WITHOUT_DECISION = 1_000
"""So many steps in a row in which nobody had a choice are an endless game, not a long one."""


class RulesError(Exception):
    """Base class of everything the kernel can object to.  A raised error means that nothing has happened."""


class NotAnOption(RulesError, ValueError):
    """The answer is not among the options of the pending decision: the caller's fault."""


class FlowNotDeterministic(RulesError, RuntimeError):
    """Re-running a flow with its recorded answers asked something else: a fault of the game's rules."""


class ReplayDiverged(RulesError):
    """A recorded answer is not offered where it was once given.

    *seq* is the index, from 0, of the first answer that no longer fits; *position* is the place before it.
    """

    def __init__(self, seq: int, key: str, position: Position[Any]) -> None:
        super().__init__(f"answer {seq} was {key!r}; today's rules ask {position.decision}")
        self.seq = seq
        self.key = key
        self.position = position


class Option(NamedTuple, Generic[T]):
    """One way to answer a decision."""

    key: str
    """Stable and readable; the log holds it."""
    value: T
    """What the rule gets back; never logged."""
    label: Text
    weight: int = 1
    """Chance only: how many of the equally likely cases this is."""
    group: Text | None = None
    """Long lists open by group."""
    spot: str = ""
    """The place on the board that this option points at, for the map."""
    piece: str = ""
    """The sort of piece (`companion.rules.game.Piece.sort`), as ``token/axe``: who taps one chooses this."""


class Denied(NamedTuple):
    """Why a candidate is not an option: a value for the player, not an error."""

    key: str
    rule: str
    reason: Text
    label: Text | None = None
    """Where given, the list shows the candidate, marked, so that a player who asks for it is told why not."""
    piece: str = ""
    """The sort of piece that means this candidate: who taps one is told why not."""


class Decision(NamedTuple):
    """A question, put to a seat or to chance."""

    seat: Seat
    """Who must choose; `CHANCE` for dice, spins, draws and turned tokens."""
    rule: str
    """The section of the game's rulebook.md that asks."""
    prompt: Text
    options: tuple[Option[Any], ...]
    source: str = ""
    """Chance only: which throw, token or card, as ``dice/17``.  Fate answers from this and the seed alone."""
    by: Seat = CHANCE
    """Chance only: whose hand throws, draws or turns."""
    refused: tuple[Denied, ...] = ()
    secret: bool = False
    """A private choice: the others see that this seat is choosing and nothing else."""
    even: bool = True
    """Chance only: all weights are equal."""
    doubted: tuple[Option[Any], ...] = ()
    """Chance only: what can't be by all that is known, and what the rules can carry on with if the table insists on it.

    Such a key ends in ``!``; without that it is the key of the entry in *refused* that says why it can't be.
    """

    def keys(self) -> tuple[str, ...]:
        """The keys of the options, in the order in which they are shown."""
        return tuple([o.key for o in self.options])

    def option(self, key: str) -> Option[Any] | None:
        """The option with this key, or None.  What is doubted counts: a log may hold that it was insisted on."""
        for o in self.options:
            if o.key == key:
                return o
        for o in self.doubted:
            if o.key == key:
                return o
        return None


class News(NamedTuple):
    """Something that just happened, for *audience* to be told."""

    text: Text
    audience: Seat = EVERYONE
    picture: Picture | None = None


Flow: TypeAlias = Generator[Decision, Option[Any], T]


def choose(
    seat: Seat,
    rule: str,
    prompt: Text,
    options: Sequence[Option[T]],
    refused: Sequence[Denied] = (),
    secret: bool = False,
) -> Flow[T]:
    """Ask *seat*, and return the value of the option chosen."""
    option = yield Decision(seat, rule, prompt, tuple(options), "", CHANCE, tuple(refused), secret)
    return option.value  # type: ignore[no-any-return]


class MuteNews(list[News]):
    """Where news goes in mass play: nowhere."""

    def append(self, news: News, /) -> None:
        """Forget it."""


class State(Protocol):
    """What a game's state must offer.  Equality must leave *news* out."""

    news: list[News]

    def copy(self) -> Self:
        """An equal state that shares nothing that can change; its *news* is empty."""


S = TypeVar("S", bound=State)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)


class Steps(Protocol[S_contra]):
    """What the kernel needs of a game; `companion.rules.game.Game` is the whole of it."""

    @property
    def name(self) -> str:
        """For messages."""

    def play(self, state: S_contra) -> Flow[None]:
        """One step, from one settled state to the next; edits *state*."""

    def is_over(self, state: S_contra) -> bool:
        """Whether this settled state is the end."""


@dataclass(frozen=True, slots=True)
class Position(Generic[S]):
    """Where a game stands.  Plain data: compare, pickle, fork it by stepping it twice, undo by keeping the old one."""

    game: Steps[S] = field(compare=False)
    settled: S
    answers: tuple[str, ...]
    decision: Decision | None
    """None: the game is over."""
    table: S
    """The state as it stands at this pause; read it, don't edit it."""
    news: tuple[News, ...] = ()
    """What happened between the pause before and this one."""
    _live: list[tuple[S, Flow[None]]] = field(default_factory=list, compare=False, repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle without the cached generator, which doesn't travel."""
        return Position, (self.game, self.settled, self.answers, self.decision, self.table, self.news)


def start(game: Steps[S], state: S) -> Position[S]:
    """The first position of a game that begins from this settled *state*."""
    return _settle(game, state, [])


def _heard(draft: S, before: list[News]) -> tuple[News, ...]:
    news = (*before, *draft.news)
    draft.news.clear()
    return news


def _settle(game: Steps[S], state: S, news: list[News]) -> Position[S]:
    for _ in range(STEPS_WITHOUT_DECISION):
        if game.is_over(state):
            return Position(game, state, (), None, state, tuple(news))
        draft = state.copy()
        flow = game.play(draft)
        try:
            decision = next(flow)
        except StopIteration:
            news.extend(_heard(draft, []))
            state = draft
            continue
        heard = _heard(draft, news)
        return Position(game, state, (), decision, draft.copy(), heard, [(draft, flow)])
    raise RulesError(f"{game.name}: {STEPS_WITHOUT_DECISION} steps in a row without a decision")


def step(position: Position[S], key: str) -> Position[S]:
    """Answer the pending decision.  *position* stays valid.

    Raises `NotAnOption` if *key* is not offered.
    """
    decision = position.decision
    option = decision.option(key) if decision else None
    if option is None:
        raise NotAnOption(f"{key!r} is not among {', '.join(decision.keys()) if decision else 'any: the game is over'}")
    draft, flow = position._live.pop() if position._live else _rerun(position)
    try:
        asked = flow.send(option)
    except StopIteration:
        return _settle(position.game, draft, list(_heard(draft, [])))
    heard = _heard(draft, [])
    answers = (*position.answers, key)
    return Position(position.game, position.settled, answers, asked, draft.copy(), heard, [(draft, flow)])


def _rerun(position: Position[S]) -> tuple[S, Flow[None]]:
    name = position.game.name
    draft = position.settled.copy()
    flow = position.game.play(draft)
    try:
        asked = next(flow)
        for answer in position.answers:
            option = asked.option(answer)
            if option is None:
                raise FlowNotDeterministic(f"{name}: {answer!r} was answered, but now {asked} is asked")
            asked = flow.send(option)
    except StopIteration:
        raise FlowNotDeterministic(f"{name}: the flow ended before its recorded answers did") from None
    if asked != position.decision:
        raise FlowNotDeterministic(f"{name}: asks {asked}, had asked {position.decision}")
    draft.news.clear()
    return draft, flow


def cold(position: Position[S]) -> Position[S]:
    """The same position without its cached flow, as after a restart."""
    return replace(position, _live=[])


def denied(position: Position[Any], key: str) -> Denied | None:
    """Why *key* can't be answered now, or None if it can."""
    decision = position.decision
    if decision is None:
        return Denied(key, "", Text("rules.over"))
    if any(o.key == key for o in decision.options):
        return None
    for refusal in decision.refused:
        if refusal.key == key:
            return refusal
    return Denied(key, decision.rule, Text("rules.not_asked"))


def allowed(position: Position[Any], key: str) -> bool:
    """Whether *key* is an option of the pending decision."""
    return denied(position, key) is None


def replay(game: Steps[S], state: S, keys: Iterable[str]) -> Position[S]:
    """Where these answers lead, by one live generator, without a copy a decision.

    Raises `ReplayDiverged` at the first answer that is not offered.
    """
    keys = tuple(keys)
    settled, since = _drive(game, state.copy(), keys)
    position = start(game, settled)
    for seq in range(since, len(keys)):
        if position.decision is None or position.decision.option(keys[seq]) is None:
            raise ReplayDiverged(seq, keys[seq], position)
        position = step(position, keys[seq])
    return position


def _drive(game: Steps[S], state: S, keys: tuple[str, ...]) -> tuple[S, int]:
    """The settled state before the last of *keys* that fits, and how many were answered before it.

    A whole step that has no answer after it is left to `step`: the news of its end are part of where it leads.
    """
    settled, since, used = state, 0, 0
    while used < len(keys) and not game.is_over(state):
        draft = state.copy()
        draft.news = MuteNews()
        flow = game.play(draft)
        before = used
        try:
            asked = next(flow)
            while used < len(keys):
                option = asked.option(keys[used])
                if option is None:
                    return settled, since
                if used == before:
                    settled, since = state, before
                used += 1
                asked = flow.send(option)
            return settled, since
        except StopIteration:
            draft.news = []
            state = draft
    return settled, since


def playout(game: Steps[S], state: S, pick: Callable[[Decision], Option[Any]], at_most: int = 10**9) -> int:
    """Play *state* on to its end, in place, by one live generator: the fast drive for mass play.

    *pick* answers every decision, chance included.  Returns the number of decisions; stops after *at_most*.
    News is not kept.
    """
    decisions = 0
    state.news = MuteNews()
    flow = _to_the_end(game, state)
    send = flow.send
    try:
        asked = next(flow)
        while decisions < at_most:
            decisions += 1
            asked = send(pick(asked))
    except StopIteration:
        pass
    return decisions


def pauses(game: Steps[S], state: S, keys: Iterable[str]) -> Iterator[tuple[S, Option[Any] | None]]:
    """On the way of these answers, by one live generator: the first state, then after each answer state and answer.

    What comes is a draft: look at it before you ask for the next one.  Raises `NotAnOption`.
    """
    state = state.copy()
    state.news = MuteNews()
    flow = _to_the_end(game, state)
    option: Option[Any] | None = None
    try:
        asked = next(flow)
        for key in keys:
            yield state, option
            option = asked.option(key)
            if option is None:
                raise NotAnOption(f"{key!r} is not among {', '.join(asked.keys())}")
            asked = flow.send(option)
    except StopIteration:
        pass
    yield state, option


def _to_the_end(game: Steps[S], state: S) -> Flow[None]:
    """All steps in one flow: a flow that ends inside another costs less than one that ends in its caller's hands."""
    is_over, play = game.is_over, game.play
    while not is_over(state):
        yield from play(state)


def random_pick(random: Callable[[], float]) -> Callable[[Decision], Option[Any]]:
    """The policy of mass play: every option alike, chance by its weights.  *random* gives floats in [0, 1)."""

    def pick(decision: Decision) -> Option[Any]:
        options = decision.options
        if decision.even:
            return options[int(random() * len(options))]
        left = random() * sum([o.weight for o in options])
        for option in options:
            left -= option.weight
            if left < 0:
                return option
        return options[-1]

    return pick


def walk(position: Position[S], pick: Callable[[Decision], Option[Any]]) -> Iterator[Position[S]]:
    """Every position from this one to the end of the game, this one first."""
    yield position
    while position.decision is not None:
        position = step(position, pick(position.decision).key)
        yield position
