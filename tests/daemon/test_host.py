"""Games are begun, put away, found again; what can't be opened is said, and never overwritten."""

from __future__ import annotations

import errno
import logging
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.daemon.host import ShelfHost
from companion.daemon.notice import Go, Notice
from companion.daemon.sitting import Seated
from companion.journal import InUse, Journal, JournalDamaged, JournalFull
from companion.journal.lock import Lock
from companion.open_game import NewerRules, new_header
from companion.referee.api import Begin, Record, Resume, Setting, Show
from companion.referee.lobby import Lobby
from companion.referee.session import Session
from companion.referee.settings import Settings
from companion.rules.log import RowKind, standing
from companion.screen.model import Lines
from tests.daemon.players import OK, play_on

GAME = new_header("_template", 3)


def host(folder: Path, language: str = "en") -> ShelfHost:
    return ShelfHost(folder, Settings(language=language), games=["_template"])


def played(seated: Seated, inputs: int = 30, seed: int = 1) -> Session:
    """So many inputs, with every row written down."""
    session, scribe = seated.sitting, seated.scribe
    assert isinstance(session, Session)
    assert scribe is not None

    def tell(outputs: list[object]) -> None:
        for output in outputs:
            if isinstance(output, Record):
                scribe.write(output.rows, 0.0)

    tell(session.begin(0.0))
    play_on(session, inputs, Random(seed), tell)
    return session


def says(seated: Seated) -> str:
    """What a notice shows."""
    assert isinstance(seated.sitting, Notice)
    (show,) = seated.sitting.begin(0.0)
    (lines,) = show.screen.body
    assert isinstance(lines, Lines)
    return " ".join(lines.rows)


def after_ok(seated: Seated) -> Seated:
    (go,) = seated.sitting.receive(OK, 0.0)
    assert isinstance(go, Go)
    return go.next()


def close(seated: Seated) -> None:
    if seated.scribe is not None:
        seated.scribe.close()


def test_after_a_restart_the_game_that_was_running_goes_on(tmp_path: Path) -> None:
    seated = host(tmp_path).begin(GAME)
    session = played(seated)
    close(seated)
    again = host(tmp_path).first()
    resumed = again.sitting
    assert isinstance(resumed, Session)
    assert resumed.position.decision == session.position.decision
    assert resumed.header == session.header
    close(again)


def test_a_game_that_was_left_waits_in_the_lobby(tmp_path: Path) -> None:
    first = host(tmp_path)
    seated = first.begin(GAME)
    played(seated)
    assert isinstance(first.lobby().sitting, Lobby)
    close(seated)
    second = host(tmp_path)
    assert isinstance(second.first().sitting, Lobby)
    back = second.follow(Resume("_template-1.journal"))
    assert isinstance(back.sitting, Session)
    close(back)
    third = host(tmp_path).first()
    assert isinstance(third.sitting, Session)
    close(third)


def test_play_again_keeps_seats_and_switches_and_takes_another_seed(tmp_path: Path) -> None:
    table = host(tmp_path)
    seated = table.begin(new_header("_template", 3, sets={"dice": "physical"}))
    again = table.again()
    before, now = seated.sitting, again.sitting
    assert isinstance(before, Session)
    assert isinstance(now, Session)
    assert before.header.seed != now.header.seed
    assert replace(before.header, seed="") == replace(now.header, seed="")
    close(seated)
    close(again)


def test_a_seed_is_nowhere_but_in_the_journal(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        seated = host(tmp_path).begin(replace(GAME, seed="a-secret-seed"))
        close(seated)
        close(host(tmp_path).first())
    assert "a-secret-seed" not in caplog.text
    assert oct((tmp_path / "games" / "_template-1.journal").stat().st_mode & 0o777) == "0o600"
    assert b"a-secret-seed" not in (tmp_path / "box.json").read_bytes()


def test_a_damaged_game_is_set_aside_and_said_and_the_box_goes_on(tmp_path: Path) -> None:
    seated = host(tmp_path).begin(GAME)
    played(seated)
    close(seated)
    path = tmp_path / "games" / "_template-1.journal"
    cut = path.read_bytes()[:1500]
    path.write_bytes(cut)
    with pytest.raises(JournalDamaged):
        host(tmp_path).open(path)
    assert path.read_bytes() == cut
    table = host(tmp_path).first()
    assert "set aside as _template-1.journal .aside-1" in says(table)
    assert isinstance(after_ok(table).sitting, Lobby)
    assert path.with_name("_template-1.journal.aside-1").read_bytes() == cut
    assert not path.exists()


def test_a_game_that_another_referee_plays_is_left_alone(tmp_path: Path) -> None:
    seated = host(tmp_path).begin(GAME)
    other = host(tmp_path)
    with pytest.raises(InUse):
        other.open(tmp_path / "games" / "_template-1.journal")
    table = other.first()
    assert "Another referee" in says(table)
    assert isinstance(after_ok(table).sitting, Lobby)
    close(seated)


def test_a_game_from_newer_rules_is_refused(tmp_path: Path) -> None:
    table = host(tmp_path)
    path = tmp_path / "newer.journal"
    seated = table.begin(GAME)
    session = seated.sitting
    assert isinstance(session, Session)
    close(seated)
    Journal.create(path, replace(session.header, rules=99).to_dict()).close()
    with pytest.raises(NewerRules, match="99"):
        table.open(path)
    Journal.open(path).close()  # it isn't left locked


def test_where_the_rules_have_parted_the_table_may_go_on_from_there(tmp_path: Path) -> None:
    table = host(tmp_path)
    path = tmp_path / "old.journal"
    seated = table.begin(GAME, path)
    played(seated)
    close(seated)
    journal = Journal.open(path)
    rows = journal.rows()
    at = next(row for row in rows if row.key in ("keep", "swap"))
    journal.close()
    old = tmp_path / "older.journal"
    journal = Journal.create(old, journal.header)
    journal.append([row._replace(key="gamble") if row == at else row for row in rows])
    journal.close()

    parted = table.open(old)
    assert f"answer {standing(rows).index(at) + 1}" in says(parted)
    going_on = after_ok(parted)
    session = going_on.sitting
    assert isinstance(session, Session)
    assert [row.key for row in session.ledger.log] == [row.key for row in standing(rows) if row.n < at.n]
    assert session.ledger.rows[-1].kind is RowKind.TAKE_BACK
    assert session.begin(0.0)
    close(going_on)
    assert isinstance(table.open(old).sitting, Session)  # and the next time it is whole


def test_a_disk_that_is_full_is_said_where_a_game_is_begun_from_the_lobby(tmp_path: Path) -> None:
    def full() -> None:
        raise OSError(errno.ENOSPC, "full")

    table = ShelfHost(tmp_path, Settings(), games=["_template"], before_commit=full)
    with pytest.raises(JournalFull):
        table.begin(GAME)
    assert "Make room" in says(table.follow(Begin("_template", 3, (), (), ())))


def test_what_the_table_set_is_remembered(tmp_path: Path) -> None:
    table = host(tmp_path)
    table.keep(Setting("language", "fr"))
    table.keep(Setting("sound", "quiet"))
    assert host(tmp_path).settings == Settings(language="fr", quiet=True)
    (tmp_path / "box.json").write_text("not json")
    assert host(tmp_path).settings == Settings()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_notice_fits_its_screen(tmp_path: Path, language: str) -> None:
    from companion.daemon import said
    from companion.rules.text import text
    from companion.screen.layout import wrap
    from companion.screen.raster import draw
    from companion.words import Words

    words = Words(language)
    texts = [text(f"daemon.{key}") for key in ("fault", "in_use", "newer", "not_saved")]
    texts += [said.named(key, "masters-1024.journal.aside-12") for key in ("set_aside", "unreadable")]
    texts.append(text("daemon.parted", t=1500))
    for body in texts:
        assert len(wrap(words.say(body), 21)) <= 4, body
        for keys in ("ok", "ok_back"):
            assert draw(said.notice(words, body, keys))


def test_a_screen_of_a_notice_is_a_show(tmp_path: Path) -> None:
    seated = host(tmp_path).fault(host(tmp_path).lobby, 10.0)
    assert isinstance(seated.sitting.begin(5.0)[0], Show)
    assert seated.sitting.deadline == 15.0


def test_a_game_of_older_rules_goes_on_only_if_every_decision_is_the_same(tmp_path: Path) -> None:
    """The answer is still offered, but among other options than then."""
    table = host(tmp_path)
    seated = table.begin(GAME, tmp_path / "game.journal")
    session = played(seated)
    close(seated)
    rows = session.ledger.rows
    for offered, expected in ((rows, Session), ([row._replace(digest="0" * 8) for row in rows], Notice)):
        path = tmp_path / f"{expected.__name__}.journal"
        journal = Journal.create(path, replace(session.header, rules=0).to_dict())
        journal.append(offered)
        journal.close()
        again = table.open(path)
        assert isinstance(again.sitting, expected)
        close(again)


def test_the_lobby_begins_what_was_set_up(tmp_path: Path) -> None:
    table = host(tmp_path)
    seated = table.follow(Begin("_template", 3, (), (1, 2), (("dice", "physical"),)))
    session = seated.sitting
    assert isinstance(session, Session)
    assert (session.header.bots, session.header.options["dice"]) == ((1, 2), "physical")
    close(seated)


def test_two_referees_begin_at_the_same_moment(tmp_path: Path) -> None:
    mine = host(tmp_path)
    mine.check_shelf()
    others = Lock.take(mine.shelf.folder / "_template-1.journal")  # the name is chosen, the file not yet there
    try:
        seated = mine.begin(GAME)
    finally:
        others.release()
    assert seated.scribe is not None
    seated.scribe.close()
    assert [path.name for path in (tmp_path / "games").iterdir()] == ["_template-2.journal"]


def test_a_shelf_that_takes_nothing_is_left_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(fd: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(JournalFull):
        host(tmp_path).check_shelf()
    assert not list((tmp_path / "games").iterdir())
