"""Where a move may end, found the slow way: every way is tried, step by step.  It shares nothing with the game."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

Links = Mapping[str, Sequence[str]]


def ends(
    links: Links, here: str, throw: int, squares: Collection[str] = (), castle: str = "", ready: bool = False
) -> set[str]:
    """§3.1-3.4, 4.7 The spaces on which a move of *throw* from *here* may end; none: there is no way to go.

    *ready*: the castle may be entered, by a way as long as the throw.  Otherwise it is as if it weren't there.
    """
    whole = set[str]()
    shorter: dict[int, set[str]] = {}

    def go(way: tuple[str, ...]) -> None:
        at, steps = way[-1], len(way) - 1
        if steps == throw or (steps and at in squares):
            whole.add(at)
            return
        if at == castle:
            return
        shorter.setdefault(steps, set()).add(at)
        for beside in links[at]:
            if beside not in way and (ready or beside != castle):
                go((*way, beside))

    go((here,))
    longest = max(shorter)
    return whole or (shorter[longest] if longest else set())


def distance(links: Links, here: str, there: str) -> int:
    """Steps by the shortest way; -1 where none leads."""
    reached, seen, steps = {here}, {here}, 0
    while reached:
        if there in reached:
            return steps
        reached = {beside for at in reached for beside in links[at]} - seen
        seen |= reached
        steps += 1
    return -1
