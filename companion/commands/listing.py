"""``referee games`` and ``referee rules``: what can be played, and how."""

from __future__ import annotations

import json
from typing import Any

from companion.editions import names_of
from companion.games import GAMES, PRESET, kit
from companion.open_game import how_many
from companion.rulebook import Rulebook
from companion.rules.text import Text
from companion.words import Words

VALUES_COLUMNS = 28


def games(as_json: bool) -> int:
    """What can be chosen of each game."""
    listed = [_game(name) for name in GAMES]
    if as_json:
        print(json.dumps({"games": listed}, ensure_ascii=False))
        return 0
    for game in listed:
        seats = range(game["seats"][0], game["seats"][-1] + 1)
        print(f"{game['name']}: {game['title']}, {how_many(seats)} players")
        print(f"  editions: {', '.join(game['editions'])}")
        if game["presets"]:
            presets = [Words("en").say(Text(f"{game['name']}.preset.{name}")) for name in game["presets"]]
            names = " | ".join(game["presets"])
            print(f"  --set {PRESET}={names:{VALUES_COLUMNS - len(PRESET)}} {' | '.join(presets)}: several at once")
        about = {switch.code: switch for switch in kit(game["name"]).switches}
        for code, values in game["switches"].items():
            rule = f"{Words('en').say(about[code].label)}, section {about[code].rule}" if code in about else ""
            print(f"  --set {code}={' | '.join(values):{VALUES_COLUMNS - len(code)}} {rule}".rstrip())
    print("\nThe first value is the default.  What each does:  referee rules GAME")
    return 0


def _game(name: str) -> dict[str, Any]:
    found = kit(name)
    return {
        "name": name,
        "title": Words("en").say(found.title),
        "seats": [found.seats[0], found.seats[-1]],
        "editions": names_of(found),
        "presets": {preset: dict(sets) for preset, sets in found.presets.items()},
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
