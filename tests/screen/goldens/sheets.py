"""All golden sheets by name.  A new one is a function that returns named screens, and a line in `SHEETS`."""

from collections.abc import Callable, Mapping

from companion.screen.model import Screen
from tests.screen.goldens.blocks import blocks_in_english, blocks_in_french, maps
from tests.screen.goldens.masters import masters_in_english, masters_in_french
from tests.screen.goldens.megamatch import megamatch_in_english, megamatch_in_french
from tests.screen.goldens.shadowlord import shadowlord_in_english, shadowlord_in_french
from tests.screen.goldens.tagging import tagging_in_english, tagging_in_french
from tests.screen.goldens.taps import taps_in_english, taps_in_french
from tests.screen.goldens.warlocks import warlocks_in_english, warlocks_in_french

SHEETS: dict[str, Callable[[], Mapping[str, Screen]]] = {
    "blocks-en": blocks_in_english,
    "blocks-fr": blocks_in_french,
    "maps": maps,
    "masters-en": masters_in_english,
    "masters-fr": masters_in_french,
    "megamatch-en": megamatch_in_english,
    "megamatch-fr": megamatch_in_french,
    "shadowlord-en": shadowlord_in_english,
    "shadowlord-fr": shadowlord_in_french,
    "tagging-en": tagging_in_english,
    "tagging-fr": tagging_in_french,
    "taps-en": taps_in_english,
    "taps-fr": taps_in_french,
    "warlocks-en": warlocks_in_english,
    "warlocks-fr": warlocks_in_french,
}
