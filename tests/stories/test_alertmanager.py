"""A real Alertmanager sends to us: fire, group, repeat, resolve, fire again, and two that send the same."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.alertmanager import alert, alertmanager
from tests.harness import API, Values, answer, closed_port
from tests.process import Served

PATIENCE_S = 60


async def until(holds: Callable[[], Awaitable[bool]], what: str) -> None:
    """Poll until it holds."""
    deadline = time.monotonic() + PATIENCE_S
    while not await holds():
        assert time.monotonic() < deadline, f"never: {what}"
        await asyncio.sleep(0.1)


def disk_full(starts_at: datetime, instance: str, ends_at: datetime | None = None) -> Values:
    """One alert of the story."""
    return alert("DiskFull", starts_at, ends_at=ends_at, instance=instance, app="ledger", severity="critical")


async def alerts_of(served: Served) -> dict[str, Values]:
    """The alerts by the instance they are about."""
    page = answer(await served.http.get(f"{API}/alerts", params={"source": "alertmanager"}), 200)
    return {item["labels"]["instance"]: item for item in page["items"]}


async def statuses(served: Served) -> dict[str, tuple[str, int]]:
    """Status and number of occurrences, by instance."""
    return {instance: (item["status"], item["occurrences"]) for instance, item in (await alerts_of(served)).items()}


async def test_two_real_alertmanagers_fire_repeat_resolve_and_fire_again_and_nothing_is_doubled(tmp_path: Path) -> None:
    served = Served(tmp_path, HINDSIGHT_API_URL=f"http://127.0.0.1:{closed_port()}")
    await served.start()
    try:
        made = answer(
            await served.http.post(f"{API}/integrations", json={"source": "alertmanager", "name": "Prometheus"}), 201
        )
        url = f"http://127.0.0.1:{served.port}{API}/alerts/alertmanager"
        async with (
            alertmanager(tmp_path / "one", url, made["token"]) as one,
            alertmanager(tmp_path / "other", url, made["token"]) as other,
        ):
            began = datetime.now(UTC) - timedelta(minutes=3)
            fired = [disk_full(began, host) for host in ("db-1", "db-2")]
            for peer in (one, other):
                await peer.hears(fired)

            async def both_fire() -> bool:
                return await statuses(served) == {"db-1": ("firing", 1), "db-2": ("firing", 1)}

            await until(both_fire, "both fire, once each")
            incident_ids = {item["incident_id"] for item in (await alerts_of(served)).values()}
            assert len(incident_ids) == 1
            incident = await served.incidents.read(incident_ids.pop())
            assert (incident["status"], incident["service"]) == ("triage", "ledger")

            async def repeats_are_counted() -> bool:
                return all(item["duplicates"] >= 3 for item in (await alerts_of(served)).values())

            await until(repeats_are_counted, "two peers and their repeats are duplicates")
            assert await statuses(served) == {"db-1": ("firing", 1), "db-2": ("firing", 1)}

            ended = datetime.now(UTC)
            for peer in (one, other):
                await peer.hears([disk_full(began, "db-1", ends_at=ended)])

            async def one_is_over() -> bool:
                return await statuses(served) == {"db-1": ("resolved", 1), "db-2": ("firing", 1)}

            await until(one_is_over, "one is resolved and the other fires on")

            again = datetime.now(UTC)
            for peer in (one, other):
                await peer.hears([disk_full(again, "db-1")])

            async def it_fires_again() -> bool:
                return await statuses(served) == {"db-1": ("firing", 2), "db-2": ("firing", 1)}

            await until(it_fires_again, "it fires again as another occurrence")
        page = answer(await served.http.get(f"{API}/deliveries", params={"state": "quarantined"}), 200)
        assert page["items"] == []
    finally:
        await served.close()
