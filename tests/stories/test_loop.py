"""The main job on real parts: declare, investigate, resolve, remembered, recalled."""

from pathlib import Path

from tests.hindsight import RunningHindsight
from tests.stories.life import documents_in_bank, living

POOL = {
    "title": "Charges fail with 504",
    "service": "payment-api",
    "severity": "sev1",
    "error": "Database connection timeout",
    "symptoms": "Card charges hang for thirty seconds and then fail with HTTP 504 while Postgres itself is idle.",
}
POOL_LESSON = {
    "root_cause": "The decline path leaked its database session until the connection pool was exhausted.",
    "resolution": "Raised the connection pool from 20 to 100 and shipped a hotfix that closes the session.",
    "ineffective_actions": "Restarting the pods helped for minutes only.",
}
CERTIFICATE = {
    "title": "Browsers refuse the storefront",
    "service": "edge-gateway",
    "severity": "sev2",
    "error": "certificate has expired",
    "symptoms": "Every visitor sees a security warning since midnight; the TLS certificate has run out.",
}
CERTIFICATE_LESSON = {
    "root_cause": "The renewal job had lost its permission and the certificate expired.",
    "resolution": "Renewed the certificate by hand and gave the job its role back.",
}


async def test_what_was_learned_is_recalled_for_the_next_incident(
    hindsight: RunningHindsight, sqlite_record: str, tmp_path: Path
) -> None:
    async with living(hindsight, tmp_path, sqlite_record) as life:
        first = (await life.incidents.declare(**POOL))["id"]
        assert (await life.analyze(first))["memory_status"] == "empty"
        resolved = await life.incidents.resolve(first, **POOL_LESSON)
        assert resolved["memory"]["state"] == "queued"
        await life.until_state(first, "ready")

        other = (await life.incidents.declare(**CERTIFICATE))["id"]
        assert (await life.analyze(other))["memory_status"] == "empty"
        await life.incidents.resolve(other, **CERTIFICATE_LESSON)
        await life.until_state(other, "ready")

        later = (
            await life.incidents.declare(
                title="Checkout cannot pay",
                service="checkout",
                severity="sev2",
                error="could not get a connection from the pool",
                symptoms="Payments wait half a minute for a database connection and give a gateway timeout.",
            )
        )["id"]
        run = await life.analyze(later)
        assert run["memory_status"] == "ok"
        best = run["similar_historical_incidents"][0]
        assert (best["incident_id"], best["match"]) == (first, "strong")
        assert best["resolution"] == POOL_LESSON["resolution"]
        assert best["ineffective_actions"] == POOL_LESSON["ineffective_actions"]
        assert other not in [item["incident_id"] for item in run["similar_historical_incidents"]]
        assert run["ai_analysis"]["source"] == "heuristic"

        await life.incidents.edit(first, root_cause="A firewall dropped idle database connections.")
        await life.until_state(first, "ready")
        assert sorted(await documents_in_bank(hindsight)) == sorted([first, other])
        assert (await life.recall("a firewall drops idle database connections"))["similar_historical_incidents"][0][
            "record"
        ] == {"verified": True, "stale": False}

        await life.incidents.reopen(first)
        assert (await life.analyze(later))["memory_status"] == "empty"
        await life.until_state(first, "withdrawn")
        assert await documents_in_bank(hindsight) == [other]


async def test_what_is_remembered_outlives_the_process(
    hindsight: RunningHindsight, sqlite_record: str, tmp_path: Path
) -> None:
    async with living(hindsight, tmp_path, sqlite_record) as life:
        first = (await life.incidents.declare(**POOL))["id"]
        await life.incidents.resolve(first, **POOL_LESSON)
    async with living(hindsight, tmp_path, sqlite_record, fresh=False) as life:
        await life.until_state(first, "ready")
        assert (await life.recall("card charges hang and fail with 504"))["memory_status"] == "ok"
