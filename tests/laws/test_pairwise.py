"""Mixes of house rules: few, and yet every two values meet."""

from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from .plays import pairwise

FACTORS = st.dictionaries(
    st.sampled_from(["M9", "M12", "M21", "dice", "tokens", "board"]),
    st.lists(st.sampled_from("abcd"), min_size=1, unique=True),
    min_size=1,
)


def missing(factors: dict[str, list[str]], mixes: list[dict[str, str]]) -> list[object]:
    pairs = [((a, x), (b, y)) for a, b in combinations(factors, 2) for x, y in product(factors[a], factors[b])]
    pairs += [((a, x), (a, x)) for a in factors for x in factors[a]]
    return [(one, other) for one, other in pairs if not any({one, other} <= mix.items() for mix in mixes)]


@given(FACTORS)
def test_every_two_values_meet_in_some_mix(factors: dict[str, list[str]]) -> None:
    mixes = pairwise(factors)
    assert missing(factors, mixes) == []
    assert mixes[0] == {name: values[0] for name, values in factors.items()}
    assert all(mix.keys() == factors.keys() for mix in mixes)


def test_ten_switches_take_a_dozen_games_and_not_a_thousand() -> None:
    factors = {f"M{n}": ["as printed", "house"] for n in range(10)}
    mixes = pairwise(factors)
    assert len(mixes) <= 12
    assert missing(factors, mixes[:-1]) != []
