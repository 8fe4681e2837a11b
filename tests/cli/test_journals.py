"""`referee replay` and `referee verify`: a journal agrees, or it is said where it doesn't."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.cli import main
from companion.referee.fate import Fate
from companion.rules.kernel import CHANCE
from companion.rules.log import Origin, Row, RowKind
from companion.verify import Retraced, verify
from tests.cli.recorded import HEADER, begin, go_on, saved, whole_game


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "friday.journal"


def edit(path: Path, statement: str, *values: object) -> None:
    """Somebody opens the file and changes it by hand."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        assert db.execute(statement, values).rowcount == 1


def said(capsys: pytest.CaptureFixture[str]) -> str:
    out: str = capsys.readouterr().out
    return out


def test_a_whole_game_agrees(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = whole_game(path).read_bytes()
    assert main(["replay", str(path)]) == 0
    *log, end = said(capsys).splitlines()
    assert [line.split("\t")[0] for line in log] == [str(n + 1) for n in range(len(log))]
    assert all(len(line.split("\t")) == 4 for line in log)
    assert end.startswith(f"{len(log)} answers agree with today's rules; the game is over, ")
    assert main(["verify", str(path)]) == 0
    told = said(capsys)
    assert f"hash of the seed: {Fate(HEADER.seed).commitment}" in told
    assert "seed: a fair seed" in told
    assert told.splitlines()[-1].startswith("all agree; the game is over")
    assert path.read_bytes() == before
    assert [name.name for name in path.parent.iterdir()] == [path.name]


def test_as_json(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole_game(path)
    assert main(["replay", "--json", str(path)]) == 0
    replayed = json.loads(said(capsys))
    assert replayed["agrees"] is True
    assert replayed["winners"]
    assert replayed["log"][0].keys() == {"n", "seat", "rule", "key"}
    assert main(["verify", "--json", str(path)]) == 0
    verified = json.loads(said(capsys))
    assert verified["chance"]["fate"] == len([row for row in replayed["log"] if row["seat"] == CHANCE])
    assert verified["choices"] == len([row for row in replayed["log"] if row["seat"] != CHANCE])
    assert verified["seed"] == "a fair seed"


def test_the_seed_of_a_game_that_goes_on_is_not_told(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ledger = begin()
    go_on(ledger, 12)
    saved(path, ledger)
    for command in (["verify", str(path)], ["verify", "--json", str(path)], ["replay", "--json", str(path)]):
        assert main(command) == 0
        told = said(capsys)
        assert "a fair seed" not in told
    assert main(["replay", str(path)]) == 0
    assert said(capsys).endswith("the game goes on\n")


def test_a_better_throw_than_fate_s_is_found(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole_game(path)
    ledger = begin()
    go_on(ledger)
    throw = next(row for row in ledger.rows if row.source.startswith("dice/"))
    better = "6-5" if throw.key != "6-5" else "5-6"
    edit(path, "update row set key = ? where n = ?", better, throw.n)
    assert main(["verify", str(path)]) == 1
    told = said(capsys)
    assert f"disagrees: row {throw.n} has chance answer {better} by section {throw.rule}; fate says {throw.key}" in told
    assert "all agree" not in told


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_an_answer_that_was_never_offered_is_found(
    command: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole_game(path)
    ledger = begin()
    go_on(ledger)
    choice = [row for row in ledger.rows if row.seat != CHANCE][-1]
    edit(path, "update row set key = 'fly' where n = ?", choice.n)
    assert main([command, str(path)]) == 1
    told = said(capsys)
    assert f"row {choice.n} has seat {choice.seat + 1} answer fly" in told
    assert "the rules offer" in told
    assert main([command, "--json", str(path)]) == 1
    report = json.loads(said(capsys))
    assert report["agrees"] is False
    assert (report.get("parting") or report["partings"][-1])["row"] == choice.n


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("digest = x'00000000'", "the rules offer"),
        ("rule = '9.9'", "by section"),
        ("seat = 1 - seat", "the rules ask"),
        ("source = 'dice/99'", "the rules ask for"),
    ],
)
def test_every_part_of_an_answer_is_held_against_the_rules(
    path: Path, capsys: pytest.CaptureFixture[str], change: str, why: str
) -> None:
    whole_game(path)
    edit(path, f"update row set {change} where n = 7")
    assert main(["replay", str(path)]) == 1
    assert why in said(capsys)


def test_what_was_taken_back_is_verified_too(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ledger = begin()
    go_on(ledger, 14)
    choice = next(row for row in reversed(ledger.log) if row.seat != CHANCE)
    ledger.take_back(choice)
    go_on(ledger)
    saved(path, ledger)
    assert main(["replay", str(path)]) == 0
    assert len(said(capsys).splitlines()) == len(ledger.log) + 1
    assert main(["verify", "--json", str(path)]) == 0
    verified = json.loads(said(capsys))
    answers = [row for row in ledger.rows if row.kind is RowKind.ANSWER]
    assert verified["chance"]["fate"] + verified["choices"] == len(answers) > len(ledger.log)

    taken = next(row for row in reversed(ledger.rows[: choice.n]) if row.seat == CHANCE)
    edit(path, "update row set key = ? where n = ?", "6-6" if taken.key != "6-6" else "1-1", taken.n)
    assert main(["verify", str(path)]) == 1


def physical() -> list[Row]:
    """The dice are real: the first throw was typed, then corrected."""
    ledger = begin()
    while (decision := ledger.position.decision) and not decision.source.startswith("dice/"):
        go_on(ledger, 1)
    ledger.answer("1-2", Origin.TYPED)
    ledger.correct(ledger.log[-1])
    ledger.answer("2-1", Origin.TYPED)
    go_on(ledger)
    return ledger.rows


def test_typed_dice_are_counted_and_a_correction_is_lawful(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved(path, begin(rows=tuple(physical())))
    assert main(["verify", str(path)]) == 0
    assert "computed anew; 2 typed" in said(capsys)


def test_a_throw_that_was_typed_twice_without_a_correction_is_found() -> None:
    rows = physical()
    at = next(n for n, row in enumerate(rows) if row.kind is RowKind.CORRECTION)
    fact = rows[at - 1]
    rows[at] = Row(at + 1, RowKind.TAKE_BACK, 0, "", "", back_to=at - 1)
    game = begin().game
    report = verify(game, HEADER, rows)
    assert [(p.row.n, p.why) for p in report.partings] == [(at + 2, f"{fact.source} had said 1-2 (row {fact.n})")]


def test_scripted_dice_belong_on_the_bench(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ledger = begin()
    while (decision := ledger.position.decision) and not decision.source.startswith("dice/"):
        go_on(ledger, 1)
    ledger.answer("6-6", Origin.SCRIPTED)
    saved(path, ledger)
    assert main(["verify", str(path)]) == 1
    assert "not begun on the bench" in said(capsys)
    saved(path.with_name("bench.journal"), ledger, bench=True)
    assert main(["verify", str(path.with_name("bench.journal"))]) == 0
    assert "1 scripted" in said(capsys)


def test_where_old_rules_part_and_the_table_went_on_from_there_all_is_well() -> None:
    ledger = begin()
    go_on(ledger, 9)
    at = ledger.rows[-1]
    rows = [*ledger.rows[:-1], Row(at.n, at.kind, at.seat, at.rule, "a rule that is gone", "00000000")]
    rows += [Row(at.n + 1, RowKind.ANSWER, 0, "1", "and what came of it", "00000000")]
    parted = Retraced(ledger.game, HEADER, rows)
    assert len(list(parted)) == 8
    assert parted.parting is not None
    assert parted.parting.row.n == 9

    rows += [Row(at.n + 2, RowKind.TAKE_BACK, 0, "", "", back_to=8), Row(at.n + 3, *_after(at))]
    mended = Retraced(ledger.game, HEADER, rows)
    assert len(list(mended)) == 9
    assert mended.parting is None


def _after(row: Row) -> tuple[RowKind, int, str, str, str, Origin | None, str]:
    return row.kind, row.seat, row.rule, row.key, row.digest, row.origin, row.source


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_what_cannot_be_read_is_said_and_left_alone(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    letter = tmp_path / "letter"
    letter.write_text("Dear Skeletor")
    whole = whole_game(tmp_path / "whole")
    cut = tmp_path / "cut"
    cut.write_bytes(whole.read_bytes()[:-3000])
    newer = whole_game(tmp_path / "newer")
    edit(newer, "update header set json = json_set(json, '$.rules', 99)")
    odd = whole_game(tmp_path / "odd")
    edit(odd, "update header set json = json_remove(json, '$.bots')")
    unknown = whole_game(tmp_path / "unknown")
    edit(unknown, "update header set json = json_set(json, '$.game', 'chess')")
    board = whole_game(tmp_path / "board")
    edit(board, "update header set json = json_set(json, '$.edition_toml', 'edition = 7')")
    for path, why in {
        letter: "not a journal",
        cut: "damaged",
        newer: "install a newer referee",
        odd: "damaged",
        unknown: "no game 'chess'",
        board: "expected a text in quotes",
        tmp_path / "nowhere": "no such file",
        tmp_path: "is a directory",
    }.items():
        before = path.read_bytes() if path.is_file() else b""
        assert main([command, str(path)]) == 2, path
        told = capsys.readouterr()
        assert why in told.err
        assert told.out == ""
        assert not path.is_file() or path.read_bytes() == before
    assert main([command, "--json", str(letter)]) == 2
    assert "not a journal" in json.loads(said(capsys))["error"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seats", "three"),
        ("seats", 99),
        ("names", ["sun", "sun", "moon"]),
        ("names", ["nobody", "sun", "moon"]),
        ("names", [[]]),
        ("bots", ["sun"]),
        ("bots", [7]),
        ("switches", None),
        ("options", {"dice": 6}),
        ("rules", None),
        ("seed", 7),
        ("seed", "\ud800"),
    ],
)
@pytest.mark.parametrize("command", ["replay", "verify", "play"])
def test_a_header_that_can_t_be_is_one_clear_message(
    path: Path, command: str, field: str, value: object, capsys: pytest.CaptureFixture[str]
) -> None:
    whole_game(path)
    with closing(sqlite3.connect(path)) as db:
        (header,) = db.execute("select json from header").fetchone()
    edit(path, "update header set json = ?", json.dumps({**json.loads(header), field: value}))
    before = path.read_bytes()
    how = ["play", "--twin", "--headless", "--journal"] if command == "play" else [command]
    assert main([*how, str(path)]) == 2
    said = capsys.readouterr()
    assert len((said.out + said.err).splitlines()) == 1
    assert path.read_bytes() == before


def test_a_header_without_an_end_is_damage(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole_game(path)
    edit(path, "update header set json = ?", '{"a":' * 100_000)
    assert main(["verify", str(path)]) == 2
    assert "damaged" in capsys.readouterr().err
