"""The search for garbage passes over what lasts as long as the process."""

import gc


def settle() -> None:
    """Leave everything that is there now out of later searches.

    Modules, models and routes are some 200,000 objects that stay. A full search through them stops the whole process
    for a tenth of a second, and comes whenever enough was made: in the middle of requests.
    """
    gc.collect()
    gc.freeze()
