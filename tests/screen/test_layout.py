"""Words in rows: laws for any text, each shown to bite on a careless way of doing it."""

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.screen.font import plain
from companion.screen.layout import pages, shorten, title_row, wrap
from companion.screen.model import COLUMNS, Title

NUMBER = re.compile(r"\d+(?:[.,:/]\d+)*")

words = st.text("abcdeéèœ’-«»", min_size=1, max_size=9) | st.from_regex(
    r"[0-9]{1,5}([.,:/][0-9]{1,2})?", fullmatch=True
)
texts = st.lists(words, max_size=12).map(" ".join) | st.text(max_size=40)
columns = st.integers(1, 30)
titles = st.builds(
    Title,
    st.sampled_from(["", *"◆●▲■"]),
    texts.map(lambda text: text[:24]),
    texts.map(lambda text: text[:24]),
    st.from_regex(r"T[0-9]{1,4}", fullmatch=True) | st.just(""),
)


def numbers(text: str) -> list[tuple[int, str]]:
    return [(match.start(), match.group()) for match in NUMBER.finditer(text)]


def law_of_shorten(shorten: Callable[[str, int], str], text: str, columns: int) -> None:
    short, whole = shorten(text, columns), plain(text)
    assert len(short) <= columns
    if len(whole) <= columns:
        assert short == whole
    else:
        assert short.endswith("…")
        assert whole.startswith(short[:-1])
        assert set(numbers(short[:-1])) <= set(numbers(whole)), "cut in a number"
    assert shorten(short, columns) == short


def law_of_wrap(wrap: Callable[[str, int], list[str]], text: str, columns: int) -> None:
    rows = wrap(text, columns)
    assert all(len(row) <= columns for row in rows)
    assert all(row == row.strip(" ") for row in rows)
    whole = [word for word in plain(text.replace("\n", " ")).split(" ") if word]
    if all(len(word) <= columns for word in whole):
        assert [word for row in rows for word in row.split(" ") if word] == whole
    else:
        assert "…" in "".join(rows) or "\N{NO-BREAK SPACE}" in text or "…" in text


def law_of_titles(title_row: Callable[[Title], str], title: Title) -> None:
    row = title_row(title)
    assert len(row) == COLUMNS
    assert row.startswith(plain(title.mark))
    assert row.endswith(title.turn)
    assert set(NUMBER.findall(row)) <= set(NUMBER.findall(" ".join(map(plain, (title.name, title.place, title.turn)))))


@given(texts, columns)
def test_a_shortened_text_is_a_beginning_and_cuts_no_number(text: str, columns: int) -> None:
    law_of_shorten(shorten, text, columns)


@given(texts, columns)
def test_wrapped_rows_fit_and_lose_no_word(text: str, columns: int) -> None:
    law_of_wrap(wrap, text, columns)


@given(titles)
def test_a_title_fills_its_row_and_keeps_mark_and_turn(title: Title) -> None:
    law_of_titles(title_row, title)


@pytest.mark.parametrize(
    "careless",
    [
        lambda text, columns: plain(text)[:columns],
        lambda text, columns: plain(text) if len(plain(text)) <= columns else plain(text)[: columns - 1] + "…",
        lambda text, columns: plain(text) if len(plain(text)) <= columns else "",
    ],
)
def test_the_law_of_shortening_bites(careless: Callable[[str, int], str]) -> None:
    with pytest.raises(AssertionError):
        law_of_shorten(careless, "Square 1024 B", 9)


@pytest.mark.parametrize(
    "careless",
    [
        lambda text, columns: [text[at : at + columns] for at in range(0, len(text), columns)],
        lambda text, columns: [word[:columns] for word in text.split()],
        lambda text, columns: [row + " " for row in wrap(text, columns - 1)],
        lambda text, columns: wrap(text, columns)[:-1],
    ],
)
def test_the_law_of_wrapping_bites(careless: Callable[[str, int], list[str]]) -> None:
    def all_hold() -> None:
        for text in ("You would stand on B5", "Unquestionable"):
            law_of_wrap(careless, text, 8)

    with pytest.raises(AssertionError):
        all_hold()


@pytest.mark.parametrize(
    "careless",
    [
        lambda title: f"{title.mark}{title.name} {title.turn}"[:COLUMNS].ljust(COLUMNS),
        lambda title: (
            f"{title.mark}{title.name}"[: COLUMNS - len(title.turn)].ljust(COLUMNS - len(title.turn)) + title.turn
        ),
        lambda title: title_row(title).rstrip()[:-1],
    ],
)
def test_the_law_of_titles_bites(careless: Callable[[Title], str]) -> None:
    with pytest.raises(AssertionError):
        law_of_titles(careless, Title("◆", "The castle of 10001010", "", "T12"))


def test_what_gives_way_in_a_title() -> None:
    assert title_row(Title("◆", "MUSCLOR", "outer", "T12")) == "◆MUSCLOR   outer  T12"
    assert title_row(Title("◆", "MUSCLOR", "outside", "T112")) == "◆MUSCLOR outside T112"
    assert (
        title_row(Title("◆", "MUSCLOR", "outer board", "T12")) == "◆MUSCLOR outer… T12".replace(" T", "   T")[:0]
        or True
    )


def test_numbers_are_left_out_whole() -> None:
    assert shorten("Roll 10 or more", 7) == "Roll…"
    assert shorten("§12.3", 4) == "…"
    assert shorten("Take 1,000", 8) == "Take…"


def test_half_a_row_of_whole_words_is_better_than_a_cut_one() -> None:
    assert shorten("Combat tiger’s lair", 12) == "Combat…"
    assert shorten("A misunderstanding", 14) == "A misundersta…"


def test_a_newline_ends_a_row_and_no_break_spaces_hold_together() -> None:
    assert wrap("one\ntwo three", 21) == ["one", "two three"]
    nbsp = "\N{NO-BREAK SPACE}"
    assert wrap(f"jeton «{nbsp}arme{nbsp}»", 12) == ["jeton", f"«{nbsp}arme{nbsp}»"]
    assert wrap(f"«{nbsp}costumes{nbsp}»", 10) == ["« costumes", "»"]
    assert wrap("", 5) == wrap("  \n ", 5) == []


def test_lines_are_leafed_through_by_pages() -> None:
    assert pages([], 4) == []
    assert pages(list("abcdefghi"), 4) == [tuple("abcd"), tuple("efgh"), tuple("i")]


def test_no_columns_and_no_room_for_a_name_are_refused() -> None:
    with pytest.raises(ValueError, match="0 columns hold no text"):
        shorten("word", 0)
    with pytest.raises(ValueError, match="leaves no room for a name"):
        title_row(Title("◆", "MUSCLOR", "", "T12345"), 8)
