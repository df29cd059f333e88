"""Well-known failures and how they show: what the heuristic knows without memory or model."""

import re
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Symptom:
    """One failure of the trade: its name, how it reads in errors and symptoms, what to suspect and do."""

    name: str
    pattern: re.Pattern[str]
    cause: str
    action: str


def match_symptom(texts: Iterable[str | None]) -> tuple[Symptom, str] | None:
    """The symptom that shows in the earliest text, with the words that show it; vague ones count last."""
    readable = [text for text in texts if text]
    for table in (SPECIFIC, VAGUE):
        for text in readable:
            for symptom in table:
                if found := symptom.pattern.search(text):
                    return symptom, " ".join(found[0].split())
    return None


def _symptom(name: str, pattern: str, cause: str, action: str) -> Symptom:
    return Symptom(name, re.compile(pattern, re.IGNORECASE), cause, action)


# Most telling first: a pool that is exhausted also throttles and locks.
SPECIFIC = (
    _symptom(
        "an expired or untrusted certificate",
        r"certificate (?:has )?expired|cert(?:ificate)?_?\s?(?:verify|validation) failed|x509|notAfter"
        r"|unknown authority|(?:tls|ssl)\w*[\s:]+(?:handshake|alert|error)|expired certificate",
        "A TLS certificate has expired, was replaced, or is not trusted by the caller.",
        "Read the dates and chain of the certificate that is served now, on every host behind the name; renew "
        "and reload it, then check why renewal or its alert did not happen.",
    ),
    _symptom(
        "name resolution",
        r"\bdns\b|nxdomain|servfail|no such host|name or service not known|name resolution|enotfound|eai_again"
        r"|could not resolve|getaddrinfo",
        "A name does not resolve, or resolves to the wrong place.",
        "Resolve the name from an affected host and from one that works; compare resolvers, recent zone changes "
        "and TTLs.",
    ),
    _symptom(
        "a full disk",
        r"no space left|enospc|disk (?:is )?full|disk usage|out of disk|inodes?\b.*(?:exhaust|full|100)"
        r"|read-only file system",
        "A file system has run out of space or inodes.",
        "Find the full file system and what grows on it (logs, temporary files, old snapshots); free space "
        "safely, then add rotation and an alert ahead of the limit.",
    ),
    _symptom(
        "memory exhaustion",
        r"\boom(?:-?killed|killer)?\b|out of memory|outofmemory|cannot allocate memory"
        r"|exit(?:ed)?(?: with)?(?: code)? 137|heap space|memory limit|memory pressure",
        "A process has outgrown its memory limit: a leak, a larger load, or a limit that was set too low.",
        "Compare memory over time with deploys and load; restart to relieve, take a heap profile before the next "
        "kill, and undo the change that moved the curve.",
    ),
    _symptom(
        "an exhausted connection pool",
        r"pool (?:is )?(?:exhaust|full|timeout|timed out|size|limit)|connection pool"
        r"|(?:database|db) connection time[ds]?[\s-]?out"
        r"|waiting for a (?:database )?connection|too many (?:connections|clients)"
        r"|remaining connection slots|max_connections|queuepool|leaked (?:sessions?|connections?)",
        "All connections of a pool are taken: they are leaked, held too long by slow queries, or too few for "
        "this load.",
        "Count open and idle connections by client and age; look for sessions that are never given back and for "
        "slow queries before raising the limit, and check that the server has room for a larger pool.",
    ),
    _symptom(
        "locks and migrations",
        r"deadlock|(?<!no )lock wait|lock timeout|could not obtain lock|waiting for lock|accessexclusivelock"
        r"|schema migration|database is locked",
        "Queries wait for a lock, often one that a migration or a long transaction holds.",
        "List blocking and blocked sessions; end the blocker if it is safe to, and check whether a migration runs.",
    ),
    _symptom(
        "rate limiting",
        r"\b429\b|rate.?limit|too many requests|throttl|quota (?:is )?exceeded",
        "A dependency limits how fast it may be called, or our own limiter is too tight for this load.",
        "Find which limit answers and who spends it; slow down with backoff and jitter, and stop retries that "
        "add load.",
    ),
    _symptom(
        "a clock that is off",
        r"clock (?:skew|drift)|\bntp\b|token used before issued|not yet valid|request time too skewed"
        r"|signature expired|(?:iat|nbf)\b.*future",
        "Clocks of two machines disagree, so that tokens and signatures are refused.",
        "Compare the time of the affected hosts with a trusted source and restore time synchronisation.",
    ),
    _symptom(
        "a queue that backs up",
        r"(?:queue|consumer|topic|partition)\b.{0,30}\b(?:lag|backlog|depth|stuck|growing|rebalanc)|backlog"
        r"|consumer lag|dead.?letter|messages? piling up",
        "Messages arrive faster than they are worked off: consumers are slow, stuck on one message, or too few.",
        "Look at consumer errors and the oldest message; set a message that always fails aside, then scale consumers.",
    ),
    _symptom(
        "a cache that stopped helping",
        r"cache (?:stampede|miss|eviction|flush)|hit (?:rate|ratio)|thundering herd|cache.{0,20}evict"
        r"|redis.{0,40}(?:oom|maxmemory)",
        "A cache has lost its entries or its room, and its callers fall through to the store behind it.",
        "Compare hit ratio and evictions with the load on the store; warm or enlarge the cache, and let one "
        "caller refill.",
    ),
    _symptom(
        "credentials that are refused",
        r"\b40[13]\b|unauthori[sz]ed|forbidden|permission denied|access denied|invalid (?:api key|credentials"
        r"|token|password)|authentication failed",
        "Credentials were rotated, have expired, or lost a permission.",
        "Check when the credential was last changed and whether every process has loaded the new one.",
    ),
    _symptom(
        "a recent deploy",
        r"(?:after|since|following) (?:the |a |this |last )?(?:deploy|release|rollout|upgrade|config change)"
        r"|bad deploy|crashloop|rolled out|new version|\bdeployed\b|feature flag",
        "A recent change is the most likely cause.",
        "List what changed shortly before the first symptom (code, configuration, flags) and roll the most "
        "suspect change back; investigate afterwards.",
    ),
)

# What nearly every failure shows somewhere.
VAGUE = (
    _symptom(
        "a dependency that cannot be reached",
        r"connection (?:refused|reset)|econnrefused|econnreset|no route to host|network (?:is )?unreachable"
        r"|broken pipe|\b50[23]\b|bad gateway|service unavailable",
        "A dependency is down, restarting, or cut off from its callers.",
        "Ask the dependency directly from an affected host; check its health, restarts and network rules, and "
        "shed load where callers retry.",
    ),
    _symptom(
        "something slow behind the failing call",
        r"time[ds]?[\s-]?out|deadline exceeded|\b504\b|etimedout|latency|slow (?:quer|response)|took too long",
        "A dependency answers too slowly: it is saturated, blocked, or has slowed down after a change.",
        "Follow one slow request to the call where the time goes; compare that dependency's load, queries and "
        "changes with the time before.",
    ),
    _symptom(
        "a busy processor",
        r"cpu (?:usage|throttl|at|is|pegged|saturat)|high (?:cpu|load)|load average|\b100 ?% cpu",
        "A process needs more processor time than it has: a hot loop, a costly query, or more load.",
        "Take a profile of the busiest process and compare request volume with the time before.",
    ),
)
