"""A rulebook is read as sections; what is wrong with it is said with its line."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rulebook import Rulebook, RulebookError, Section, UnknownSection, parse

CASTLE = """# The castle

## 1 What it is about
Be the first
in the throne room.

Nobody dies.

## 4.2 The ravine
Roll two dice:

- nine crosses, if you
  have no tiger;
- six does with one.

## 4.10 Beyond it
"""


def test_wrapped_lines_are_one_paragraph_and_items_keep_their_lines() -> None:
    book = parse(CASTLE)
    assert book.title == "The castle"
    assert book.section("1") == Section("1", "What it is about", "Be the first in the throne room.\n\nNobody dies.")
    assert book.section("4.2").text == "Roll two dice:\n\n- nine crosses, if you have no tiger;\n- six does with one."
    assert book.section("4.10").text == ""


@pytest.mark.parametrize(
    ("number", "beside"),
    [
        ("4.3", r"no section '4.3'; there is 4.2 \(The ravine\) and 4.10 \(Beyond it\)"),
        ("0", r"there is 1 \(What it is about\)"),
        ("9.1", r"there is 4.10 \(Beyond it\)"),
        ("ravine", "sections are numbered, from 1 to 4.10"),
    ],
)
def test_a_number_that_is_not_there_is_told_its_neighbours(number: str, beside: str) -> None:
    with pytest.raises(UnknownSection, match=beside):
        parse(CASTLE).section(number)


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("# T\n\n## The ravine\n", r"book.md:3: '## The ravine' isn't a heading"),
        ("## 2 B\n\n## 1 A\n", "book.md:3: section 1 comes after 2"),
        ("## 4.10 A\n## 4.9 B\n", "book.md:2: section 4.9 comes after 4.10"),
        ("## 1 A\n## 1 A\n", "book.md:2: section 1 comes after 1"),
        ("# Only a title\n", "book.md: no section"),
        ("", "book.md: no section"),
    ],
)
def test_a_mistake_is_said_with_its_line(source: str, what: str) -> None:
    with pytest.raises(RulebookError, match=what):
        parse(source, "book.md")


def test_each_language_has_its_file(tmp_path: Path) -> None:
    (tmp_path / "rulebook.md").write_text("## 1 Aim\nWin.\n", encoding="utf-8")
    (tmp_path / "rulebook.fr.md").write_text("## 1 But\nGagnez à tout prix.\n", encoding="utf-8")
    assert Rulebook.load(tmp_path, "en").section("1").title == "Aim"
    assert Rulebook.load(tmp_path, "fr").section("1").text == "Gagnez à tout prix."


WORDS = st.lists(st.text("aéz", min_size=1, max_size=4), min_size=1, max_size=12).map(" ".join)


@given(st.lists(st.tuples(WORDS, st.lists(WORDS, max_size=3)), min_size=1, max_size=8))
def test_a_rulebook_that_was_written_out_reads_the_same(chapters: list[tuple[str, list[str]]]) -> None:
    sections = tuple(Section(str(n), title, "\n\n".join(said)) for n, (title, said) in enumerate(chapters, 1))
    written = "# T\n" + "".join(f"\n## {s.number} {s.title}\n{s.text}\n" for s in sections)
    assert parse(written) == Rulebook("T", sections)
