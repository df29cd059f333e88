"""What every test may ask for."""

from memoryops.kit.garbage import settle
from tests import compiled

pytest_plugins = ["tests.hindsight", "tests.postgres", "tests.record", "tests.trust"]

compiled.share()


def pytest_collection_finish() -> None:
    """Search for garbage among what tests make, and less often: among all modules it took a fifth of their time."""
    settle()
