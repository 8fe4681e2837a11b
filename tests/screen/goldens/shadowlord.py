"""Every kind of screen that Shadowlord! shows, at its fullest: one a page and question, from whole games."""

from __future__ import annotations

import random
from collections.abc import Mapping

from companion.games.shadowlord import KIT
from companion.referee.api import Button, Touch, Touched
from companion.referee.settings import Settings
from companion.screen.model import COLUMNS, DiceBeside, MeterBlock, Screen, TallyBlock
from tests.referee.table import Table, text_of
from tests.screen.goldens.masters import glance

GAMES: tuple[tuple[int, int, dict[str, str]], ...] = (
    (8, 2, {}),
    (2, 4, {"S1": "round"}),
    (3, 3, {"dice": "physical", "tokens": "physical", "cards": "physical"}),
    (4, 4, {"S2": "hidden", "S5": "booklet"}),
)
"""Seed, seats, house rules."""
MOST_SCREENS = 900
"""Of one game: longer ones show nothing new."""
ALIKE = ("menu", "text")
"""Pages of which one of each picture is enough."""
PICTURES = {DiceBeside: "dice", TallyBlock: "tally", MeterBlock: "timer"}


def shadowlord_in_english() -> Mapping[str, Screen]:
    return fullest("en")


def shadowlord_in_french() -> Mapping[str, Screen]:
    return fullest("fr")


def fullest(language: str) -> dict[str, Screen]:
    """The screen with the most characters of each page and question."""
    found: dict[str, Screen] = {}
    for seed, seats, sets in GAMES:
        table = Table(KIT, seats=seats, seed=str(seed), sets=sets, settings=Settings(language=language))
        for name, screen in played(table, random.Random(seed)):
            if name not in found or len(text_of(screen)) > len(text_of(found[name])):
                found[name] = screen
    return dict(sorted(found.items()))


def played(table: Table, rng: random.Random) -> list[tuple[str, Screen]]:
    """Play on, with a look at the list, the rule, the menu now and then; every screen with its name."""
    seen: list[tuple[str, Screen]] = []

    def look(page: str = "") -> None:
        pending = table.session.pending()
        pictures = [PICTURES[type(block)] for block in table.shown[-1].body if type(block) in PICTURES]
        what = pending.denied or asked(table) or ("" if pending.page in ALIKE else pending.rule)
        name = " ".join(filter(None, (page or pending.page, what, *pictures)))
        seen.append((name[:COLUMNS], table.shown[-1]))

    look()
    while (page := table.session.pending().page) != "over" and len(seen) < MOST_SCREENS:
        match page:
            case "ask":
                glance(table, rng, look)
                table.choose(rng.choice(table.session.pending().keys))
            case "secret":
                table.give(Touched(Button.OK, Touch.PRESS))
                look("held")
                for _ in range(rng.randrange(4)):
                    table.press(Button.DOWN)
                table.give(Touched(Button.ROLL, Touch.PRESS))
                table.give(Touched(Button.OK, Touch.RELEASE))
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
    if decision is None or table.session.pending().page not in ("ask", "secret", "roll", "dice"):
        return ""
    return decision.prompt.key.partition(".")[2]
