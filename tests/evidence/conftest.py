"""A world for the tests of evidence."""

from tests.memory.conftest import here, impatient

__all__ = ["here", "impatient"]
