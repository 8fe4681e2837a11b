"""Laws on what is asked and said: options, refusals, chance, sections, words, pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from companion.referee.fate import Fate
from companion.rulebook import Rulebook
from companion.rules.kernel import CHANCE, EVERYONE, Decision, Denied, Seat, allowed, denied, step
from companion.rules.text import Text
from companion.screen.font import plain
from companion.words import LANGUAGES, NoWords, Words

from .plays import Play

PLACE_COLUMNS = 8
_KEY = re.compile(r"[^\s#\"']+")


def asked(play: Play) -> Iterator[Decision]:
    """Every question of the game."""
    for position in play.positions:
        if position.decision is not None:
            yield position.decision


def what_is_offered_works(play: Play) -> None:
    """An option is allowed and can be taken; a refused candidate isn't, and says why; so does everything else."""
    for n, position, _ in play.some(20):
        decision = position.decision
        assert decision is not None
        for option in decision.options:
            assert allowed(position, option.key), f"{option.key} is offered and not allowed, after {n} answers"
            try:
                step(position, option.key)
            except Exception as error:
                raise AssertionError(f"{option.key} is offered after {n} answers, and taking it fails") from error
        for refusal in decision.refused:
            assert denied(position, refusal.key) == refusal, f"{refusal.key} is refused and offered at once"
        assert denied(position, "none/such") == Denied("none/such", decision.rule, Text("rules.not_asked"))


def keys_name_one_thing(play: Play) -> None:
    """Within a question every key, offered or refused, occurs once; each can stand as a word in a scenario."""
    for decision in asked(play):
        keys = [*decision.keys(), *(denial.key for denial in decision.refused)]
        assert decision.options, f"a question without an answer: {decision}"
        assert len(set(keys)) == len(keys), f"keys occur twice in {keys}"
        for key in keys:
            assert type(key) is str, f"{key!r} isn't text"
            assert _KEY.fullmatch(key), f"{key!r} can't stand in a scenario"


def chance_is_answerable(play: Play) -> None:
    """Every question to chance names its source, a throw of its own or a card of a pile; weights are as they say.

    Fate, whatever its seed, gives an answer that is offered: the pile holds what the options say.
    """
    thrown: set[str] = set()
    other = Fate("another")
    for position in play.positions[:-1]:
        decision = position.decision
        assert decision is not None
        if decision.seat != CHANCE:
            assert not decision.source, f"{decision.source} is asked of seat {decision.seat}"
            assert decision.seat in range(play.seats), f"seat {decision.seat} is asked, of {play.seats}"
            continue
        weights = [option.weight for option in decision.options]
        assert decision.source, f"chance is asked without a source (§{decision.rule})"
        assert min(weights) > 0, f"{decision.source} has weights {weights}"
        assert not decision.even or len(set(weights)) == 1, f"{decision.source} has weights {weights} and says even"
        assert decision.by == CHANCE or decision.by in range(play.seats), f"seat {decision.by} throws"
        pile = play.game.pile(position.table, decision.source)
        if pile is None:
            assert decision.source not in thrown, f"{decision.source} comes a second time"
            thrown.add(decision.source)
            assert decision.option(other.answer(decision, None)), f"fate can't answer {decision.source}"
        else:
            slot = decision.source.removeprefix(f"{pile.name}/")
            assert slot in pile.slots, f"{decision.source} isn't a slot of the pile {pile.name}"
            assert len(pile.items) == len(pile.slots), f"{pile.name}: {len(pile.items)} in {len(pile.slots)} slots"
            unknown = set(decision.keys()) - set(pile.items)
            assert not unknown, f"{decision.source} offers {sorted(unknown)}, which the pile doesn't hold"


@cache
def _sections(folder: Path, language: str) -> frozenset[str]:
    return frozenset(section.number for section in Rulebook.load(folder, language).sections)


def every_question_has_its_section(play: Play) -> None:
    """Whatever asks, and whatever refuses, is a section of the rulebook."""
    for decision in asked(play):
        for rule in (decision.rule, *(denial.rule for denial in decision.refused)):
            for language in LANGUAGES:
                assert rule in _sections(play.kit.folder, language), f"§{rule} isn't in the rulebook ({language})"


def everything_said_has_words(play: Play) -> None:
    """Every text has words in every language, with the arguments that it is given; the place fits the title row."""
    places: set[Text] = set()
    said: set[Text] = {play.kit.title, *(switch.label for switch in play.kit.switches)}
    said.update(pawn.name for pawn in play.game.pawns)
    for position in play.positions:
        said.update(news.text for news in position.news)
        for news in position.news:
            assert news.audience == EVERYONE or news.audience in range(play.seats), f"seat {news.audience} is told"
            said.update(part for part in news.picture or () if isinstance(part, Text))
        if position.decision is not None:
            said.add(position.decision.prompt)
            for option in (*position.decision.options, *position.decision.doubted):
                said.update(part for part in (option.label, option.group) if part is not None)
            for denial in position.decision.refused:
                said.update(part for part in (denial.reason, denial.label) if part is not None)
        said.update(play.game.status(position.table))
        meter = play.game.meter(position.table)
        said.update([meter.label] if meter else [])
        said.update(line for seat in range(play.seats) for line in play.game.hand(position.table, Seat(seat)))
        places.update(play.game.place(position.table, Seat(seat)) for seat in range(play.seats))
    outcome = play.game.outcome(play.positions[-1].table)
    said.update([outcome.text] if outcome else [])
    for language in LANGUAGES:
        for text in sorted(said | places, key=repr):
            _check_words(text, language)
        for place in places:
            words = Words(language).say(place)
            assert len(words) <= PLACE_COLUMNS, f"{words!r} ({language}) is too long for the title row"


def _check_words(text: Text, language: str) -> None:
    """Whether the catalogue's pattern takes the text's arguments, all of them; ``n`` may do no more than count."""
    marked = tuple((name, arg if name == "n" else f"⟨{name}⟩") for name, arg in text.args)
    try:
        Words(language).say(text)
        words = Words(language).say(Text(text.key, marked))
    except (NoWords, KeyError, ValueError) as error:
        raise AssertionError(f"{text} can't be said ({language}): {error!r}") from error
    unsaid = [name for name, _ in marked if name != "n" and f"⟨{name}⟩" not in words]
    assert not unsaid, f"{text.key} ({language}) leaves out {unsaid}"


def no_piece_is_lost(play: Play) -> None:
    """Every piece is somewhere, from the first question to the end."""
    pieces = set(play.game.placement(play.setup()))
    for n, position in enumerate(play.positions):
        placement = play.game.placement(position.table)
        assert set(placement) == pieces, f"after {n} answers: {sorted(pieces ^ set(placement))} came or went"
        nowhere = [piece for piece, where in placement.items() if not where]
        assert not nowhere, f"after {n} answers: {nowhere} are nowhere"


def what_stands_on_the_board_is_on_it(play: Play) -> None:
    """Pawns, other pieces and options stand on spots that there are, and each mark is a character of the font."""
    for n, position in enumerate(play.positions):
        board = play.game.board(position.table)
        if board is None:
            continue
        options = position.decision.options if position.decision else ()
        spots = {*board.pawns, *board.others, *(spot for link in board.links for spot in link)}
        nowhere = (spots | {option.spot for option in options if option.spot}) - set(board.spots)
        assert not nowhere, f"after {n} answers: {sorted(nowhere)} aren't on the board"
        for mark in "".join(board.others.values()):
            assert plain(mark) == mark, f"after {n} answers: {mark!r} isn't in the font"


LAWS = (
    what_is_offered_works,
    keys_name_one_thing,
    chance_is_answerable,
    every_question_has_its_section,
    everything_said_has_words,
    no_piece_is_lost,
    what_stands_on_the_board_is_on_it,
)
