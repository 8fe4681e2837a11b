"""Tags: SPI transfers of a look with an MFRC522, as the simulated port counts them; sets of tags that are read right.

Exact on the simulated chip, whose timer runs by the time that transfers take (2 MHz, and 22 us beside the bytes:
assumed).  The sets are drawn with a fixed seed: 0 to 6 tags with ids of 4, 7 and 10 bytes, of which about half begin
alike, read twice each.
"""

from __future__ import annotations

import random
import statistics

from hardware.readers.iso14443 import CASCADE_TAG, tag_id
from hardware.readers.mfrc522 import Mfrc522
from hardware.twin.mfrc522 import SimulatedMfrc522, SimulatedMfrc522Port
from hardware.twin.tags import SimulatedTag
from tests.bench.row import Figure, Row

SETS = 1_000
NTAG = "04A1B2C3D4E580"


def reader() -> tuple[SimulatedMfrc522, SimulatedMfrc522Port, Mfrc522]:
    """Set up, and looked at once: the first look calls twice."""
    chip = SimulatedMfrc522()
    port = SimulatedMfrc522Port(lambda: 0.0, chip)
    made = Mfrc522(port, clock=lambda: 0.0)
    made.set_up()
    made.poll()
    return chip, port, made


def transfers() -> Figure:
    """Of an empty field, and with one NTAG that rests there."""
    chip, port, made = reader()
    costs = []
    for _ in range(2):
        made.poll()
        before = port.transfers
        made.poll()
        costs.append(port.transfers - before)
        chip.field.lay(SimulatedTag(NTAG))
    empty, one = costs
    return Figure(f"{empty} / {one}", empty <= 44 and one <= 146)


def drawn(chance: random.Random) -> set[bytes]:
    """The ids of one set."""
    uids: set[bytes] = set()
    stem = chance.randbytes(10)
    for _ in range(chance.randrange(7)):
        size = chance.choice((4, 7, 10))
        shared = chance.randrange(size) if chance.random() < 0.5 else 0
        uid = bytearray(stem[:shared] + chance.randbytes(size - shared))
        for at in (0, 3):  # where CT would mean that another level follows
            if uid[at] == CASCADE_TAG:
                uid[at] ^= 1
        uids.add(bytes(uid))
    return uids


def sets() -> Figure:
    """Two looks at each set: the tags come, and they rest."""
    chance = random.Random(1)
    right = 0
    costs: list[int] = []
    for _ in range(SETS):
        chip, port, made = reader()
        uids = drawn(chance)
        chip.field.lay(*map(SimulatedTag, sorted(uids)))
        before = port.transfers
        looks = [made.poll(), made.poll()]
        costs.append((port.transfers - before) // 2)
        right += all(look == ({tag_id(uid) for uid in uids}, 0) for look in looks)
    spread = f"median {statistics.median(costs):.0f}, at most {max(costs):,} transfers"
    return Figure(f"{right:,} of {SETS:,}; {spread}", right == SETS)


ROWS = (
    Row("SPI transfers of a look for tags: empty field / one NTAG resting", "≤ 44 / ≤ 146", transfers),
    Row("1,000 sets of 0 to 6 mixed tags read right, twice each", "1,000", sets),
)
