"""Every block of the model, at its usual and at its longest."""

from __future__ import annotations

import math

from companion.screen.layout import shorten, wrap
from companion.screen.model import (
    BESIDE_COLUMNS,
    COLUMNS,
    Across,
    DiceBeside,
    Lines,
    MapBlock,
    MapSpot,
    Menu,
    MeterBlock,
    Screen,
    TallyBlock,
    Title,
)

EN = Title("◆", "MUSCLOR", "outer", "T12")
FR = Title("▲", "STRATOS", "château", "T112")


def beside(text: str) -> tuple[str, ...]:
    return tuple(wrap(text, BESIDE_COLUMNS))


def lines(text: str) -> Lines:
    return Lines(tuple(wrap(text, COLUMNS)))


def blocks_in_english() -> dict[str, Screen]:
    return {
        "two dice": Screen(
            EN, (DiceBeside((3, 5), beside("Use which?")), Across(("3", "5"), 0)), "OK go       BACK why"
        ),
        "the ravine": Screen(
            Title("◆", "MUSCLOR", "ravine", "T15"),
            (DiceBeside((5, 4), beside("9: you cross!")), lines("Go to B1.")),
            "OK",
        ),
        "eight sides": Screen(
            EN, (DiceBeside((3, 8), beside("Use which?"), sides=8), Across(("3", "8"), 0)), "OK go       BACK why"
        ),
        "typing ten sides": Screen(
            EN, (DiceBeside((10, 0), beside("What do they show?"), 1, 10),), "▴▾ change  OK done"
        ),
        "one of twenty": Screen(EN, (DiceBeside((17,), beside("One die."), None, 20),), "OK"),
        "many dice": Screen(EN, (DiceBeside((1, 12, 0, 8, 10), beside("What do they show?"), 3, 12),), "OK"),
        "three of six": Screen(EN, (DiceBeside((1, 6, 4), beside("What do they show?"), 0),), "OK"),
        "one die": Screen(EN, (DiceBeside((1,), beside("Twice the same.")), lines("Roll again.")), "ROLL"),
        "typing the first": Screen(EN, (DiceBeside((0, 0), beside("What do they show?"), 0),), "▴▾ change  OK next"),
        "typing the second": Screen(EN, (DiceBeside((6, 2), beside("What do they show?"), 1),), "▴▾ change  OK done"),
        "a list": Screen(
            EN,
            (lines("Move 5. Where to?"), Menu(("A7  token", "A9", "C2  token"), 0, below=True)),
            "OK go  OK… map  ?why",
        ),
        "full rows": Screen(
            EN,
            (
                Menu(
                    ("magic costume token", "Combat tiger’s lairs", "Castle of Shadows ab", "oubliette, laser be…"),
                    2,
                    True,
                    True,
                ),
            ),
            "OK go  OK… map  ?why",
        ),
        "across": Screen(EN, (lines("The corridor is free."), Across(("left", "middle", "right"), 1)), "OK go"),
        "a refusal": Screen(
            Title("●", "STRATOS", "wait"),
            (lines("Not allowed §3.4"), lines("B4 is occupied: you would stand on B5.")),
            "OK understood",
        ),
        "a battle": Screen(
            Title("◆", "MUSCLOR", "SKELETOR"),
            (TallyBlock("you", 2, "4+3+2 = 9", "Skeletor", 1, "6+2 = 8", 3, "✊", "☠"), lines("✊ for Musclor")),
            "ROLL again",
        ),
        "a long battle": Screen(
            Title("■", "MAN-AT-ARMS", "SKELETOR", "T99"),
            (
                TallyBlock(
                    shorten("Man-at-Arms", BESIDE_COLUMNS), 4, "12+12 = 24", "Skeletor", 11, "6+6 = 12", 12, "●", "●"
                ),
                lines("Skeletor strikes."),
            ),
            "ROLL again",
        ),
        "a timer": Screen(
            Title("", "EARTH", "stone timer"),
            (MeterBlock("The stone", 6, 10), lines("The Shadowlord has it. Deck mixed.")),
            "OK",
        ),
        "a long timer": Screen(EN, (MeterBlock("Rounds", 41, 100), MeterBlock("Nothing yet", 0, 20)), "OK"),
        "not saved": Screen(EN, (lines("The disk is full. Play goes on, unsaved."),), "OK understood", unsaved=True),
        "a long title": Screen(
            Title("◆", "BARTHOLOMEW", "throne room", "T1024"), (lines("2.5, 3/4; 10:45!"),), "", True
        ),
        "dark": Screen(None, ()),
    }


def blocks_in_french() -> dict[str, Screen]:
    return {
        "deux dés": Screen(
            FR, (DiceBeside((6, 6), beside("Lequel choisir ?")), Across(("6", "6"), 1)), "OK choisir    BACK ?"
        ),
        "à saisir": Screen(FR, (DiceBeside((0, 4), beside("Que montrent les dés ?"), 0),), "▴▾ changer OK suivant"),
        "une liste": Screen(
            FR,
            (
                lines("Avancez de 5. Où ?"),
                Menu(("A7  jeton « arme »", "costume magique", "première salle"), 1, True, True),
            ),
            "OK aller  OK… carte",
        ),
        "pleine": Screen(
            FR,
            (
                Menu(
                    ("tigre de combat, à 2", "salle du trône, août", "Château des Ombres", "rayon laser, œil"),
                    3,
                    True,
                    True,
                ),
            ),
            "OK aller  OK… carte",
        ),
        "un refus": Screen(
            Title("●", "STRATOS", "attente"),
            (lines("Non autorisé §3.4"), lines("B4 est occupée : vous seriez sur B5.")),
            "OK compris",
        ),
        "un combat": Screen(
            Title("◆", "MUSCLOR", "SKELETOR"),
            (TallyBlock("vous", 0, "2+1 = 3", "Skeletor", 3, "6+5 = 11", 3, "✊", "☠"), lines("☠ Skeletor l’emporte.")),
            "ROLL relancer",
        ),
        "un sablier": Screen(FR, (MeterBlock("Le sablier", 9, 10), lines("Le paquet est remélangé.")), "OK"),
        "accents": Screen(
            Title("■", "ÉVÊQUE", "forêt", "T7"),
            (
                Lines(
                    ("ÀÂÇÉÈÊËÎÏÔÖÙÛÜŸ ŒÆ Ñ", "àâçéèêëîïôöùûüÿ œæ ñ", "« Où ? » – l’été… §½°", "Çà et là, l’œuf naît.")
                ),
            ),
            "ÉTÉ  ŒUF  FORÊT  DÛ",
        ),
        "marques": Screen(
            Title("★", "LES MARQUES", "", "1"),
            (Lines(("◆●▲■▼★  ◇○□  ▴▾◂▸", "✓✗⚠ ☠✊  ←↑→↓↕ ♪•·", "›‹ “cité” ‘là’ ×−±€", "0123456789 O0Il1 S5B8")),),
            "!?.,:;+-=*/%&@#()[]",
        ),
        "pas sauvée": Screen(FR, (lines("Le disque est plein. La partie continue."),), "OK compris", unsaved=True),
        "titre long": Screen(Title("▼", "BARTHÉLÉMY", "première salle", "T1024"), (lines("Où ?"),), "OK"),
    }


def ring() -> tuple[list[tuple[float, float]], list[tuple[int, int]]]:
    """Sixty-eight squares: a ring, and a lane across it."""
    spots = [(200 + 190 * math.cos(a / 24 * math.pi), 130 + 120 * math.sin(a / 24 * math.pi)) for a in range(48)]
    links = [(a, (a + 1) % 48) for a in range(48)]
    for step in range(20):
        spots.append((60 + 14 * step, 130 + 40 * math.sin(step / 3)))
        links.append((24 if step == 0 else 47 + step, 48 + step))
    return spots, links


def grid() -> tuple[list[tuple[float, float]], list[tuple[int, int]]]:
    """Seventy squares in seven rows."""
    spots = [(40.0 * x, 40.0 * y) for y in range(7) for x in range(10)]
    across = [(10 * y + x, 10 * y + x + 1) for y in range(7) for x in range(9)]
    return spots, across + [(10 * y + x, 10 * y + x + 10) for y in range(6) for x in range(10)]


def wilderness() -> tuple[list[tuple[float, float]], list[tuple[int, int]]]:
    """A hundred places, no two ways alike."""
    spots = [
        (50.0 * x + 17 * math.sin(3.1 * y + x), 45.0 * y + 13 * math.cos(2.3 * x + y))
        for y in range(8)
        for x in range(13)
    ][:100]
    links = [(n, n + 1) for n in range(99) if n % 13 != 12]
    return spots, links + [(n, n + 13) for n in range(87) if n % 3]


def star() -> tuple[list[tuple[float, float]], list[tuple[int, int]]]:
    """Twenty-five places around a middle."""
    spots = [(0.0, 0.0)]
    links = []
    for ray in range(8):
        angle = ray * math.pi / 4
        for ring in (1, 2, 3):
            spots.append((100 * ring * math.cos(angle), 100 * ring * math.sin(angle)))
            here = 3 * ray + ring
            links += [(0 if ring == 1 else here - 1, here), (here, 1 + (here + 2) % 24)]
    return spots, links


def arena() -> tuple[list[tuple[float, float]], list[tuple[int, int]]]:
    """Five by four squares, all touching."""
    return [(60.0 * x, 40.0 * y) for y in range(4) for x in range(5)], []


def board(
    shape: tuple[list[tuple[float, float]], list[tuple[int, int]]],
    candidates: set[int],
    caret: set[int],
    pawns: dict[int, str],
    caption: str,
    lit: bool = True,
) -> MapBlock:
    spots, links = shape
    return MapBlock(
        tuple(MapSpot(x, y, n in candidates, n in caret, pawns.get(n, "")) for n, (x, y) in enumerate(spots)),
        tuple(links),
        caption,
        lit,
    )


def maps() -> dict[str, Screen]:
    pawns = {7: "◆", 12: "●", 20: "▲", 55: "■"}
    crowd = {23: "◆", 12: "●", 42: "▲", 60: "■◆●▲"}
    blocks = {
        "a ring": board(ring(), {3, 7, 20, 50}, {7}, pawns, "A7"),
        "between the blinks": board(ring(), {3, 7, 20, 50}, {7}, pawns, "A7", lit=False),
        "on the lane": board(ring(), {3, 7, 20, 50}, {50}, pawns, "B12  token"),
        "nothing to choose": board(ring(), set(), set(), pawns, ""),
        "a grid": board(grid(), {13, 24, 33, 42, 55}, {33}, crowd, "D4"),
        "a long caption": board(grid(), {13, 24, 33, 42, 55}, {42}, crowd, "première salle du château"),
        "a group": board(grid(), {13, 14, 24, 67, 68, 69}, {67, 68, 69}, crowd, "south east…"),
        "two against two": board(arena(), {11, 12, 13}, {12}, {12: "◆◆●●", 11: "◆◆●", 3: "●●", 18: "◆◆●●"}, "B3"),
        "a crowd": board(star(), {1, 4, 9}, {4}, {4: "◆◆◆◆◆●▸", 9: "▲▲▲☠", 1: "■▸", 0: "☠", 17: "▲▲▲▲▸▸"}, "Leo"),
        "a wilderness": board(wilderness(), set(range(31, 91, 2)), {53}, {31: "◆", 0: "●▲■▼★", 53: "☠", 77: "▼"}, "E2"),
        "done": board(wilderness(), set(range(31, 61, 2)), set(), {31: "◆", 0: "●▲■▼★", 77: "▼"}, "> Done"),
        "a corner": board(grid(), {0, 9, 60, 69}, {0}, {0: "◆●▲■", 9: "◆●▲■", 69: "▼★☠", 60: "●●"}, "A1"),
        "a star": board(star(), {1, 4, 8}, {4}, {0: "◆", 12: "●", 8: "▲", 22: "■"}, "Ruins"),
        "a lane": board(([(30.0 * n, 5) for n in range(20)], [(n, n + 1) for n in range(19)]), {3, 4}, {4}, {}, "5"),
    }
    return {name: Screen(EN, (block,), "OK go   OK… list") for name, block in blocks.items()}
