"""What the table's own tokens have said, and what it says of them later, need not go together."""

from __future__ import annotations

from companion.open_game import game_of, new_header
from companion.referee.fate import Fate
from companion.referee.ledger import Ledger
from companion.rules.kernel import CHANCE, Decision, Position, step
from companion.rules.log import Origin
from companion.verify import verify

HEADER = new_header("masters", 2, sets={"tokens": "physical", "dice": "physical"}, seed="7")
SINGLE = "ship"
"""There is one token of this kind."""


def is_token(decision: Decision | None) -> bool:
    return decision is not None and decision.source.startswith("token/")


def to_tokens(position: Position[object]) -> list[str]:
    """The choices that lead at once to a token that is to be turned."""
    decision = position.decision
    if decision is None or decision.seat == CHANCE:
        return []
    return [key for key, *_ in decision.options if is_token(step(position, key).decision)]


def type_or_choose(ledger: Ledger) -> None:
    """Somebody who turns tokens over, and never the single one."""
    decision = ledger.position.decision
    assert decision is not None
    keys = [key for key, *_ in decision.options if key != SINGLE]
    wished = [key for key in to_tokens(ledger.position) if key in keys] or keys
    key = ledger.fate.pick(f"test/{len(ledger.rows)}", wished)
    fact = ledger.fact(decision)
    ledger.answer(fact.key if fact else key, None if decision.seat != CHANCE else fact.origin if fact else Origin.TYPED)


def test_the_table_is_asked_again_for_a_token_that_can_no_longer_be_what_it_said() -> None:
    game = game_of(HEADER)[1]
    ledger = Ledger(game, HEADER, Fate(HEADER.seed))
    while len(to_tokens(ledger.position)) < 2:
        type_or_choose(ledger)
    first, second = to_tokens(ledger.position)[:2]
    choice = ledger.answer(first)
    assert ledger.position.decision is not None
    source = ledger.position.decision.source
    ledger.answer(SINGLE, Origin.TYPED)
    ledger.take_back(choice)
    ledger.answer(second)
    ledger.answer(SINGLE, Origin.TYPED)  # one of the two was misread
    for _ in range(5_000):
        decision = ledger.position.decision
        assert decision is not None, "the game ended before anybody came by the first token again"
        if decision.source == source:
            break
        type_or_choose(ledger)
    assert decision is not None
    assert decision.option(SINGLE) is None
    assert ledger.fact(decision) is None
    ledger.answer(decision.keys()[0], Origin.TYPED)
    assert verify(game, HEADER, ledger.rows).partings == ()
