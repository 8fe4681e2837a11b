"""Pieces that the table turns, draws and taps itself: what answers which question, what can't be, what is believed."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.games.masters.edition import Composition, Edition
from companion.games.masters.nouns import OUT
from companion.games.masters.state import State
from companion.rules.kernel import CHANCE, Decision, Option, cold, random_pick, start, step

from .tale import REFERENCE, Tale, game
from .test_mass import KINDS, pieces_that_are_not_where_they_must_be

TAGGED = {"tokens": "tagged", "cards": "tagged"}
CARDS = Counter({entry.kind.value: entry.count for entry in REFERENCE.card})
IN_BOX = Counter(piece.sort for piece in game().pieces)
BOTH_WAYS = pytest.mark.parametrize("how", ["tagged", "physical"])


def asked(tale: Tale) -> Decision:
    decision = tale.position.decision
    assert decision is not None
    return decision


def answered_by(tale: Tale) -> dict[str, str]:
    """Piece -> the option that it stands for."""
    return {option.piece: option.key for option in asked(tale).options}


def insisted(tale: Tale) -> list[str]:
    return [option.key for option in asked(tale).doubted]


def at_the_table(*pawns: str, edition: Edition = REFERENCE, **chosen: str) -> Tale:
    return Tale(*(pawns or ("musclor", "stratos")), edition=edition, **{**TAGGED, **chosen})


def turns(tale: Tale) -> Tale:
    """Musclor comes to A2 and turns the token there."""
    return tale.stand(musclor="A1").play("1-1", "move/A2")


def draws(tale: Tale) -> Tale:
    """Musclor walks three squares down the middle corridor, and draws."""
    return tale.stand(musclor="H").play("move/M3")


# -- what is tapped ----------------------------------------------------------------------------------------------------


def test_a_pawn_says_who_plays_it() -> None:
    tale = at_the_table()
    tale._position = start(tale.game, tale.game.setup(2))
    tale.play("6-6", "1-1")
    assert answered_by(tale) == {f"pawn/{pawn}": f"pawn/{pawn}" for pawn in ("musclor", "stratos", "tila", "maskor")}
    tale.play("pawn/tila")
    assert tale.why_not("pawn/tila").reason.key == "masters.start.taken"


def test_a_token_that_is_turned_and_a_card_that_is_drawn_say_what_they_are() -> None:
    tale = turns(at_the_table())
    assert answered_by(tale) == {f"token/{kind}": kind for kind in KINDS}
    tale = draws(at_the_table())
    assert answered_by(tale) == {f"card/{kind}": kind for kind in CARDS}


def test_a_token_that_is_given_back_says_which_one_it_is() -> None:
    tale = turns(at_the_table().hold("musclor", "axe", "tiger")).play("monster")
    assert answered_by(tale) == {"token/axe": "give/axe", "token/tiger": "give/tiger"}
    tale = draws(at_the_table().hold("musclor", "axe", "sword", "tiger")).play("demon", "1-1")
    assert answered_by(tale) == {"token/sword": "give/sword", "token/axe": "give/axe"}, "the tiger is no weapon"


def test_every_piece_that_answers_is_in_the_box() -> None:
    sorts = {piece.sort for piece in game().pieces}
    rules, random = game(**TAGGED), Random(1)
    pick, seen = random_pick(random.random), set[str]()
    for _ in range(5):
        position = start(rules, rules.setup(4))
        while position.decision is not None:
            seen |= {option.piece for option in position.decision.options if option.piece}
            position = step(position, pick(position.decision).key)
    assert seen <= sorts
    assert {sort.partition("/")[0] for sort in seen} == {"pawn", "token", "card"}


# -- where they are known to be ----------------------------------------------------------------------------------------


def test_what_nobody_has_seen_is_not_located() -> None:
    assert at_the_table().game.located(at_the_table().state) == {}


def test_a_token_is_followed_from_its_square_to_its_holder_and_out_of_the_game() -> None:
    tale = turns(at_the_table()).play("tiger")
    located = tale.game.located
    assert located(tale.table) == {"token/tiger": ("A2",)}
    tale.play("take")
    assert located(tale.table) == {"token/tiger": ("seat/0",)}
    tale = at_the_table().stand(musclor="E1").hold("musclor", "tiger").play("cross", "4-3")
    assert located(tale.table)["token/tiger"] == ("box",)


def test_a_token_that_goes_back_is_known_where_it_lies() -> None:
    tale = turns(at_the_table().hold("musclor", "axe")).play("monster")
    assert tale.game.located(tale.table) == {"token/axe": ("G5",), "token/monster": ("A2",)}


def test_the_spaceship_is_where_it_landed() -> None:
    tale = turns(at_the_table()).play("ship", "fly/F1")
    assert tale.game.located(tale.table)["token/ship"] == ("F1",)


def test_a_card_is_before_its_player_and_then_in_the_pile() -> None:
    tale = draws(at_the_table()).play("wall")
    assert tale.game.located(tale.table) == {"card/wall": ("seat/0",)}
    tale.play("6-6")
    assert tale.game.located(tale.table) == {"card/wall": ("pile",)}


def test_where_no_square_is_known_only_what_is_held_is_located() -> None:
    tale = at_the_table(board="free")
    assert tale.game.located(tale.state) == {}
    tale.play("1-1", "land/token", "axe")
    assert tale.game.located(tale.table) == {}
    tale.play("take")
    assert tale.game.located(tale.table) == {"token/axe": ("seat/0",)}


# -- what can't be -----------------------------------------------------------------------------------------------------


@BOTH_WAYS
def test_a_kind_of_which_all_were_seen_is_refused_and_may_be_insisted_on(how: str) -> None:
    tale = turns(at_the_table(tokens=how).lay(A3="axe", A6="axe").hold("stratos", "axe"))
    assert "axe" not in tale.keys
    refusal = tale.why_not("axe")
    assert (refusal.rule, refusal.reason.key, refusal.label) == ("3.5", "masters.token.seen", None)
    assert insisted(tale) == ["axe!"]
    tale.insist("axe!").play("take")
    assert tale.held("musclor") == {"axe"}
    assert (tale.lies("A3"), tale.lies("A6")) == ("?", "axe"), "one that was seen was none, or not there"
    assert pieces_that_are_not_where_they_must_be(tale.table, KINDS) == []


@BOTH_WAYS
def test_what_lies_open_can_t_be_insisted_on(how: str) -> None:
    tale = at_the_table("musclor", "stratos", "tila", tokens=how).hold("stratos", "axe").hold("tila", "axe")
    tale.state.token_at[tale.token("axe")] = OUT
    turns(tale)
    assert "axe" not in tale.keys
    assert tale.why_not("axe").reason.key == "masters.token.gone"
    assert insisted(tale) == []


def test_the_spaceship_that_was_put_back_may_be_insisted_on_elsewhere() -> None:
    tale = turns(at_the_table().lay(A6="ship"))
    assert insisted(tale) == ["ship!"]
    tale.insist("ship!").play("fly/P")
    assert tale.lies("A6") == "?"
    assert tale.is_out("ship")


def test_what_is_unknown_again_is_asked_for_as_if_it_were_new() -> None:
    tale = turns(at_the_table().lay(A3="axe", A6="axe").hold("stratos", "axe"))
    before = asked(tale).source
    tale.insist("axe!").play("take")
    state = tale.table.copy()
    state.at[tale.seat("stratos")] = tale.number("A1")
    state.whose = tale.seat("musclor")
    again = step(step(start(tale.game, state), "2-2"), "move/A3")
    assert again.decision is not None
    assert again.decision.source == "token/A3/1", "what was told of this square before doesn't hold"
    assert before == "token/A2"
    assert again.decision.option("axe") is None
    assert [option.key for option in again.decision.doubted] == ["axe!"], "the one on A6 may be none either"


@BOTH_WAYS
def test_a_card_that_lies_at_the_bottom_is_refused_and_may_be_insisted_on(how: str) -> None:
    tale = at_the_table(cards=how)
    tale.bury(*["demon"] * CARDS["demon"])
    bottom = tale.state.pile[-3:]
    draws(tale)
    refusal = tale.why_not("demon")
    assert (refusal.rule, refusal.reason.key, refusal.label) == ("6.1", "masters.card.seen", None)
    assert insisted(tale) == ["demon!"]
    tale.insist("demon!")
    assert tale.card("musclor") == "demon"
    assert [tale.table.card_is[card] for card in bottom] == [None, "demon", "demon"]


def test_cards_that_all_lie_before_players_can_t_be_insisted_on() -> None:
    few = replace(
        REFERENCE,
        card=tuple(replace(c, count={"grille": 6, "armour": 1, "wall": 3}.get(c.kind, 3)) for c in REFERENCE.card),
    )
    tale = at_the_table(edition=few).keep("stratos", "armour")
    draws(tale)
    assert (tale.why_not("armour").reason.key, insisted(tale)) == ("masters.card.gone", [])


def test_a_card_that_came_round_again_is_not_asked_for() -> None:
    tale = at_the_table().bury("wall")
    tale.state.pile.insert(0, tale.state.pile.pop())
    draws(tale)
    assert (tale.asked, tale.card("musclor")) == ("musclor throws", "wall")


def test_in_free_mode_what_no_longer_lies_on_the_board_is_refused() -> None:
    tale = at_the_table("musclor", "stratos", "tila", board="free")
    tale.hold("musclor", "axe").hold("stratos", "axe").hold("tila", "axe").play("1-1", "land/token")
    assert (tale.why_not("axe").reason.key, insisted(tale)) == ("masters.token.gone", [])


def test_where_the_mix_is_unknown_only_the_spaceship_is_refused() -> None:
    counted = replace(REFERENCE, composition=Composition.TOTALS, token=(), card=(), pieces={})
    tale = turns(at_the_table(edition=counted).lay(A3="ship"))
    assert [(refusal.key, refusal.reason.key) for refusal in asked(tale).refused] == [("ship", "masters.token.seen")]
    assert insisted(tale) == ["ship!"]


def test_the_box_that_turns_and_draws_refuses_nothing() -> None:
    for electronic in ({"tokens": "electronic"}, {"cards": "electronic"}):
        tale = at_the_table(**electronic).lay(A3="axe", A6="axe").hold("stratos", "axe").keep("stratos", "wall")
        tale = turns(tale) if "tokens" in electronic else draws(tale)
        assert (asked(tale).refused, asked(tale).doubted) == ((), ())


def test_no_reason_reminds_of_a_kind() -> None:
    """Why a question is as it is can be asked by anyone: what was seen and lies face down isn't named there."""
    tale = turns(at_the_table().lay(A3="axe", A6="axe", A5="tiger").hold("stratos", "axe"))
    assert {refusal.reason.args for refusal in asked(tale).refused} == {()}


# -- whole games -------------------------------------------------------------------------------------------------------


def kinds_that_are_lost(s: State, known: Any) -> list[str]:
    """Of each kind as many are known and unseen as the edition lists, and as many unseen as are unknown."""
    wrong = []
    for shown, unseen, counts in (
        (s.token_is, s.unseen_tokens, known.tokens),
        (s.card_is, s.unseen_cards, known.cards),
    ):
        seen = Counter(shown)
        wrong += [
            f"{kind}: {seen[kind]} known, {left} unseen of {count}"
            for kind, left, count in zip(counts.kinds, unseen, counts.counts, strict=True)
            if seen[kind] + left != count or left < 0
        ]
        if seen[None] != sum(unseen):
            wrong.append(f"{seen[None]} unknown, {sum(unseen)} unseen")
    return wrong


def stubborn(random: Random) -> Any:
    """Plays at random, and insists on what can't be every other time."""
    pick = random_pick(random.random)

    def choose(decision: Decision) -> Option[Any]:
        return random.choice(decision.doubted) if decision.doubted and random.random() < 0.5 else pick(decision)

    return choose


@pytest.mark.parametrize("seed", range(12))
def test_a_table_that_insists_now_and_then_loses_no_piece(seed: int) -> None:
    rules = game(**{**TAGGED, "tokens": ("tagged", "physical")[seed % 2], "M9": ("free", "tokens")[seed % 2]})
    pick, insists = stubborn(Random(seed)), 0
    state = rules.setup(2 + seed % 3)
    position = start(rules, state)
    pieces = rules.placement(state).keys()
    while position.decision is not None:
        option = pick(position.decision)
        insists += option.key.endswith("!")
        if option.key.endswith("!"):
            assert step(cold(position), option.key) == step(position, option.key)
        position = step(position, option.key)
        s = position.table
        assert kinds_that_are_lost(s, rules._m) == []
        assert pieces_that_are_not_where_they_must_be(s, KINDS) == []
        assert rules.placement(s).keys() == pieces
        for sort, places in rules.located(s).items():
            assert len(places) <= IN_BOX[sort]
        sources = position.decision.source if position.decision is not None and position.decision.seat == CHANCE else ""
        assert not sources or sources.partition("/")[0] in ("dice", "token", "card")
    assert rules.is_over(position.settled)
    assert insists == position.settled.insisted
    assert seed or insists, "nobody has ever insisted"
