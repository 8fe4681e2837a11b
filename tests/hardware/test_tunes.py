"""What the buzzer plays, over time."""

import pytest

from hardware.api import Tune
from hardware.tunes import TUNES, TunePlayer
from hardware.twin.clock import Timeline


class Played:
    """A buzzer, and all that it sounded."""

    def __init__(self) -> None:
        self.time = Timeline()
        self.tones: list[tuple[float, float | None]] = []
        self.player = TunePlayer(lambda hz: self.tones.append((round(self.time.time(), 3), hz)), self.time.time)

    def wait(self, seconds: float) -> None:
        end = self.time.time() + seconds
        while (due := self.player.deadline) is not None and due <= end:
            self.time.travel_to(due)
            self.player.advance(due)
        self.time.travel_to(end)


@pytest.mark.parametrize("tune", Tune)
def test_a_tune_sounds_note_by_note_and_ends(tune: Tune) -> None:
    played = Played()
    played.player.play(tune)
    played.wait(10)
    starts = [round(sum(note.ms for note in TUNES[tune][:n]) / 1000, 3) for n in range(len(TUNES[tune]) + 1)]
    assert played.tones == list(zip(starts, [*(note.hz for note in TUNES[tune]), None], strict=True))
    assert played.player.deadline is None


def test_done_rises_and_refused_falls_and_all_are_short() -> None:
    first, last = (note.hz for note in TUNES[Tune.DONE])
    assert first is not None
    assert last is not None
    assert first < last
    first, last = (note.hz for note in TUNES[Tune.REFUSED])
    assert first is not None
    assert last is not None
    assert first > last
    assert all(sum(note.ms for note in notes) <= 1300 for notes in TUNES.values())


def test_a_new_tune_cuts_the_old_one_off() -> None:
    played = Played()
    played.player.play(Tune.MARCH)
    played.wait(0.15)
    played.player.play(Tune.CLICK)
    played.wait(5)
    assert played.tones[-2:] == [(0.15, 2000.0), (0.156, None)]


def test_notes_that_nobody_looked_at_are_left_out() -> None:
    played = Played()
    played.player.play(Tune.FANFARE)
    played.time.travel(60)
    played.player.advance(60)
    assert played.tones == [(0, 523.3), (60, None)]
    assert played.player.deadline is None


def test_closing_is_silence() -> None:
    played = Played()
    played.player.play(Tune.MARCH)
    played.player.close()
    assert played.tones[-1] == (0, None)
    assert played.player.deadline is None
