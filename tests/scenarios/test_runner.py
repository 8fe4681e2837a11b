"""The runner tells a scenario that holds from one that doesn't, and where it breaks."""

import threading
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.bench import run
from companion.bench.check import check
from companion.bench.language import parse
from companion.bench.place_twin import Twin
from companion.bench.runner import Result, Verdict, run_scenario
from companion.mistakes import Mistakes

GAME = """\
game _template
seats sun moon
seed 1
"""


def ran(steps: str, header: str = GAME) -> Result:
    scenario = parse(header + steps, "x.scn")
    assert check(scenario) == ()
    return run_scenario(scenario, Twin())


HOLDS = """\
press ok
expect screen "Roll the dice"
expect not screen "Moon"
expect lamp seat/1 on
expect lamp seat/2 off
expect outcome unfinished
chance 2-2
chance 4-3
expect screen "Moon throws 7." within 1s
chance card/9
chance card/4
expect view 2 has "9"
expect view sun lacks "9"
expect log ends "2-2" "4-3" "card/9" "card/4"
choose nonsense
expect denied 3.3
expect lamp seat/2 blinking
press ok
choose swap
expect figure press-to-wire p99 < 50ms
chance card/12
"""


def test_a_scenario_that_holds_passes_and_tells_what_was_played():
    result = ran(HOLDS)
    assert result.reason == ""
    assert result.verdict is Verdict.PASSED
    assert result.steps == len(HOLDS.splitlines())
    assert [str(entry) for entry in result.log] == [
        "1\t-1\t3.1\t2-2",
        "2\t-1\t3.1\t4-3",
        "3\t-1\t3.2\tcard/9",
        "4\t-1\t3.2\tcard/4",
        "5\t1\t3.3\tswap",
        "6\t-1\t3.3\tcard/12",
    ]
    assert result.figures[0].startswith("press-to-wire p99 = ")
    assert result.frames[0].line == 4
    assert len({frame.frame for frame in result.frames}) > 3


@pytest.mark.parametrize(
    ("was", "planted", "says"),
    [
        ('screen "Roll the dice"', 'screen "Sing a song"', 'the screen doesn\'t show "Sing a song"'),
        ('not screen "Moon"', 'not screen "Sun"', 'the screen shows "Sun"'),
        ("seat/1 on", "seat/1 blinking", "lamp seat/1 is on, not blinking"),
        ("seat/1 on", "seat/1 off", "lamp seat/1 is on, not off"),
        ("seat/2 off", "seat/2 on", "lamp seat/2 is off, not on"),
        ("outcome unfinished", "outcome sun", "the outcome is unfinished, not sun"),
        ("outcome unfinished", "outcome nobody", "the outcome is unfinished, not nobody"),
        ("throws 7.", "throws 8.", 'the screen didn\'t show "Moon throws 8." within 1000 ms'),
        ('view 2 has "9"', 'view 2 lacks "9"', 'the view of 2 has "9"'),
        ('view sun lacks "9"', 'view sun has "9"', 'the view of sun lacks "9"'),
        ('"card/9" "card/4"', '"card/9" "card/5"', "the log ends 2-2 4-3 card/9 card/4, not 2-2 4-3 card/9 card/5"),
        ("denied 3.3", "denied 3.4", "§3.3 was named, not §3.4"),
        ("choose nonsense\nexpect denied 3.3", "press back\nexpect denied 3.3", "nothing was refused, not §3.3"),
        ("choose nonsense\nexpect denied 3.3\n", "choose nonsense\n", "nonsense is not offered; it can be keep swap"),
        ("press-to-wire p99", "press-to-moon p99", "the box keeps no figure press-to-moon"),
        ("chance card/12", "chance card/13", "chance card/13 was never asked for"),
        ("chance 2-2", "chance 2-7", "chance 2-7 can't come now; it can be 1-1 1-2"),
        (
            "chance 2-2\n",
            "choose keep\n",
            "chance is asked, not keep: write a line 'chance KEY' or 'press roll' before",
        ),
        ("chance card/12", "chance card/12\nchance 1-1", "chance 1-1 was never asked for"),
    ],
)
def test_each_expectation_can_fail_and_is_named_with_its_line(was, planted, says):
    assert HOLDS.count(was) == 1
    steps = HOLDS.replace(was, planted)
    result = ran(steps)
    assert result.verdict is Verdict.FAILED
    line = 3 + steps[: steps.index(planted) + len(planted.rstrip())].count("\n") + 1
    assert result.reason.startswith(f"x.scn:{line}: {says}")


def test_what_the_screen_showed_is_kept_where_it_broke():
    result = ran('expect screen "Sing a song"\n')
    assert result.reason == 'x.scn:4: the screen doesn\'t show "Sing a song"'
    assert "Fate is sealed:" in result.screen
    assert result.steps == 0


def test_a_panel_that_does_not_show_the_frame_shows_nothing():
    """The text alone isn't enough: the pixels must be there."""
    result = ran('press ok\nfault oled errno=121\nchance 2-2\nexpect screen "Sun throws 4."\n')
    assert result.reason == 'x.scn:7: the screen doesn\'t show "Sun throws 4."'
    assert result.screen == ()


def test_what_flashed_by_before_the_wait_began_is_seen():
    steps = 'chance 2-2\nwait 30s\nexpect not screen "Moon throws"\nexpect screen "Moon throws" within 1s\n'
    assert ran(steps, GAME.replace("sun moon", "sun moon star") + "bots moon star\n").reason == ""


def test_what_was_there_before_the_last_act_does_not_count():
    result = ran('press ok\nexpect screen "Fate is sealed" within 1s\n')
    assert result.reason == 'x.scn:5: the screen didn\'t show "Fate is sealed" within 1000 ms'


def test_a_place_that_lacks_something_skips_the_file_and_names_it():
    result = ran("plug scanner\n", GAME + "needs scanner\n")
    assert (result.verdict, result.reason) == (Verdict.SKIPPED, "needs scanner, which twin lacks")


def test_a_button_that_is_not_wired_skips_the_file():
    result = ran("press seat/6\n")
    assert (result.verdict, result.reason) == (Verdict.SKIPPED, "no button seat/6 is wired on this place")


def test_an_hour_takes_no_time():
    began = time.monotonic()
    result = ran("wait 8h\n")
    assert result.time_ms > 8 * 3_600_000
    assert time.monotonic() - began < 10


def test_a_fault_of_the_box_fails_the_scenario(monkeypatch):
    def broken(*_: object) -> None:
        raise RuntimeError("a screw is loose")

    monkeypatch.setattr("companion.referee.session.Session._throw", broken)
    result = ran("chance 2-2\n")
    assert result.verdict is Verdict.FAILED
    assert result.reason.startswith("x.scn:4: the box is at fault")
    assert "a screw is loose" in result.reason


def test_the_wall_clock_is_right_again_after_a_jump():
    before = time.time()
    assert ran("jump clock +3h\nwait 1s\n").verdict is Verdict.PASSED
    assert abs(time.time() - before) < 60


# -- whole runs -----------------------------------------------------------------------------------------------------


@pytest.fixture
def write(tmp_path):
    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_a_run_prints_a_line_a_file_and_writes_both_reports(write, tmp_path, capsys):
    good, bad = write("good.scn", GAME + "press ok\n"), write("bad.scn", GAME + "expect outcome sun\n")
    junit, html = tmp_path / "junit.xml", tmp_path / "report.html"
    assert run([good, bad], "twin", junit, html) == 1
    out, err = capsys.readouterr()
    assert err == ""
    lines = out.splitlines()
    assert lines[0] == f"passed   {good}  (1 instruction, 170ms)"
    assert lines[1] == f"failed   {bad}  (0 instructions, 50ms)"
    assert lines[2] == f"    {bad}:4: the outcome is unfinished, not sun"
    assert lines[-1] == "1 passed, 1 failed, 0 skipped"
    assert ElementTree.parse(junit).getroot().get("failures") == "1"
    assert "data:image/png;base64," in html.read_text(encoding="utf-8")


def test_all_passed_is_status_0_and_the_log_is_told_where_asked_for(write, capsys):
    assert run([write("a.scn", GAME + "chance 2-2\n")], log=True) == 0
    assert "    1\t-1\t3.1\t2-2\n" in capsys.readouterr().out


def test_the_same_scenario_leaves_the_same_log_and_line(write, capsys):
    path = write("a.scn", GAME + "press roll\npress roll\nchoose keep\n")
    for _ in range(2):
        assert run([path], log=True) in (0, 1)
    first, second = capsys.readouterr().out.split("skipped\n")[:2]
    assert first == second


def test_mistakes_of_all_files_are_told_and_nothing_is_run(write, capsys):
    files = [
        write("a.scn", GAME + 'pres ok\nexpect view mars has "x"\n'),
        write("b.scn", GAME.replace("sun", "sum") + "bots 3\n"),
        write("c.scn", "game masterz\nseats 2\n"),
        write("d.scn", GAME + "option H1=middle\noption language=de\n"),
        write("e.scn", GAME.replace("sun moon", "9") + "expect outcome pluto\n"),
        write("f.scn", GAME + "needs reader\ntap card/99\nwait 1s\ntap pawn/mono foreign\nplace axe\n"),
        write("good.scn", GAME + "press ok\n"),
    ]
    assert run(files) == 2
    out, err = capsys.readouterr()
    assert out == ""
    folder = files[0].parent
    assert err.replace(f"{folder}/", "").splitlines() == [
        "a.scn:4: no instruction pres — did you mean press?",
        "b.scn:2: no pawn sum — did you mean sun?",
        "b.scn:4: no seat 3 — there is all, sum, moon, 1, 2",
        "c.scn:1: no game 'masterz': did you mean masters?",
        "d.scn:4: H1 can't be 'middle': there is highest, lowest",
        "d.scn:5: no language de — there is en, fr",
        "e.scn:2: _template isn't for 9 — 2 to 4 can play",
        "e.scn:4: no pawn pluto — there is sun, moon, star, comet, nobody, unfinished",
        "f.scn:5: no piece card/99 — did you mean card/9?",
        "f.scn:7: no piece pawn/mono — did you mean pawn/moon?",
        "f.scn:8: no piece axe — known begin with pawn, card",
    ]


def test_no_such_place_and_a_report_that_cannot_be_written_are_status_2(write, tmp_path, capsys):
    path = write("a.scn", GAME + "press ok\n")
    assert run([path], "moon") == 2
    assert capsys.readouterr().err == "no place moon; there is: twin\n"
    assert run([path], junit=tmp_path / "no" / "junit.xml") == 2
    assert "the report can't be written: No such file or directory" in capsys.readouterr().err


def test_a_file_with_mistakes_can_not_be_parsed():
    with pytest.raises(Mistakes):
        parse("press ok\n")


def test_many_boxes_one_after_the_other_leave_nothing_behind():
    """No pin stays claimed, no thread, no file: the next scenario finds a fresh table."""
    scenario = parse(GAME + "press ok\n", "x.scn")
    run_scenario(scenario, Twin())
    threads, files = threading.active_count(), len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(25):
        assert run_scenario(scenario, Twin()).verdict is Verdict.PASSED
    assert threading.active_count() == threads
    assert len(list(Path("/proc/self/fd").iterdir())) == files
