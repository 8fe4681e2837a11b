"""Words for a `Text`, from the gettext catalogues that stand beside the code which says it.

A key's first part names the catalogue: ``masters.…`` is found in ``companion/games/masters/words``, every other
``X.…`` in ``companion/X/words`` (``referee.…``, ``rules.…``, ``daemon.…``).
"""

from __future__ import annotations

from functools import lru_cache
from gettext import GNUTranslations
from pathlib import Path
from typing import Final

from companion.rules.text import Text

LANGUAGES: Final = ("en", "fr")
_ROOT: Final = Path(__file__).parent


class NoWords(LookupError):
    """A key without words in a language: a fault of the catalogue, which a test finds first."""


@lru_cache(maxsize=32)
def _catalogue(domain: str, language: str) -> GNUTranslations:
    for folder in (_ROOT / "games" / domain, _ROOT / domain):
        path = folder / "words" / f"{language}.mo"
        if path.exists():
            with path.open("rb") as file:
                return GNUTranslations(file)
    raise NoWords(f"no catalogue {language!r} for {domain!r}")


class Words:
    """The words of one language."""

    def __init__(self, language: str) -> None:
        """*language* is one of `LANGUAGES`."""
        if language not in LANGUAGES:
            raise NoWords(f"no language {language!r}; there are {', '.join(LANGUAGES)}")
        self.language = language

    def has(self, text: Text) -> bool:
        """Whether there are words for it."""
        return _catalogue(text.key.partition(".")[0], self.language).gettext(text.key) != text.key

    def say(self, text: Text) -> str:
        """The sentence.  Raises `NoWords` for a key that the catalogue lacks."""
        catalogue = _catalogue(text.key.partition(".")[0], self.language)
        args = dict(text.args)
        pattern = text.key
        n = args.get("n")
        if isinstance(n, int):
            pattern = catalogue.ngettext(text.key, text.key, n)
        if pattern == text.key:
            pattern = catalogue.gettext(text.key)
        if pattern == text.key:
            raise NoWords(f"{text.key!r} has no words in {self.language!r}")
        if not args:
            return pattern
        said = {name: self.say(arg) if isinstance(arg, Text) else arg for name, arg in args.items()}
        return pattern.format_map(said)
