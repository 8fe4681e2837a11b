"""The lobby: what the box shows when no game is on.  Sans I/O, as the session.

Two states.  IDLE is a list: go on with a saved game, a new game, tags, settings, shut down.  SETUP is a form, a field
a row; OK changes the field at the caret to its next value, and the first row starts the game.  A tapped pawn opens the
form of its game and joins there: whoever taps one after the other sits in that order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import ClassVar

from companion.referee.acts import Act, Choose, Do
from companion.referee.api import (
    Begin,
    Button,
    Devices,
    Enrol,
    Input,
    Lamp,
    Leave,
    Light,
    Output,
    Play,
    Resume,
    Sensed,
    Setting,
    Show,
    Sound,
    Touched,
    Wish,
)
from companion.referee.browse import Browser, Item
from companion.referee.devices import called
from companion.referee.pages import ListPage, is_long, is_short
from companion.referee.prose import Prose
from companion.referee.settings import Settings
from companion.rules.game import Pawn, Switch
from companion.rules.text import Text
from companion.screen.model import Screen, Title
from companion.words import LANGUAGES, Words

SEAT_LAMPS = 6
OWN_MIX = "*"
"""In the row of the presets, where the switches are as none of them sets them."""


class LobbyState(Enum):
    """Where the lobby stands."""

    IDLE = "idle"
    SETUP = "setup"


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game that can be set up here."""

    name: str
    title: Text
    seats: range
    pawns: tuple[Pawn, ...]
    switches: tuple[Switch, ...]
    options: Mapping[str, tuple[str, ...]]
    presets: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    takes_tags: bool = False
    """Whether it has pieces that tags can be stuck under, and the box a reader for them."""
    joining: Mapping[str, str] = field(default_factory=dict)
    """Piece -> the pawn that it is: what can be tapped to join."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game on the shelf that isn't over."""

    id: str
    title: Text
    decisions: int
    """How far it has come."""


@dataclass(slots=True)
class _Form:
    """A game being set up: every field as (key, values, index of the value)."""

    game: GameChoice
    seats: int
    values: dict[str, str] = field(default_factory=dict)
    asked_for: int = 0
    """So many seats were set by hand, or spoken of."""

    def fields(self) -> list[tuple[str, tuple[str, ...]]]:
        """Keys and values in the order of the rows."""
        seats = [str(n) for n in self.game.seats]
        rows: list[tuple[str, tuple[str, ...]]] = [("seats", tuple(seats))] if len(seats) > 1 else []
        for n in range(1, self.seats + 1):
            rows.append((f"player/{n}", ("person", "box")))
        pawns = ("", *(pawn.id for pawn in self.game.pawns))
        rows += [(f"pawn/{n}", pawns) for n in range(1, self.seats + 1)]
        rows += [(f"option/{name}", values) for name, values in self.game.options.items()]
        rows += [("preset", tuple(self.game.presets))] if self.game.presets else []
        return rows + [(f"switch/{s.code}", s.values) for s in self.game.switches]

    def value(self, key: str) -> str:
        """What is set; the first value where nothing is."""
        if key == "seats":
            return str(self.seats)
        if key == "preset":
            return next((name for name in self.game.presets if self._is_set(name)), OWN_MIX)
        return self.values.get(key, dict(self.fields())[key][0])

    def turn(self, key: str) -> None:
        """To the next value; a pawn that another seat has is passed over."""
        values = dict(self.fields())[key]
        value = self.value(key)
        at = -1 if value == OWN_MIX else values.index(value)
        taken = {self.value(k) for k, _ in self.fields() if k.startswith("pawn/") and k != key} - {""}
        for step in range(1, len(values) + 1):
            new = values[(at + step) % len(values)]
            if not (key.startswith("pawn/") and new in taken):
                break
        if key == "seats":
            self.seats = self.asked_for = int(new)
        elif key == "preset":
            self.values.update(self._preset(new))
        else:
            self.values[key] = new
            if key.startswith(("player/", "pawn/")):
                self.asked_for = max(self.asked_for, int(key.partition("/")[2]))

    def seat_of(self, pawn: str) -> int | None:
        """The seat that has it, from 1."""
        return next((n for n in range(1, self.seats + 1) if self.value(f"pawn/{n}") == pawn), None)

    def join(self, pawn: str) -> int | None:
        """Give it the next free seat, and return that, from 1; None: all are taken.

        There are as many seats as have joined, at least as many as can play, or as were asked for.
        """
        most = self.game.seats[-1]
        free = next((n for n in range(1, most + 1) if not self.values.get(f"pawn/{n}")), None)
        if free is None:
            return None
        self.values[f"pawn/{free}"] = pawn
        taken = max(n for n in range(1, most + 1) if self.values.get(f"pawn/{n}"))
        self.seats = next(seats for seats in self.game.seats if seats >= max(taken, self.asked_for))
        return free

    def _preset(self, name: str) -> dict[str, str]:
        """What a preset sets: each switch that any of them names, at its default where this one doesn't."""
        rows = {f"switch/{switch.code}": switch.values for switch in self.game.switches}
        rows |= {f"option/{name}": values for name, values in self.game.options.items()}
        preset, named = self.game.presets[name], {code for each in self.game.presets.values() for code in each}
        codes = {key: key.partition("/")[2] for key in rows}
        return {key: preset.get(codes[key], rows[key][0]) for key in rows if codes[key] in named}

    def _is_set(self, name: str) -> bool:
        return all(self.value(key) == value for key, value in self._preset(name).items())

    def begin(self) -> Begin:
        """What was set up.  Pawns count only if every seat has one: else they are chosen in the game."""
        seats = range(1, self.seats + 1)
        names = tuple(self.value(f"pawn/{n}") for n in seats)
        bots = tuple(n - 1 for n in seats if self.value(f"player/{n}") == "box")
        sets = tuple(
            (key.partition("/")[2], self.value(key))
            for key, values in self.fields()
            if key.startswith(("option/", "switch/")) and self.value(key) != values[0]
        )
        return Begin(self.game.name, self.seats, names if all(names) else (), bots, sets)


class _LobbyPage(ListPage):
    """A list whose items are commands of the lobby; the caret stays where it was when it is made anew."""

    name: ClassVar[str] = "lobby"

    def touched(self, touched: Touched) -> Act | None:
        """BACK closes; there is no menu and no map here."""
        if is_short(touched, Button.BACK):
            return Do.MOVED if self.browser.up() else Do.CLOSE
        return None if is_long(touched, Button.BACK) or is_long(touched, Button.OK) else super().touched(touched)


class _SetupPage(_LobbyPage):
    """The form; at a house rule its title says what the rule is about, and at the start its last row says so."""

    def __init__(
        self, rules: Mapping[str, str], title: Title, browser: Browser, keys: Mapping[str, str], start: int
    ) -> None:
        """*rules*: what the row with this key is about; *keys*: the last row at ``start``, and at a ``field``."""
        super().__init__(title, (), "", browser, keys["field"], start=start)
        self._rules, self._start_keys = rules, keys["start"]

    def screen(self) -> Screen:
        """As a list, under its title or the rule's."""
        at, screen = self.browser.item.key, super().screen()
        if at == "start":
            return replace(screen, keys=self._start_keys)
        return replace(screen, title=Title("", self._rules[at])) if at in self._rules else screen


class Lobby:
    """Set-up on the box itself.  `begin` once, then `receive` for every input; it has no deadline."""

    deadline: float | None = None

    def __init__(
        self, saved: Sequence[SavedGame], games: Sequence[GameChoice], settings: Settings, words: Words
    ) -> None:
        """*games* is never empty."""
        self.saved, self.games, self.settings = tuple(saved), tuple(games), settings
        self.words = words
        self.prose = Prose(words)
        self._missing: tuple[str, ...] = ()
        self._told_missing: tuple[str, ...] = ()
        self._form: _Form | None = None
        self._page = self._idle()
        self._out: list[Output] = []
        self._shown: Screen | None = None

    @property
    def state(self) -> LobbyState:
        """IDLE, or SETUP while a game is being set up."""
        return LobbyState.SETUP if self._form else LobbyState.IDLE

    @property
    def page(self) -> ListPage:
        """The list on the screen, for the bench."""
        return self._page

    def begin(self, at: float) -> list[Output]:
        """The first screen; all lamps out."""
        self._out += [Lamp(f"seat/{n}", Light.OFF) for n in range(1, SEAT_LAMPS + 1)]
        return self._flush()

    def receive(self, input: Input, at: float) -> list[Output]:
        """What this input leads to."""
        match input:
            case Touched():
                self._act(self._page.touched(input))
            case Sensed(is_placed=True, was_there=False):
                self._tapped(input)
            case Devices(missing):
                self._out.append(Lamp("error", Light.SLOW if missing else Light.OFF))
                self._missing = missing
                self._renew()
            case _:
                pass
        return self._flush()

    def _act(self, act: Act | None) -> None:
        match act:
            case Do.MOVED:
                self._renew()
                self._click()
            case Do.CLOSE if self._form:
                self._form = None
                self._page = self._idle()
                self._click()
            case Choose(key):
                self._chosen(key)
            case _:
                pass

    def _tapped(self, sensed: Sensed) -> None:
        """A pawn joins; what else is tapped changes nothing."""
        game = next((g for g in self.games if g.name == sensed.game), None)
        pawn = game.joining.get(sensed.piece) if game else None
        if game is None or pawn is None:
            return
        form = self._form or _Form(game, game.seats[0])
        if form.game is not game:
            self._out.append(Play(Sound.REFUSED))
            return
        seat = form.seat_of(pawn) or form.join(pawn)
        if seat is None:
            self._out.append(Play(Sound.REFUSED))
            return
        self._form = form
        joined = next(each.name for each in game.pawns if each.id == pawn)
        self._page = self._setup(0, self.prose.say("setup.joined", t=seat, pawn=joined))
        self._click()

    def _chosen(self, key: str) -> None:
        kind, _, rest = key.partition(" ")
        self._click()
        match kind:
            case "resume":
                self._out.append(Resume(rest))
            case "new":
                game = next(g for g in self.games if g.name == rest)
                self._form = _Form(game, game.seats[-1])
                self._page = self._setup(0)
            case "tags":
                self._out.append(Enrol(rest))
            case "field" if self._form:
                self._form.turn(rest)
                self._page = self._setup(self._page.browser.caret)
            case "start" if self._form:
                self._out.append(self._form.begin())
            case "language":
                language = LANGUAGES[(LANGUAGES.index(self.words.language) + 1) % len(LANGUAGES)]
                self._set(replace(self.settings, language=language), Setting("language", language))
            case "sound":
                quiet = not self.settings.quiet
                self._set(replace(self.settings, quiet=quiet), Setting("sound", "quiet" if quiet else "on"))
            case "shut-down":
                self._out.append(Leave(Wish.SHUT_DOWN))

    def _renew(self) -> None:
        """The list says which devices are missing; a group that is open stays open."""
        if self._form is None and self._told_missing != self._missing and not self._page.browser.is_inside:
            self._page = self._idle(self._page.browser.caret)

    def _set(self, settings: Settings, setting: Setting) -> None:
        self.settings = settings
        self._out.append(setting)
        self.words = Words(settings.language)
        self.prose = Prose(self.words)
        self._page = self._idle(self._page.browser.caret)

    def _click(self) -> None:
        if not self.settings.quiet:
            self._out.append(Play(Sound.CLICK))

    # -- pages --------------------------------------------------------------------------------------------------

    def _idle(self, caret: int = 0) -> _LobbyPage:
        say = self.prose.say
        resume = tuple(
            Item(say("lobby.saved", n=game.decisions, title=game.title), f"resume {game.id}") for game in self.saved
        )
        new = tuple(Item(self.words.say(game.title), f"new {game.name}") for game in self.games)
        items = [Item(say("lobby.resume"), inside=resume)] if resume else []
        items.append(Item(say("lobby.new"), inside=new))
        if tags := tuple(
            Item(self.words.say(game.title), f"tags {game.name}") for game in self.games if game.takes_tags
        ):
            items.append(Item(say("lobby.tags"), inside=tags))
        sound = "sound_on" if self.settings.quiet else "sound_off"
        items += [
            Item(say("menu.language"), "language"),
            Item(say(f"menu.{sound}"), "sound"),
            Item(say("menu.shut_down"), "shut-down"),
        ]
        self._told_missing = self._missing
        if missing := tuple(Item(self.words.say(called(name)), f"device {name}") for name in self._missing):
            items.append(Item(say("menu.devices"), inside=missing))  # last, so that nothing else moves
        title = Title("", say("heading.lobby"))
        return _LobbyPage(title, (), "", Browser(items), say("keys.lobby"), start=min(caret, len(items) - 1))

    def _setup(self, caret: int, title: str = "") -> _LobbyPage:
        """*title*: what has just happened, in place of the game's name."""
        form, say = self._form, self.prose.say
        assert form is not None  # only called while setting up
        items = [Item(self._label(form, key), f"field {key}") for key, _ in form.fields()]
        items.insert(0, Item(say("setup.start"), "start"))
        rules = {f"field switch/{switch.code}": self.words.say(switch.label) for switch in form.game.switches}
        rules["field preset"] = say("setup.presets")
        keys = {"start": say("keys.start"), "field": say("keys.setup")}
        named = Title("", title or self.words.say(form.game.title))
        return _SetupPage(rules, named, Browser(items), keys, min(caret, len(items) - 1))

    def _label(self, form: _Form, key: str) -> str:
        say, value = self.prose.say, form.value(key)
        kind, _, name = key.partition("/")
        match kind:
            case "seats":
                return say("setup.seats", n=int(value))
            case "player":
                return say(f"setup.{value}", t=int(name))
            case "pawn":
                pawn = next((p.name for p in form.game.pawns if p.id == value), None)
                return say("setup.pawn", t=int(name), pawn=pawn or Text("referee.setup.in_game"))
            case "option":
                return say("setup.option", name=Text(f"referee.option.{name}"), value=Text(f"referee.option.{value}"))
            case "preset":
                preset = Text(f"{form.game.name}.preset.{value}")
                return say("setup.own_mix") if value == OWN_MIX else self.words.say(preset)
            case _:
                return say("setup.switch", code=name, value=self._value(form.game, name, value))

    def _value(self, game: GameChoice, code: str, value: str) -> Text | str:
        """In words, where the game has any for it."""
        said = Text(f"{game.name}.switch.{code}.{value}")
        return said if self.words.has(said) else value

    def _flush(self) -> list[Output]:
        out, self._out = self._out, []
        screen = self._page.screen()
        if screen != self._shown:
            self._shown = screen
            out.append(Show(screen))
        return out
