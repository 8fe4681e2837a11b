"""From a decision to the page that asks it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.referee.acts import Act, Do
from companion.referee.api import Touch, Touched
from companion.referee.browse import Browser, items_of
from companion.referee.ledger import Deed, Ledger, whom
from companion.referee.pages import (
    BotPage,
    DicePage,
    ListPage,
    Page,
    RollPage,
    SecretPage,
    TextPage,
    fits_across,
    moved,
    news_room,
)
from companion.referee.prose import Body, Prose, pages_of
from companion.referee.settings import Settings
from companion.rules.kernel import CHANCE, EVERYONE, Decision, News, Seat
from companion.rules.picture import Dice, Tally
from companion.rules.text import text
from companion.screen.layout import shorten, wrap
from companion.screen.model import BESIDE_COLUMNS, BODY_ROWS, COLUMNS, Lines, TallyBlock, Title, rows_of

_THROWN = ("dice", "spin")
_UNCARDED = (*_THROWN, "token", "disc")
NOBODY_MARK = "·"


class PausePage(TextPage):
    """Nothing runs until OK."""

    name = "pause"


class PeekPage(TextPage):
    """A hand, for its holder's eyes, while the seat's own button is held."""

    name = "peek"

    def __init__(self, title: Title | None, screens: Sequence[Body], keys: str, seat: Seat) -> None:
        super().__init__(title, screens, keys)
        self.seat = seat

    def touched(self, touched: Touched) -> Act | None:
        """UP and DOWN leaf; letting go closes."""
        if touched == Touched(self.seat, Touch.RELEASE):
            return Do.CLOSE
        return Do.REDRAW if moved(touched) and super().touched(touched) else None


class Asking:
    """Who is asked, under which title, and on which page."""

    def __init__(self, ledger: Ledger, prose: Prose) -> None:
        self.ledger, self.prose = ledger, prose

    # -- who ----------------------------------------------------------------------------------------------------

    def seats(self) -> list[Seat]:
        """All seats, clockwise."""
        return [Seat(i) for i in range(self.ledger.header.seats)]

    def name(self, seat: Seat) -> str:
        """The pawn's name, or the number of a seat that has none yet."""
        pawn = self.ledger.game.pawn(self.ledger.position.table, seat)
        return self.prose.words.say(pawn.name) if pawn else self.prose.say("seat", n=seat + 1)

    def marks(self) -> Mapping[Seat, str]:
        """Each seat's one-character mark."""
        table = self.ledger.position.table
        pawns = {seat: self.ledger.game.pawn(table, seat) for seat in self.seats()}
        return {seat: pawn.mark if pawn else NOBODY_MARK for seat, pawn in pawns.items()}

    def title(self, seat: Seat | None) -> Title | None:
        """Mark, name, place, turn."""
        if seat is None or seat == CHANCE:
            return None
        game, table = self.ledger.game, self.ledger.position.table
        turn = game.turn(table)
        place = self.prose.words.say(game.place(table, seat))
        return Title(self.marks()[seat], self.name(seat), place, self.prose.say("turn", t=turn) if turn else "")

    def heading(self, key: str) -> Title:
        """A title row that is nobody's."""
        return Title("", self.prose.say(f"heading.{key}"))

    def named(self, deeds: Sequence[Deed], reader: Seat | None) -> list[News]:
        """The news as it stands under the name of *reader*: what somebody else did begins with who that was.

        "Go to B4" is an order, and must not be taken by the wrong pawn.  What names a seat by itself, as a tally does,
        is left alone, and of several things that one seat did the first is enough.
        """
        names = {seat: self.name(seat) for seat in self.seats()}
        news: list[News] = []
        named: Seat | None = None
        for item, by in deeds:
            if by in names and by not in (reader, named) and item.audience == EVERYONE:
                said = self.prose.words.say(item.text)
                if not isinstance(item.picture, Tally) and not any(name in said for name in names.values()):
                    item, named = item._replace(text=text("referee.by", name=names[by], said=item.text)), by
            news.append(item)
        return news

    # -- how ----------------------------------------------------------------------------------------------------

    def is_thrown(self, decision: Decision) -> bool:
        """Whether somebody throws or spins, which the table wants to see happen: it waits for ROLL, or for the box."""
        return decision.source.partition("/")[0] in _THROWN

    def is_card(self, decision: Decision) -> bool:
        """Whether a card is drawn."""
        return decision.source.partition("/")[0] not in _UNCARDED

    def pause_page(self) -> PausePage:
        """The game stands still."""
        return PausePage(
            self.heading("pause"), [(Lines(tuple(self.prose.lines("paused"))),)], self.prose.say("keys.ok")
        )

    def peek_page(self, seat: Seat) -> PeekPage | None:
        """The hand of *seat*; None where it holds nothing that is hidden."""
        hand = self.ledger.game.hand(self.ledger.position.table, seat)
        screens = pages_of(self.prose.wrapped(hand))
        return PeekPage(self.title(seat), screens, "", seat) if screens else None

    def page(
        self, decision: Decision, news: Sequence[News], at: float, settings: Settings
    ) -> tuple[Page, Sequence[News]]:
        """The page that asks, and the news (the first part of it) that has no room on it and must be read before."""
        asked = whom(decision)
        title = self.title(asked)
        is_typed = decision.seat == CHANCE and self.ledger.is_physical(decision)
        if asked in self.ledger.bots and not is_typed:
            deadline = at + settings.bot_pace_s
            body = self._last_screenful(news) or (Lines(tuple(self.prose.lines("bot"))),)
            return BotPage(title, body, self.prose.say("keys.bot"), deadline), ()
        if decision.seat == CHANCE and not is_typed:
            return self._roll_page(decision, title, news)
        if is_typed and self._is_two_dice(decision):
            return self._dice_page(decision, title, news)
        return self._list_page(decision, title, news, is_typed)

    def _roll_page(self, decision: Decision, title: Title | None, news: Sequence[News]) -> tuple[Page, Sequence[News]]:
        keys = self.prose.say("keys.roll")
        prompt = (Lines(tuple(wrap(self.prose.words.say(decision.prompt), COLUMNS))),)
        screens = self.prose.screenfuls(news)
        if not screens:
            return RollPage(title, prompt, keys), ()
        if len(screens) == 1:
            if sum(map(rows_of, (*screens[0], *prompt))) <= BODY_ROWS:
                return RollPage(title, (*screens[0], *prompt), keys), ()
            if isinstance(screens[0][0], TallyBlock):  # a battle goes on: what is thrown for needs no words
                return RollPage(title, screens[0], keys), ()
        return RollPage(title, prompt, keys), news

    def _dice_page(self, decision: Decision, title: Title | None, news: Sequence[News]) -> tuple[Page, Sequence[News]]:
        prompt = self.prose.say("type_dice")
        asked = self.prose.words.say(decision.prompt)
        return DicePage(title, prompt, shorten(asked, COLUMNS), self.prose.say("keys.dice")), news

    def _list_page(
        self, decision: Decision, title: Title | None, news: Sequence[News], is_typed: bool
    ) -> tuple[Page, Sequence[News]]:
        prose = self.prose
        prompt = prose.words.say(decision.prompt)
        browser = Browser(items_of(decision, prose.words))
        has_map = not decision.secret and any(o.spot for o in decision.options)
        keys = prose.say("keys.map" if has_map else "keys.list")
        pips: tuple[int, ...] = ()
        lines: list[str] = []
        rest: Sequence[News] = news
        last = news[-1].picture if news else None
        if isinstance(last, Dice) and self._beside(prompt, browser):
            pips, rest = last.pips, news[:-1]
        elif not any(item.picture for item in news):
            lines = prose.wrapped([item.text for item in news])
            if len(lines) <= news_room(prompt, len(browser.items)):
                rest = ()
            else:
                lines = []
        page = ListPage(title, lines, prompt, browser, keys, pips=pips, has_map=has_map, typed=is_typed)
        if not decision.secret or title is None:
            return page, rest
        start = self.ledger.fate.below(f"caret/{len(self.ledger.log)}", len(browser.items))
        browser.caret = start
        page.keys = prose.say("keys.secret")
        hand = prose.wrapped(self.ledger.game.hand(self.ledger.position.table, decision.seat))
        blank = prose.lines("secret", name=self.name(decision.seat))
        return SecretPage(title, blank, prose.say("keys.peek"), page, decision.seat, hand), news

    def _beside(self, prompt: str, browser: Browser) -> bool:
        """Whether the dice fit in the picture with the question beside them and the options in a row below."""
        labels = [item.label for item in browser.items]
        return len(wrap(prompt, BESIDE_COLUMNS)) <= 3 and fits_across(labels)

    def _is_two_dice(self, decision: Decision) -> bool:
        return decision.source.startswith("dice/") and decision.option("1-1") is not None

    def _last_screenful(self, news: Sequence[News]) -> Body:
        screens = self.prose.screenfuls(news)
        return screens[-1] if screens else ()
