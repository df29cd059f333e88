"""The timeline as a file: both clocks in it, and nothing that people wrote runs, loads or breaks out."""

import csv
import io

import pytest

from memoryops.kit.clock import ManualClock
from tests.harness import API, Product, assert_problem

EXPORT = f"{API}/incidents/INC-101/timeline/export"
HOSTILE = (
    "# Not a heading of ours\n\n<script>alert(1)</script> ![x](https://evil.example/p.png) [ok](https://example.com)"
)


@pytest.fixture
def clock(sqlite_product: Product) -> ManualClock:
    return sqlite_product.clock


async def test_a_timeline_leaves_as_markdown_json_and_csv(sqlite_product: Product, clock: ManualClock) -> None:
    incidents, http = sqlite_product.incidents, sqlite_product.http
    await incidents.declare(title="Charges *fail*")
    clock.advance(minutes=40)
    note = await incidents.note("INC-101", HOSTILE, actor="=HYPERLINK(1)", happened_at="2026-11-30T12:00:00Z")
    await incidents.note("INC-101", "v2", kind="deploy", version="2.3.1", happened_at="2026-11-29T23:30:00Z")
    await http.post(f"{API}/incidents/INC-101/timeline/{note['id']}/pin")

    answer = await http.get(EXPORT, params={"format": "markdown", "zone": "Europe/Berlin"})
    assert answer.headers["content-disposition"] == 'attachment; filename="INC-101-timeline-2026-11-30.md"'
    text = answer.text
    assert text.startswith("# Timeline of INC-101: Charges \\*fail\\*\n")
    assert [line for line in text.splitlines() if line.startswith("## ")] == [
        "## Sunday, 2026-11-29 (UTC)",
        "## Monday, 2026-11-30 (UTC)",
    ]
    assert "**23:30:00 UTC (Mon 00:30:00 CET)** Deploy of payment\\-api 2.3.1" in text
    assert "written 40 min later, 2026-11-30T12:40:00.000Z" in text
    assert "> # Not a heading of ours" in text
    assert "> \\<script>alert(1)\\</script> \\![x](https://evil.example/p.png) [ok](https://example.com)" in text
    assert "Note (pinned)" in text

    told = (await http.get(EXPORT, params={"format": "json"})).json()
    assert told["items"] == await incidents.timeline("INC-101")
    assert (told["incident"]["id"], told["zone"]) == ("INC-101", "UTC")

    rows = list(csv.DictReader(io.StringIO((await http.get(EXPORT, params={"format": "csv"})).text)))
    assert [row["version"] for row in rows] == ["2.3.1", "", ""]
    assert (rows[2]["actor"], rows[2]["text"], rows[2]["written_late_s"]) == ("'=HYPERLINK(1)", HOSTILE, "2400")


async def test_what_was_changed_is_told_in_words_for_people(sqlite_product: Product) -> None:
    incidents, http = sqlite_product.incidents, sqlite_product.http
    await incidents.declare(severity="sev2")
    due = "2026-11-30T12:15:00Z"
    await incidents.edit("INC-101", severity="sev1", status="identified", next_update_at=due, version="2.3")
    await incidents.note("INC-101", "On it", kind="status_update", next_update_at="2026-11-30T12:30:00Z")
    await incidents.resolve("INC-101", outcome="self_recovered")
    text = (await http.get(EXPORT, params={"format": "csv"})).text
    for said in (
        "severity from SEV2 to SEV1",
        "status from investigating to identified",
        "next update due 2026-11-30 12:15 UTC",
        "version set to 2.3",
    ):
        assert said in text
    assert "Resolved: outcome self recovered" in text
    assert ", next update 2026-11-30 12:30 UTC" in (await http.get(EXPORT)).text


async def test_a_moment_that_a_zone_cannot_hold_is_told_in_utc(sqlite_product: Product) -> None:
    await sqlite_product.incidents.declare()
    await sqlite_product.incidents.note("INC-101", "Let there be light", happened_at="0001-01-01T00:00:00Z")
    answer = await sqlite_product.http.get(EXPORT, params={"zone": "America/New_York"})
    assert "## Monday, 0001-01-01 (UTC)" in answer.text
    assert "**00:00:00 UTC (no such day in America/New_York)**" in answer.text
    for zone in ("UTC", "Pacific/Kiritimati"):
        assert (await sqlite_product.http.get(EXPORT, params={"zone": zone})).status_code == 200, zone


async def test_only_what_can_be_told_is_exported(sqlite_product: Product) -> None:
    await sqlite_product.incidents.declare()
    zones = ("Mars/Base", "../../etc/passwd", "/etc/passwd", "localtime", "posixrules", "posix/Europe/Berlin")
    for params in ({"format": "pdf"}, *({"zone": zone} for zone in zones)):
        assert_problem(await sqlite_product.http.get(EXPORT, params=params), 422)
    assert_problem(await sqlite_product.http.get(EXPORT.replace("INC-101", "INC-102")), 404)
