"""Action items of the product in a test."""

import pytest

from tests.followups.acting import ActionItems
from tests.harness import Product


@pytest.fixture
def items(product: Product) -> ActionItems:
    return ActionItems(product.http)
