"""Words: every catalogue is compiled, whole, and says the same things in both languages."""

import re
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po

from companion.catalogues import BadCatalogue, compiled, main, sources, stale
from companion.rules.text import text
from companion.words import LANGUAGES, Words

FOLDERS = sorted({po.parent for po in sources()})
HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
Patterns = dict[str, tuple[str, ...]]


def patterns(po: Path) -> Patterns:
    """Key -> what it says, singular and plural."""
    with po.open("rb") as file:
        messages = [message for message in read_po(file, locale=po.stem, abort_invalid=True) if message.id]
    return {
        m.id if isinstance(m.id, str) else m.id[0]: (m.string,) if isinstance(m.string, str) else tuple(m.string or ())
        for m in messages
    }


def placeholders(said: tuple[str, ...]) -> set[str]:
    return {name for words in said for _, name, _, _ in Formatter().parse(words) if name is not None}


def faults(folder: Path) -> list[str]:
    """What is wrong with the catalogues of one package."""
    said: dict[str, Patterns] = {}
    found = []
    for language in LANGUAGES:
        po = folder / f"{language}.po"
        said[language] = patterns(po)
        keys = re.findall(r'^msgid "(.+)"$', po.read_text(encoding="utf-8"), re.MULTILINE)
        found += [f"{language}: {key} twice" for key in sorted({key for key in keys if keys.count(key) > 1})]
        found += [f"{language}: {key} is empty" for key, words in said[language].items() if not all(words)]
        if re.search(r"^#,.*\bfuzzy\b", po.read_text(encoding="utf-8"), re.MULTILINE):
            found.append(f"{language}: has fuzzy entries")
        domain = folder.parent.name
        found += [f"{language}: {key} isn't {domain}'s" for key in said[language] if not key.startswith(f"{domain}.")]
    for language in LANGUAGES[1:]:
        found += [f"only one of en and {language} has {key}" for key in sorted(said["en"].keys() ^ said[language])]
        found += [
            f"{language}: {key} has other arguments than in en"
            for key in sorted(said["en"].keys() & said[language])
            if placeholders(said["en"][key]) - {"n"} != placeholders(said[language][key]) - {"n"}
        ]
    return found


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", ["0 squares", "1 square", "2 squares", "9 squares"]), ("fr", ["0 case", "1 case", "2 cases", "9 cases"])],
)
def test_one_is_one_and_more_are_more(language: str, said: list[str]) -> None:
    words = Words(language)
    for n, counted in zip((0, 1, 2, 9), said, strict=True):
        assert f"{counted}." in words.say(text("masters.retreat.where", n=n))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_both_languages_say_the_same_things(folder: Path) -> None:
    assert {po.stem for po in folder.glob("*.po")} == set(LANGUAGES)
    assert faults(folder) == []


def test_every_catalogue_is_compiled() -> None:
    assert list(stale()) == [], "run: python -m companion.catalogues"


def test_there_is_no_compiled_catalogue_without_its_source() -> None:
    assert {mo for folder in FOLDERS for mo in folder.glob("*.mo")} == {po.with_suffix(".mo") for po in sources()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A package with one key that is right in both languages."""
    words = tmp_path / "ravine" / "words"
    words.mkdir(parents=True)
    (words / "en.po").write_text(HEADER + '\nmsgid "ravine.go"\nmsgstr "{who} crosses."\n', encoding="utf-8")
    (words / "fr.po").write_text(HEADER + '\nmsgid "ravine.go"\nmsgstr "{who} passe."\n', encoding="utf-8")
    return words


def test_a_sound_package_has_no_faults(folder: Path) -> None:
    assert faults(folder) == []


@pytest.mark.parametrize(
    ("fr", "fault"),
    [
        ('msgid "ravine.go"\nmsgstr "On passe."', "fr: ravine.go has other arguments than in en"),
        ('msgid "ravine.go"\nmsgstr ""', "fr: ravine.go is empty"),
        ('#, fuzzy\nmsgid "ravine.go"\nmsgstr "{who} passe."', "fr: has fuzzy entries"),
        ('msgid "ravine.went"\nmsgstr "{who} passe."', "only one of en and fr has ravine.go"),
        ('msgid "castle.go"\nmsgstr "{who} passe."', "fr: castle.go isn't ravine's"),
        ('msgid "ravine.go"\nmsgstr "{who}."\n\nmsgid "ravine.go"\nmsgstr "{who} !"', "fr: ravine.go twice"),
    ],
)
def test_a_planted_fault_is_found(folder: Path, fr: str, fault: str) -> None:
    (folder / "fr.po").write_text(f"{HEADER}\n{fr}\n", encoding="utf-8")
    assert fault in faults(folder)


def test_a_catalogue_that_was_changed_is_stale_until_it_is_compiled(folder: Path) -> None:
    package = folder.parent
    assert list(stale(package)) == [folder / "en.po", folder / "fr.po"]
    for po in sources(package):
        po.with_suffix(".mo").write_bytes(compiled(po))
    assert list(stale(package)) == []
    with (folder / "fr.po").open("a", encoding="utf-8") as file:
        file.write('\nmsgid "ravine.more"\nmsgstr "Encore."\n')
    assert list(stale(package)) == [folder / "fr.po"]


def test_the_same_words_compile_to_the_same_bytes(folder: Path) -> None:
    once = compiled(folder / "fr.po")
    dated = HEADER + '"POT-Creation-Date: 2001-01-01 00:00+0000\\n"\n"Last-Translator: nobody\\n"\n'
    (folder / "fr.po").write_text(dated + '\nmsgid "ravine.go"\nmsgstr "{who} passe."\n', encoding="utf-8")
    assert compiled(folder / "fr.po") == once


def test_a_file_that_is_no_catalogue_is_named(folder: Path) -> None:
    (folder / "fr.po").write_text('msgid "ravine.go"\nnonsense\n', encoding="utf-8")
    with pytest.raises(BadCatalogue, match=r"fr\.po"):
        compiled(folder / "fr.po")


def test_the_tool_says_nothing_where_all_is_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check"]) == 0
    assert capsys.readouterr().out == ""
