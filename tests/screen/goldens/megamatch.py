"""Every kind of screen that Mega-Match shows, at its fullest: one a page and section, from whole games."""

from __future__ import annotations

import random
from collections.abc import Mapping

from companion.games.megamatch import KIT
from companion.referee.api import Button
from companion.referee.settings import Settings
from companion.screen.model import Screen, TallyBlock
from tests.referee.table import Table, text_of
from tests.screen.goldens.masters import glance

GAMES: tuple[tuple[int, dict[str, str]], ...] = (
    (1, {}),
    (2, {"dice": "physical", "G5": "up-to", "G7": "pass"}),
    (3, {"G10": "spare", "G14": "twelve"}),
)


def megamatch_in_english() -> Mapping[str, Screen]:
    return fullest("en")


def megamatch_in_french() -> Mapping[str, Screen]:
    return fullest("fr")


def fullest(language: str) -> dict[str, Screen]:
    """The screen with the most characters of each page and section."""
    found: dict[str, Screen] = {}
    for seed, sets in GAMES:
        table = Table(KIT, seats=2, seed=str(seed), sets=sets, settings=Settings(language=language))
        for name, screen in played(table, random.Random(seed)):
            if name not in found or len(text_of(screen)) > len(text_of(found[name])):
                found[name] = screen
    return dict(sorted(found.items()))


def played(table: Table, rng: random.Random) -> list[tuple[str, Screen]]:
    """Play on to the end, with a look at the list, the rule, the menu now and then; every screen with its name."""
    seen: list[tuple[str, Screen]] = []

    def look() -> None:
        pending = table.session.pending()
        tally = "with tally" if any(isinstance(block, TallyBlock) for block in table.shown[-1].body) else ""
        seen.append((" ".join(filter(None, (pending.page, pending.denied or pending.rule, tally))), table.shown[-1]))

    look()
    while (page := table.session.pending().page) != "over":
        match page:
            case "ask" | "map":
                if not rng.randrange(4):
                    glance(table, rng, look)
                table.choose(rng.choice(table.session.pending().keys))
            case "roll":
                table.press(Button.ROLL)
            case _:
                table.press(Button.OK)
        look()
    return seen
