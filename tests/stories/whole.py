"""Whether nothing was lost and nothing doubled: the ledger held against what the server holds, document by document."""

import httpx

from tests.harness import API, Values, answer

BANK = "/v1/default/banks/memoryops-default"
HELD = {"retained", "ready"}
GONE = {"withdrawn", "none"}


async def differences(product: httpx.AsyncClient, server: httpx.AsyncClient) -> list[str]:
    """What the two do not agree on, a sentence each; empty is what must be true after every fault."""
    wanted = [answer(await product.get(f"{API}/memory/documents/{name}"), 200) for name in await ledger_ids(product)]
    listed = await held_ids(server)
    doubled = sorted({name for name in listed if listed.count(name) > 1})
    foreign = sorted(set(listed) - {document["id"] for document in wanted})
    found = [f"{name} is held more than once" for name in doubled]
    found += [f"{name} is held and unknown to the ledger" for name in foreign]
    for document in wanted:
        found += difference(document, await held(server, document["id"]))
    return found


def difference(document: Values, held: Values | None) -> list[str]:
    """What is wrong with one document of the ledger."""
    name, state = document["id"], document["state"]
    if state in GONE:
        return [f"{name} is {state} and still held"] if held else []
    if state not in HELD:
        return [f"{name} has not come to rest: {state} ({document['reason']})"]
    if held is None:
        return [f"{name} is {state} and not held"]
    pairs = {
        "text": (document["text"], held["original_text"]),
        "metadata": (document["metadata"], held["document_metadata"]),
        "tags": (sorted(document["tags"]), sorted(held["tags"])),
    }
    return [f"{name} is held with another {what}" for what, (ours, theirs) in pairs.items() if ours != theirs]


async def ledger_ids(product: httpx.AsyncClient) -> list[str]:
    """The ids of all documents of the ledger."""
    ids: list[str] = []
    cursor: str | None = None
    while True:
        params = {"limit": "200"} | ({"cursor": cursor} if cursor else {})
        page = answer(await product.get(f"{API}/memory/documents", params=params), 200)
        ids += [item["id"] for item in page["items"]]
        cursor = page["next_cursor"]
        if cursor is None:
            return ids


async def held_ids(server: httpx.AsyncClient) -> list[str]:
    """The ids of what the bank holds, as often as it does; none without a bank."""
    ids: list[str] = []
    while True:
        response = await server.get(f"{BANK}/documents", params={"limit": 500, "offset": len(ids)})
        if response.status_code == 404:
            return ids
        page = answer(response, 200)
        ids += [item["id"] for item in page["items"]]
        if not page["items"] or len(ids) >= page["total"]:
            return ids


async def held(server: httpx.AsyncClient, document_id: str) -> Values | None:
    """The document as the server holds it."""
    response = await server.get(f"{BANK}/documents/{document_id}")
    return None if response.status_code == 404 else answer(response, 200)
