"""All documents of a bank, page by page, while others write to it."""

from typing import TYPE_CHECKING

from memoryops.adapters.hindsight_values import listed
from memoryops.memory.port import HeldDocument

if TYPE_CHECKING:
    from hindsight_client import Hindsight

PAGE = 500
READINGS = 3


async def listing(client: "Hindsight", bank_id: str) -> list[HeldDocument]:
    """Every document once; read again, a few times, while the bank's changes move documents from page to page."""
    for _ in range(READINGS):
        held, is_whole = await _read(client, bank_id)
        if is_whole:
            break
    return held


async def count(client: "Hindsight", bank_id: str, tag: str) -> int:
    """How many documents with that tag the bank says that it holds."""
    page = await client.documents.list_documents(bank_id, limit=1, tags=[tag], tags_match="all_strict")
    return page.total


async def _read(client: "Hindsight", bank_id: str) -> tuple[list[HeldDocument], bool]:
    """One reading, and whether it saw as many documents as every page said there are."""
    held: dict[str, HeldDocument] = {}
    totals: set[int] = set()
    offset = 0
    while True:
        # In the default order a document that is written again moves to the first page, behind our back.
        page = await client.documents.list_documents(bank_id, limit=PAGE, offset=offset, time_field="created_at")
        held |= {one.document_id: one for one in map(listed, page.items)}
        totals.add(page.total)
        offset += len(page.items)
        if not page.items or offset >= page.total:
            return list(held.values()), totals == {len(held)}
