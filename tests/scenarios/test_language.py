"""The scenario language: what a file says, what is wrong with one, and that printing reads back the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.bench import instructions as i
from companion.bench.language import parse, read
from companion.bench.printing import duration, print_instruction, print_scenario
from companion.bench.tokens import read_duration
from companion.mistakes import Mistakes

EVERY_INSTRUCTION = """\
game masters
seats musclor stratos
option dice=physical M36=places
option language=fr
needs strace reader seat/2
seed 7
bots stratos
press ok
press ok for 1500ms
press seat/2
chance 4-3
choose move/A7   # a comment
choose "a key with # and spaces"
wait 30s
fault oled errno=121 for=10s
fault oled errno=5
fault oled ok
fault button ok bounce=5ms
fault disk full
fault disk ok
jump clock +3h
expect screen "Musclor \\"the strong\\""
expect screen "Musclor" within 2s
expect not screen "Stratos"
expect lamp seat/1 on
expect lamp error blinking
expect denied 4.2
expect view stratos lacks "axe"
expect view 1 has "axe"
expect log ends "4-3" "move/A7"
expect outcome musclor
expect figure press-to-wire p99 < 50ms
kill
restart
powercut
restart
tap token/17
tap token/17 tag 04:a1:b2:c3 foreign on stratos
place pawn/musclor on seat/2
lift pawn/musclor on seat/2
fault reader hang
fault reader weak on stratos for=10s
fault reader ok
"""


def test_a_file_with_every_instruction_is_read():
    scenario = parse(EVERY_INSTRUCTION, "all.scn")
    assert (scenario.game, scenario.seats, scenario.names) == ("masters", 2, ("musclor", "stratos"))
    assert scenario.options == {"dice": "physical", "M36": "places", "language": "fr"}
    assert (scenario.needs, scenario.seed, scenario.bots) == (("strace", "reader", "seat/2"), "7", ("stratos",))
    assert scenario.readers == ("table", "seat/2")
    assert scenario.own_process
    assert scenario.steps[0] == i.Step(i.Press("ok"))
    assert scenario.steps[0].line == 8
    assert [step.instruction for step in scenario.steps[1:9]] == [
        i.Press("ok", 1500),
        i.Press("seat/2"),
        i.Chance("4-3"),
        i.Choose("move/A7"),
        i.Choose("a key with # and spaces"),
        i.Wait(30_000),
        i.FaultOled(121, 10_000),
        i.FaultOled(5),
    ]
    assert scenario.steps[14].instruction == i.ExpectScreen('Musclor "the strong"')
    assert scenario.steps[22].instruction == i.ExpectLog(("4-3", "move/A7"))
    assert [step.instruction for step in scenario.steps[-7:]] == [
        i.OnReader(i.Motion.TAP, ("token/17",), "table"),
        i.OnReader(i.Motion.TAP, ("token/17", i.Tag("04A1B2C3"), i.FOREIGN), "stratos"),
        i.OnReader(i.Motion.PLACE, ("pawn/musclor",), "seat/2"),
        i.OnReader(i.Motion.LIFT, ("pawn/musclor",), "seat/2"),
        i.FaultReader(i.ReaderFault.HANG),
        i.FaultReader(i.ReaderFault.WEAK, "stratos", 10_000),
        i.FaultReader(i.ReaderFault.OK),
    ]


def test_single_quotes_hold_double_ones():
    scenario = parse("""game a\nseats 2\nexpect view 1 has '"space": "A\\\\2"'\n""")
    assert scenario.steps[0].instruction == i.ExpectView("1", '"space": "A\\\\2"')
    assert "a text that doesn't end — close it with '" in mistakes("game a\nseats 2\nchoose 'x")[0]


def test_a_file_with_every_instruction_prints_and_reads_back_the_same():
    scenario = parse(EVERY_INSTRUCTION)
    assert parse(print_scenario(scenario)) == scenario


def mistakes(text: str) -> list[str]:
    with pytest.raises(Mistakes) as wrong:
        parse(text, "x.scn")
    return [str(mistake) for mistake in wrong.value.mistakes]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("pres ok", "no instruction pres — did you mean press?"),
        ("press okay", "no button okay — did you mean ok?"),
        ("press", "button is missing — write: press BUTTON [for TIME]"),
        ("press ok for", "the time after for is missing — write: press BUTTON [for TIME]"),
        ("press ok for 2m", "no time: 2m — did you mean 2min?"),
        ("press ok for 0s", "the time after for is nothing — write a time longer than 0ms"),
        ("press ok now", "now is too much — write: press BUTTON [for TIME]"),
        ("wait long", "no time: long — write a number and ms, s, min or h: 1500ms"),
        ("wait 1001h", "1001h is longer than a thousand hours — shorten it"),
        ("fault oled", "the display's fault has no errno — write errno=121, or 5, or 110"),
        ("fault oled errno=0", "the display's fault has no errno — write errno=121, or 5, or 110"),
        ("fault screen errno=5", "no device screen — there is oled, button, disk, reader, serial"),
        ("fault button ok", "the button's fault has no bounce — write bounce=5ms; 0ms ends it"),
        ("fault disk ful", "no disk state ful — did you mean full?"),
        ("fault reader hang", "fault reader needs reader — add to the header: needs reader"),
        ("tap token/17", "tap needs reader — add to the header: needs reader"),
        ("move token/17 to A3", "move needs scanner — add to the header: needs scanner"),
        ("fault serial drop=3", "fault serial needs scanner — add to the header: needs scanner"),
        ("tap token/17 on seat/2", "tap on seat/2 needs seat/2 — add to the header: needs reader seat/2"),
        ("tap token/17 on tabel", "no reader tabel — did you mean table?"),
        ("tap", "the piece is missing — write: tap PIECE… [on READER]"),
        ("tap on seat/1", "no piece before on — write: tap PIECE… [on READER]"),
        ("place token/17 on", "the reader is missing — write: place PIECE… [on READER]"),
        ("tap token/17 on table now", "now is too much — write: tap PIECE… [on READER]"),
        ("tap tag", "the id of the tag is missing — write: tap PIECE… [on READER]"),
        ("tap tag 04A1B", "no tag 04A1B: it has 5 digits, and ids have 4, 7 or 10 — write two hex digits a byte"),
        (
            "fault reader",
            "fault of a reader is missing — write: "
            "fault reader ok|hang|stuck|garbage|flips|bus|vanish|weak [on READER] [for=TIME]",
        ),
        ("fault reader hung", "no fault of a reader hung — did you mean hang?"),
        ("fault reader ok for=3s", "an end that ends — leave out the time"),
        ("jump clock 3h", "3h has no direction — write +3h or -3h"),
        ("expect sreen", "no expectation sreen — did you mean screen?"),
        (
            "expect screen Musclor",
            'the text without quotes: Musclor — write: expect screen "TEXT" [within TIME]   or   '
            'expect not screen "TEXT"',
        ),
        ('expect screen ""', "the text is empty — every screen has that"),
        ('expect screen "a', "a text that doesn't end — close it with \""),
        ('expect screen "a"b', "no space after the text 'a' — put one between"),
        ('expect screen "\\q"', r"\q means nothing — write \\ for a backslash, \" for a quote"),
        ('expect not screen "a" within 2s', "'not' within a time — wait first, then: expect not screen \"…\""),
        ("expect not lamp seat/1 on", "no expectation after not lamp — there is screen"),
        ("expect lamp seat/7 on", "no lamp seat/7 — did you mean seat/6?"),
        ("expect lamp seat/1 green", "no lamp state green — there is on, off, blinking"),
        (
            "expect outcome nobody musclor",
            "nobody musclor can't be — name the winners, or only nobody, or only unfinished",
        ),
        ("expect figure f p98 < 5ms", "no quantile p98 — did you mean p99?"),
        ("expect figure f p99 > 5ms", "no comparison > — there is <"),
        ('choose a"b', 'a quote or backslash inside a"b — put the whole word in "double quotes"'),
        ("seed 8", "seed below a step — the header comes first: move it up"),
    ],
)
def test_a_wrong_line_is_named_with_what_mends_it(line, says):
    assert mistakes(f"game masters\nseats 2\nwait 1s\n{line}\n") == [f"x.scn:4: {says}"]


@pytest.mark.parametrize(
    ("header", "says"),
    [
        (
            "",
            [
                "1: game is missing — write: game NAME",
                "1: seats is missing — write: seats NUMBER   or   seats NAME NAME…",
            ],
        ),
        ("game a\ngame b\nseats 2", ["2: game a second time — it stands on line 1"]),
        ("game a\nseats 2 tila", ["2: seats has numbers and names — write: seats NUMBER   or   seats NAME NAME…"]),
        ("game a\nseats 2\noption dice", ["3: no option dice — write: option NAME=VALUE"]),
        ("game a\nseats 2\noption a=b a=c", ["3: option a a second time — it is b already"]),
        ("game a\nseats 2\nneeds raeder", ["3: no feature raeder — did you mean reader?"]),
    ],
)
def test_a_wrong_header_is_named(header, says):
    assert mistakes(header) == [f"x.scn:{said}" for said in says]


def test_all_mistakes_of_a_file_are_named_at_once_in_the_order_of_its_lines():
    said = mistakes("gaem masters\nseats 2\ntap token/1\npress okay\nwait 1\nkill\npress ok\nwait 1s\nrestart\n")
    assert [mistake.split(" ")[0] for mistake in said] == [
        "x.scn:1:",
        "x.scn:1:",
        "x.scn:3:",
        "x.scn:4:",
        "x.scn:5:",
        "x.scn:7:",
    ]
    assert said[-1] == "x.scn:7: the box is off — restart first"


def test_a_step_on_a_device_that_is_asked_for_is_read():
    scenario = parse("game a\nseats 2\nneeds scanner\nmove pawn/musclor from A3 to A7\nfault serial drop=3\n")
    assert scenario.steps[0].instruction == i.Later("move", ("pawn/musclor", "from", "A3", "to", "A7"))
    assert scenario.steps[1].instruction == i.Later("fault", ("serial", "drop=3"))


HANDS = "game a\nseats tila stratos\nneeds reader seat/2\n"


@pytest.mark.parametrize(
    ("steps", "says"),
    [
        ("lift token/1", "4: token/1 doesn't lie on table — before: place token/1"),
        ("place token/1\nlift token/1 on stratos", "5: token/1 doesn't lie on stratos — before: place token/1"),
        ("place token/1\ntap token/1 on stratos", "5: token/1 lies on table already — before: lift token/1"),
        ("place foreign on stratos\nplace foreign", "5: foreign lies on seat/2 already — before: lift foreign"),
        ("tap token/1 token/1", "4: token/1 twice — each thing is there once"),
        ("kill\ntap token/1", "5: the box is off — restart first"),
        (
            "tap token/1 on musclor",
            "4: no reader musclor — there is table, seat/1, seat/2, seat/3, seat/4, seat/5, seat/6, tila, stratos",
        ),
    ],
)
def test_hands_do_only_what_hands_can_do(steps, says):
    assert mistakes(HANDS + steps) == [f"x.scn:{says}"]


def test_a_thing_can_be_laid_down_again_elsewhere_and_while_the_box_is_off():
    steps = "place token/1\nlift token/1\nplace token/1 on stratos\nkill\nlift token/1 on seat/2\nrestart\ntap token/1"
    assert len(parse(HANDS + steps).steps) == 7


def test_a_file_that_cannot_be_read_is_a_mistake(tmp_path):
    for path, why in ((tmp_path / "no.scn", "No such file or directory"), (tmp_path / "bytes.scn", "no UTF-8 text")):
        if "UTF" in why:
            path.write_bytes(b"game \xff")
        with pytest.raises(Mistakes, match=why):
            read(path)


# -- printing reads back the same -----------------------------------------------------------------------------------

BUTTONS = st.sampled_from([*i.BUTTONS, "seat/1", "seat/6"])
TIMES = st.integers(1, 10_000_000)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
SOME = TEXTS.filter(bool)
READERS = st.sampled_from(["table", "seat/1"])
THINGS = st.just(i.FOREIGN) | st.just(i.Tag("04A1B2C3")) | TEXTS.map(lambda text: f"token/{text}")
INSTRUCTIONS = st.one_of(
    st.builds(i.Press, BUTTONS, st.just(0) | TIMES),
    st.builds(i.Chance, TEXTS),
    st.builds(i.Choose, TEXTS),
    st.builds(i.Wait, TIMES),
    st.just(i.FaultOled(0)),
    st.builds(i.FaultOled, st.integers(1, 133), st.just(0) | TIMES),
    st.builds(i.FaultButton, BUTTONS, st.just(0) | TIMES),
    st.builds(i.FaultDisk, st.sampled_from(i.Disk)),
    st.builds(i.JumpClock, TIMES | TIMES.map(lambda ms: -ms)),
    st.builds(i.OnReader, st.just(i.Motion.TAP), st.lists(THINGS, min_size=1, unique=True).map(tuple), READERS),
    st.builds(
        i.FaultReader, st.sampled_from(i.ReaderFault).filter(lambda f: f is not f.OK), READERS, st.just(0) | TIMES
    ),
    st.just(i.FaultReader(i.ReaderFault.OK, "seat/1")),
    st.builds(i.Later, st.sampled_from(["put", "move"]), st.lists(TEXTS, min_size=1).map(tuple)),
    st.builds(i.ExpectScreen, SOME, st.just(True), st.just(0) | TIMES),
    st.builds(i.ExpectScreen, SOME, st.just(False)),
    st.builds(i.ExpectLamp, st.sampled_from(i.LAMPS), st.sampled_from(i.LampState)),
    st.builds(i.ExpectDenied, TEXTS),
    st.builds(i.ExpectView, TEXTS, SOME, st.booleans()),
    st.builds(i.ExpectLog, st.lists(TEXTS, min_size=1).map(tuple)),
    st.builds(i.ExpectOutcome, st.lists(st.sampled_from(["musclor", "tila"]), min_size=1).map(tuple)),
    st.builds(i.ExpectFigure, TEXTS, st.sampled_from(["p50", "max"]), TIMES),
)
NAMES = st.text("abcdefgh-", min_size=1)
SCENARIOS = st.builds(
    lambda names, seats, steps, **rest: i.Scenario(
        seats=len(names) or seats, names=tuple(names), steps=tuple(map(i.Step, steps)), **rest
    ),
    names=st.lists(NAMES, max_size=4),
    seats=st.integers(1, 9),
    steps=st.lists(INSTRUCTIONS),
    game=TEXTS,
    options=st.dictionaries(NAMES, SOME),
    needs=st.just(("reader", "seat/1", "scanner")),
    seed=TEXTS,
    bots=st.lists(NAMES).map(tuple),
)


@given(SCENARIOS)
def test_what_is_printed_reads_back_the_same(scenario):
    assert parse(print_scenario(scenario)) == scenario


@given(TIMES)
def test_a_time_reads_back_the_same(ms):
    assert read_duration(duration(ms)) == ms


def test_a_printer_that_drops_a_word_is_caught():
    """The planted fault: without its hold a long press reads back as a short one."""
    lossy = print_instruction(i.Press("ok", 1500)).removesuffix(" for 1500ms")
    assert parse(f"game a\nseats 2\n{lossy}").steps != (i.Step(i.Press("ok", 1500)),)
