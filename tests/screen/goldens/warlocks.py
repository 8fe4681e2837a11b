"""Every kind of screen that Warlocks & Warriors shows, at its fullest: one a page and question, from whole games."""

from __future__ import annotations

import random
from collections.abc import Mapping

from companion.games.warlocks import KIT
from companion.referee.api import Button
from companion.referee.settings import Settings
from companion.rules.kernel import Seat
from companion.screen.model import DiceBeside, Screen, TallyBlock
from tests.referee.table import Table, text_of
from tests.screen.goldens.masters import glance

GAMES: tuple[tuple[int, dict[str, str]], ...] = (
    (1, {}),
    (2, {"dice": "physical", "W18": "on", "W4": "left"}),
    (3, {"W7": "own"}),
    (4, {"board": "free"}),
    (5, {"board": "free", "W4": "left"}),
    (6, {"W4": "left"}),
)
PLACES = ("ruins", "maze", "dungeon", "lair")
PICTURES = {DiceBeside: "dice", TallyBlock: "tally"}


def warlocks_in_english() -> Mapping[str, Screen]:
    return fullest("en")


def warlocks_in_french() -> Mapping[str, Screen]:
    return fullest("fr")


def fullest(language: str) -> dict[str, Screen]:
    """The screen with the most characters of each page and question."""
    found: dict[str, Screen] = {}
    for seed, sets in GAMES:
        table = Table(KIT, seats=3, seed=str(seed), sets=sets, settings=Settings(language=language))
        for name, screen in played(table, random.Random(seed)):
            if name not in found or len(text_of(screen)) > len(text_of(found[name])):
                found[name] = screen
    return dict(sorted(found.items()))


def played(table: Table, rng: random.Random) -> list[tuple[str, Screen]]:
    """Play on to the end, with a look at the list, the rule, the menu now and then; every screen with its name."""
    seen: list[tuple[str, Screen]] = []

    def look() -> None:
        pending = table.session.pending()
        pictures = [PICTURES[type(block)] for block in table.shown[-1].body if type(block) in PICTURES]
        name = " ".join(filter(None, (pending.page, pending.denied or asked(table) or pending.rule, *pictures)))
        seen.append((name, table.shown[-1]))

    look()
    while (page := table.session.pending().page) != "over":
        match page:
            case "ask" | "map":
                if not rng.randrange(4):
                    glance(table, rng, look)
                table.choose(onward(table, rng))
            case "roll":
                table.press(Button.ROLL)
            case "dice":
                for _ in range(rng.randrange(6)):
                    table.press(Button.DOWN)
                look()
                table.press(Button.OK)
            case _:
                table.press(Button.OK)
        look()
    return seen


def asked(table: Table) -> str:
    """The question, in short; the section where this page doesn't ask it."""
    decision = table.session.position.decision
    if decision is None or table.session.pending().page not in ("ask", "map", "roll", "dice"):
        return ""
    return decision.prompt.key.partition(".")[2]


def onward(table: Table, rng: random.Random) -> str:
    """Into the castle, else mostly to a place of danger that isn't visited yet, else anywhere: so games have an end."""
    keys, view = table.session.pending().keys, table.game.view(table.session.position.table, Seat(0))
    visited = view.players[view.whose].visited
    wanted = ["castle", *(place for place in PLACES if place not in visited and rng.randrange(2))]
    return next((key for place in wanted for key in keys if key.endswith(f"/{place}")), rng.choice(keys))
