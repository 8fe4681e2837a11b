"""What a finger did, from the edges of a bouncing contact."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.api import ButtonEvent, Gesture
from hardware.buttons import TIMING, Buttons, Timing

DEBOUNCE = TIMING.debounce_ms / 1000


@dataclass
class Contact:
    """One button of the box under test, with its level over time."""

    name: str = "ok"
    moves: list[tuple[float, bool]] = field(default_factory=list)
    """(when, closed from then on), in order."""
    lost: set[int] = field(default_factory=set)
    """Moves of which no edge arrives."""

    def level(self, at: float) -> bool:
        return next((closed for when, closed in reversed(self.moves) if when <= at), False)


def play(contacts: Iterable[Contact], until: float, timing: Timing = TIMING) -> list[ButtonEvent]:
    """Run a state machine over contacts, as a loop would: at each edge and at each deadline."""
    by_name = {contact.name: contact for contact in contacts}
    now = 0.0
    buttons = Buttons(by_name, lambda name: by_name[name].level(now), timing=timing)
    edges = sorted(
        (when, contact.name, closed)
        for contact in by_name.values()
        for n, (when, closed) in enumerate(contact.moves)
        if n not in contact.lost and when > 0
    )
    heard: list[ButtonEvent] = []
    while True:
        edge_at = edges[0][0] if edges else until
        due = buttons.deadline
        now = min(edge_at, until if due is None else due, until)
        while edges and edges[0][0] <= now:
            when, name, closed = edges.pop(0)
            buttons.edge(name, closed, when)
        heard += buttons.advance(now)
        if now >= until:
            return heard


def said(events: Iterable[ButtonEvent]) -> list[str]:
    return [event.gesture.value for event in events]


def tap(down: float, up: float) -> Contact:
    return Contact(moves=[(down, True), (up, False)])


def test_a_tap_is_said_at_its_edges() -> None:
    assert play([tap(1.0, 1.2)], 3.0) == [
        ButtonEvent("ok", Gesture.PRESS, 1.0),
        ButtonEvent("ok", Gesture.SHORT, 1.2),
        ButtonEvent("ok", Gesture.RELEASE, 1.2),
    ]


def test_a_long_press_is_said_once_and_is_no_short_one() -> None:
    heard = play([tap(1.0, 3.0)], 4.0)
    assert said(heard) == ["press", "long", "release"]
    assert heard[1].at == pytest.approx(1.6)


def test_up_and_down_repeat_and_others_do_not() -> None:
    held = Contact("up", [(1.0, True), (1.7, False)])
    heard = play([held], 3.0)
    assert said(heard) == ["press", "repeat", "repeat", "long", "repeat", "release"]
    assert [round(event.at - 1.0, 3) for event in heard if event.gesture is Gesture.REPEAT] == [0.4, 0.52, 0.64]


def test_bounce_is_one_press_and_one_release() -> None:
    noisy = Contact(
        moves=[
            (1.0, True), (1.001, False), (1.003, True), (1.004, False), (1.009, True),
            (1.2, False), (1.202, True), (1.207, False),
        ]
    )  # fmt: skip
    heard = play([noisy], 2.0)
    assert said(heard) == ["press", "short", "release"]
    assert [event.at for event in heard] == [1.0, 1.2, 1.2]


def test_a_contact_that_bounces_for_longer_than_the_quiet_time_is_still_one_press() -> None:
    moves = [(1.0 + n * 0.006, n % 2 == 0) for n in range(9)]  # 48 ms, closed at the end
    assert said(play([Contact(moves=[*moves, (1.3, False)])], 2.0)) == ["press", "short", "release"]


def test_a_tap_within_the_lock_out_is_found_when_that_ends() -> None:
    heard = play([tap(1.0, 1.008)], 2.0)
    assert said(heard) == ["press", "short", "release"]
    assert heard[-1].at == 1.008


@pytest.mark.parametrize("up", [1.005, 1.05, 1.3])
def test_a_lost_release_does_not_stick_for_a_tenth_of_a_second(up: float) -> None:
    contact = tap(1.0, up)
    contact.lost = {1}
    heard = play([contact], 3.0)
    assert said(heard) == ["press", "short", "release"]
    assert heard[-1].at - up <= 0.1


def test_the_press_after_a_lost_release_counts() -> None:
    contact = Contact(moves=[(1.0, True), (1.3, False), (1.5, True), (1.6, False)], lost={1})
    assert said(play([contact], 3.0)) == ["press", "short", "release"] * 2


def test_a_button_held_at_power_on_says_nothing_until_it_was_up() -> None:
    jammed = Contact(moves=[(-1.0, True), (5.0, False), (5.5, True), (5.6, False)])
    heard = play([jammed], 7.0)
    assert said(heard) == ["press", "short", "release"]
    assert heard[0].at == 5.5


def test_a_jammed_button_keeps_nobody_awake() -> None:
    buttons = Buttons(["ok"], lambda name: True)
    assert buttons.deadline is None
    buttons.edge("ok", True, 3.0)
    assert buttons.advance(3.0) == []
    assert buttons.deadline is None


def test_a_button_that_is_up_keeps_nobody_awake() -> None:
    buttons = Buttons(["ok"], lambda name: False)
    buttons.edge("ok", True, 1.0)
    buttons.edge("ok", False, 1.1)
    buttons.advance(2.0)
    assert buttons.deadline is None


def test_of_two_buttons_the_first_edge_wins_though_it_arrives_last() -> None:
    buttons = Buttons(["seat/1", "seat/2"], lambda name: False)
    buttons.edge("seat/2", True, 1.001)
    buttons.edge("seat/1", True, 1.000)
    assert [(event.button, event.at) for event in buttons.advance(1.002)] == [("seat/1", 1.0), ("seat/2", 1.001)]


def test_equal_stamps_keep_the_order_of_arrival() -> None:
    buttons = Buttons(["seat/1", "seat/2"], lambda name: False)
    buttons.edge("seat/2", True, 1.0)
    buttons.edge("seat/1", True, 1.0)
    assert [event.button for event in buttons.advance(1.0)] == ["seat/2", "seat/1"]


def test_what_happened_while_nobody_looked_is_told_in_order() -> None:
    buttons = Buttons(["ok"], lambda name: False)
    for n in range(3):
        buttons.edge("ok", True, 1.0 + n * 0.5)
        buttons.edge("ok", False, 1.2 + n * 0.5)
    heard = buttons.advance(4.0)
    assert said(heard) == ["press", "short", "release"] * 3
    assert [event.at for event in heard] == sorted(event.at for event in heard)


def test_a_long_press_that_nobody_looked_at_is_long() -> None:
    buttons = Buttons(["ok"], lambda name: False)
    buttons.edge("ok", True, 1.0)
    buttons.edge("ok", False, 2.0)
    assert said(buttons.advance(5.0)) == ["press", "long", "release"]


def test_repeats_that_nobody_looked_at_are_not_made_up_for() -> None:
    is_down = False
    buttons = Buttons(["down"], lambda name: is_down)
    is_down = True
    buttons.edge("down", True, 1.0)
    assert said(buttons.advance(1.0)) == ["press"]
    assert said(buttons.advance(5.0)) == ["repeat", "long"]
    assert buttons.deadline is not None
    assert said(buttons.advance(5.12)) == ["repeat"]


# -- any bounce ---------------------------------------------------------------------------------------------------


@st.composite
def traces(draw: st.DrawFn, loses_edges: bool) -> tuple[Contact, list[tuple[float, float]]]:
    """A finger that taps a few times on a bouncing contact.

    Either it bounces for as long as a lock-out can last, or for no longer than the quiet time, and then any edges of a
    release may be lost.
    """
    contact = Contact()
    fingers: list[tuple[float, float]] = []
    bounce_ms = TIMING.debounce_ms if loses_edges else TIMING.lockout_ms - TIMING.debounce_ms
    gaps_ms = st.lists(st.integers(1, TIMING.debounce_ms - 2), max_size=8)
    at = 1.0

    def move(closed: bool) -> float:
        """A clean edge with bounce behind it; returns when the contact is quiet."""
        contact.moves.append((at, closed))
        bounced_ms = 0
        for gap_ms in draw(gaps_ms):
            bounced_ms += gap_ms
            if bounced_ms >= bounce_ms - 1:
                break
            contact.moves.append((at + bounced_ms / 1000, not contact.moves[-1][1]))
        if contact.moves[-1][1] is not closed:
            contact.moves.append((contact.moves[-1][0] + 0.001, closed))
        return contact.moves[-1][0]

    for _ in range(draw(st.integers(1, 4))):
        down = at
        at = move(True) + draw(st.integers(2 * TIMING.debounce_ms, 1500)) / 1000
        first = len(contact.moves)
        up = at
        at = move(False) + draw(st.integers(100, 900)) / 1000
        if loses_edges:
            contact.lost |= draw(st.sets(st.integers(first, len(contact.moves) - 1)))
        fingers.append((down, up))
    return contact, fingers


def count_as_the_finger(heard: list[ButtonEvent], fingers: list[tuple[float, float]]) -> None:
    """The law: one press a finger, at its edge; short or long by its time; up within a tenth of a second."""
    presses = [event.at for event in heard if event.gesture is Gesture.PRESS]
    assert presses == [down for down, _ in fingers]
    releases = [event.at for event in heard if event.gesture is Gesture.RELEASE]
    assert len(releases) == len(fingers)
    for (down, up), released in zip(fingers, releases, strict=True):
        assert -1e-9 <= released - up <= 0.1
        own = [event for event in heard if down <= event.at <= released]
        kinds = {event.gesture for event in own}
        assert (Gesture.SHORT in kinds) != (Gesture.LONG in kinds)
        if up - down > TIMING.long_ms / 1000:
            assert Gesture.LONG in kinds
        if up - down < TIMING.long_ms / 1000 - 0.1:
            assert Gesture.SHORT in kinds
    assert [event.at for event in heard] == sorted(event.at for event in heard)


@given(st.one_of(traces(loses_edges=False), traces(loses_edges=True)))
def test_whatever_the_contact_does_the_finger_is_heard_once(trace: tuple[Contact, list[tuple[float, float]]]) -> None:
    contact, fingers = trace
    count_as_the_finger(play([contact], contact.moves[-1][0] + 2.0), fingers)


def test_the_law_bites() -> None:
    """A state machine without debounce, and one that never reads the level, break it."""
    noisy = Contact(moves=[(1.0, True), (1.004, False), (1.006, True), (1.3, False)])
    no_debounce = TIMING._replace(debounce_ms=0, lockout_ms=0)
    with pytest.raises(AssertionError):
        count_as_the_finger(play([noisy], 3.0, no_debounce), [(1.0, 1.3)])
    lossy = Contact(moves=[(1.0, True), (1.3, False)], lost={1})
    with pytest.raises(AssertionError):
        count_as_the_finger(play([lossy], 3.0, TIMING._replace(check_ms=10_000)), [(1.0, 1.3)])


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 40)), max_size=60))
def test_no_noise_whatsoever_breaks_the_grammar(noise: list[tuple[bool, int]]) -> None:
    """Edges at random, levels at random: still each press has one end, and at rest nothing is due."""
    now = 1.0
    level = False
    read: Callable[[str], bool] = lambda name: level  # noqa: E731
    buttons = Buttons(["down"], read)
    heard: list[ButtonEvent] = []
    for closed, gap in noise:
        now += gap / 1000
        level = closed
        buttons.edge("down", closed, now)
        heard += buttons.advance(now)
    level = False
    heard += buttons.advance(now + 1.0)
    down = False
    for event in heard:
        if event.gesture is Gesture.PRESS:
            assert not down
            down = True
        else:
            assert down
            down = event.gesture is not Gesture.RELEASE
    assert not down
    assert buttons.advance(now + 2.0) == []
    assert buttons.deadline is None
