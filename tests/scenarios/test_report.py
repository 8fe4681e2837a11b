"""What is told of a run: a line a file, JUnit XML, and one page with the panel's frames."""

import io
from base64 import b64decode
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from PIL import Image

from companion.bench.place import LogLine
from companion.bench.png import png
from companion.bench.report import html, junit, line, summary
from companion.bench.runner import Frame, Result, Verdict

FRAME = bytes(n * 7 % 256 for n in range(1024))
PASSED = Result(
    "a.scn",
    Verdict.PASSED,
    steps=3,
    time_ms=7_200_000,
    log=(LogLine(1, -1, "3.1", "4-3"), LogLine(2, 0, "3.2", "move/A7")),
    frames=(Frame(4, 'expect screen "<b>"', 120, FRAME),),
    figures=("press-to-wire p99 = 12 ms (limit 50 ms)",),
)
FAILED = Result(
    "b.scn",
    Verdict.FAILED,
    'b.scn:7: the screen doesn\'t show "\x07Tila & <co>"',
    ("MUSCLOR", ">A7"),
    steps=1,
    time_ms=250,
)
SKIPPED = Result("c.scn", Verdict.SKIPPED, "needs reader, which twin lacks")
ALL = (PASSED, FAILED, SKIPPED)


def test_a_line_says_verdict_file_instructions_and_time():
    assert line(PASSED).splitlines()[0] == "passed   a.scn  (3 instructions, 2h)"
    assert line(SKIPPED) == "skipped  c.scn  (needs reader, which twin lacks)"
    assert summary(ALL) == "1 passed, 1 failed, 1 skipped"


def test_a_failure_names_the_place_and_shows_the_screen():
    assert line(FAILED).splitlines() == [
        "failed   b.scn  (1 instruction, 250ms)",
        '    b.scn:7: the screen doesn\'t show "\x07Tila & <co>"',
        "    the screen:",
        "      | MUSCLOR",
        "      | >A7",
    ]


def test_the_game_log_is_told_where_it_is_asked_for():
    assert line(PASSED, log=True).splitlines()[-2:] == ["    1\t-1\t3.1\t4-3", "    2\t0\t3.2\tmove/A7"]
    assert "move/A7" not in line(PASSED)


def test_junit_counts_and_names_and_is_well_formed():
    suite = ElementTree.fromstring(junit(ALL, "twin"))
    assert [suite.get(name) for name in ("tests", "failures", "skipped", "errors")] == ["3", "1", "1", "0"]
    cases = {case.get("name"): case for case in suite}
    assert cases["a.scn"].get("time") == "7200.000"
    assert "move/A7" in cases["a.scn"].findtext("system-out", "")
    failure = cases["b.scn"].find("failure")
    assert failure is not None
    assert failure.get("message") == 'b.scn:7: the screen doesn\'t show "\ufffdTila & <co>"'
    assert failure.text is not None
    assert "  | >A7" in failure.text
    skipped = cases["c.scn"].find("skipped")
    assert skipped is not None
    assert skipped.get("message") == "needs reader, which twin lacks"


class Page(HTMLParser):
    """What a page loads, and the tags that are open."""

    def __init__(self) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.loads += [value for name, value in attrs if name in ("src", "href")]
        if tag not in ("meta", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_page_needs_no_other_file_and_shows_the_frame_as_it_was():
    page = Page()
    text = html(ALL, "twin")
    page.feed(text)
    assert page.open == []
    [picture] = page.loads
    assert picture.startswith("data:image/png;base64,")
    assert b64decode(picture.partition(",")[2]) == png(FRAME)
    assert "line 4: expect screen &quot;&lt;b&gt;&quot; (120ms)" in text
    assert "Tila &amp; &lt;co&gt;" in text


@pytest.mark.parametrize("frame", [FRAME, bytes(1024), b"\xff" * 1024])
def test_a_picture_has_the_pixels_of_its_frame(frame):
    picture = Image.open(io.BytesIO(png(frame)))
    assert picture.size == (128, 64)
    lit = {(x, y) for x in range(128) for y in range(64) if picture.getpixel((x, y))}
    assert lit == {(x, y) for x in range(128) for y in range(64) if frame[y // 8 * 128 + x] >> (y % 8) & 1}
