"""What is different between two frames."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.delta import BLANK, PAGES, WHOLE, Differ, Window, cut, shifted
from tests.hardware.table import dots, lit


def changed(frame: bytes, chance: random.Random) -> bytes:
    """The frame with some rectangles of noise, some single bytes, or all of it new."""
    new = bytearray(frame)
    match chance.randrange(6):
        case 0:
            return chance.randbytes(1024)
        case 1:
            return frame
        case 2:
            for _ in range(chance.randrange(1, 40)):
                new[chance.randrange(1024)] ^= 1 << chance.randrange(8)
        case _:
            for _ in range(chance.randrange(1, 4)):
                x, p = chance.randrange(128), chance.randrange(PAGES)
                width, height = chance.randrange(1, 129 - x), chance.randrange(1, PAGES + 1 - p)
                for page in range(p, p + height):
                    new[128 * page + x : 128 * page + x + width] = chance.randbytes(width)
    return bytes(new)


def written(old: bytes, new: bytes, windows: list[Window]) -> bytes:
    """What the panel holds when these windows of *new* were sent."""
    panel = bytearray(old)
    for window in windows:
        data = window.cut(cut(new))
        assert len(data) == window.area
        width = window.x1 - window.x0
        for n, p in enumerate(range(window.p0, window.p1)):
            panel[128 * p + window.x0 : 128 * p + window.x1] = data[n * width : (n + 1) * width]
    return bytes(panel)


def test_windows_and_spans_hold_all_that_changed_and_cost_no_more_than_all() -> None:
    chance = random.Random(5)
    differ = Differ(overhead=10)
    frame = BLANK
    for _ in range(600):
        old, frame = frame, changed(frame, chance)
        windows = list(differ.windows(cut(old), cut(frame)))
        assert written(old, frame, windows) == frame
        assert sum(window.area + 10 for window in windows) <= WHOLE.area + 10
        spans = list(differ.spans(cut(old), cut(frame)))
        assert written(old, frame, spans) == frame
        assert all(span.p1 - span.p0 == 1 for span in spans)
        assert sum(span.area + 10 for span in spans) <= PAGES * (128 + 10)


def test_nothing_is_sent_for_nothing() -> None:
    assert list(Differ(10).windows(cut(BLANK), cut(bytes(1024)))) == []


def test_equal_columns_of_neighbouring_pages_are_one_window() -> None:
    block = lit(*((x, y) for x in range(10, 16) for y in range(8, 32)))
    assert list(Differ(10).windows(cut(BLANK), cut(block))) == [Window(10, 16, 1, 4)]


def test_a_caret_between_two_pages_is_one_window_though_its_columns_differ() -> None:
    caret = lit((0, 14), (0, 15), (1, 15), (1, 16), (2, 16), (1, 17))
    assert list(Differ(10).windows(cut(BLANK), cut(caret))) == [Window(0, 3, 1, 3)]


def test_what_is_far_apart_is_two_windows_and_what_is_near_one() -> None:
    near, far = lit((0, 0), (10, 0)), lit((0, 0), (12, 0))
    assert list(Differ(10).windows(cut(BLANK), cut(near))) == [Window(0, 11, 0, 1)]
    assert list(Differ(10).windows(cut(BLANK), cut(far))) == [Window(0, 1, 0, 1), Window(12, 13, 0, 1)]


def test_where_the_windows_would_cost_more_the_whole_frame_is_sent() -> None:
    staggered = b"".join((b"\1" * 120 + bytes(8), bytes(8) + b"\1" * 120)[p % 2] for p in range(PAGES))
    assert len(list(Differ(10).spans(cut(BLANK), cut(staggered)))) == PAGES
    assert list(Differ(10).windows(cut(BLANK), cut(staggered))) == [WHOLE]


def test_a_frame_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="1024 bytes, not 3"):
        cut(b"abc")


@given(st.randoms(use_true_random=False), st.integers(-70, 70), st.integers(-70, 70))
def test_a_shifted_frame_is_each_dot_moved(chance: random.Random, x: int, y: int) -> None:
    frame = lit(*((chance.randrange(128), chance.randrange(64)) for _ in range(30)))
    moved = {(px + x, py + y) for px, py in dots(frame) if 0 <= px + x < 128 and 0 <= py + y < 64}
    assert set(dots(shifted(frame, x, y))) == moved
