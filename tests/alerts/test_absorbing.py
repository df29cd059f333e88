"""Alerts taken in: what the record holds after deliveries that come twice, late, at once, and many together."""

import asyncio
import random
from datetime import timedelta
from typing import Any

import pytest

from tests.alerts.telling import ACKNOWLEDGED, FIRING, RESOLVED, Teller, reading
from tests.harness import API, Product, Values, answer

STATE = ("status", "occurrences", "duplicates", "starts_at", "ends_at", "acknowledged_at", "notes")


def state(alert: Values) -> Values:
    return {name: alert[name] for name in STATE}


async def test_an_alert_that_fires_is_over_and_fires_again_has_two_occurrences(
    product: Product, teller: Teller
) -> None:
    start = teller.ago(20)
    await teller.fires(starts_at=start)
    await teller.tells(reading(status=RESOLVED, starts_at=start, ends_at=teller.ago(10)))
    first = await teller.alert()
    assert (first["status"], first["occurrences"], first["ends_at"]) == ("resolved", 1, "2026-11-30T11:50:00.000Z")
    await teller.fires(starts_at=teller.ago(5))
    again = await teller.alert()
    assert (again["status"], again["occurrences"], again["starts_at"]) == ("firing", 2, "2026-11-30T11:55:00.000Z")
    assert again["ends_at"] is None
    told = answer(await product.http.get(f"{API}/alerts/{again['id']}"), 200)
    assert [one["rule"] for one in told["tellings"]] == ["opens", "resolves", "opens"]
    assert [one["open"] for one in told["history"]] == [True, False]
    assert all(one["why"] for one in told["tellings"])


async def test_the_same_firing_after_a_resolve_changes_nothing_and_is_counted(teller: Teller) -> None:
    start = teller.ago(20)
    await teller.fires(starts_at=start)
    await teller.tells(reading(status=RESOLVED, starts_at=start, ends_at=teller.ago(10)))
    before = await teller.alert()
    absorbed = await teller.fires(starts_at=start)
    after = await teller.alert()
    assert absorbed.changed == 0
    assert after["duplicates"] == before["duplicates"] + 1
    assert {**after, "duplicates": 0, "delivery_id": ""} == {**before, "duplicates": 0, "delivery_id": ""}


async def test_a_resolve_without_a_firing_is_kept_says_so_and_declares_nothing(
    product: Product, teller: Teller
) -> None:
    start = teller.ago(20)
    await teller.tells(reading(status=RESOLVED, severity="sev1", starts_at=start, ends_at=teller.ago(10)))
    orphan = await teller.alert()
    assert (orphan["status"], orphan["occurrences"], orphan["incident_id"]) == ("resolved", 0, None)
    assert orphan["routing"]["decision"] == "recorded"
    assert orphan["routing"]["rule"] == "orphan"
    assert any(note.startswith("orphan") for note in orphan["notes"])
    await teller.fires(severity="sev1", starts_at=start)
    late = await teller.alert()
    assert (late["status"], late["occurrences"], late["incident_id"], late["notes"]) == ("resolved", 1, None, [])
    assert late["routing"]["rule"] == "late_firing"
    assert await product.incidents.total() == 0


async def test_a_replayed_delivery_changes_nothing(product: Product, teller: Teller) -> None:
    readings = [reading(name, severity="sev4", starts_at=teller.now) for name in ("disk", "cpu")]
    delivery, _ = await teller.tells(*readings)
    async with product.unchanged():
        again = await teller.absorbs(delivery, readings)
    assert (again.told, again.to_investigate) == (0, ())


async def test_a_source_without_times_pages_again_after_it_was_over(product: Product, teller: Teller) -> None:
    for status in (FIRING, FIRING, RESOLVED):
        product.clock.advance(minutes=1)
        await teller.tells(reading(status=status))
    first = (await teller.alert())["incident_id"]
    await product.incidents.resolve(first)
    product.clock.advance(minutes=1)
    _, absorbed = await teller.tells(reading(status=FIRING))
    alert = await teller.alert()
    assert (alert["status"], alert["occurrences"], alert["duplicates"]) == ("firing", 2, 1)
    assert absorbed.to_investigate == (alert["incident_id"],)
    assert alert["incident_id"] != first


async def test_two_alerts_of_one_delivery_with_one_identity_are_taken_in_their_order(teller: Teller) -> None:
    start = teller.ago(10)
    await teller.tells(
        reading(starts_at=start), reading(status=RESOLVED, starts_at=start, ends_at=teller.ago(5)), reading("cpu")
    )
    assert [(one["fingerprint"], one["status"]) for one in await teller.alerts()] == [
        ("cpu", "firing"),
        ("disk", "resolved"),
    ]
    assert (await teller.alert())["incident_id"] == "INC-101"


async def test_a_resolve_that_was_late_leaves_two_occurrences_in_the_record(product: Product, teller: Teller) -> None:
    for minutes in (30, 10):
        await teller.tells(reading(occurred_at=teller.ago(minutes)))
    assert (await teller.alert())["occurrences"] == 1
    await teller.tells(reading(status=RESOLVED, occurred_at=teller.ago(20)))
    alert = await teller.alert()
    assert (alert["status"], alert["occurrences"], alert["starts_at"]) == ("firing", 2, "2026-11-30T11:50:00.000Z")
    history = answer(await product.http.get(f"{API}/alerts/{alert['id']}"), 200)["history"]
    assert [(one["ended_at"], one["open"]) for one in history] == [(None, True), ("2026-11-30T11:40:00.000Z", False)]
    assert {one["incident_id"] for one in history} == {"INC-101"}


async def test_an_earlier_firing_moves_the_start_and_keeps_the_incident(product: Product, teller: Teller) -> None:
    await teller.tells(reading(occurred_at=teller.ago(10)))
    await teller.tells(reading(occurred_at=teller.ago(30)))
    alert = await teller.alert()
    assert (alert["starts_at"], alert["occurrences"], alert["duplicates"]) == ("2026-11-30T11:30:00.000Z", 1, 1)
    assert alert["incident_id"] == "INC-101"
    assert len(answer(await product.http.get(f"{API}/alerts/{alert['id']}"), 200)["history"]) == 1


async def test_two_servers_with_starts_seconds_apart_make_one_occurrence(teller: Teller) -> None:
    """The one whose rule fired first tells last; its start wins."""
    late, early = teller.ago(10), teller.ago(10) - timedelta(seconds=12)
    await teller.fires(starts_at=late)
    await teller.fires(starts_at=early)
    await teller.tells(reading(status=RESOLVED, starts_at=early, ends_at=teller.ago(5)))
    alert = await teller.alert()
    assert (alert["status"], alert["occurrences"], alert["starts_at"]) == ("resolved", 1, "2026-11-30T11:49:48.000Z")


async def test_an_end_before_the_start_is_noted_and_ends_the_alert_at_its_start(teller: Teller) -> None:
    start = teller.ago(10)
    await teller.fires(starts_at=start)
    await teller.tells(reading(status=RESOLVED, starts_at=start, ends_at=teller.ago(99)))
    alert = await teller.alert()
    assert (alert["status"], alert["notes"]) == ("resolved", ["ends_at lies before starts_at"])
    assert alert["ends_at"] in (None, alert["starts_at"])


async def test_a_start_that_lies_ahead_is_shown_as_told_and_hides_no_later_page(
    product: Product, teller: Teller
) -> None:
    ahead = teller.now.replace(year=2099)
    await teller.fires(starts_at=ahead, severity="sev1")
    alert = await teller.alert()
    assert (alert["status"], alert["starts_at"], alert["incident_id"]) == (
        "firing",
        "2099-11-30T12:00:00.000Z",
        "INC-101",
    )
    assert "starts_at lies ahead of our clock" in alert["notes"][0]
    await teller.tells(reading(status=RESOLVED, starts_at=ahead, ends_at=ahead + timedelta(minutes=5)))
    alert = await teller.alert()
    assert (alert["status"], alert["ends_at"]) == ("resolved", "2099-11-30T12:05:00.000Z")
    await product.incidents.resolve("INC-101")
    await teller.fires(starts_at=teller.ago(1), severity="sev1")
    alert = await teller.alert()
    assert (alert["status"], alert["occurrences"], alert["incident_id"]) == ("firing", 2, "INC-102")
    assert alert["starts_at"] == "2026-11-30T11:59:00.000Z"


@pytest.mark.parametrize(("source", "alerts"), [("generic", 2), ("zabbix", 2), ("alertmanager", 1)])
async def test_ids_that_each_installation_gives_out_are_kept_apart_by_integration(
    product: Product, source: str, alerts: int
) -> None:
    for name, service in (("Oslo", "storage"), ("Bergen", "payments")):
        await Teller(product, source, name).tells(reading("7", service=service))
    page = answer(await product.http.get(f"{API}/alerts"), 200)
    assert [item["fingerprint"] for item in page["items"]] == ["7"] * alerts


async def test_a_long_identity_keeps_what_is_alike_together_and_the_rest_apart(teller: Teller) -> None:
    for ending in ("one", "two", "one"):
        await teller.tells(reading("x" * 300 + ending, title=ending, starts_at=teller.ago(3)))
    assert [(one["title"], one["duplicates"]) for one in await teller.alerts()] == [("two", 0), ("one", 1)]


async def test_the_newest_message_says_what_the_alert_is_and_an_older_one_fills_what_is_missing(teller: Teller) -> None:
    await teller.tells(reading(title="Disk 97% full", severity="sev2", occurred_at=teller.ago(5)))
    await teller.tells(reading(title="Disk 90% full", severity="sev4", environment="prod", occurred_at=teller.ago(15)))
    alert = await teller.alert()
    assert (alert["title"], alert["severity"], alert["environment"]) == ("Disk 97% full", "sev2", "prod")


def lifecycle(teller: Teller) -> list[dict[str, Any]]:
    """What a source tells of two occurrences, of which the second goes on and is acknowledged."""
    first, second = teller.ago(50), teller.ago(20)
    return [
        {"status": FIRING, "starts_at": first},
        {"status": ACKNOWLEDGED, "starts_at": first, "occurred_at": teller.ago(45)},
        {"status": RESOLVED, "starts_at": first, "ends_at": teller.ago(40)},
        {"status": FIRING, "starts_at": second},
        {"status": ACKNOWLEDGED, "starts_at": second, "occurred_at": teller.ago(15)},
    ]


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_two_senders_at_once_in_any_order_end_in_the_same_state(teller: Teller, seed: int) -> None:
    chance = random.Random(seed)
    await teller.delivers(teller.now)
    messages = [reading("disk", **fields) for fields in lifecycle(teller)]

    async def sender() -> None:
        for message in chance.sample(messages, len(messages)):
            await teller.tells(message, reading("cpu", starts_at=teller.ago(1)))

    await asyncio.gather(sender(), sender())
    assert state(await teller.alert("disk")) == {
        "status": "acknowledged",
        "occurrences": 2,
        "duplicates": 5,
        "starts_at": "2026-11-30T11:40:00.000Z",
        "ends_at": None,
        "acknowledged_at": "2026-11-30T11:45:00.000Z",
        "notes": [],
    }
    assert (await teller.alert("cpu"))["duplicates"] == 9
    assert len(await teller.alerts()) == 2


async def test_a_storm_of_many_alerts_becomes_a_handful_of_incidents(product: Product, teller: Teller) -> None:
    """300 alerts of 20 fingerprints in 12 services, within seconds."""
    storm = [
        reading(f"alert-{n % 20}", service=f"service-{n % 12}", starts_at=teller.ago(16 - n // 20), severity="sev1")
        for n in range(300)
    ]
    for start in range(0, 300, 50):
        await teller.tells(*storm[start : start + 50])
    alerts = await teller.alerts(limit=200)
    assert (len(alerts), {one["occurrences"] for one in alerts}) == (20, {15})
    assert await product.incidents.total() == 5
    assert all(one["incident_id"] for one in alerts)
    beyond = [one for one in alerts if "at most" in one["routing"]["reason"]]
    assert not beyond or beyond[0]["routing"]["decision"] == "attached"
    for incident in (await product.incidents.page())["items"]:
        kinds = await product.incidents.kinds(incident["id"])
        assert kinds.count("alerts_attached") == 1
        assert len(kinds) <= 4


async def test_a_timeline_that_is_read_by_changes_hears_of_every_alert_that_joined(
    product: Product, teller: Teller
) -> None:
    await teller.fires("first", severity="sev1")
    await teller.fires("second", severity="sev1")
    address = f"{API}/incidents/{(await teller.alert('first'))['incident_id']}/timeline"
    before = answer(await product.http.get(address), 200)
    product.clock.advance(seconds=0.3)
    await teller.fires("third", severity="sev1")
    told = answer(await product.http.get(address, params={"since": before["position"]}), 200)
    counted = [
        [item["changes"]["alerts"] for item in timeline["items"] if item["kind"] == "alerts_attached"]
        for timeline in (before, told)
    ]
    assert told["since"] == before["position"]
    assert counted[1] == [counted[0][0] + 1]
