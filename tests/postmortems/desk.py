"""The desk at which postmortems are written, in the words of the trade."""

from collections.abc import Sequence
from typing import Any

import httpx

from tests.harness import API, Product, Values, answer, as_actor


class Desk:
    """What people do with postmortems; every verb expects to succeed unless it begins with `try_`."""

    def __init__(self, product: Product) -> None:
        self.product = product
        self.http = product.http

    async def begun(self, *, actor: str | None = None, resolved: Values | None = None, **declared: Any) -> str:
        """The id of a resolved incident whose postmortem was begun."""
        incident_id: str = (await self.product.incidents.declare(**declared))["id"]
        await self.product.incidents.resolve(incident_id, **(resolved or {}))
        answer(await self.try_begin(incident_id, actor=actor), 201)
        return incident_id

    async def try_begin(self, incident_id: str, *, actor: str | None = None) -> httpx.Response:
        return await self.http.post(f"{API}/incidents/{incident_id}/postmortem", headers=as_actor(actor))

    async def read(self, incident_id: str) -> Values:
        return answer(await self.http.get(f"{API}/postmortems/{incident_id}"), 200)

    async def page(self, **params: Any) -> Values:
        return answer(await self.http.get(f"{API}/postmortems", params=params), 200)

    async def sections(self, incident_id: str) -> dict[str, Values]:
        """The sections by key."""
        return {section["key"]: section for section in (await self.read(incident_id))["sections"]}

    async def save(
        self, incident_id: str, key: str, text: str, *, revision: int | None = None, actor: str | None = None
    ) -> Values:
        """Save at the revision that was read, the newest unless said."""
        known = (await self.sections(incident_id))[key]["revision"] if revision is None else revision
        return answer(await self.try_save(incident_id, key, text, revision=known, actor=actor), 200)

    async def try_save(
        self, incident_id: str, key: str, text: str, *, revision: int | None, actor: str | None = None
    ) -> httpx.Response:
        headers = as_actor(actor) | ({} if revision is None else {"If-Match": f'"{revision}"'})
        path = f"{API}/postmortems/{incident_id}/sections/{key}"
        return await self.http.put(path, json={"text": text}, headers=headers)

    async def versions(self, incident_id: str, key: str) -> list[Values]:
        path = f"{API}/postmortems/{incident_id}/sections/{key}/versions"
        versions: list[Values] = answer(await self.http.get(path), 200)["items"]
        return versions

    async def edit(self, incident_id: str, revision: int, **changes: Any) -> httpx.Response:
        path, headers = f"{API}/postmortems/{incident_id}", {"If-Match": f'"{revision}"'}
        return await self.http.patch(path, json=changes, headers=headers)

    async def move(self, incident_id: str, status: str) -> Values:
        return answer(await self.try_move(incident_id, status), 200)

    async def try_move(
        self, incident_id: str, status: str, *, reviewers: Sequence[str] | None = ("Hedy",)
    ) -> httpx.Response:
        """Into review, Hedy is asked unless said; with None nobody is named."""
        asked = {"reviewers": reviewers} if status == "in_review" and reviewers is not None else {}
        return await self.http.post(f"{API}/postmortems/{incident_id}/status", json={"status": status, **asked})

    async def preview(self, incident_id: str) -> Values:
        return answer(await self.http.get(f"{API}/postmortems/{incident_id}/publish-preview"), 200)

    async def publish(self, incident_id: str, *, actor: str = "Ada") -> Values:
        """Look at what will be remembered, then publish it."""
        tag = (await self.preview(incident_id))["tag"]
        return answer(await self.try_publish(incident_id, tag, actor=actor), 200)

    async def try_publish(self, incident_id: str, tag: str | None, *, actor: str | None = "Ada") -> httpx.Response:
        headers = as_actor(actor) | ({} if tag is None else {"If-Match": f'"{tag}"'})
        return await self.http.post(f"{API}/postmortems/{incident_id}/publish", headers=headers)
