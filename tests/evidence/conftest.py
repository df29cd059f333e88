"""A world for the tests of evidence."""

from tests.memory.conftest import here, impatient, on_each

__all__ = ["here", "impatient", "on_each"]
