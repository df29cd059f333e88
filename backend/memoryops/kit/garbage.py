"""The search for garbage passes over what lasts as long as the process, and comes when there may be some."""

import gc
from typing import Final

MADE: Final = 20_000
"""So many more objects than were let go start a search of the youngest.

A count for the insights makes as many within a tenth of a second, hardly any of them in circles; after Python's own 700
it was searched for some fifty times, a fifth of its processor time.
"""


def settle() -> None:
    """Leave everything that is there now out of later searches, and let them be rare.

    Modules, models and routes are some 200,000 objects that stay. A full search through them stops the whole process
    for a tenth of a second, and comes whenever enough was made: in the middle of requests.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(MADE)
