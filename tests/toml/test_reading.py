"""What is written in a file becomes typed values, or a list of all that is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass, field, make_dataclass
from enum import Enum, StrEnum
from typing import Any, Literal, NewType

import pytest

from companion.mistakes import Mistake, Mistakes, did_you_mean
from companion.toml import parse, read

SpaceId = NewType("SpaceId", str)


class Kind(Enum):
    FIELD = "field"
    RAVINE = "ravine"


class Colour(StrEnum):
    RED = "red"


@dataclass(frozen=True, slots=True)
class Space:
    id: SpaceId
    kind: Kind
    at_mm: tuple[float, float]
    links: tuple[SpaceId, ...] = ()
    lamp: int | str | None = None


@dataclass(frozen=True, slots=True)
class Edition:
    edition: str
    source: Literal["rulebook", "house"]
    spaces: tuple[Space, ...]
    weights: Mapping[str, float]
    open: bool = False
    note: Space | None = None


def of(text: str) -> Edition:
    return read(parse(text, "my.toml"), Edition, text, "my.toml")


def test_a_file_without_mistakes() -> None:
    text = """
    edition = "mine"
    source = "house"
    open = true
    weights = {a = 1, b = 2.5}
    [[spaces]]
    id = "A1"
    kind = "ravine"
    at_mm = [1, 2.5]
    links = ["A2"]
    lamp = "GPIO5"
    """
    a1 = Space(SpaceId("A1"), Kind.RAVINE, (1.0, 2.5), (SpaceId("A2"),), "GPIO5")
    assert of(text) == Edition("mine", "house", (a1,), {"a": 1.0, "b": 2.5}, True)
    assert type(of(text).spaces[0].at_mm[0]) is float


TEN_MISTAKES = """\
edition = 7
source = "hose"
weihgts = {}
open = "yes"

[[spaces]]
id = "A1"
# a field
at_mm = [1, 2, 3]
links = "A2"

[[spaces]]
id = "A2"
kind = ["ravine"]
at_mm = [1, "2"]
links = ["A1",
         3]
lamp = 2.5
colour = "red"
"""


def test_all_ten_mistakes_of_a_file_at_once_each_with_its_line() -> None:
    with pytest.raises(Mistakes) as wrong:
        of(TEN_MISTAKES)
    assert str(wrong.value).splitlines() == [
        'my.toml:1: edition: expected a text in quotes, found 7 — write "7", in quotes',
        'my.toml:2: source: "hose" can\'t stand here — did you mean house?',
        "my.toml:3: weihgts: unknown key — did you mean weights?",
        'my.toml:4: open: expected true or false, found "yes"',
        'my.toml:6: spaces.0.kind: missing — add kind = "field" or "ravine"',
        "my.toml:9: spaces.0.at_mm: expected 2 entries, found 3",
        'my.toml:10: spaces.0.links: expected a list, found "A2"',
        'my.toml:14: spaces.1.kind: expected "field" or "ravine", found a list',
        'my.toml:15: spaces.1.at_mm.1: expected a number, found "2" — write 2, without quotes',
        'my.toml:17: spaces.1.links.1: expected a text in quotes, found 3 — write "3", in quotes',
        "my.toml:18: spaces.1.lamp: expected a whole number or a text in quotes, found 2.5",
        "my.toml:19: spaces.1.colour: unknown key — there is nothing else",
    ]


def test_a_check_of_the_whole_is_made_though_a_key_is_unknown() -> None:
    text = "edition = 'mine'\nsource = 'house'\ncolour = 'red'\nspaces = []\nweights = {}\n"

    def check(edition: Edition) -> list[Mistake]:
        return [Mistake("", 0, "spaces.7.id", "no space", "add one")] if not edition.spaces else []

    def said(text: str, patch: bool = False) -> list[tuple[int, str]]:
        with pytest.raises(Mistakes) as wrong:
            read(parse(text, "my.toml"), Edition, text, "my.toml", check, patch)
        return [(m.line, m.key) for m in wrong.value.mistakes]

    assert said(text) == [(3, "colour"), (4, "spaces.7.id")]
    text += "open = 1\n"
    assert said(text) == [(3, "colour"), (6, "open")]
    assert said(text, patch=True) == [(3, "colour"), (4, "spaces.7.id"), (6, "open")]


@dataclass(frozen=True, slots=True)
class Box:
    """What goes on with its defaults."""

    lamps: Mapping[str, int | str] = field(default_factory=dict)
    links: tuple[str, ...] = ("home",)
    space: Space | None = None


@pytest.mark.parametrize(
    ("tables", "seen"),
    [
        ({"lamps": {"a": 1, "b": True, "c": []}, "links": ["x"]}, Box({"a": 1}, ("x",))),
        ({"lamps": {"a": 1}, "links": ["x", 1, "y"]}, Box({"a": 1})),
        ({"lamps": [], "links": ["x"]}, Box({}, ("x",))),
        ({"links": ["x"], "space": {"id": "A1"}}, Box({}, ("x",))),
        ({"linx": ["x"]}, Box()),
    ],
)
def test_a_check_that_must_be_made_goes_on_without_what_is_wrong(tables: dict[str, Any], seen: Box) -> None:
    before, checked = deepcopy(tables), list[Box]()

    def check(box: Box) -> list[Mistake]:
        checked.append(box)
        return []

    with pytest.raises(Mistakes):
        read(tables, Box, "", "my.toml", check, patch=True)
    assert checked == [seen]
    assert tables == before


def test_without_a_key_that_must_be_there_no_check_can_be_made() -> None:
    with pytest.raises(Mistakes) as wrong:
        read({"lamp": "x"}, Space, "", "my.toml", lambda _: pytest.fail("checked"), patch=True)
    assert [m.key for m in wrong.value.mistakes] == ["id", "kind", "at_mm"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("edition = 'a'\nedition = 'b'\n", "my.toml:2: cannot overwrite a value"),
        ("[spaces\n", "my.toml:1: expected ']'"),
        ("a = 1\nb = \n", "my.toml:2: invalid value"),
        ("[seat/1]\n", "my.toml:1: expected ']' at the end of a table declaration — put quotes: \"seat/1\""),
        ("[a.b/c]\n", "my.toml:1: expected ']' at the end of a table declaration — put quotes: \"b/c\""),
        ("a = 1\nb/7 = {}\n", "my.toml:2: expected '=' after a key in a key/value pair — put quotes: \"b/7\""),
        ("a = 1\nb = '''never closed\n\n", "my.toml:2: expected"),
    ],
)
def test_what_is_no_toml_is_one_mistake_with_its_line(text: str, said: str) -> None:
    with pytest.raises(Mistakes) as wrong:
        parse(text, "my.toml")
    assert len(wrong.value.mistakes) == 1
    assert str(wrong.value).lower().startswith(said.lower())


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        *[(str, 1), (int, True), (int, 1.0), (float, True), (bool, 1), (bool, "true"), (float, "1.5"), (str, ["a"])],
        *[(Kind, ["field"]), (Colour, 5), (Colour, "rod"), (Literal["a"] | None, "A")],
        *[(int | str, True), (int | str, 2.5), (Kind | int, "feld"), (Box | int, "x")],
        *[(tuple[str, ...], "ab"), (tuple[str, ...], {"a": 1}), (tuple[str, str], "ab"), (tuple[str, str], ["a"])],
        *[(Mapping[str, int], [1]), (Mapping[str, int], {"a": "1"}), (Box, "links"), (Box, ["links"])],
    ],
)
def test_nothing_is_converted_behind_the_writer_s_back(kind: type, value: Any) -> None:
    with pytest.raises(Mistakes):
        read({"x": value}, make_dataclass("Entry", [("x", kind)]), "x = 0", "my.toml")


def test_a_word_becomes_what_it_stands_for() -> None:
    kinds = {"a": Kind, "b": Colour, "c": Kind | int, "d": Kind | int, "e": Colour | None}
    words = {"a": "field", "b": "red", "c": "ravine", "d": 7, "e": "red"}
    value: Any = read(words, make_dataclass("Words", kinds.items()), "", "my.toml")
    assert asdict(value) == {"a": Kind.FIELD, "b": Colour.RED, "c": Kind.RAVINE, "d": 7, "e": Colour.RED}
    assert type(asdict(value)["b"]) is Colour


def test_a_table_or_an_entry_of_a_list_is_told_by_its_place() -> None:
    tables = {
        "lamps": "GPIO4",
        "links": "home",
        "space": {"id": "A1", "kind": "field", "at_mm": ["1", 2, 3], "links": [True]},
    }
    with pytest.raises(Mistakes) as wrong:
        read(tables, Box, "", "my.toml")
    assert [(m.key, m.what, m.remedy) for m in wrong.value.mistakes] == [
        ("lamps", 'expected a table, found "GPIO4"', ""),
        ("links", 'expected a list, found "home"', ""),
        ("space.at_mm", "expected 2 entries, found 3", ""),
        ("space.at_mm.0", 'expected a number, found "1"', "write 1, without quotes"),
        ("space.links.0", "expected a text in quotes, found true", ""),
    ]


@pytest.mark.parametrize("kind", [complex, list[str], frozenset[str], Sequence[str]])
def test_a_type_that_toml_is_not_read_into_is_its_author_s_mistake(kind: Any) -> None:
    with pytest.raises(TypeError, match=re.escape(str(kind))):
        read({"x": ["a"]}, make_dataclass("Odd", [("x", kind)]), "", "my.toml")


def test_what_a_type_says_of_itself_is_no_mistake_of_the_writer_s() -> None:
    @dataclass
    class Strict:
        x: int = 1

        def __post_init__(self) -> None:
            raise ArithmeticError("mine")

    with pytest.raises(ArithmeticError, match="mine"):
        read({}, Strict, "", "my.toml")


def test_mistakes_come_in_the_order_of_their_lines() -> None:
    late, early = Mistake("b.toml", 9, "k", "wrong", "mend it"), Mistake("b.toml", 2, "", "odd")
    assert str(Mistakes([late, early])) == "b.toml:2: odd\nb.toml:9: k: wrong — mend it"
    assert str(Mistake("b.toml", 0, "", "there is no such file")) == "b.toml: there is no such file"


def test_small_letters_or_capitals_do_not_hide_what_was_meant() -> None:
    assert did_you_mean("m36", ["M36", "M9"]) == "did you mean M36?"
    assert did_you_mean("x", []) == "there is nothing else"


@pytest.mark.parametrize("brackets", ["[" * 50_000, "{a=" * 50_000])
def test_brackets_without_end_are_a_mistake_with_its_line(brackets: str) -> None:
    with pytest.raises(Mistakes, match=r"my.toml:2: too many brackets"):
        parse(f"game = 1\nx = {brackets}", "my.toml")
