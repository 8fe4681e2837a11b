"""Games that each break one law: High Card with one thing done wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any, ClassVar, Self, cast

from companion.games._template import KIT, HighCard
from companion.games._template.state import State
from companion.rules.game import BoardMap, Kit, Outcome, Piece, Pile, Spot
from companion.rules.kernel import CHANCE, Decision, Denied, Flow, News, Option, Position, Seat
from companion.rules.picture import Meter
from companion.rules.text import Text, text


def kit_of(game: type[HighCard], **changes: Any) -> Kit:
    """High Card's kit, playing *game*."""

    def build(edition: Any, switches: Mapping[str, str]) -> HighCard:
        sound: HighCard = KIT.build(edition, switches)  # type: ignore[assignment]
        return game(sound.box)

    return replace(KIT, build=build, **changes)


class Changed(HighCard):
    """High Card with its questions changed on their way out."""

    def change(self, s: State, decision: Decision) -> Decision:
        return decision

    def take(self, option: Option[Any]) -> None:
        """Called with every answer."""

    def play(self, state: State) -> Flow[None]:
        flow = super().play(state)
        try:
            asked = next(flow)
            while True:
                option = yield self.change(state, asked)
                self.take(option)
                asked = flow.send(option)
        except StopIteration:
            return


def _is_swap(decision: Decision) -> bool:
    return decision.rule == "3.3" and decision.seat != CHANCE


def _is_draw(decision: Decision) -> bool:
    return decision.source.startswith("deck/")


# -- positions ------------------------------------------------------------------------------------------------------


class CountsItsRuns(Changed):
    """What it says depends on how often it was asked."""

    runs: ClassVar = count()

    def play(self, state: State) -> Flow[None]:
        state.tell(text("_template.seat", number=next(self.runs)))
        yield from super().play(state)


class SharingState(State):
    """Its copies share their points."""

    def copy(self) -> Self:
        copy = super().copy()
        copy.points = self.points
        return copy


class SharesPoints(HighCard):
    """Whoever takes a round in one game takes it in all that were forked from it."""

    def setup(self, seats: int, names: Sequence[str] = ()) -> State:
        s = super().setup(seats, names)
        return SharingState(s.pawns, s.hands, s.aside, s.points)


class RemembersGames(HighCard):
    """A new game begins where the last one was begun."""

    begun: ClassVar = count()

    def setup(self, seats: int, names: Sequence[str] = ()) -> State:
        s = super().setup(seats, names)
        s.throws = next(self.begun)
        return s


class PairsForKeys(Changed):
    """What the log holds isn't text."""

    def change(self, s: State, decision: Decision) -> Decision:
        return decision._replace(options=tuple(o._replace(key=cast(str, (o.key, 1))) for o in decision.options))

    def pile(self, state: State, source: str) -> Pile | None:
        return None


NAMELESS = [lambda: None][0]


class OffersCode(Changed):
    """An option's value is a function that no other process can name."""

    def change(self, s: State, decision: Decision) -> Decision:
        if not _is_swap(decision):
            return decision
        return decision._replace(options=tuple(o._replace(value=NAMELESS) for o in decision.options))


class Lenient(Decision):
    """Takes whatever is said for its first option."""

    def option(self, key: str) -> Option[Any] | None:
        return super().option(key) or self.options[0]


class TakesAnyAnswer(Changed):
    """Its questions let nonsense pass."""

    def change(self, s: State, decision: Decision) -> Decision:
        return Lenient(*decision)


class ReadsItsNews(HighCard):
    """What it does hangs on what was said, and in mass play nothing is kept of that."""

    def play(self, state: State) -> Flow[None]:
        yield from super().play(state)
        if len(state.news) > 1:
            state.throws += 100


class EndsWithoutOutcome(HighCard):
    """Somebody has won, and it won't say who."""

    def outcome(self, state: State) -> Outcome | None:
        return None


class WonByAStranger(HighCard):
    """The winner never sat at the table."""

    def outcome(self, state: State) -> Outcome | None:
        outcome = super().outcome(state)
        return outcome and replace(outcome, winners=(Seat(9),))


# -- questions ------------------------------------------------------------------------------------------------------


class RefusesWhatItOffers(Changed):
    """The same candidate is an option and refused."""

    def change(self, s: State, decision: Decision) -> Decision:
        return decision._replace(refused=(*decision.refused, Denied(decision.options[0].key, "2", Text("x"))))


class TwoOfOneName(Changed):
    """Keep goes by the same name as swap."""

    def change(self, s: State, decision: Decision) -> Decision:
        if not _is_swap(decision):
            return decision
        return decision._replace(options=tuple(o._replace(key="keep") for o in decision.options))


class NobodyCanTypeIt(Changed):
    """Keys with blanks in them."""

    def change(self, s: State, decision: Decision) -> Decision:
        if not _is_swap(decision):
            return decision
        return decision._replace(options=tuple(o._replace(key=f"please {o.key}") for o in decision.options))


class ThrowsAgain(Changed):
    """The eighth throw has the first one's source."""

    def change(self, s: State, decision: Decision) -> Decision:
        return decision._replace(source=f"dice/{s.throws % 7}") if decision.source.startswith("dice/") else decision


class LoadedDice(Changed):
    """A double six is twice as likely, and it doesn't say so."""

    def change(self, s: State, decision: Decision) -> Decision:
        if not decision.source.startswith("dice/"):
            return decision
        return decision._replace(options=(*decision.options[:-1], decision.options[-1]._replace(weight=2)))


class ForeignCard(Changed):
    """It offers a card that the deck doesn't hold, and can't play it."""

    def change(self, s: State, decision: Decision) -> Decision:
        if not _is_draw(decision):
            return decision
        return decision._replace(options=(*decision.options, Option("card/99", 99, Text("x"))))

    def take(self, option: Option[Any]) -> None:
        if option.key == "card/99":
            raise RuntimeError("there is no such card")


class CitesNothing(Changed):
    """It refuses by a section that isn't written."""

    def change(self, s: State, decision: Decision) -> Decision:
        return decision._replace(refused=tuple(denial._replace(rule="3.9") for denial in decision.refused))


class Speechless(Changed):
    """A prompt without words."""

    def change(self, s: State, decision: Decision) -> Decision:
        return decision._replace(prompt=Text("_template.nothing")) if _is_swap(decision) else decision


class ForgetsTheName(Changed):
    """A message that lacks its argument."""

    def play(self, state: State) -> Flow[None]:
        yield from super().play(state)
        state.news[:] = [News(text("_template.takes_round", whom="x"))]


class SaysTooMuch(Changed):
    """An argument that no words ask for."""

    def change(self, s: State, decision: Decision) -> Decision:
        return decision._replace(prompt=text(decision.prompt.key, **dict(decision.prompt.args), card=3))


class LongPlace(HighCard):
    """A place that doesn't fit its title row."""

    def place(self, state: State, seat: Seat) -> Text:
        return Text("_template.which_pawn")


class LosesWhatIsAside(HighCard):
    """A card that was laid aside is nowhere."""

    def placement(self, state: State) -> Mapping[str, str]:
        return {piece: at for piece, at in super().placement(state).items() if not at.startswith("aside")}


class OffTheBoard(HighCard):
    """A pawn that went swimming."""

    def board(self, state: State) -> BoardMap | None:
        return BoardMap({"A1": Spot("A1", 0, 0, "A1")}, (), {"sea": (Seat(0),)})


class MarkedWithAPicture(HighCard):
    """A piece that no panel can show."""

    def board(self, state: State) -> BoardMap | None:
        return BoardMap({"A1": Spot("A1", 0, 0, "A1")}, (), {}, {"A1": "🐯"})


# -- pieces ---------------------------------------------------------------------------------------------------------


class TappedWithAStranger(Changed):
    """A card is tapped that isn't in the box."""

    def change(self, s: State, decision: Decision) -> Decision:
        return decision._replace(options=tuple(o._replace(piece=o.piece and "card/joker") for o in decision.options))


class TwoOfOnePiece(HighCard):
    """A piece is listed twice."""

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return (*super().pieces, super().pieces[0])


class NamelessPieces(HighCard):
    """Nobody has thought of what they are called."""

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return tuple(piece._replace(name=Text("_template.nothing")) for piece in super().pieces)


class DrawnByMenuAlone(Changed):
    """A card that is drawn answers to no tap."""

    def change(self, s: State, decision: Decision) -> Decision:
        return decision._replace(options=tuple(o._replace(piece="") for o in decision.options))


class DrawnUnseen(Changed):
    """No fault: whoever draws may keep from the box what it is."""

    def change(self, s: State, decision: Decision) -> Decision:
        if not _is_draw(decision):
            return decision
        unseen = Option("card/unseen", decision.options[0].value, Text("_template.draw"))
        return decision._replace(options=(*decision.options, unseen))


class EverywhereAtOnce(HighCard):
    """A card lies where it is, and in the deck as well."""

    def located(self, state: State) -> Mapping[str, tuple[str, ...]]:
        return {sort: (*places, "deck") for sort, places in super().located(state).items()}


class LocatedNowhere(HighCard):
    """It knows of a card, and not where."""

    def located(self, state: State) -> Mapping[str, tuple[str, ...]]:
        return dict.fromkeys(super().located(state), ("",))


class Doubtful(Changed):
    """It takes a card that it doesn't believe in, and says why not."""

    key, reason = "card/99!", (Denied("card/99", "3.2", Text("_template.taken")),)

    def change(self, s: State, decision: Decision) -> Decision:
        if not _is_draw(decision):
            return decision
        doubted = Option(self.key, decision.options[0].value, Text("_template.draw"))
        return decision._replace(refused=self.reason, doubted=(doubted,))


class DoubtsWithoutAMark(Doubtful):
    """Its key looks like any other."""

    key = "card/99"


class DoubtsWithoutAReason(Doubtful):
    """It refuses nothing."""

    reason = ()


class DoubtsAndCannot(Doubtful):
    """It breaks on what it has put up for insisting."""

    def take(self, option: Option[Any]) -> None:
        if option.key == self.key:
            raise RuntimeError("there is no such card")


class DoubtsAStranger(Changed):
    """Who insists gets a card that the box doesn't hold."""

    def change(self, s: State, decision: Decision) -> Decision:
        if not _is_draw(decision):
            return decision
        return decision._replace(doubted=(Option("card/99!", 99, Text("_template.draw")),))


class DoubtsTwice(Doubtful):
    """It can carry on with the first doubt, and not with a second one."""

    insisted = 0

    def play(self, state: State) -> Flow[None]:
        type(self).insisted = 0
        return super().play(state)

    def take(self, option: Option[Any]) -> None:
        type(self).insisted += option.key == self.key
        if self.insisted > 1:
            raise RuntimeError("that was one too many")


class DoubtsAPlayer(Changed):
    """A choice can be insisted on."""

    def change(self, s: State, decision: Decision) -> Decision:
        if not _is_swap(decision):
            return decision
        return decision._replace(doubted=(Option("fold!", True, Text("_template.swap")),))


# -- secrets --------------------------------------------------------------------------------------------------------


def _neighbour(s: State, seat: Seat) -> Seat:
    return Seat((seat + 1) % len(s.points))


class PromptTells(Changed):
    """A question to all names the card of whoever is asked."""

    def change(self, s: State, decision: Decision) -> Decision:
        if not _is_swap(decision):
            return decision
        return decision._replace(prompt=text("_template.card", card=s.hands[decision.seat] or 0), secret=False)


class OptionsTell(Changed):
    """A swap is offered only where the neighbour's card is a high one."""

    def change(self, s: State, decision: Decision) -> Decision:
        high = (s.hands[_neighbour(s, decision.seat)] or 0) > 6
        return decision._replace(options=decision.options[: 1 + high]) if _is_swap(decision) else decision


class NewsTell(HighCard):
    """Everybody hears what was drawn."""

    def play(self, state: State) -> Flow[None]:
        flow = super().play(state)
        try:
            asked = next(flow)
            while True:
                state.news[:] = [News(news.text, picture=news.picture) for news in state.news]
                asked = flow.send((yield asked))
        except StopIteration:
            return


class MeterTells(HighCard):
    """A bar for all is as long as the first card is high."""

    def meter(self, state: State) -> Meter | None:
        return Meter(Text("_template.title"), state.hands[0] or 0, 12)


class ViewTells(HighCard):
    """Seats see their neighbour's card."""

    def view(self, state: State, seat: Seat) -> Any:
        return super().view(state, _neighbour(state, seat))


class HidesTheLaw(HighCard):
    """It claims that nothing is hidden."""

    def resample(self, position: Position[State], seat: Seat) -> Position[State]:
        return position


# -- kits -----------------------------------------------------------------------------------------------------------


class TwinPawns(HighCard):
    """Two pawns of one name."""

    @property
    def pawns(self) -> tuple[Any, ...]:
        return (self.box.pawns[0], *self.box.pawns[:-1])


class DeafToNames(HighCard):
    """Seats that were named are asked all the same."""

    def setup(self, seats: int, names: Sequence[str] = ()) -> State:
        return super().setup(seats)


class NeverEnds(HighCard):
    """However many rounds somebody takes."""

    def is_over(self, state: State) -> bool:
        return False


class ByTheSetsWhim(Changed):
    """It offers the options in the order of a set."""

    def change(self, s: State, decision: Decision) -> Decision:
        by_key = {option.key: option for option in decision.options}
        return decision._replace(options=tuple(by_key[key] for key in set(by_key)))


BY_THE_SETS_WHIM = kit_of(ByTheSetsWhim)


def without_section(number: str, folder: Path) -> Kit:
    """High Card with a section missing from the French rulebook, written to *folder*."""
    for name in ("rulebook.md", "rulebook.fr.md"):
        written = (KIT.folder / name).read_text(encoding="utf-8")
        if name == "rulebook.fr.md":
            head, _, rest = written.partition(f"## {number} ")
            written = head + "## " + rest.partition("\n## ")[2]
        (folder / name).write_text(written, encoding="utf-8")
    return replace(KIT, folder=folder)
