"""Every law bites: a game that breaks it is caught, for that reason."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games._template import BOUND, KIT, HighCard
from companion.rules.game import Kit, Mistake
from companion.rules.kernel import RulesError

from . import faults, kits, pieces, positions, questions, secrets
from .plays import Play, play_of

PLANTED: list[tuple[Callable[[Play], None], type[HighCard], str]] = [
    (positions.cold_is_live, faults.CountsItsRuns, "leads elsewhere after a restart"),
    (positions.forks_do_not_disturb_each_other, faults.SharesPoints, "a position changed|leads elsewhere once"),
    (positions.replay_finds_the_place, faults.RemembersGames, "stands elsewhere"),
    (positions.replay_finds_the_place, faults.ReadsItsNews, "replay of .* answers differs"),
    (positions.log_survives_a_round_trip, faults.PairsForKeys, "reads differently"),
    (positions.positions_can_be_pickled, faults.OffersCode, "can't be pickled"),
    (positions.bad_answers_change_nothing, faults.TakesAnyAnswer, "was taken for an answer"),
    (positions.copies_are_equal_and_independent, faults.SharesPoints, "share list"),
    (positions.fast_drive_is_the_same_game, faults.ReadsItsNews, "ends in another state"),
    (positions.the_end_is_the_end, faults.EndsWithoutOutcome, "without an outcome"),
    (positions.the_end_is_the_end, faults.WonByAStranger, "9.* won, with"),
    (questions.what_is_offered_works, faults.ForeignCard, "card/99 is offered .* taking it fails"),
    (questions.what_is_offered_works, faults.RefusesWhatItOffers, "refused and offered at once"),
    (questions.keys_name_one_thing, faults.TwoOfOneName, "keys occur twice"),
    (questions.keys_name_one_thing, faults.RefusesWhatItOffers, "keys occur twice"),
    (questions.keys_name_one_thing, faults.PairsForKeys, "isn't text"),
    (questions.keys_name_one_thing, faults.NobodyCanTypeIt, "can't stand in a scenario"),
    (questions.chance_is_answerable, faults.ThrowsAgain, "comes a second time"),
    (questions.chance_is_answerable, faults.LoadedDice, "says even"),
    (questions.chance_is_answerable, faults.ForeignCard, "offers .*card/99.*which the pile doesn't hold"),
    (questions.every_question_has_its_section, faults.CitesNothing, "3.9 isn't in the rulebook"),
    (questions.everything_said_has_words, faults.Speechless, "_template.nothing.* can't be said"),
    (questions.everything_said_has_words, faults.ForgetsTheName, "takes_round.* can't be said"),
    (questions.everything_said_has_words, faults.SaysTooMuch, "leaves out"),
    (questions.everything_said_has_words, faults.LongPlace, "too long for the title row"),
    (questions.no_piece_is_lost, faults.LosesWhatIsAside, "came or went"),
    (questions.what_stands_on_the_board_is_on_it, faults.OffTheBoard, "'sea'.* aren't on the board"),
    (questions.what_stands_on_the_board_is_on_it, faults.MarkedWithAPicture, "isn't in the font"),
    (pieces.what_is_tapped_is_in_the_box, faults.TappedWithAStranger, "card/joker, which isn't in the box"),
    (pieces.what_is_tapped_is_in_the_box, faults.TwoOfOnePiece, "pieces share an id"),
    (pieces.what_is_tapped_is_in_the_box, faults.NamelessPieces, "have no name"),
    (pieces.what_is_turned_can_be_tapped, faults.DrawnByMenuAlone, "nothing is tapped for it"),
    (pieces.what_is_located_is_in_the_box, faults.EverywhereAtOnce, "deck.*; 1 are in the box"),
    (pieces.what_is_located_is_in_the_box, faults.LocatedNowhere, ": nowhere"),
    (pieces.what_is_doubted_can_be_insisted_on, faults.DoubtsWithoutAMark, "not marked so"),
    (pieces.what_is_doubted_can_be_insisted_on, faults.DoubtsWithoutAReason, "nobody says why"),
    (pieces.what_is_doubted_can_be_insisted_on, faults.DoubtsAndCannot, "taking it fails"),
    (pieces.what_is_doubted_can_be_insisted_on, faults.DoubtsAPlayer, "for a player to choose"),
    (pieces.who_insists_plays_on, faults.DoubtsAStranger, "card/99.* came or went"),
    (pieces.who_insists_plays_on, faults.DoubtsTwice, "card/99!.* fails"),
    (secrets.nobody_sees_what_is_hidden, faults.MeterTells, "meter tell"),
    (secrets.nobody_sees_what_is_hidden, faults.PromptTells, "question tell"),
    (secrets.nobody_sees_what_is_hidden, faults.OptionsTell, "question tell"),
    (secrets.nobody_sees_what_is_hidden, faults.NewsTell, "news tell"),
    (secrets.nobody_sees_what_is_hidden, faults.ViewTells, "view tell"),
    (secrets.nobody_sees_what_is_hidden, faults.HidesTheLaw, "resample varies none"),
]


@pytest.mark.parametrize(("law", "game", "words"), PLANTED, ids=lambda part: getattr(part, "__name__", ""))
def test_planted_fault_is_caught(law: Callable[[Play], None], game: type[HighCard], words: str) -> None:
    tagged = {"cards": ("tagged", "electronic")} if law is pieces.what_is_turned_can_be_tapped else {}
    kit = faults.kit_of(game, options={**KIT.options, **tagged})

    def four_plays() -> None:
        for n in range(4):
            law(play_of(kit, n))

    with pytest.raises((AssertionError, RulesError), match=words):
        four_plays()


def test_every_law_has_its_planted_fault() -> None:
    laws = {*positions.LAWS, *questions.LAWS, *pieces.LAWS, *secrets.LAWS}
    assert {law for law, _, _ in PLANTED} == laws


@pytest.mark.parametrize(
    ("kit", "bound", "words"),
    [
        (KIT, ("random", 20), "took more than 20"),
        (KIT, ("random", 10 * BOUND[1]), "is no p99.9"),
        (KIT, ("clever", BOUND[1]), "no policy 'clever'"),
        (faults.kit_of(faults.NeverEnds), ("random", 2), "had no end"),
    ],
    ids=["too low", "too high", "of nobody", "endless"],
)
def test_a_wrong_bound_is_caught(kit: Kit, bound: tuple[str, int], words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        kits.random_play_ends_within_its_bound(kit, bound)


@pytest.mark.parametrize(
    ("kit", "words"),
    [
        (faults.kit_of(faults.TwinPawns), "pawns share a name"),
        (faults.kit_of(faults.DeafToNames), "sat down"),
        (replace(KIT, switches=(*KIT.switches, *KIT.switches)), "switches share a code"),
        (replace(KIT, options={"dice": ("of wood", "of bone")}), "can't be typed"),
        (replace(KIT, presets={"odd": {"H2": "lowest"}}), "odd sets H2=lowest"),
        (replace(KIT, presets={"odd": {"H1": "lowest"}}), "odd stands first and isn't the default"),
        (replace(KIT, presets={"odd": {}, "even": {"H1": "highest"}}), "odd and even are the same"),
        (replace(KIT, presets={"odd": {}, "even": {"H1": "lowest"}}), "_template.preset.odd has no words"),
    ],
    ids=["pawns", "deaf", "codes", "values", "foreign preset", "first preset", "twin presets", "speechless preset"],
)
def test_names_that_do_not_parse_back_are_caught(kit: Kit, words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        kits.names_parse_back(kit)


def test_rulebooks_that_differ_are_caught(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"\['3.4'\] are not in both"):
        kits.rulebooks_agree(faults.without_section("3.4", tmp_path))


def test_a_switch_that_no_section_explains_is_caught() -> None:
    silent = replace(KIT.switches[0], values=("highest", "lowest", "middle"))
    with pytest.raises(AssertionError, match=r"§6.1 \(en\) doesn't say what H1=\['middle'\] does"):
        kits.rulebooks_agree(replace(KIT, switches=(silent,)))


def test_a_reference_edition_with_a_mistake_is_caught() -> None:
    with pytest.raises(AssertionError, match="a card too many"):
        kits.reference_edition_is_sound(replace(KIT, check=lambda edition: [Mistake("deck", "a card too many")]))


def test_a_list_of_real_cards_that_leaves_out_what_others_hold_is_caught() -> None:
    """High Card deals from what is left, which is nobody's business as long as the box does it."""
    real = replace(KIT, options={**KIT.options, "cards": ("physical", "electronic")})
    with pytest.raises(AssertionError, match="question tell"):
        secrets.nobody_sees_what_is_hidden(play_of(real, 0))


def test_what_may_be_doubted_and_drawn_unseen_is_no_fault() -> None:
    for game, law in (
        (faults.Doubtful, pieces.what_is_doubted_can_be_insisted_on),
        (HighCard, pieces.what_is_turned_can_be_tapped),
        (faults.DrawnUnseen, pieces.what_is_turned_can_be_tapped),
    ):
        law(play_of(faults.kit_of(game, options={**KIT.options, "cards": ("tagged", "electronic")}), 0))
