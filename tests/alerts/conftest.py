"""The intake in a test: tools that send, and what came of it."""

import pytest

from tests.alerts.sending import Intake
from tests.alerts.telling import Teller
from tests.harness import Product


@pytest.fixture
def intake(product: Product) -> Intake:
    return Intake(product.http)


@pytest.fixture
def teller(product: Product) -> Teller:
    return Teller(product)
