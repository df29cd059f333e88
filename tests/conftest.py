"""What every test may ask for."""

import gc

from memoryops.kit.garbage import settle

pytest_plugins = ["tests.hindsight", "tests.postgres", "tests.record", "tests.trust"]


def pytest_collection_finish() -> None:
    """Search for garbage among what tests make, and less often: among all modules it took a sixth of a run."""
    settle()
    gc.set_threshold(20_000, 10, 10)
