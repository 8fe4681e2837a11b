"""The session: one game at one table.  Sans I/O: what happened goes in, what is to be done comes out.

States, and what leads from one to the next::

    AWAITING_CHOICE   a seat is asked, or chance: by list, by ROLL, by tap, by typing what the table's dice show
       |  an answer                      -> AWAITING_CHOICE, AWAITING_TABLE, or OVER
       |  menu: take back, a fact seen   -> CONSENT
       |  menu: pause                    -> PAUSED
       |  an answer that can't be        -> AWAITING_CHOICE, with the rule and what would mend it
       |  a tap that can't be, insisted on -> CONSENT
    AWAITING_TABLE    a piece has to be put somewhere; lifted, tapped or OK -> AWAITING_CHOICE
    CONSENT           the others are asked in turn; all yes -> what was asked for; one no, or silence -> as before
    PAUSED            OK -> as before
    OVER              places and figures; play again or leave

The rules say what can be answered; `Ledger` keeps what was answered; pages say what a touch means.  This file only
leads from one to the next.

`Session.receive` answers an input with outputs in the order in which they must happen: rows to record first.  If it
raises, that is a fault of ours: drop the session and build it anew from the journal, where nothing is lost.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.referee import lamps
from companion.referee.acts import Act, Choose, Do, HandOver, Look, MenuChoice, Narrow, Refuse, Tapped, Typed
from companion.referee.api import (
    Answered,
    Button,
    Devices,
    Input,
    Lamp,
    Leave,
    Light,
    Output,
    Play,
    Saving,
    Scripted,
    Sensed,
    Setting,
    Sound,
    Tick,
    Told,
    Touch,
    Touched,
    Wish,
)
from companion.referee.asking import Asking
from companion.referee.consent import Belief, Consent
from companion.referee.devices import called
from companion.referee.fate import Fate
from companion.referee.header import Header
from companion.referee.ledger import Deed, Fact, Ledger, whom
from companion.referee.menu import menu_page
from companion.referee.outlet import Outlet
from companion.referee.over import OverPage, closing_screens
from companion.referee.pages import ListPage, NoticePage, Page, RefusalPage, TextPage, YesNoPage
from companion.referee.pending import Pending, State
from companion.referee.prose import Body, Prose, pages_of
from companion.referee.settings import Settings
from companion.referee.taps import Taps
from companion.referee.unsaved import UnsavedPage
from companion.rulebook import Rulebook
from companion.rules.game import Game
from companion.rules.kernel import CHANCE, EVERYONE, Decision, Denied, News, Position, Seat, denied
from companion.rules.log import Origin, Row, RowKind
from companion.rules.picture import Tally
from companion.rules.text import Text
from companion.screen.model import Title
from companion.words import Words

if TYPE_CHECKING:
    from companion.referee.tablepage import TablePage
    from companion.table.whereabouts import Move

HISTORY_ITEMS = 30
CLOSED_S = 0.25
"""So long after a page has closed by itself OK and ROLL that come down were meant for that page."""


class Session:
    """One game.  Call `begin` once, then `receive` for every input, and with a `Tick` at every `deadline`."""

    def __init__(
        self,
        game: Game[Any],
        header: Header,
        fate: Fate,
        words: Words,
        rulebook: Callable[[str], Rulebook],
        settings: Settings,
        rows: Sequence[Row] = (),
    ) -> None:
        """*rulebook* gives the game's rulebook in a language; *rows* are the journal's, where the game goes on.

        Raises `ReplayDiverged` where today's rules part from them; the caller decides what to do then.
        """
        self.game, self.header = game, header
        self.ledger = Ledger(game, header, fate, rows)
        self.settings = settings
        self.rulebook = rulebook
        self._speak(words)
        self._pages: list[Page] = []
        last = next((Seat(row.seat) for row in reversed(self.ledger.log) if row.seat != CHANCE), None)
        self._recent = [Deed(news, last) for news in self.ledger.position.news]
        self._doer = last
        """Whoever answered or threw last: the news is their doing."""
        self._doers_title: Title | None = None
        """As it stood then."""
        self._outlet = Outlet()
        self._script: deque[str] = deque()
        self._consent: Consent | None = None
        self._taps = Taps()
        self._moves: list[Move] = []
        """Pieces that were moved since the table was last told what to put where."""
        self._pressed: dict[Button | Seat, Page | None] = {}
        """On which page each finger went down that is still down; None: on one that had just closed by itself."""
        self._closed_at = float("-inf")

    def _speak(self, words: Words) -> None:
        self.words = words
        self.prose = Prose(words)
        self._asking = Asking(self.ledger, self.prose)

    # -- what the caller may look at ------------------------------------------------------------------------------

    @property
    def position(self) -> Position[Any]:
        """Where the game stands."""
        return self.ledger.position

    @property
    def deadline(self) -> float | None:
        """When a `Tick` is due."""
        page = self._pages[-1].deadline if self._pages else None
        return min((at for at in (page, self._taps.deadline) if at is not None), default=None)

    @property
    def state(self) -> State:
        """The row of the table above."""
        names = {page.name for page in self._pages}
        if "consent" in names:
            return State.CONSENT
        if "pause" in names:
            return State.PAUSED
        if "table" in names:
            return State.AWAITING_TABLE
        return State.OVER if self.position.decision is None else State.AWAITING_CHOICE

    def pending(self) -> Pending:
        """What is asked."""
        page, decision = self._pages[-1], self.position.decision
        rule = getattr(page, "rule", "") if page.name == "refusal" else ""
        seat, at = -1, ("", tuple[str, ...](), False, "")
        if decision is not None:
            seat = whom(decision)
            at = (decision.rule, decision.keys(), decision.seat == CHANCE, decision.source)
        return Pending(self.state, page.name, seat, *at, page.rows(), page.caret(), rule, tuple(self._script))

    # -- inputs ---------------------------------------------------------------------------------------------------

    def begin(self, at: float) -> list[Output]:
        """The first outputs, of a new game as of one that goes on."""
        if not self.ledger.rows:
            self._tell(self._recent)
            seal = self.prose.lines("seal", seal=self.ledger.fate.commitment[:16])
            self._advance(at)
            self._pages.append(NoticePage(None, pages_of(seal), self.prose.say("keys.ok")))
        else:
            self._advance(at)
        return self._flush()

    def receive(self, input: Input, at: float) -> list[Output]:
        """What this input leads to."""
        match input:
            case Touched(button, Touch.PRESS) if not isinstance(button, Button) and self._peeks(button):
                pass
            case Touched():
                if self._is_meant(input, at):
                    self._act(self._pages[-1].touched(input), at)
            case Tick():
                deadline = self._pages[-1].deadline
                if deadline is not None and at >= deadline:
                    self._act(self._pages[-1].expired(at), at)
                for settled in self._taps.settled(at):
                    self._tap(settled, at)
            case Sensed():
                self._sensed(input, at)
            case Answered(key, seat):
                self._answered(key, seat, at)
            case Scripted(key):
                self._script.append(key)
            case Devices(missing, has_screen):
                self._outlet.missing, self._outlet.has_screen = missing, has_screen
            case Saving(ok):
                self._outlet.is_saved = ok
        return self._flush()

    def _is_meant(self, touched: Touched, at: float) -> bool:
        """Whether the finger went down on the page that is on top: what it does later is not for the next question."""
        top = self._pages[-1]
        match touched.touch:
            case Touch.PRESS if touched.button in (Button.OK, Button.ROLL) and at - self._closed_at < CLOSED_S:
                self._pressed[touched.button] = None
                return False
            case Touch.PRESS:
                self._pressed[touched.button] = top
            case Touch.RELEASE:
                self._pressed.pop(touched.button, None)
            case _:
                return self._pressed.get(touched.button, top) is top
        return True

    def _peeks(self, seat: Seat) -> bool:
        """A seat's own button goes down: its hand, unless nobody sits there, the page is its own or another looks."""
        top = self._pages[-1]
        is_busy = top.watcher is not None or top.own == seat
        page = None if is_busy or seat not in self._asking.seats() else self._asking.peek_page(seat)
        if page is not None:
            self._pages.append(page)
        return page is not None

    def _answered(self, key: str, seat: Seat | None, at: float) -> None:
        """An answer that came by another way than the list."""
        decision = self.position.decision
        if self.state is not State.AWAITING_CHOICE or decision is None:
            return
        asked = whom(decision)
        refusal = denied(self.position, key)
        if seat is not None and seat != asked:
            refusal = Denied(key, decision.rule, Text("referee.not_your_turn"))
        if refusal is not None:
            self._refuse(refusal)
        elif decision.seat != CHANCE:
            self._choose(key, at)
        elif self.ledger.is_physical(decision):
            self._typed(key, at)

    # -- pieces on readers ----------------------------------------------------------------------------------------

    def _sensed(self, sensed: Sensed, at: float) -> None:
        self._taps.heard(sensed, at)
        table = self._table_page()
        is_ours = sensed.game in ("", self.game.name)
        if table is not None and is_ours and (due := table.about(sensed)) is not None:
            if sensed.is_placed:
                self._taps.forget(sensed.reader, sensed.tag)
                self.ledger.whereabouts.put(sensed.piece, due.sort, due.place)
            if table.watched(sensed):
                self._pages.remove(table)
                self._closed_at = at
                self._play(Sound.DONE)

    def _table_page(self) -> TablePage | None:
        """What is to be put where, if anything is."""
        from companion.referee.tablepage import TablePage  # seldom needed, and not at a start

        return next((page for page in self._pages if isinstance(page, TablePage)), None)

    def _tap(self, settled: tuple[Sensed, ...], at: float) -> None:
        if self.state not in (State.AWAITING_CHOICE, State.AWAITING_TABLE):
            return
        from companion.referee.tapping import ANSWERED_BY, ContestPage, TapPage, Tapping

        found = Tapping(self._asking).judge(settled)
        if all(sensed.was_there for sensed in settled) and not self._is_new(found):
            return  # it lay there when the box was switched on: nobody has asked anything
        table = self._table_page()
        if table is not None and isinstance(found, Refuse):
            found = Tapping(self._asking).instead(settled, table) or found
        while self._pages[-1].name in ANSWERED_BY:
            self._pages.pop()
        if isinstance(found, TapPage):
            self._pages.append(found)
            self._play(Sound.CLICK)
            if isinstance(found, ContestPage):
                self._taps.contest(found.several)
        else:
            self._act(found, at)

    def _is_new(self, found: object) -> bool:
        """Whether this was laid down while the box was off: what has been tapped before may rest there since then."""
        return isinstance(found, Tapped) and all(row.piece != found.piece for row in self.ledger.log)

    def _tapped(self, key: str, origin: Origin, piece: str, at: float) -> None:
        self._recent = []
        self._answer(key, origin, piece)
        self._play(Sound.DONE)
        self._advance(at)

    def _narrow(self, keys: tuple[str, ...], at: float) -> None:
        """The list of what the tapped piece can do; BACK leads to all."""
        page = self._asking.narrowed_page(keys, at, self.settings)
        if page is not None:
            self._pages = [page]
            self._play(Sound.CLICK)

    # -- acts -----------------------------------------------------------------------------------------------------

    def _act(self, act: Act | None, at: float) -> None:
        match act:
            case None | Do.REDRAW:
                pass
            case Choose(key):
                self._choose(key, at)
            case Typed(key):
                self._typed(key, at)
            case Tapped(key, piece):
                self._tapped(key, Origin.TAPPED, piece, at)
            case Narrow(keys):
                self._narrow(keys, at)
            case Refuse(refusal, remedy, belief):
                self._refuse(refusal, remedy, belief)
            case Belief():
                self._insist(act, at)
            case Do.MOVED:
                self._play(Sound.CLICK)
            case Do.CLOSE:
                self._pages.pop()
            case Do.WHY:
                self._why()
            case Do.MENU:
                self._pages.append(menu_page(self._asking, self.settings, self._outlet.missing))
            case Do.MAP:
                self._map(at)
            case Do.THROW:
                self._throw(at)
            case Do.AGREE | Do.DISAGREE:
                self._consented(act is Do.AGREE, at)
            case Do.EXPIRED:
                self._bot_moves(at)
            case MenuChoice():
                self._menu(act, at)
            case HandOver(seat):
                self._hand_over(seat, at)
            case Look(seat):
                self._pages[-1:] = [self._asking.look_page(seat)]
            case Wish():
                self._leave(act)

    def _choose(self, key: str, at: float) -> None:
        self._answer(key, None)
        self._play(Sound.DONE)
        self._advance(at)

    def _typed(self, key: str, at: float) -> None:
        if self._script and self._script[0] == key:
            self._script.popleft()  # the bench typed what it had scripted
        self._recent = []
        self._answer(key, Origin.TYPED)
        self._play(Sound.DONE)
        self._advance(at)

    def _throw(self, at: float) -> None:
        decision = self.position.decision
        assert decision is not None  # a page asked for it
        self._recent = []
        self._answer(*self._chance(decision))
        self._play(Sound.DONE)
        self._advance(at)

    def _bot_moves(self, at: float) -> None:
        decision = self.position.decision
        if decision is None:
            return
        self._recent = []
        if decision.seat == CHANCE:
            self._answer(*self._chance(decision))
        else:
            self._answer(self.ledger.bot_choice(decision), None)
        self._advance(at)

    def _refuse(self, refusal: Denied, remedy: Text | None = None, belief: Belief | None = None) -> None:
        title, seat, decision = self._asking.title(self._asked()), self._asked(), self.position.decision
        screens = pages_of([*self.prose.refusal(refusal), *self.prose.wrapped([remedy] if remedy else [])])
        if decision is not None and decision.secret and seat is not None:
            self._pages.append(self._asking.whisper_page(seat, screens, refusal.rule, belief))
            return  # what is refused of a private choice is between the box and its seat
        keys = self.prose.say("keys.believe" if belief else "keys.understood")
        self._pages.append(RefusalPage(title, screens, keys, refusal.rule, belief))
        if seat is None:
            return
        self._play(Sound.REFUSED)
        self._outlet.put(Lamp(lamps.name(seat), Light.TWICE))

    def _why(self) -> None:
        decision = self.position.decision
        if decision is None:
            return
        title, keys = self._asking.title(self._asked()), self.prose.say("keys.read")
        section = self.rulebook(self.words.language).section(decision.rule)
        lines = self.prose.lines("section", rule=section.number, title=section.title)
        screens = pages_of([*lines, *self.prose.free(section.text)])
        if not decision.secret:
            # Of chance a refusal without a label is the answer to a tap: a list of them would count what was seen.
            told = [each for each in decision.refused if each.label is not None or decision.seat != CHANCE]
            screens += pages_of(self.prose.refusals(told))
        self._pages.append(TextPage(title, screens, keys))

    def _map(self, at: float) -> None:
        board = self.game.board(self.position.table)
        under = self._pages[-1]
        if board is not None and isinstance(under, ListPage):
            self._pages.append(self._asking.map_page(under, board, at))
            self._play(Sound.CLICK)

    # -- the menu -------------------------------------------------------------------------------------------------

    def _menu(self, choice: MenuChoice, at: float) -> None:
        self._pages.pop()
        match choice:
            case MenuChoice.TAKE_BACK:
                self._ask_to_go_back(self.ledger.last_choice(), at)
            case MenuChoice.TYPE_AGAIN:
                self._ask_to_go_back(self.ledger.last_typed(), at)
            case MenuChoice.STATUS:
                self._read("status", self._asking.status())
            case MenuChoice.HISTORY:
                told = [deed for deed in self.ledger.history() if deed.news.audience == EVERYONE][-HISTORY_ITEMS:]
                self._read("history", pages_of(self.prose.wrapped(item.text for item in reversed(self._logged(told)))))
            case MenuChoice.PAUSE:
                self._pages.append(self._asking.pause_page())
            case MenuChoice.LANGUAGE:
                other = "fr" if self.words.language == "en" else "en"
                self._set(replace(self.settings, language=other), "language", other, at)
            case MenuChoice.SOUND:
                quiet = not self.settings.quiet
                self._set(replace(self.settings, quiet=quiet), "sound", "quiet" if quiet else "on", at)
            case MenuChoice.LEAVE:
                self._leave(Wish.LOBBY)
            case MenuChoice.SHUT_DOWN:
                self._leave(Wish.SHUT_DOWN)
            case MenuChoice.DEVICES:
                self._read("devices", pages_of(self.prose.wrapped(map(called, self._outlet.missing))))

    def _leave(self, wish: Wish) -> None:
        if self._outlet.is_saved or isinstance(self._pages[-1], UnsavedPage):
            self._outlet.put(Leave(wish))
        else:
            self._pages.append(UnsavedPage(self._asking, wish))

    def _set(self, settings: Settings, name: str, value: str, at: float) -> None:
        self.settings = settings
        self._outlet.put(Setting(name, value))
        if settings.language != self.words.language:
            self._speak(Words(settings.language))
            self._ask(at)

    def _read(self, heading: str, screens: Sequence[Body]) -> None:
        screens = screens or pages_of(self.prose.lines("nothing"))
        title = self._asking.heading(heading)
        self._pages.append(TextPage(title, screens, self.prose.say("keys.read")))

    def _hand_over(self, seat: Seat, at: float) -> None:
        """A player leaves, and the box plays the seat on; or a person takes it again."""
        box = seat not in self.ledger.bots
        self._outlet.record(self.ledger.seat_played_by(seat, box))
        self._recent = []
        self._advance(at)

    # -- take-back and consent ------------------------------------------------------------------------------------

    def _ask_to_go_back(self, row: Row | None, at: float) -> None:
        """Before a choice, or a typed reading: free until chance has spoken behind it, then the others are asked."""
        if row is None:
            return
        others = self._others(row.seat)
        if self.ledger.seen_since(row) and others:
            self._consent = Consent(row, others)
            self._ask_consent(at)
        else:
            self._go_back(row, at)

    def _others(self, seat: int) -> list[Seat]:
        """Who is to agree with *seat*."""
        return [other for other in self._asking.seats() if other not in self.ledger.bots and other != seat]

    def _insist(self, belief: Belief, at: float) -> None:
        """Somebody says that what can't be is so: believed where all agree."""
        asked = self._asked()
        others = self._others(CHANCE if asked is None else asked)
        if others:
            self._consent = Consent(belief, others)
            self._ask_consent(at)
        else:
            self._tapped(belief.key, Origin.BELIEVED, belief.piece, at)

    def _ask_consent(self, at: float) -> None:
        assert self._consent is not None
        seat = self._consent.asked
        lines = self._asking.consent_lines(self._consent.about)
        deadline = at + self.settings.consent_s
        page = YesNoPage(self._asking.title(seat), lines, self.prose.say("keys.yes_no"), deadline, seat)
        self._pages.append(page)

    def _consented(self, yes: bool, at: float) -> None:
        self._pages.pop()
        consent = self._consent
        assert consent is not None
        about = consent.about
        self._outlet.record(self.ledger.consent(consent.asked, _to(about), yes))
        if not yes:
            self._consent = None
            heading = "believe" if isinstance(about, Belief) else "take_back"
            self._read(heading, pages_of(self.prose.lines("consent.refused")))
        elif consent.next():
            self._ask_consent(at)
        else:
            self._consent = None
            if isinstance(about, Belief):
                self._tapped(about.key, Origin.BELIEVED, about.piece, at)
            else:
                self._go_back(about, at)

    def _go_back(self, row: Row, at: float) -> None:
        if row.seat == CHANCE:
            self._outlet.record(self.ledger.correct(row))
            how = "corrected"
        else:
            self._outlet.record(self.ledger.take_back(row))
            how = "taken_back"
        self._recent = [Deed(News(Text(f"referee.{how}")))]
        self._tell(self._recent)
        self._advance(at)

    # -- going on -------------------------------------------------------------------------------------------------

    def _answer(self, key: str, origin: Origin | None, piece: str = "") -> None:
        decision = self.position.decision
        doer = None if decision is None else whom(decision)
        title = self._asking.title(doer)
        self._outlet.record(self.ledger.answer(key, origin, piece))
        self._moves += self.ledger.moves
        self._doer, self._doers_title = doer, title
        if decision is not None and decision.seat != CHANCE:
            self._recent = []
        news = self.position.news
        deeds = [Deed(item, doer) for item in news]
        self._recent += deeds
        self._tell(deeds)
        self._tell_outcome(deeds)
        if any(isinstance(item.picture, Tally) and not item.picture.left_sum for item in news):
            self._play(Sound.MARCH)

    def _chance(self, decision: Decision) -> Fact:
        """What chance says, where no hand is needed to hear it."""
        fact = self.ledger.fact(decision)
        if fact is not None:
            return fact
        if self._script and decision.option(self._script[0]) is not None:
            return Fact(self._script.popleft(), Origin.SCRIPTED)
        return Fact(self.ledger.fated(decision), Origin.FATE)

    def _advance(self, at: float) -> None:
        """Let chance answer what needs no hand, then ask."""
        while (decision := self.position.decision) is not None and decision.seat == CHANCE:
            known = self.ledger.fact(decision) is not None
            if not known and (self.ledger.is_physical(decision) or self._asking.is_thrown(decision)):
                break
            self._answer(*self._chance(decision))
            if not known and self._asking.is_card(decision):
                self._play(Sound.CARD)
        self._ask(at)

    def _ask(self, at: float) -> None:
        """Put the question; what happened stands above it, or before it where there is no room."""
        decision = self.position.decision
        deeds = [deed for deed in self._recent if deed.news.audience == EVERYONE]
        if decision is None:
            screens = closing_screens(self.ledger, self.prose, self._asking)
            over = NoticePage(self._asking.heading("over"), screens, self.prose.say("keys.ok"))
            self._pages = [OverPage(self._asking), over]
            if deeds:  # how it came to that, before it is said that it is over
                screens = self.prose.screenfuls(self._asking.named(deeds, self._doer))
                self._pages.append(NoticePage(self._doers_title, screens, self.prose.say("keys.ok")))
            outcome = self.game.outcome(self.position.table)
            self._play(Sound.FANFARE if outcome is not None and outcome.winners else Sound.LOST)
            return
        news = self._asking.named(deeds, whom(decision))
        moves, self._moves = self._moves, []
        page, rest = self._asking.page(decision, news, at, self.settings)
        self._pages = [page]
        if isinstance(page, ListPage) and page.has_map:
            board = self.game.board(self.position.table)
            if board is not None and board.opens:
                self._pages.append(self._asking.map_page(page, board, at))
                rest = news  # what stands above the list isn't seen on the map
        table = self._asking.table_page(moves, self._taps)
        if table is not None:
            self._pages.append(table)
        if rest:
            screens = self.prose.screenfuls(self._asking.named(deeds[: len(rest)], self._doer))
            self._pages.append(NoticePage(self._doers_title, screens, self.prose.say("keys.ok")))

    def _asked(self) -> Seat | None:
        decision = self.position.decision
        return None if decision is None else whom(decision)

    # -- outputs --------------------------------------------------------------------------------------------------

    def _tell(self, deeds: Iterable[Deed]) -> None:
        for item in self._logged(deeds):
            self._outlet.put(Told(self.words.say(item.text), item.audience))

    def _tell_outcome(self, last: Sequence[Deed]) -> None:
        """The log's last line, where the news doesn't say it."""
        outcome = self.game.outcome(self.position.table) if self.position.decision is None else None
        if outcome is not None and all(deed.news.text != outcome.text for deed in last):
            self._outlet.put(Told(self.words.say(outcome.text)))

    def _logged(self, deeds: Iterable[Deed]) -> list[News]:
        """As lines of a log, where each says by itself who did it."""
        return [item for deed in deeds for item in self._asking.named([deed], None)]

    def _play(self, sound: Sound) -> None:
        if sound is Sound.REFUSED or not self.settings.quiet:
            self._outlet.put(Play(sound))

    def _flush(self) -> list[Output]:
        return self._outlet.flush(self._pages[-1], self.ledger)


def _to(about: Row | Belief) -> str:
    """What all must agree to, as the journal names it."""
    if isinstance(about, Belief):
        return "believe"
    kind = RowKind.CORRECTION if about.seat == CHANCE else RowKind.TAKE_BACK
    return kind.value
