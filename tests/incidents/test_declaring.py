"""Declaring an incident: what is taken over, what the server adds, what comes back."""

import httpx

from memoryops.kit.clock import ManualClock
from tests.harness import API, Incidents, as_actor, declared

FIELDS = {
    "id", "title", "service", "severity", "status", "environment", "version", "error", "symptoms", "commander",
    "comms", "scribe", "next_update_at", "runbook", "declared_by", "started_at", "declared_at", "resolved_at",
    "root_cause", "resolution", "ineffective_actions", "postmortem", "outcome", "resolved_by", "same_as",
    "did_not_help", "fingerprint", "sample", "revision", "deleted_at", "memory", "memory_retained",
}  # fmt: skip

EVERYTHING = {
    "title": "Charges fail",
    "service": "payment-api",
    "severity": "sev1",
    "error": "Database connection timeout",
    "symptoms": "HTTP 504 on /v1/charge",
    "environment": "production",
    "version": "2026.11.3",
    "commander": "Ada",
    "runbook": "https://runbooks.example/charges",
    "declared_by": "Grace",
    "started_at": "2026-11-30T11:30:00Z",
}


async def test_a_declared_incident_is_there_at_its_location(http: httpx.AsyncClient) -> None:
    response = await http.post(f"{API}/incidents", json=declared())
    assert response.status_code == 201
    assert response.headers["location"] == f"{API}/incidents/INC-101"
    assert response.headers["etag"] == '"1"'
    there = await http.get(response.headers["location"])
    assert there.json() == response.json()
    assert there.headers["etag"] == '"1"'


async def test_everything_that_was_declared_is_kept(incidents: Incidents) -> None:
    incident = await incidents.declare(**EVERYTHING)
    assert set(incident) == FIELDS
    assert {name: incident[name] for name in EVERYTHING if name != "started_at"} == {
        name: value for name, value in EVERYTHING.items() if name != "started_at"
    }
    assert incident["started_at"] == "2026-11-30T11:30:00.000Z"
    assert await incidents.read(incident["id"]) == incident


async def test_a_new_incident_is_investigated_unresolved_and_not_remembered(incidents: Incidents) -> None:
    incident = await incidents.declare()
    assert (incident["status"], incident["revision"], incident["sample"]) == ("investigating", 1, False)
    assert incident["declared_at"] == "2026-11-30T12:00:00.000Z"
    assert incident["resolved_at"] is None
    assert incident["memory"]["state"] == "none"
    assert incident["memory_retained"] is False


async def test_the_declarer_is_the_one_named_or_else_the_actor(incidents: Incidents) -> None:
    assert (await incidents.declare(actor="Ada"))["declared_by"] == "Ada"
    assert (await incidents.declare(actor="Ada", declared_by="Grace"))["declared_by"] == "Grace"
    assert (await incidents.declare(actor="Ada", declared_by="  "))["declared_by"] == "Ada"
    assert (await incidents.declare())["declared_by"] == "unknown"


async def test_every_severity_can_be_declared(incidents: Incidents) -> None:
    severities = [f"sev{level}" for level in range(1, 5)]
    assert [(await incidents.declare(severity=severity))["severity"] for severity in severities] == severities


async def test_times_come_back_in_utc_whatever_zone_they_were_given_in(incidents: Incidents) -> None:
    incident = await incidents.declare(started_at="2026-11-30T12:29:59.1234+05:30")
    assert incident["started_at"] == "2026-11-30T06:59:59.123Z"


async def test_a_time_that_is_sent_back_as_it_was_read_changes_nothing(incidents: Incidents) -> None:
    incident = await incidents.declare(started_at="2026-11-30T06:59:59.123456Z")
    assert (await incidents.edit(incident["id"], started_at=incident["started_at"]))["revision"] == 1


async def test_impact_may_have_started_just_now_or_long_ago(incidents: Incidents, clock: ManualClock) -> None:
    assert (await incidents.declare(started_at=clock.now().isoformat()))["started_at"] == "2026-11-30T12:00:00.000Z"
    assert (await incidents.declare(started_at="0001-01-02T00:00:00Z"))["started_at"] == "0001-01-02T00:00:00.000Z"


async def test_an_incident_with_an_error_has_a_fingerprint(incidents: Incidents) -> None:
    assert (await incidents.declare(error="Boom"))["fingerprint"].startswith("v1:")
    assert (await incidents.declare(error=None))["fingerprint"] is None
    assert (await incidents.declare(error=" \n "))["fingerprint"] is None


async def test_an_actor_may_have_any_name(incidents: Incidents) -> None:
    names = ["Zoë", "محمد\u200cرضا", "李雷", "O'Brien; DROP TABLE", "👩\u200d🚒", "<b>Bob</b>", "100% Ada"]
    assert [(await incidents.declare(actor=name))["declared_by"] for name in names] == names


async def test_a_blank_actor_is_unknown(http: httpx.AsyncClient) -> None:
    for header in ("", " ", "%20", "%20%20"):
        response = await http.post(f"{API}/incidents", json=declared(), headers={"X-Actor": header})
        assert response.json()["declared_by"] == "unknown"


async def test_text_survives_exactly(incidents: Incidents) -> None:
    text = TEXT_OF_ALL_KINDS
    fields = {"error": text, "symptoms": text, "title": ONE_LINE}
    incident = await incidents.declare(**fields)
    read = await incidents.read(incident["id"])
    assert {name: read[name] for name in fields} == fields
    resolved = await incidents.resolve(
        incident["id"], root_cause=text, resolution=text, ineffective_actions=text, postmortem=text * 10
    )
    assert {resolved["root_cause"], resolved["resolution"], resolved["ineffective_actions"]} == {text}
    assert resolved["postmortem"] == text * 10
    note = await incidents.note(incident["id"], text)
    assert note["text"] == text
    assert text in [entry["text"] for entry in await incidents.timeline(incident["id"])]


async def test_names_survive_exactly(incidents: Incidents) -> None:
    names = {
        "service": "שירות-תשלומים",
        "environment": "прод",
        "version": "v1 — β",
        "commander": "<script>alert(1)</script>",
    }
    incident = await incidents.declare(**names)
    assert {name: incident[name] for name in names} == names
    assert await incidents.found(service=names["service"]) == [incident["id"]]


async def test_the_actor_of_a_declaration_writes_its_entry(incidents: Incidents, http: httpx.AsyncClient) -> None:
    response = await http.post(f"{API}/incidents", json=declared(), headers=as_actor("Zoë"))
    (entry,) = await incidents.timeline(response.json()["id"])
    assert (entry["kind"], entry["actor"], entry["source"]) == ("declared", "Zoë", "record")
    assert entry["happened_at"] == entry["recorded_at"] == "2026-11-30T12:00:00.000Z"


ONE_LINE = " 'é' e\u0301 العربية \u202e 日本語 👩‍👩‍👧 <script>alert('x')</script> &amp; \x1b[31m {{x}} %s \\u0000 "
TEXT_OF_ALL_KINDS = (
    " leading and trailing space stay \n\ttabs\r\nline ends\n"
    "Ünïcödé NFC é and NFD e\u0301 · العربية · עברית · \u202ereversed\u202c · हिन्दी · 日本語 · 👩‍👩‍👧 🏳️‍🌈\n"
    " \U0010fffd \ufeff \ufffe\n"
    "<script>alert('x')</script> <img src=x onerror=alert(1)> &amp; &lt;\n"
    "# Markdown *stays* [link](javascript:alert(1)) `code` | table |\n"
    "\"quotes' \\ backslash \\u0000 %00 %s {braces} {{jinja}} ${shell} $(shell) `; DROP TABLE incidents; --\n"
    "\x01\x07\x1b[31mcontrol\x7f\x85\u2028\u2029 end "
)
