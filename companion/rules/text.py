"""What is said, before it is words: a message key and its arguments.

Rules and session never hold a sentence.  They hold a `Text`; the words stand in the gettext catalogue of the
package that the key's first part names (``masters.ravine.crossed`` -> ``companion/games/masters/words/``).
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias, Union

Arg: TypeAlias = Union[int, str, "Text"]


class Text(NamedTuple):
    """A message key with its arguments, in a fixed order so that equal texts compare equal.

    An argument named ``n`` chooses the plural form where the catalogue has one.  A `str` argument is a proper
    name or a label that is printed on the board: it is not translated.
    """

    key: str
    args: tuple[tuple[str, Arg], ...] = ()


def text(key: str, **args: Arg) -> Text:
    """Build a `Text`.

    >>> text("masters.move.where", n=5)
    Text(key='masters.move.where', args=(('n', 5),))
    """
    return Text(key, tuple(args.items()))
