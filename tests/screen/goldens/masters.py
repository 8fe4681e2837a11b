"""Every kind of screen that Castle of Shadows shows, at its fullest: one a page and section, from whole games."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from companion.games.masters import KIT
from companion.referee.api import Button
from companion.referee.settings import Settings
from companion.screen.model import DiceBeside, Screen, TallyBlock
from tests.referee.table import Table, text_of

GAMES: tuple[tuple[int, dict[str, str]], ...] = (
    (1, {}),
    (2, {"dice": "physical", "tokens": "physical", "cards": "physical"}),
    (3, {"M36": "places", "memory": "open"}),
    (4, {"board": "free"}),
)
PICTURES = {DiceBeside: "with dice", TallyBlock: "with tally"}


def masters_in_english() -> Mapping[str, Screen]:
    return fullest("en")


def masters_in_french() -> Mapping[str, Screen]:
    return fullest("fr")


def fullest(language: str) -> dict[str, Screen]:
    """The screen with the most characters of each page and section."""
    found: dict[str, Screen] = {}
    for seed, sets in GAMES:
        table = Table(KIT, seats=4, seed=str(seed), sets=sets, settings=Settings(language=language))
        for name, screen in played(table, random.Random(seed)):
            if name not in found or len(text_of(screen)) > len(text_of(found[name])):
                found[name] = screen
    return dict(sorted(found.items()))


def played(table: Table, rng: random.Random) -> list[tuple[str, Screen]]:
    """Play on to the end, with a look at the map, the rule, the menu now and then; every screen with its name."""
    seen: list[tuple[str, Screen]] = []

    def look() -> None:
        pending = table.session.pending()
        pictures = [PICTURES[type(block)] for block in table.shown[-1].body if type(block) in PICTURES]
        name = " ".join(filter(None, (pending.page, pending.denied or pending.rule, *pictures)))
        seen.append((name, table.shown[-1]))

    look()
    while (page := table.session.pending().page) != "over":
        match page:
            case "ask":
                glance(table, rng, look)
                table.choose(rng.choice(table.session.pending().keys))
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


def glance(table: Table, rng: random.Random, look: Callable[[], None]) -> None:
    """One thing in twelve that people do before they choose."""
    decision = table.session.position.decision
    assert decision is not None
    match rng.randrange(12):
        case 0 if any(option.spot for option in decision.options):
            table.press(Button.OK, long=True)
        case 1:
            table.press(Button.BACK)
        case 2:
            table.press(Button.BACK, long=True)
        case 3:
            table.menu("status")
        case 4:
            table.menu("history")
        case 5 if any(refusal.label for refusal in decision.refused):
            table.press(Button.UP)
            table.press(Button.OK)
    look()
    while table.session.pending().page != "ask":
        table.press(Button.BACK)
        look()
