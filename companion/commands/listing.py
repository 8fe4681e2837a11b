"""``referee games`` and ``referee rules``: what can be played, and how."""

from __future__ import annotations

import json
from typing import Any

from rich.console import Console
from rich.table import Table

from companion.editions import names_of
from companion.games import GAMES, kit
from companion.rulebook import Rulebook
from companion.words import Words


def games(as_json: bool) -> int:
    """A table of the games."""
    listed = [_game(name) for name in GAMES]
    if as_json:
        print(json.dumps({"games": listed}, ensure_ascii=False))
        return 0
    table = Table("game", "title", "players", "editions", "switches (the default first)", box=None, header_style="bold")
    for game in listed:
        switches = "\n".join(f"{code}={' | '.join(values)}" for code, values in game["switches"].items())
        least, most = game["seats"]
        table.add_row(game["name"], game["title"], f"{least}-{most}", ", ".join(game["editions"]), switches)
    Console().print(table)
    return 0


def _game(name: str) -> dict[str, Any]:
    found = kit(name)
    return {
        "name": name,
        "title": Words("en").say(found.title),
        "seats": [found.seats[0], found.seats[-1]],
        "editions": names_of(found),
        "switches": {switch.code: switch.values for switch in found.switches} | dict(found.options),
    }


def rules(game: str, section: str | None, as_json: bool) -> int:
    """The rulebook, or one section with those below it.  Raises `UnknownGame` and `UnknownSection`."""
    book = Rulebook.load(kit(game).folder, "en")
    shown = book.sections
    if section is not None:
        number = book.section(section.removeprefix("§")).number
        shown = tuple(s for s in shown if s.number == number or s.number.startswith(f"{number}."))
    if as_json:
        listed = [{"number": s.number, "title": s.title, "text": s.text} for s in shown]
        print(json.dumps({"title": book.title, "sections": listed}, ensure_ascii=False))
        return 0
    parts = [f"{s.number} {s.title}" + (f"\n{s.text}" if s.text else "") for s in shown]
    print("\n\n".join(parts if section is not None else [book.title, *parts]))
    return 0
