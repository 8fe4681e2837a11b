"""Laws on a game as it stands in its folder: its bound, its names, its switches, its rulebook."""

from __future__ import annotations

import re
from random import Random

from companion.games import PRESET, resolve_switches
from companion.mistakes import Mistakes
from companion.rulebook import Rulebook
from companion.rules.game import Kit
from companion.rules.kernel import Seat, playout, random_pick
from companion.rules.text import Text
from companion.words import LANGUAGES, Words

from .plays import build, reference

GAMES_PLAYED = 300
_NAME = re.compile(r"[a-z0-9][a-z0-9-]*")
_VALUE = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*")


def _lengths(kit: Kit, at_most: int) -> list[int]:
    """Decisions in each of some random games, default rules, the most seats; *at_most* for one that has no end."""
    game = build(kit)
    pick = random_pick(Random(17).random)
    return [playout(game, game.setup(max(kit.seats)), pick, at_most) for _ in range(GAMES_PLAYED)]


def random_play_ends_within_its_bound(kit: Kit, bound: tuple[str, int]) -> None:
    """The bound is what 999 of 1,000 games of the named policy stay within, and not much more than that.

    Of 300 games 0.3 are expected beyond it; four or more are seen once in 3,000 suites of an honest game.
    """
    policy, most = bound
    assert policy == "random", f"the laws know no policy {policy!r}"
    lengths = _lengths(kit, 50 * most)
    endless = sum(length >= 50 * most for length in lengths)
    assert not endless, f"{endless} of {GAMES_PLAYED} games had no end"
    beyond = sum(length > most for length in lengths)
    assert beyond <= 3, f"{beyond} of {GAMES_PLAYED} games took more than {most} decisions, the longest {max(lengths)}"
    assert max(lengths) >= most / 2, f"the longest of {GAMES_PLAYED} games took {max(lengths)}; {most} is no p99.9"


def names_parse_back(kit: Kit) -> None:
    """Pawns, switches and their values are known by names of their own, which can be typed, and give themselves."""
    game = build(kit)
    pawns = [pawn.id for pawn in game.pawns]
    assert len(set(pawns)) == len(pawns), f"pawns share a name: {pawns}"
    assert len({pawn.mark for pawn in game.pawns}) == len(pawns), "pawns share a mark"
    assert len(pawns) >= max(kit.seats), f"{len(pawns)} pawns for {max(kit.seats)} seats"
    for pawn in game.pawns:
        assert _NAME.fullmatch(pawn.id), f"{pawn.id!r} can't be typed"
        assert len(pawn.mark) == 1, f"{pawn.mark!r} isn't one character"
    for seats in kit.seats:
        for names in (pawns[:seats], pawns[::-1][:seats]):
            state = game.setup(seats, names)
            known = [pawn and pawn.id for pawn in (game.pawn(state, Seat(n)) for n in range(seats))]
            assert known == names, f"{names} sat down, {known} are there"
    factors = [(switch.code, switch.values) for switch in kit.switches] + list(kit.options.items())
    assert len({code for code, _ in factors}) == len(factors), f"switches share a code: {[code for code, _ in factors]}"
    for code, values in factors:
        assert len(set(values)) == len(values) > 1, f"{code} has the values {values}"
        assert resolve_switches(kit, {})[code] == values[0]
        for value in values:
            assert _VALUE.fullmatch(value), f"{code}={value!r} can't be typed"
            assert resolve_switches(kit, {code: value})[code] == value
    _presets_parse_back(kit)


def _presets_parse_back(kit: Kit) -> None:
    """Each sets what the game has, is another mix than the others, and has words; the first is what holds anyhow."""
    known = {switch.code: switch.values for switch in kit.switches} | dict(kit.options)
    mixes: dict[str, dict[str, str]] = {}
    for name, sets in kit.presets.items():
        assert _NAME.fullmatch(name), f"the preset {name!r} can't be typed"
        strange = [f"{code}={value}" for code, value in sets.items() if value not in known.get(code, ())]
        assert not strange, f"{name} sets {' '.join(strange)}"
        mix = resolve_switches(kit, {PRESET: name})
        assert mixes or mix == resolve_switches(kit, {}), f"{name} stands first and isn't the default"
        same = [other for other, known_mix in mixes.items() if known_mix == mix]
        assert not same, f"{same[0]} and {name} are the same"
        mixes[name] = mix
    for language in LANGUAGES:
        for name in mixes:
            text = Text(f"{kit.name}.preset.{name}")
            assert Words(language).has(text), f"{text.key} has no words ({language})"


def rulebooks_agree(kit: Kit) -> None:
    """Every language has the same sections, none without words; a switch's section lists its values."""
    books = {language: Rulebook.load(kit.folder, language) for language in LANGUAGES}
    numbers = {language: [section.number for section in book.sections] for language, book in books.items()}
    for language, book in books.items():
        differing = set(numbers[language]) ^ set(numbers["en"])
        assert not differing, f"sections {sorted(differing)} are not in both of en and {language}"
        assert book.title, f"the rulebook ({language}) has no title"
        chapters = {number.rpartition(".")[0] for number in numbers[language]}
        empty = [section.number for section in book.sections if not section.text and section.number not in chapters]
        assert not empty, f"sections {empty} ({language}) say nothing"
        for switch in kit.switches:
            assert switch.rule in numbers[language], f"{switch.code} stands in §{switch.rule}, which isn't there"
            words = book.section(switch.rule).text
            unsaid = [value for value in switch.values if f"{switch.code}={value}" not in words]
            assert not unsaid, f"§{switch.rule} ({language}) doesn't say what {switch.code}={unsaid} does"


def reference_edition_is_sound(kit: Kit) -> None:
    """The edition that ships has no mistake."""
    try:
        reference(kit)
    except Mistakes as mistakes:
        raise AssertionError(str(mistakes)) from mistakes


LAWS = (names_parse_back, rulebooks_agree, reference_edition_is_sound)
"""Those that need nothing but the kit."""
