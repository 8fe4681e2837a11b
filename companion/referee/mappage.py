"""The small map: the board with the candidates of the open list marked, the caret's one largest and named."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from companion.referee.acts import Act, Do
from companion.referee.api import Button, Touched
from companion.referee.browse import Browser, Item
from companion.referee.pages import ListPage, Plain, is_long, is_short, moved
from companion.rules.game import BoardMap
from companion.rules.kernel import Seat
from companion.screen.model import MapBlock, MapSpot, Screen, Title

BLINK_S = 0.5


def _spots(item: Item) -> frozenset[str]:
    if item.inside:
        return frozenset(spot for inner in item.inside for spot in _spots(inner))
    return frozenset([item.spot] if item.spot else [])


class MapPage(Plain):
    """UP and DOWN move through the candidates, OK chooses, OK long or BACK leads to the list."""

    name: ClassVar[str] = "map"

    def __init__(
        self, under: ListPage, board: BoardMap, marks: Mapping[Seat, str], title: Title | None, keys: str, at: float
    ) -> None:
        """*under* is the list that this is the map of: they share the caret."""
        super().__init__()
        self.under, self.board, self.title, self.keys = under, board, title, keys
        self.pieces = {
            spot: "".join(marks.get(seat, "?") for seat in board.pawns.get(spot, ())) + board.others.get(spot, "")
            for spot in board.spots
        }
        self.index = {spot: i for i, spot in enumerate(board.spots)}
        self.links = tuple((self.index[a], self.index[b]) for a, b in board.links)
        self.is_lit = True
        self.deadline = at + BLINK_S

    @property
    def browser(self) -> Browser:
        """The list's own."""
        return self.under.browser

    def touched(self, touched: Touched) -> Act | None:
        """As on the list, but for BACK."""
        if moved(touched) or is_short(touched, Button.OK):
            return self.under.touched(touched)
        if is_long(touched, Button.OK) or is_short(touched, Button.BACK):
            return Do.CLOSE
        return Do.MENU if is_long(touched, Button.BACK) else None

    def expired(self, at: float) -> Act | None:
        """Blink: twice a second at most, and nothing but the candidates."""
        self.is_lit = not self.is_lit
        self.deadline = at + BLINK_S
        return Do.REDRAW

    def screen(self) -> Screen:
        """The whole board, scaled."""
        item = self.browser.item
        here = _spots(item)
        candidates = frozenset(spot for item in self.browser.items if not item.denied for spot in _spots(item))
        spots = tuple(
            MapSpot(
                spot.x_mm,
                spot.y_mm,
                spot.id in candidates,
                spot.id in here,
                self.pieces[spot.id],
            )
            for spot in self.board.spots.values()
        )
        caption = item.label if here else f"> {item.label}"  # nowhere on the board: told by words alone
        return Screen(self.title, (MapBlock(spots, self.links, caption, self.is_lit),), self.keys)

    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The list's."""
        return self.under.rows()

    def caret(self) -> int:
        """The list's."""
        return self.under.caret()
