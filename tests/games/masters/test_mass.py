"""Many games at random: they end, lose no piece, and are fair to every seat and every pawn."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from companion.games.masters import BOUND
from companion.games.masters.nouns import CARDS, FACE_UP, HELD, OUT, TOKENS
from companion.games.masters.state import NO_CARD, State
from companion.rules.kernel import playout, random_pick, start, step

from .tale import REFERENCE, game

GAMES = 300
SWITCHES = list(product(("free", "tokens"), ("total", "either"), ("helped", "met", "never"), ("nine", "room", "three")))


SHARED = {game()._m.board.ids.index(space) for space in ("E1", "E2", "P", "H", "T")}


def pieces_that_are_not_where_they_must_be(s: State, kinds: Counter[str]) -> list[str]:
    """Each token and each card is in one place, holders hold one of a kind, and no kind outgrows the edition.

    Pawns share no square but those that hold any number, and nobody is on the oubliette.
    """
    wrong = [f"{n} pawns on {at}" for at, n in Counter(s.at).items() if n > 1 and at not in SHARED and at >= 0]
    wrong += ["a pawn on the oubliette"] * s.at.count(game()._m.board.ids.index("O"))
    held = Counter(token for hand in s.held for token in hand.values())
    for token, at in enumerate(s.token_at):
        if held[token] != (at == HELD):
            wrong.append(f"token {token} is at {at} and held {held[token]} times")
        if at not in (HELD, OUT, FACE_UP) and at < 0:
            wrong.append(f"token {token} is nowhere")
    on_squares = [at for at in s.token_at if at >= 0]
    if len(set(on_squares)) != len(on_squares):
        wrong.append("two tokens lie on one square")
    if (FACE_UP in s.token_at) != (s.ship >= 0):
        wrong.append("the spaceship lies face up and nowhere")
    for hand in s.held:
        wrong += [f"{kind} is held and shows {s.token_is[n]}" for kind, n in hand.items() if s.token_is[n] != kind]
    seen = Counter(kind for kind in s.token_is if kind is not None)
    wrong += [f"{n} of {kind} were seen" for kind, n in seen.items() if n > kinds[kind]]
    cards = sorted([*s.pile, *(card for card in s.kept if card != NO_CARD)])
    if cards != list(range(CARDS)):
        wrong.append(f"cards: {cards}")
    return wrong


KINDS = Counter({str(entry.kind): entry.count for entry in REFERENCE.token})


@pytest.mark.parametrize("part", range(10))
def test_no_piece_is_lost_in_hundreds_of_games(part: int) -> None:
    for n in range(part, GAMES, 10):
        m9, m12, m21, m31 = SWITCHES[n % len(SWITCHES)]
        rules = game(M9=m9, M12=m12, M21=m21, M31=m31, M36=("first", "places")[n % 2])
        seats = 2 + n % 3
        s, pick = rules.setup(seats), random_pick(Random(n).random)
        while not rules.is_over(s):
            playout_one_step(rules, s, pick)
            wrong = pieces_that_are_not_where_they_must_be(s, KINDS)
            assert not wrong, f"game {n}, turn {s.turn}: {wrong}"


def playout_one_step(rules: object, s: State, pick: object) -> None:
    flow = rules.play(s)  # type: ignore[attr-defined]
    try:
        asked = next(flow)
        while True:
            asked = flow.send(pick(asked))  # type: ignore[operator]
    except StopIteration:
        s.news.clear()


@pytest.mark.parametrize(
    "fault",
    [
        lambda s: s.pile.pop(),
        lambda s: s.held[0].popitem() if s.held[0] else s.pile.pop(),
        lambda s: s.token_at.__setitem__(0, s.token_at[1]),
        lambda s: s.kept.__setitem__(0, s.pile[0]),
        lambda s: setattr(s, "ship", 3),
        lambda s: setattr(s, "at", [7, 7]),
        lambda s: setattr(s, "at", [7, game()._m.board.ids.index("O")]),
    ],
)
def test_a_lost_piece_would_be_noticed(fault: object) -> None:
    s = game().setup(2, ("musclor", "tila"))
    assert pieces_that_are_not_where_they_must_be(s, KINDS) == []
    fault(s)  # type: ignore[operator]
    assert pieces_that_are_not_where_they_must_be(s, KINDS) != []


def test_the_placement_names_every_piece_of_the_box() -> None:
    where = game().placement(game().setup(3))
    kinds = Counter(piece.partition("/")[0] for piece in where)
    assert kinds == {"pawn": 4, "token": TOKENS, "card": CARDS + 1, "fist": 3, "skeletor": 3}
    assert Counter(where.values())["pile"] == CARDS


def test_random_games_stay_within_the_stated_bound() -> None:
    """999 of 1,000 do; of 200 none should be far beyond it."""
    policy, bound = BOUND
    assert policy == "random"
    rules, pick = game(), random_pick(Random(7).random)
    lengths = sorted(playout(rules, rules.setup(4), pick) for _ in range(200))
    assert lengths[-1] < 1.5 * bound
    assert lengths[len(lengths) // 2] < bound / 2


def test_seats_and_pawns_are_fair() -> None:
    """Of 1,000 random games every seat and every pawn wins a quarter, give or take five standard deviations."""
    rules, pick = game(), random_pick(Random(11).random)
    seats, pawns = Counter[int](), Counter[int]()
    for _ in range(1000):
        s = rules.setup(4)
        playout(rules, s, pick)
        seats[s.winners[0]] += 1
        pawns[s.pawns[s.winners[0]]] += 1
    for wins in (seats, pawns):
        assert all(250 - 70 < wins[n] < 250 + 70 for n in range(4)), wins


def test_the_whole_game_is_the_same_step_by_step_and_in_one_go() -> None:
    rules = game()
    taken: list[str] = []
    pick = random_pick(Random(3).random)

    def noting(decision: object) -> object:
        option = pick(decision)  # type: ignore[arg-type]
        taken.append(option.key)
        return option

    s = rules.setup(4)
    playout(rules, s, noting)  # type: ignore[arg-type]
    position = start(rules, rules.setup(4))
    for key in taken:
        position = step(position, key)
    assert position.decision is None
    assert position.table == s
