"""Incidents, evidence and honest answers to draw tests from."""

import json
import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from memoryops.analysis.snapshot import EvidenceFacts, IncidentFacts, RepeatFacts, Snapshot

INCIDENT = IncidentFacts(
    incident_id="INC-117",
    title="Payments answer with 504",
    service="payment-api",
    severity="sev1",
    status="investigating",
    environment="production",
    version="2.14.0",
    error="Database connection timeout\nHTTP 504 on /v1/charge",
    symptoms="Checkout fails for one in three customers. Looks like INC-090? See OPS-1234 and "
    "https://wiki.acme.test/runbooks/db-pool before you restart anything. Pool is 20, 312 sessions are waiting.",
)
POOL = EvidenceFacts(
    incident_id="INC-101",
    title="Payment API: connection pool exhausted",
    service="payment-api",
    severity="sev1",
    outcome="fixed",
    sample=False,
    similarity=0.87,
    root_cause="Leaked sessions exhausted the connection pool of 20 during a traffic surge, as first seen in INC-042.",
    resolution="Raised the pool 20 -> 100 and shipped a hotfix for the session leak; alert at 80 % utilisation.",
    ineffective_actions="Restarting the pods helped for ten minutes only.",
    memory_text="The Payment API answered HTTP 504 because sessions leaked. Ticket OPS-2210 tracks the driver upgrade. "
    "Watch https://grafana.acme.test/d/pool while the pool fills.",
)
CERTIFICATE = EvidenceFacts(
    incident_id="INC-104",
    title="Checkout: expired TLS certificate",
    service="checkout",
    severity="sev2",
    outcome="mitigated",
    sample=True,
    similarity=0.74,
    root_cause="The TLS certificate of the ingress had expired because the renewal job lacked permission.",
    resolution="Renewed the certificate by hand and gave the renewal job its role back.",
    ineffective_actions=None,
    memory_text="Every client of the checkout saw handshake failures from 02:14 onwards.",
)
REPEAT = RepeatFacts(3, "INC-098", "The pool was too small.", "Restarted after the change in INC-097.")
KNOWN = Snapshot(INCIDENT, "ok", (POOL, CERTIFICATE), REPEAT)
NOTHING_KNOWN = replace(KNOWN, memory_status="empty", evidence=(), repeat=None)

HONEST: Mapping[str, Any] = {
    "probable_root_cause": "Leaked sessions exhaust the connection pool, as in INC-101.",
    "recommended_action": "Count idle sessions by age, then raise the pool 20 -> 100.",
    "confidence": "high",
    "reasoning": "HTTP 504 on /v1/charge together with connection timeouts is what INC-101 looked like.",
    "supporting_historical_incidents": [{"incident_id": "INC-101", "quote": "Raised the pool 20 -> 100"}],
}
UNSUPPORTED: Mapping[str, Any] = {
    **HONEST,
    "probable_root_cause": "The database may be out of connections.",
    "reasoning": "HTTP 504 together with connection timeouts points there; nothing like it is remembered.",
    "supporting_historical_incidents": [],
}


def saying(**fields: Any) -> str:
    """The honest answer with some fields replaced, as JSON."""
    return json.dumps({**HONEST, **fields})


def citing(incident_id: object, quote: object) -> str:
    """The honest answer with this one citation instead, naming no incident in prose."""
    return json.dumps(
        {**UNSUPPORTED, "supporting_historical_incidents": [{"incident_id": incident_id, "quote": quote}]}
    )


# Words of the trade that look a little like ids, and must not be taken for any.
TRADE = (
    "HTTP 504", "HTTP-504", "HTTP/2", "503s", "UTF-8", "SHA-256", "TLS 1.3", "TLSv1.2", "us-east-1", "eu-west-1a",
    "RFC 5246", "RFC-7231", "x86_64", "p99", "p-99", "20 -> 100", "20→100", "80 %", "1.5x", "IPv6", "log4j 2",
    "v2.14.0", "db-replica-2", "node-12", "UTC+2", "UTC-5", "sub-100 ms", "non-200 responses", "127.0.0.1:5432",
    "port 5432", "since 2019", "include 3 replicas", "incremental rollout", "the incident 20 minutes in",
    "an incident at 14:05", "the incident: 504 errors rose", "3 incidents", "increase max_connections to 200",
    "zinc", "exit code 137", "OOMKilled", "AES-256", "ISO-8601", "EC2", "S3", "k8s", "Q3", "sev1", "SEV-1",
    "2026-11-30", "2026-11-30T14:05:00Z", "#1 suspect", "/v1/charge", "config.yaml", "node.js", "e.g. retries",
    "i.e. now", "pg_stat_activity", "java.lang.OutOfMemoryError", "application/json", "read/write",
    "kubectl -n payments get pods", "SELECT count(*) FROM sessions", "a < b and b > c", "`SHOW max_connections`",
    "**urgent**", "50% of traffic", "100%", "naïve", "Überlast", "接続プール", "OPS-1234", "OPS‑2210",
    "https://wiki.acme.test/runbooks/db-pool", "https://grafana.acme.test/d/pool.",
    "(https://grafana.acme.test/d/pool)", "312 sessions", "in case 504 errors return", "ASP.NET", "5xx",
    "the incident’s start",
    "503 and 504 were returned", "clients got 503 errors", "returns 502/503/504", "HTTP 429", "p99 rose to 850 ms",
    "latency grew from 200 to 850 ms", "set the timeout to 300 seconds", "`max_connections=200`", "LIMIT 100",
    "about 500 connections", "1,200 requests", "250,000 rows", "in 2024", "since November 2026", "on 30/11/2026",
    "0.125 of it", "port 8080", "curl localhost:8080/health", "redis:6379", "postgres-15", "java-17", "log4j-2",
    "run deploy.sh", "main.rs:42", "nginx.conf", "values.json", "io.netty.channel", "com.zaxxer.hikari.HikariPool",
    "pool.get()", "spring.datasource.hikari.maximum-pool-size", "os.path", "300 idle connections", "500m of CPU",
    "512 MiB", "between 200 and 300 ms", "one hundred requests", "twenty-four hours", "one of the two",
    "first, second and third", "/v1/charges/500", "version 1.2.3.4", "0.0.0.0/0", "std::vector", "14:05:00.123",
    "200 OK", "429 Too Many Requests", "session.timeout.ms", "refused with 401",
    "the 504 incident", "a 100-connection pool", "up to 250", "5432/tcp", "HTTP/1.1 503",
)  # fmt: skip

_OPENINGS = ("Most likely", "It seems that", "Given the error,", "Check first:", "Next to do:", "As before,", "Note:")


def honest_answer(rng: random.Random) -> str:
    """An answer that keeps every rule, in the looser typography of real models."""
    pieces = rng.sample(KNOWN.evidence, rng.randint(0, 2))
    named = ["INC-117", "incident INC‑117", *(rng.choice(_ways(piece.incident_id)) for piece in pieces)]
    cited = [_honest_citation(rng, piece) for piece in pieces]
    quoted = [f"“{citation['quote']}”" for citation in cited]
    return json.dumps(
        {
            "probable_root_cause": _sentence(rng, named, quoted),
            "recommended_action": _sentence(rng, named, quoted),
            "confidence": rng.choice(["high", "medium", "low"]),
            "reasoning": " ".join(_sentence(rng, named, quoted) for _ in range(rng.randint(1, 4))),
            "supporting_historical_incidents": cited,
        },
        ensure_ascii=rng.random() < 0.5,
    )


def _ways(incident_id: str) -> tuple[str, ...]:
    number = incident_id.removeprefix("INC-")
    return (
        incident_id,
        f"INC‑{number}",
        f"**{incident_id}**",
        f"({incident_id})",
        f"incident {number}",
        f"{incident_id}'s",
    )


def _sentence(rng: random.Random, named: list[str], quoted: list[str]) -> str:
    parts = [*rng.sample(TRADE, rng.randint(1, 4)), *rng.sample(named, 1), *rng.sample(quoted, min(1, len(quoted)))]
    rng.shuffle(parts)
    return f"{rng.choice(_OPENINGS)} {' and so '.join(parts)}."


def _honest_citation(rng: random.Random, piece: EvidenceFacts) -> dict[str, str]:
    text = rng.choice([piece.root_cause, piece.resolution, piece.memory_text])
    words = text.split()
    while True:
        start = rng.randrange(len(words))
        quote = " ".join(words[start : start + rng.randint(4, 14)])
        if len(quote) >= 20:
            return {"incident_id": piece.incident_id, "quote": _retyped(rng, quote)}


def _retyped(rng: random.Random, quote: str) -> str:
    changes = (str.upper, str.lower, lambda q: q.replace(" ", "  \n"), lambda q: q.replace("->", "→"),
               lambda q: q.replace("-", "‑"), lambda q: f'"{q}"', lambda q: f" {q} ", lambda q: q)  # fmt: skip
    return quote if "://" in quote else rng.choice(changes)(quote)
