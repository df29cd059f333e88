"""Tools that send alerts, in the words of the trade."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx

from tests.harness import API, Values, answer

DEADLINE_S = 10.0
GENERIC = {"title": "Queue grows", "status": "firing", "severity": "high", "service": "mailer", "id": "q-1"}


@dataclass
class Work:
    """Seconds of a processor's time, however busy the machine is with other things."""

    seconds: float = 0.0


@contextmanager
def work_of_the_loop() -> Iterator[Work]:
    """How much the thread that serves all requests works meanwhile; so long, at most, nobody else is served."""
    work, start = Work(), time.thread_time()
    yield work
    work.seconds = time.thread_time() - start


class Intake:
    """What people and tools do with the intake; every verb but `try_` ones expects to succeed."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http

    async def integrate(self, source: str = "generic", **fields: Any) -> Values:
        """A new integration, token and all."""
        return answer(await self.try_integrate(source, **fields), 201)

    async def try_integrate(self, source: str = "generic", **fields: Any) -> httpx.Response:
        return await self.http.post(f"{API}/integrations", json={"source": source, "name": "Ours", **fields})

    async def read(self, integration_id: str) -> Values:
        return answer(await self.http.get(f"{API}/integrations/{integration_id}"), 200)

    async def edit(self, integration_id: str, **changes: Any) -> Values:
        return answer(await self.http.patch(f"{API}/integrations/{integration_id}", json=changes), 200)

    async def try_send(
        self, token: str | None, body: Any = None, *, source: str = "generic", **request: Any
    ) -> httpx.Response:
        """Send a body with a token as Bearer; JSON unless `content` or `data` is given."""
        headers = {**({} if token is None else {"Authorization": f"Bearer {token}"}), **request.pop("headers", {})}
        if not {"content", "data"} & set(request):
            request["json"] = GENERIC if body is None else body
        return await self.http.post(f"{API}/alerts/{source}", headers=headers, **request)

    async def send(self, token: str | None, body: Any = None, **request: Any) -> str:
        """Send, and give the delivery's id."""
        delivery_id: str = answer(await self.try_send(token, body, **request), 202)["delivery_id"]
        return delivery_id

    async def delivery(self, delivery_id: str) -> Values:
        return answer(await self.http.get(f"{API}/deliveries/{delivery_id}"), 200)

    async def interpreted(self, delivery_id: str) -> Values:
        """The delivery once it is no longer `stored`."""
        deadline = time.monotonic() + DEADLINE_S
        while (delivery := await self.delivery(delivery_id))["state"] == "stored":
            assert time.monotonic() < deadline, f"{delivery_id} was never interpreted"
            await asyncio.sleep(0.01)
        return delivery

    async def sent(self, token: str | None, body: Any = None, **request: Any) -> Values:
        """Send, and give the delivery once it was interpreted."""
        return await self.interpreted(await self.send(token, body, **request))

    async def deliveries(self, **params: Any) -> list[str]:
        """Ids of the deliveries on one page."""
        page = answer(await self.http.get(f"{API}/deliveries", params=params), 200)
        return [item["id"] for item in page["items"]]

    async def replay(self, delivery_id: str) -> Values:
        return answer(await self.http.post(f"{API}/deliveries/{delivery_id}/replay"), 200)
