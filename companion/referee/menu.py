"""The menu: what BACK held long opens."""

from __future__ import annotations

from typing import ClassVar

from companion.referee.acts import Act, Do, HandOver, Look, MenuChoice
from companion.referee.api import Button, Touched
from companion.referee.asking import Asking
from companion.referee.browse import Browser, Item
from companion.referee.pages import ListPage, is_long, is_short
from companion.referee.settings import Settings
from companion.rules.kernel import Seat


class MenuPage(ListPage):
    """A list whose keys are `MenuChoice` values, ``seat/N`` to hand a seat over, ``hand/N`` to look; BACK closes it."""

    name: ClassVar[str] = "menu"

    def touched(self, touched: Touched) -> Act | None:
        """As a list, but for BACK."""
        if is_short(touched, Button.BACK):
            return Do.MOVED if self.browser.up() else Do.CLOSE
        return None if is_long(touched, Button.BACK) else super().touched(touched)

    def chosen(self, item: Item) -> Act:
        """What the row stands for."""
        kind, _, seat = item.key.partition("/")
        match kind:
            case "seat":
                return HandOver(Seat(int(seat)))
            case "hand":
                return Look(Seat(int(seat)))
            case _:
                return MenuChoice(item.key)


def menu_page(asking: Asking, settings: Settings, missing: tuple[str, ...]) -> MenuPage:
    """What can be had just now, and nothing else."""
    ledger, prose = asking.ledger, asking.prose
    choices = [MenuChoice.STATUS, MenuChoice.HISTORY, MenuChoice.PAUSE, MenuChoice.LEAVE, MenuChoice.SHUT_DOWN]
    if ledger.last_choice() is not None:
        choices.insert(0, MenuChoice.TAKE_BACK)
    if ledger.last_typed() is not None:
        choices.insert(0, MenuChoice.TYPE_AGAIN)
    if missing:
        choices.insert(-2, MenuChoice.DEVICES)
    items = [Item(prose.say(f"menu.{choice.value}"), choice.value) for choice in choices]
    sound = "sound_on" if settings.quiet else "sound_off"
    setting_items = (
        Item(prose.say("menu.language"), MenuChoice.LANGUAGE.value),
        Item(prose.say(f"menu.{sound}"), MenuChoice.SOUND.value),
    )
    seats = tuple(
        Item(prose.say("menu.person" if s in ledger.bots else "menu.box", name=asking.name(s)), f"seat/{s}")
        for s in asking.seats()
    )
    hands = tuple(Item(asking.name(seat), f"hand/{seat}") for seat in asking.holders())
    items[-2:-2] = [
        *([Item(prose.say("menu.look"), inside=hands)] if hands else []),
        Item(prose.say("menu.settings"), inside=setting_items),
        Item(prose.say("menu.hand_over"), inside=seats),
    ]
    return MenuPage(asking.heading("menu"), (), "", Browser(items), prose.say("keys.menu"))
