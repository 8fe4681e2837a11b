"""From a decision to the page that asks it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from companion.referee.browse import Browser, items_of
from companion.referee.consent import Belief
from companion.referee.ledger import Deed, Ledger, whom
from companion.referee.mappage import MapPage
from companion.referee.pages import (
    BotPage,
    ListPage,
    Page,
    RollPage,
    TextPage,
    fits_across,
    news_room,
)
from companion.referee.prose import Body, Prose, pages_of
from companion.referee.settings import Settings
from companion.referee.taps import Taps
from companion.rules.game import BoardMap
from companion.rules.kernel import CHANCE, EVERYONE, Decision, News, Seat
from companion.rules.log import Row
from companion.rules.picture import Dice, Tally
from companion.rules.text import Text, text
from companion.screen.layout import shorten, wrap
from companion.screen.model import BESIDE_COLUMNS, BODY_ROWS, COLUMNS, Lines, TallyBlock, Title, rows_of

if TYPE_CHECKING:
    from companion.referee.secret import LookPage, PeekPage, WhisperPage
    from companion.referee.tablepage import TablePage
    from companion.table.whereabouts import Move

THROWN = ("dice", "spin")
_UNCARDED = (*THROWN, "token", "disc")
NOBODY_MARK = "·"


class PausePage(TextPage):
    """Nothing runs until OK."""

    name = "pause"


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
        return decision.source.partition("/")[0] in THROWN

    def is_card(self, decision: Decision) -> bool:
        """Whether a card is drawn."""
        return decision.source.partition("/")[0] not in _UNCARDED

    def is_tapped(self, decision: Decision) -> bool:
        """Whether the piece that was turned or drawn bears a tag."""
        return self.ledger.bears_tags(decision.source) and any(option.piece for option in decision.options)

    def pause_page(self) -> PausePage:
        """The game stands still."""
        return PausePage(
            self.heading("pause"), [(Lines(tuple(self.prose.lines("paused"))),)], self.prose.say("keys.ok")
        )

    def status(self) -> list[Body]:
        """What runs out for all, as a bar; then who holds what."""
        game, table = self.ledger.game, self.ledger.position.table
        meter = game.meter(table)
        lines = [self.prose.wrapped([each]) for each in game.status(table)]
        return pages_of([row for each in lines for row in each]) if meter is None else self.prose.under(meter, lines)

    def map_page(self, under: ListPage, board: BoardMap, at: float) -> MapPage:
        """The map of a list.  Where it opens by itself it has to say what is asked."""
        title = under.title
        if board.opens and title is not None:
            title = Title(title.mark, under.prompt)
        return MapPage(under, board, self.marks(), title, self.prose.say("keys.on_map"), at)

    def whisper_page(self, seat: Seat, screens: Sequence[Body], rule: str, belief: Belief | None) -> WhisperPage:
        """What is refused of a private choice."""
        from companion.referee.secret import WhisperPage, blank

        prose = self.prose
        hidden = blank(self.title(seat), prose.lines("whisper", name=self.name(seat)), prose.say("keys.look"))
        return WhisperPage(hidden, screens, prose.say("keys.insist" if belief else "keys.leaf"), seat, rule, belief)

    def consent_lines(self, about: Row | Belief) -> list[str]:
        """What all are asked to agree to."""
        if isinstance(about, Belief):
            decision = self.ledger.position.decision
            assert decision is not None  # or nobody could insist
            pieces = {piece.id: piece.name for piece in self.ledger.game.pieces}
            name = self.name(whom(decision))
            if decision.secret:
                return self.prose.lines("consent.believe_unseen", name=name)
            return self.prose.lines("consent.believe", name=name, piece=pieces[about.piece], id=about.piece)
        if about.seat == CHANCE:
            return self.prose.lines("consent.type_again")
        return self.prose.lines("consent.take_back", name=self.name(Seat(about.seat)))

    def table_page(self, moves: Sequence[Move], taps: Taps) -> TablePage | None:
        """Which pieces go where on the board, of those that are tapped: what lies on a reader, and what was given."""
        ledger = self.ledger
        board = ledger.game.board(ledger.position.table) if ledger.is_tagged or moves else None
        if board is None:
            return None
        from companion.referee.tablepage import TablePage, due_on

        due = due_on(board, ledger, moves, taps)
        if not due:
            return None
        names = {piece.sort: piece.name for piece in ledger.game.pieces}
        lines = [
            self.prose.lines("table.put", piece=names[each.sort], place=board.spots[each.place].label) for each in due
        ]
        screens = pages_of([line for each in lines for line in each])
        return TablePage(self.heading("table"), screens, self.prose.say("keys.table"), due)

    def holders(self) -> list[Seat]:
        """Who may ask to look at a hand: every person at the table, as long as anybody holds anything.

        Not only those who hold something: who does need not be known.
        """
        game, table = self.ledger.game, self.ledger.position.table
        is_held = any(game.hand(table, seat) for seat in self.seats())
        return [seat for seat in self.seats() if seat not in self.ledger.bots] if is_held else []

    def peek_page(self, seat: Seat) -> PeekPage | None:
        """The hand of *seat*; None where it holds nothing that is hidden, or where no person holds it."""
        from companion.referee.secret import PeekPage

        screens = pages_of(self._hand(seat))
        return PeekPage(self.title(seat), screens, "", seat) if screens and seat not in self.ledger.bots else None

    def look_page(self, seat: Seat) -> LookPage:
        """The same without a button of the seat: while OK is held."""
        from companion.referee.secret import LookPage, blank

        prose, title = self.prose, self.title(seat)
        screens = pages_of(self._hand(seat) or prose.lines("empty_hand"))
        start = self.ledger.fate.below(f"look/{len(self.ledger.log)}/{seat}", len(screens))
        hidden = blank(title, prose.lines("look", name=self.name(seat)), prose.say("keys.look"))
        return LookPage(hidden, screens, prose.say("keys.leaf"), seat, start)

    def _hand(self, seat: Seat) -> list[str]:
        return self.prose.wrapped(self._held(seat))

    def _held(self, seat: Seat) -> Sequence[Text]:
        return self.ledger.game.hand(self.ledger.position.table, seat)

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
        if decision.secret and asked != CHANCE:
            return self._secret_page(decision, title, news, is_typed)
        dice_page = self._dice_page(decision, title, news) if is_typed else None
        return dice_page or self._list_page(decision, title, news, is_typed)

    def narrowed_page(self, keys: Sequence[str], at: float, settings: Settings) -> ListPage | None:
        """The list of what is asked, open at some of its options alone; None where it is no list."""
        decision = self.ledger.position.decision
        page = None if decision is None else self.page(decision, (), at, settings)[0]
        if decision is None or not isinstance(page, ListPage):
            return None
        those = tuple(option for option in decision.options if option.key in keys)
        page.browser.narrow(items_of(decision._replace(options=those, refused=()), self.prose.words))
        return page

    def _roll_page(self, decision: Decision, title: Title | None, news: Sequence[News]) -> tuple[Page, Sequence[News]]:
        keys = self.prose.say(f"keys.roll.{decision.source.partition('/')[0]}")
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

    def _dice_page(
        self, decision: Decision, title: Title | None, news: Sequence[News]
    ) -> tuple[Page, Sequence[News]] | None:
        """For dice that can be typed one by one; None where the list has to do."""
        from companion.referee.dicepage import DicePage, sides_of  # seldom needed, and not at a start

        sides = sides_of(decision)
        if not sides:
            return None
        prompt = self.prose.say("type_dice", n=len(sides))
        asked = shorten(self.prose.words.say(decision.prompt), COLUMNS)
        return DicePage(title, prompt, asked, self.prose.say("keys.dice"), sides), news

    def _list_page(
        self, decision: Decision, title: Title | None, news: Sequence[News], is_typed: bool
    ) -> tuple[Page, Sequence[News]]:
        prose = self.prose
        prompt = prose.words.say(decision.prompt)
        browser = Browser(items_of(decision, prose.words))
        has_map = any(o.spot for o in decision.options)
        is_tapped = is_typed and self.is_tapped(decision)
        keys = prose.say("keys.map" if has_map else "keys.tap" if is_tapped else "keys.list")
        dice: Dice | None = None
        lines: list[str] = []
        rest: Sequence[News] = news
        last = news[-1].picture if news else None
        if isinstance(last, Dice) and self._beside(prompt, browser):
            dice, rest = last, news[:-1]
        elif not any(item.picture for item in news):
            lines = prose.wrapped([item.text for item in news])
            if len(lines) <= news_room(prompt, len(browser.items)):
                rest = ()
            else:
                lines = []
        page = ListPage(title, lines, prompt, browser, keys, dice=dice, has_map=has_map, typed=is_typed)
        return page, rest

    def _secret_page(
        self, decision: Decision, title: Title | None, news: Sequence[News], is_typed: bool
    ) -> tuple[Page, Sequence[News]]:
        """A private choice, or what only its holder knows of a real card: nothing on the screen tells of it."""
        from companion.referee.secret import SecretPage, blank

        prose, seat = self.prose, whom(decision)
        prompt, items = prose.words.say(decision.prompt), items_of(decision, prose.words)
        start = self.ledger.fate.below(f"caret/{len(self.ledger.log)}", len(items))
        page = ListPage(title, (), prompt, Browser(items), prose.say("keys.secret"), typed=is_typed, start=start)
        doing = "secret_tap" if is_typed and self.is_tapped(decision) else "secret"
        hidden = blank(title, prose.lines(doing, name=self.name(seat)), prose.say("keys.peek"))
        return SecretPage(hidden, page, seat, self._hand_above(seat, news_room(prompt, len(items)))), news

    def _hand_above(self, seat: Seat, rows: int) -> list[str]:
        """The hand, or as much of its end as a question leaves room for; no row is the rest of another."""
        lines = self._hand(seat)
        if len(lines) <= rows:
            return lines
        held = [shorten(self.prose.words.say(each), COLUMNS) for each in self._held(seat)]
        return held[-rows:] if rows else []

    def _beside(self, prompt: str, browser: Browser) -> bool:
        """Whether the dice fit in the picture with the question beside them and the options in a row below."""
        labels = [item.label for item in browser.items]
        return len(wrap(prompt, BESIDE_COLUMNS)) <= 3 and fits_across(labels)

    def _last_screenful(self, news: Sequence[News]) -> Body:
        screens = self.prose.screenfuls(news)
        return screens[-1] if screens else ()
