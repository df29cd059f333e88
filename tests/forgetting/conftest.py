"""A world with a model under the test's control."""

from tests.investigations.conftest import here, model

__all__ = ["here", "model"]
