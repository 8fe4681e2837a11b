"""Setting a game up on the box itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.editions import read_edition, shipped
from companion.games import GAMES, kit
from companion.games._template import KIT
from companion.referee.api import (
    Begin,
    Button,
    Enrol,
    Leave,
    Output,
    Play,
    Resume,
    Sensed,
    Setting,
    Show,
    Sound,
    Touch,
    Touched,
    Wish,
)
from companion.referee.lobby import GameChoice, Lobby, LobbyState, SavedGame
from companion.referee.settings import Settings
from companion.rules.text import text
from companion.screen.model import COLUMNS
from companion.screen.raster import draw
from companion.words import Words
from tests.referee.table import Table, text_of
from tests.referee.toy import PAWNS as TOYS

PAWNS = Table(KIT).game.pawns


class Box:
    """A lobby with a finger on its buttons."""

    def __init__(self, language: str = "en", saved: tuple[SavedGame, ...] = (), **how: Any) -> None:
        game = replace(GameChoice("_template", KIT.title, KIT.seats, PAWNS, KIT.switches, KIT.options), **how)
        self.lobby = Lobby(saved, [game], Settings(language=language), Words(language))
        self.screens: list[str] = []
        self.out: list[Output] = []
        self.take(self.lobby.begin(0.0))

    def take(self, out: list[Output]) -> None:
        self.out = out
        for item in out:
            if isinstance(item, Show):
                draw(item.screen)
                self.screens.append(text_of(item.screen))

    def press(self, button: Button) -> None:
        before = []
        for touch in (Touch.PRESS, Touch.SHORT, Touch.RELEASE):
            self.take(self.lobby.receive(Touched(button, touch), 0.0))
            before += self.out
        self.out = before

    def tap(self, pawn: str) -> None:
        for is_placed in (True, False):
            self.take(
                self.lobby.receive(Sensed("table", f"tag of {pawn}", is_placed, f"pawn/{pawn}", "_template"), 0.0)
            )
            if is_placed:
                out = self.out
        self.out = out

    def choose(self, label: str) -> None:
        """Down to the row that begins so, and OK."""
        for _ in range(len(self.lobby.page.browser.items)):
            if self.lobby.page.browser.item.label.startswith(label):
                self.press(Button.OK)
                return
            self.press(Button.DOWN)
        raise AssertionError(f"no row {label!r} in {[i.label for i in self.lobby.page.browser.items]}")


def test_a_game_as_it_comes() -> None:
    box = Box()
    box.choose("New game")
    box.choose("High Card")
    assert box.lobby.state is LobbyState.SETUP
    box.choose("Start")
    assert Begin("_template", KIT.seats[-1], (), (), ()) in box.out


def test_seats_players_pawns_and_switches() -> None:
    box = Box()
    box.choose("New game")
    box.choose("High Card")
    while box.lobby.page.browser.items[1].label != "Seats: 2":
        box.choose("Seats")
    box.choose("2: a person")
    box.choose("1: choose in game")
    box.choose("2: choose in game")
    box.choose("Dice")
    switch = KIT.switches[0]
    box.choose(f"Rule {switch.code}")
    box.choose("Start")
    (begin,) = [item for item in box.out if isinstance(item, Begin)]
    assert begin.seats == 2
    assert begin.bots == (1,)
    assert begin.names == (PAWNS[0].id, PAWNS[1].id)  # a pawn that is taken is passed over
    assert dict(begin.sets) == {"dice": "physical", switch.code: switch.values[1]}


def test_the_last_row_says_what_ok_does_at_the_caret() -> None:
    box = Box()
    box.choose("New game")
    box.choose("High Card")
    assert box.screens[-1].endswith("OK start   BACK leave")
    box.press(Button.DOWN)
    assert box.screens[-1].endswith("OK change  BACK leave")
    box.press(Button.UP)
    assert box.screens[-1].endswith("OK start   BACK leave")


def test_at_a_house_rule_the_title_says_what_it_is_about() -> None:
    box = Box()
    box.choose("New game")
    box.choose("High Card")
    assert box.screens[-1].startswith("High Card\n")
    box.press(Button.UP)
    assert f">Rule {KIT.switches[0].code}: " in box.screens[-1]
    assert box.screens[-1].startswith("Best card\n")
    box.press(Button.OK)
    assert box.screens[-1].startswith("Best card\n")
    box.press(Button.DOWN)
    assert box.screens[-1].startswith("High Card\n")


SWITCHES = (*KIT.switches, replace(KIT.switches[0], code="H2"), replace(KIT.switches[0], code="H3"))
PRESETS: dict[str, dict[str, str]] = {"rulebook": {}, "booklet": {"H1": "lowest", "H2": "lowest"}}


@pytest.fixture
def words_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the presets are called: the smallest game has none."""
    say = Words.say
    called = {f"_template.preset.{name}": name for name in PRESETS}
    monkeypatch.setattr(Words, "say", lambda self, text: called.get(text.key) or say(self, text))


def rules(box: Box) -> list[str]:
    """The rows of the presets and of the switches."""
    items = box.lobby.page.browser.items
    return [item.label for item in items if item.key == "field preset" or item.key.startswith("field switch/")]


@pytest.mark.usefixtures("words_for")
def test_a_preset_sets_its_switches_and_each_can_still_be_changed() -> None:
    box = Box(switches=SWITCHES, presets=PRESETS)
    box.choose("New game")
    box.choose("High Card")
    assert rules(box) == ["rulebook", "Rule H1: highest", "Rule H2: highest", "Rule H3: highest"]
    box.choose("Rule H3")
    box.choose("rulebook")
    assert box.screens[-1].startswith("House rules\n")
    assert rules(box) == ["booklet", "Rule H1: lowest", "Rule H2: lowest", "Rule H3: lowest"]
    box.choose("Rule H1")
    assert rules(box)[:2] == ["your own mix", "Rule H1: highest"]
    box.choose("Start")
    (begin,) = [item for item in box.out if isinstance(item, Begin)]
    assert dict(begin.sets) == {"H2": "lowest", "H3": "lowest"}
    box.choose("your own mix")
    assert rules(box) == ["rulebook", "Rule H1: highest", "Rule H2: highest", "Rule H3: lowest"]


def test_a_game_without_presets_has_no_row_for_them() -> None:
    box = Box()
    box.choose("New game")
    box.choose("High Card")
    assert rules(box) == ["Rule H1: highest"]


def test_values_of_a_house_rule_stand_in_words_where_the_game_has_them() -> None:
    box = Box("fr", switches=(KIT.switches[0], replace(KIT.switches[0], code="H2")))
    box.choose("Nouvelle partie")
    box.press(Button.OK)
    labels = [item.label for item in box.lobby.page.browser.items]
    assert labels[-2:] == ["Règle H1\N{NO-BREAK SPACE}: haute", "Règle H2\N{NO-BREAK SPACE}: highest"]


def test_where_only_two_can_play_nobody_is_asked_how_many() -> None:
    box = Box(seats=range(2, 3))
    box.choose("New game")
    box.choose("High Card")
    assert not any(item.label.startswith("Seats") for item in box.lobby.page.browser.items)
    assert [item.label for item in box.lobby.page.browser.items][1:3] == ["1: a person", "2: a person"]
    box.choose("Start")
    assert any(isinstance(item, Begin) and item.seats == 2 for item in box.out)


def test_six_can_sit_down() -> None:
    box = Box(seats=range(2, 7), pawns=TOYS)
    box.choose("New game")
    box.choose("High Card")
    box.choose("6: a person")
    for n in range(1, 7):
        box.choose(f"{n}: choose in game")
    box.choose("Start")
    (begin,) = [item for item in box.out if isinstance(item, Begin)]
    assert (begin.seats, begin.bots, begin.names) == (6, (5,), tuple(pawn.id for pawn in TOYS))


def test_pawns_count_only_if_every_seat_has_one() -> None:
    box = Box()
    box.choose("New game")
    box.choose("High Card")
    box.choose("1: choose in game")
    box.choose("Start")
    assert any(isinstance(item, Begin) and item.names == () for item in box.out)


def test_going_on_with_a_saved_game() -> None:
    box = Box(saved=(SavedGame("3", KIT.title, 41),))
    box.choose("Go on")
    assert ">41 moves: High Card" in box.screens[-1]
    box.press(Button.OK)
    assert Resume("3") in box.out


def test_back_leaves_the_form_and_nothing_is_begun() -> None:
    box = Box()
    box.choose("New game")
    box.choose("High Card")
    box.press(Button.BACK)
    assert box.lobby.state is LobbyState.IDLE
    box.press(Button.BACK)
    assert not any(isinstance(item, Begin | Leave) for item in box.out)


def test_language_sound_and_shutting_down() -> None:
    box = Box()
    box.choose("Français")
    assert Setting("language", "fr") in box.out
    assert "ARBITRE" in box.screens[-1]
    box.choose("Mode discret")
    assert Setting("sound", "quiet") in box.out
    box.press(Button.DOWN)
    assert Play(Sound.CLICK) not in box.out
    box.choose("Éteindre")
    assert Leave(Wish.SHUT_DOWN) in box.out


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", ["_template", *GAMES])
def test_every_row_of_every_form_can_be_read(name: str, language: str) -> None:
    found = kit(name)
    pawns = found.build(read_edition(shipped(found), found), {}).pawns
    how = {"name": name, "seats": found.seats, "pawns": tuple(pawns), "presets": found.presets}
    box = Box(language, switches=found.switches, options=found.options, **how)
    box.press(Button.OK)
    box.press(Button.OK)
    box.screens.clear()
    most = max(len(values) for _, values in box.lobby._form.fields())  # type: ignore[union-attr]
    for _ in range(most * len(box.lobby.page.browser.items)):
        box.press(Button.DOWN)
        if box.lobby.page.browser.caret:
            box.press(Button.OK)
    assert sorted({row for screen in box.screens for row in screen.split("\n") if "…" in row}) == []


def joining() -> dict[str, str]:
    return {f"pawn/{pawn.id}": pawn.id for pawn in PAWNS}


def rows(box: Box) -> list[str]:
    return [item.label for item in box.lobby.page.browser.items]


def test_pawns_that_are_tapped_join_in_that_order() -> None:
    box = Box(joining=joining())
    first, second, third = (pawn.id for pawn in PAWNS[2::-1])
    box.tap(first)
    assert box.lobby.state is LobbyState.SETUP
    assert Play(Sound.CLICK) in box.out
    assert box.screens[-1].startswith(f"1: {first.capitalize()} is in")
    assert rows(box)[1] == "Seats: 2"
    for pawn in (second, third):
        box.tap(pawn)
    assert box.screens[-1].startswith(f"3: {third.capitalize()} is in")
    assert rows(box)[1] == "Seats: 3"
    box.choose("Start")
    assert [out for out in box.out if isinstance(out, Begin)] == [Begin("_template", 3, (first, second, third), (), ())]


def test_a_pawn_that_is_tapped_again_has_its_seat_already() -> None:
    box = Box(joining=joining())
    box.tap("sun")
    box.tap("moon")
    before = rows(box)
    box.tap("sun")
    assert rows(box) == before
    assert box.screens[-1].startswith("1: Sun is in")
    assert Play(Sound.CLICK) in box.out


def test_a_pawn_takes_the_next_free_seat_of_a_form_that_is_open() -> None:
    box = Box(joining=joining())
    box.choose("New game")
    box.choose(box.lobby.words.say(KIT.title))
    assert rows(box)[1] == f"Seats: {KIT.seats[-1]}"
    box.choose("1: choose in game")
    taken = rows(box)[rows(box).index("2: choose in game") - 1]
    box.tap("comet")
    assert taken in rows(box), "who chose by hand keeps the seat"
    assert "2: Comet" in rows(box)
    assert rows(box)[1] == "Seats: 2"


def test_seats_that_were_asked_for_stay() -> None:
    box = Box(joining=joining())
    box.tap("sun")
    box.choose("Seats")
    assert rows(box)[1] == "Seats: 3"
    box.tap("moon")
    assert rows(box)[1] == "Seats: 3"


def test_more_pawns_than_seats_are_refused() -> None:
    box = Box(joining=joining(), seats=range(2, 4))
    for pawn in ("sun", "moon", "star"):
        box.tap(pawn)
    before = rows(box)
    box.tap("comet")
    assert box.out == [Play(Sound.REFUSED)]
    assert rows(box) == before


def test_what_is_no_pawn_of_this_game_changes_nothing() -> None:
    box = Box(joining=joining())
    for sensed in (
        Sensed("table", "93A7B1C2", True),
        Sensed("table", "93A7B1C2", True, "card/1", "_template"),
        Sensed("table", "93A7B1C2", True, "pawn/sun", "another"),
        Sensed("table", "93A7B1C2", False, "pawn/sun", "_template"),
    ):
        box.take(box.lobby.receive(sensed, 0.0))
        assert box.out == []
    assert box.lobby.state is LobbyState.IDLE


def test_a_pawn_of_another_game_is_refused_while_one_is_set_up() -> None:
    box = Box(joining=joining())
    other = replace(box.lobby.games[0], name="other", joining={"pawn/red": "sun"})
    box.lobby.games += (other,)
    box.tap("sun")
    before = rows(box)
    box.take(box.lobby.receive(Sensed("table", "93A7B1C2", True, "pawn/red", "other"), 0.0))
    assert box.out == [Play(Sound.REFUSED)]
    assert rows(box) == before


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_who_has_joined_can_be_read(game: str, language: str) -> None:
    found = kit(game)
    built = found.build(read_edition(shipped(found), found), {})
    words = Words(language)
    for n, pawn in enumerate(built.pawns, 1):
        said = words.say(text("referee.setup.joined", t=n, pawn=pawn.name))
        assert len(said) <= COLUMNS, said


@pytest.mark.parametrize(("language", "label", "title"), [("en", "Tags", "High Card"), ("fr", "Étiquettes", "")])
def test_the_tags_of_a_game_that_has_some(language: str, label: str, title: str) -> None:
    box = Box(language, takes_tags=True)
    box.choose(label)
    box.choose(title)
    assert Enrol("_template") in box.out
    assert not any(item.label.startswith(label) for item in Box(language).lobby.page.browser.items)
