"""The check that everything rests on sees what is wrong."""

import pytest

from tests.harness import Values
from tests.stories.whole import difference

LEDGER: Values = {
    "id": "INC-1",
    "state": "ready",
    "reason": None,
    "text": "The pool was exhausted.",
    "metadata": {"revision": "2"},
    "tags": ["incident:INC-1", "workspace:default"],
}
HELD: Values = {
    "original_text": LEDGER["text"],
    "document_metadata": LEDGER["metadata"],
    "tags": ["workspace:default", "incident:INC-1"],
}
WRONG: dict[str, tuple[Values, Values | None]] = {
    "not held": ({}, None),
    "another text": ({}, {**HELD, "original_text": "The pool"}),
    "another metadata": ({}, {**HELD, "document_metadata": {"revision": "1"}}),
    "another tags": ({}, {**HELD, "tags": ["workspace:default"]}),
    "still held": ({"state": "withdrawn"}, HELD),
    "not come to rest": ({"state": "retaining"}, HELD),
}


def test_what_agrees_is_no_difference() -> None:
    assert difference(LEDGER, HELD) == []
    assert difference({**LEDGER, "state": "withdrawn"}, None) == []


@pytest.mark.parametrize("what", WRONG)
def test_each_way_to_be_wrong_is_found(what: str) -> None:
    ledger, held = WRONG[what]
    [found] = difference({**LEDGER, **ledger}, held)
    assert what.rpartition(" ")[2] in found
