"""Print what a few games of some kits come to, a line a kit: run as a process of its own, under a given hash seed.

``python -m tests.laws.digest MODULE:KIT ...``
"""

from __future__ import annotations

import sys
from hashlib import blake2b
from importlib import import_module

from .plays import play_of

GAMES_PLAYED = 3


def main(names: list[str]) -> None:
    for name in names:
        module, _, attribute = name.partition(":")
        kit = getattr(import_module(module), attribute)
        digest = blake2b(digest_size=16)
        for n in range(GAMES_PLAYED):
            play = play_of(kit, n)
            for position in play.positions:
                digest.update(repr((position.decision, position.news, position.table)).encode())
        print(name, digest.hexdigest())


if __name__ == "__main__":
    main(sys.argv[1:])
