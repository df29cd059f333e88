"""What people do with action items, in the words of the trade."""

from typing import Any

import httpx

from tests.harness import API, Values, answer, as_actor


class ActionItems:
    """Every verb expects to succeed and gives the action item as the API shows it."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http

    async def add(self, incident_id: str = "INC-101", *, actor: str | None = None, **fields: Any) -> Values:
        item = {"title": "Alert on pool exhaustion", **fields}
        path = f"{API}/incidents/{incident_id}/action-items"
        return answer(await self.http.post(path, json=item, headers=as_actor(actor)), 201)

    async def read(self, item_id: str) -> Values:
        return answer(await self.http.get(f"{API}/action-items/{item_id}"), 200)

    async def edit(self, item_id: str, *, actor: str | None = None, **changes: Any) -> Values:
        """Edit at whatever revision the item has."""
        revision = (await self.read(item_id))["revision"]
        return answer(await self.try_edit(item_id, revision, actor=actor, **changes), 200)

    async def try_edit(
        self, item_id: str, revision: int | None, /, *, actor: str | None = None, **changes: Any
    ) -> httpx.Response:
        headers = {**as_actor(actor), **({} if revision is None else {"If-Match": f'"{revision}"'})}
        return await self.http.patch(f"{API}/action-items/{item_id}", json=changes, headers=headers)

    async def page(self, **params: Any) -> Values:
        return answer(await self.http.get(f"{API}/action-items", params=params), 200)

    async def found(self, **params: Any) -> list[str]:
        """Ids on one page, in its order."""
        return [item["id"] for item in (await self.page(**params))["items"]]

    async def pages(self, **params: Any) -> list[str]:
        """All ids, page after page of two."""
        page = await self.page(limit=2, **params)
        ids = [item["id"] for item in page["items"]]
        while page["next_cursor"] is not None:
            page = await self.page(limit=2, cursor=page["next_cursor"], **params)
            ids += [item["id"] for item in page["items"]]
        return ids

    async def counts(self, **params: Any) -> Values:
        return answer(await self.http.get(f"{API}/action-items/counts", params=params), 200)

    async def earlier(self, incident_id: str) -> Values:
        return answer(await self.http.get(f"{API}/incidents/{incident_id}/open-earlier-actions"), 200)
