"""Incidents as teams write them, generated: as many as asked for, the same ones each time."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from memoryops.memory.documents import Learning

BEGAN = datetime(2024, 1, 1, tzinfo=UTC)
TEAMS = [
    "billing",
    "checkout",
    "ledger",
    "search",
    "catalogue",
    "pricing",
    "shipping",
    "identity",
    "session",
    "media",
    "mail",
    "report",
    "export",
]
ROLES = ["api", "worker", "gateway", "scheduler", "consumer", "importer", "proxy", "writer", "reader", "indexer"]
STORES = ["Postgres", "MySQL", "Redis", "Kafka", "RabbitMQ", "Elasticsearch", "MongoDB", "Cassandra", "etcd", "S3"]
REGIONS = ("the first region", "the second region", "both regions", "one zone", "the canary pool", "the batch cluster")

KINDS = (
    (
        "{service} times out while waiting for a {store} connection",
        "Requests to {service} hang for {seconds} s and end with HTTP 504 in {region}; {store} itself is idle.",
        "A code path in {version} kept its {store} connection after an early return, and the pool of {count} ran dry.",
        "Rolled back {version}, raised the pool and added a check that every connection is returned.",
    ),
    (
        "{service} is killed for memory every {minutes} minutes",
        "Containers of {service} end with exit code 137; memory climbs in a straight line after each restart.",
        "A cache without a limit kept one entry for every {peer} session since {version}.",
        "Bounded the cache to {count} entries with an expiry and restarted the pods one by one.",
    ),
    (
        "Disk full on the {store} nodes of {service}",
        "{store} refuses writes with 'no space left on device'; {service} answers reads only in {region}.",
        "The log rotation was switched off by a configuration merge, and old segments were never removed.",
        "Removed segments older than {minutes} days, restored the rotation and added an alert at 80 percent.",
    ),
    (
        "Expired certificate between {service} and {peer}",
        "{peer} refuses the TLS handshake since midnight: 'certificate has expired'. Retries fill the queue.",
        "The renewal job had lost its permission {count} days ago, and nobody read its mails.",
        "Issued the certificate by hand, reloaded {peer} and gave the job its permission back.",
    ),
    (
        "{service} falls behind its {store} queue",
        "Consumer lag grows by {count} messages a minute, customers see data that is {minutes} minutes old.",
        "One poisoned message was retried without an end and blocked the partition it came from.",
        "Moved the message aside, limited retries to {seconds} and added a dead-letter queue.",
    ),
    (
        "Name lookups fail in {service}",
        "One call in {count} from {service} to {peer} fails with 'temporary failure in name resolution'.",
        "The resolver cache was restarted under load, and each pod asked for five search domains first.",
        "Set the number of dots so that full names are asked for at once, and doubled the resolvers.",
    ),
    (
        "Migration locks the main table of {service}",
        "All writes of {service} wait; {count} sessions are blocked behind an ALTER TABLE in {store}.",
        "The migration of {version} rewrote the table under an exclusive lock, which waited for a long report.",
        "Cancelled the migration, added the column without a default and filled it in small batches.",
    ),
    (
        "Retry storm from {service} takes {peer} down",
        "{peer} answers 503 to everybody; its request rate is {count} times the usual, nearly all from {service}.",
        "A time-out of {seconds} s was shorter than a slow answer, and every caller tried again at once.",
        "Switched retries off by flag, let {peer} recover, then brought them back with jitter and a budget.",
    ),
    (
        "Cold cache after the restart of {store}",
        "Latency of {service} rises to {seconds} s in {region}, and the database behind it runs at full CPU.",
        "{store} lost its data in a restart, and {count} requests a second went straight to the source.",
        "Warmed the cache from a dump and let one request at a time fill each key.",
    ),
    (
        "Clock of {count} hosts runs ahead",
        "Tokens from {service} are refused by {peer} as issued in the future; signing in fails at random.",
        "The time daemon had been masked in the base image of {version}, so the clocks drifted.",
        "Started the daemon, stepped the clocks and added the offset to the host checks.",
    ),
    (
        "Wrong feature flag served to {service}",
        "Half of the visitors in {region} see an empty page from {service}; no errors are logged.",
        "A flag was copied from staging with a rule that matched every account of {peer}.",
        "Turned the flag off, purged the edge cache and required a second person for such rules.",
    ),
    (
        "{store} elects leaders without pause",
        "{service} cannot write for {seconds} s at a time; {store} reports a new leader every few minutes.",
        "The disks of one node were shared with a nightly backup, and its heartbeats came too late.",
        "Moved the backup to a replica and raised the election time-out.",
    ),
    (
        "Bad rows from {peer} stop the import of {service}",
        "The nightly import of {service} ends at row {count}: 'invalid byte sequence'. Reports show yesterday.",
        "{peer} began to send another encoding with {version} and told nobody.",
        "Declared the encoding, imported the rest and agreed on a contract test with {peer}.",
    ),
    (
        "Packets lost between {region} and {store}",
        "Throughput of {service} drops to a tenth; large answers stall while small ones pass.",
        "A new tunnel had a smaller packet size, and a firewall dropped the messages that say so.",
        "Clamped the segment size on the tunnel and let those messages pass.",
    ),
    (
        "Quota reached at the provider of {service}",
        "Calls to the provider fail with HTTP 429 at the full hour, {peer} shows prices as missing.",
        "All workers woke at the same second and spent the quota of {count} calls in one burst.",
        "Spread the calls over the hour and cached the answers for {minutes} minutes.",
    ),
)

ASIDES = (
    "It was first seen by support, {minutes} minutes before the alert.",
    "Dashboards of {peer} looked normal all the time.",
    "About {count} customers were affected, most of them in {region}.",
    "The same pods had been rescheduled the night before.",
    "Traffic was {count} percent of a usual morning.",
    "An earlier change to {store} was suspected and found innocent.",
    "The runbook for {service} described another failure and cost {minutes} minutes.",
    "Logs of {peer} were sampled, so the first errors were missing.",
)
IN_VAIN = (
    "Restarting the pods of {service} helped for {minutes} minutes only.",
    "Scaling {service} from {seconds} to {count} replicas changed nothing.",
    "Failing over {store} moved the problem with it.",
    "Raising the time-out to {seconds} s made the queue longer.",
)
QUESTIONS = (
    "{service} hangs for half a minute and then answers 504, the {store} behind it looks bored",
    "pods of {service} keep dying with 137, memory goes up in a line, no release today",
    "cannot write to {store}, device is full, reads still work",
    "handshake with {peer} refused since midnight, says the certificate is not valid any more",
    "lag on one partition only, customers see old data in {service}",
    "random lookup failures from {service}, five seconds each, the other side never sees the call",
    "everything waits behind one statement since the rollout of {service}",
    "{peer} is flooded, nearly all of it comes from {service}, it never gets up again",
)


def learnings(count: int, seed: int = 20_261_130) -> Iterator[Learning]:
    """That many resolved incidents of one workspace."""
    chance = random.Random(seed)
    for number in range(1, count + 1):
        words = _words(chance)
        title, symptoms, cause, resolution = (part.format(**words) for part in chance.choice(KINDS))
        asides = [one.format(**words) for one in chance.sample(ASIDES, 5)]
        started = BEGAN + timedelta(hours=number)
        yield Learning(
            workspace_id="bench",
            incident_id=f"INC-{100 + number}",
            revision=1,
            title=title,
            service=words["service"],
            severity=f"sev{chance.randint(1, 4)}",
            environment="production",
            version=words["version"],
            error=None,
            symptoms=" ".join([symptoms, *asides[:2]]),
            started_at=started,
            resolved_at=started + timedelta(minutes=chance.randint(5, 300)),
            root_cause=f"{cause} {asides[2]}",
            resolution=resolution,
            ineffective_actions=chance.choice(IN_VAIN).format(**words),
            postmortem=" ".join(asides[3:]),
            outcome="fixed",
            resolved_by="Bench",
            sample=False,
        )


def questions(count: int, seed: int = 1_130) -> list[str]:
    """That many questions as somebody on call would ask them."""
    chance = random.Random(seed)
    return [chance.choice(QUESTIONS).format(**_words(chance)) for _ in range(count)]


def _words(chance: random.Random) -> dict[str, str]:
    teams = chance.sample(TEAMS, 2)
    return {
        "service": f"{teams[0]}-{chance.choice(ROLES)}",
        "peer": f"{teams[1]}-{chance.choice(ROLES)}",
        "store": chance.choice(STORES),
        "region": chance.choice(REGIONS),
        "version": f"{chance.randint(1, 9)}.{chance.randint(0, 40)}.{chance.randint(0, 9)}",
        "count": str(chance.randint(3, 900)),
        "minutes": str(chance.randint(2, 90)),
        "seconds": str(chance.randint(2, 60)),
    }
