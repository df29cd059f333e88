"""The intake in a test: tools that send, and what came of it."""

import pytest

from tests.alerts.sending import Intake
from tests.harness import Product


@pytest.fixture
def intake(product: Product) -> Intake:
    return Intake(product.http)
