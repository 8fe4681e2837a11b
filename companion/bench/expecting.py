"""Whether what a scenario expects is so.  Each of these can fail, and says what was there instead."""

from __future__ import annotations

from typing import Final, assert_never

from companion.bench.instructions import (
    NOBODY,
    UNFINISHED,
    Expectation,
    ExpectDenied,
    ExpectFigure,
    ExpectLamp,
    ExpectLog,
    ExpectOutcome,
    ExpectScreen,
    ExpectView,
    Scenario,
)
from companion.bench.place import Broken, Stand, game_log

LOOK_MS: Final = 50


def seat_number(scenario: Scenario, seat: str) -> int:
    """A seat from 0, by its name or as people count."""
    return scenario.names.index(seat) if seat in scenario.names else int(seat) - 1


class Expecting:
    """Judges one scenario on one stand."""

    def __init__(self, scenario: Scenario, stand: Stand, is_timed: bool) -> None:
        """*is_timed*: time is real, so that figures are judged."""
        self._scenario = scenario
        self._stand = stand
        self._is_timed = is_timed
        self._since = 0
        self.figures: list[str] = []
        """Figures as they were found, for the report."""

    def acting(self) -> None:
        """Something is about to be done: what the panel shows from here on is its answer."""
        self._since = len(self._stand.shown())

    def check(self, expected: Expectation) -> None:
        """Raises `Broken` where it isn't so."""
        match expected:
            case ExpectScreen(text, True, within_ms):
                self._screen(text, within_ms)
            case ExpectScreen(text):
                if self._stand.shown()[-1].shows(text):
                    raise Broken(f'the screen shows "{text}"')
            case ExpectLamp(lamp, state):
                found = self._stand.lamp(lamp)
                if found is not state:
                    raise Broken(f"lamp {lamp} is {found.value}, not {state.value}")
            case ExpectDenied(rule):
                denied = self._stand.denied()
                if denied != rule:
                    raise Broken(f"{f'§{denied} was named' if denied else 'nothing was refused'}, not §{rule}")
            case ExpectView(seat, text, has):
                view = self._stand.view(seat_number(self._scenario, seat))
                if (text in view) is not has:
                    raise Broken(f'the view of {seat} {"lacks" if has else "has"} "{text}": {view}')
            case ExpectLog(keys):
                ends = tuple(line.key for line in game_log(self._stand.rows())[-len(keys) :])
                if ends != keys:
                    raise Broken(f"the log ends {' '.join(ends) or 'before it begins'}, not {' '.join(keys)}")
            case ExpectOutcome(winners):
                self._outcome(winners)
            case ExpectFigure(figure, quantile, below_ms):
                self._figure(figure, quantile, below_ms)
            case _:
                assert_never(expected)

    def _screen(self, text: str, within_ms: int) -> None:
        stand = self._stand
        if not within_ms:
            if not stand.shown()[-1].shows(text):
                raise Broken(f'the screen doesn\'t show "{text}"')
            return
        looked = min(self._since, len(stand.shown()) - 1)
        until = stand.now_ms() + within_ms
        while True:
            shown = stand.shown()
            if any(one.shows(text) for one in shown[looked:]):
                return
            looked = len(shown)
            if stand.now_ms() >= until:
                raise Broken(f'the screen didn\'t show "{text}" within {within_ms} ms')
            stand.wait(min(LOOK_MS, until - stand.now_ms()))

    def _outcome(self, winners: tuple[str, ...]) -> None:
        found = self._stand.outcome()
        said = (UNFINISHED,) if found is None else found or (NOBODY,)
        if sorted(said) != sorted(winners):
            raise Broken(f"the outcome is {' '.join(said)}, not {' '.join(winners)}")

    def _figure(self, figure: str, quantile: str, below_ms: int) -> None:
        found = self._stand.figure_ms(figure, quantile)
        if found is None:
            raise Broken(f"the box keeps no figure {figure}")
        self.figures.append(f"{figure} {quantile} = {found:g} ms (limit {below_ms} ms)")
        if self._is_timed and found >= below_ms:
            raise Broken(f"{figure} {quantile} is {found:g} ms, not below {below_ms} ms")
