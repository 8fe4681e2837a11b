"""A game's rulebook, as its sections: what "why?" shows, and what ``referee rules`` prints.

``rulebook.md`` (English) and ``rulebook.fr.md`` (French) hold headings such as ``## 4.2 The ravine``, each followed by
short paragraphs or a list.  Numbers rise through the file; both languages have the same ones.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

_HEADING: Final = re.compile(r"## +(\d+(?:\.\d+)*) +(\S.*)")
_LIST_ITEM: Final = re.compile(r"([-*]|\d+\.) |\|")


class RulebookError(ValueError):
    """The file isn't a rulebook: a fault of the game, with file and line."""


class UnknownSection(LookupError):
    """No section of this number; the message names the ones beside it."""


@dataclass(frozen=True, slots=True)
class Section:
    """One numbered section."""

    number: str
    title: str
    text: str
    """Paragraphs parted by an empty line, each on one line; items of a list have a line each.  May be empty."""


@dataclass(frozen=True)
class Rulebook:
    """The rulebook of one game in one language."""

    title: str
    sections: tuple[Section, ...]

    @classmethod
    def load(cls, folder: Path, language: str) -> Rulebook:
        """Read it from a game's folder.  Raises `RulebookError`, or `FileNotFoundError` if there is none."""
        path = folder / ("rulebook.md" if language == "en" else f"rulebook.{language}.md")
        return parse(path.read_text(encoding="utf-8"), path.name)

    def section(self, number: str) -> Section:
        """The section of this number, as ``4.2``.  Raises `UnknownSection`."""
        if number not in self._by_number:
            raise UnknownSection(f"no section {number!r}; {self._beside(number)}")
        return self._by_number[number]

    @cached_property
    def _by_number(self) -> dict[str, Section]:
        return {section.number: section for section in self.sections}

    def _beside(self, number: str) -> str:
        if not re.fullmatch(r"\d+(\.\d+)*", number):
            return f"sections are numbered, from {self.sections[0].number} to {self.sections[-1].number}"
        at = bisect(self.sections, _order(number), key=lambda section: _order(section.number))
        beside = self.sections[max(at - 1, 0) : at + 1]
        return f"there is {' and '.join(f'{section.number} ({section.title})' for section in beside)}"


def parse(source: str, name: str = "rulebook.md") -> Rulebook:
    """Read a rulebook from its text; *name* is for messages.  Raises `RulebookError`."""
    title, sections, body = "", list[Section](), list[str]()

    def close() -> None:
        if sections:
            sections[-1] = Section(sections[-1].number, sections[-1].title, "\n".join(_unwrapped(body)).strip())
        body.clear()

    for n, line in enumerate(source.splitlines(), 1):
        if line.startswith("# "):
            title = line[2:].strip()
        elif line.startswith("## "):
            heading = _HEADING.fullmatch(line.rstrip())
            if heading is None:
                raise RulebookError(f"{name}:{n}: {line!r} isn't a heading such as '## 4.2 The ravine'")
            close()
            number = heading[1]
            if sections and _order(number) <= _order(sections[-1].number):
                raise RulebookError(f"{name}:{n}: section {number} comes after {sections[-1].number}")
            sections.append(Section(number, heading[2], ""))
        else:
            body.append(line.rstrip())
    close()
    if not sections:
        raise RulebookError(f"{name}: no section; headings look like '## 4.2 The ravine'")
    return Rulebook(title, tuple(sections))


def _order(number: str) -> tuple[int, ...]:
    return tuple(int(part) for part in number.split("."))


def _unwrapped(lines: list[str]) -> Iterator[str]:
    """Wrapped lines of a paragraph or of an item as one line."""
    whole = ""
    for line in lines:
        if whole and line and not _LIST_ITEM.match(line):
            whole += " " + line.strip()
            continue
        if whole:
            yield whole
        if not line:
            yield ""
        whole = line
    yield whole
