"""What is sent to memory: the telling words of an incident, without noise, inside the embedding's window."""

import pytest

from memoryops.evidence.query import QUERY_CHARACTERS, QUERY_WORDS, build_query, clean_query
from tests.growth import grows_as_the_text_does

JAVA = """java.sql.SQLTransientConnectionException: HikariPool-1 - Connection is not available
\tat com.zaxxer.hikari.pool.HikariPool.createTimeoutException(HikariPool.java:696)
\tat com.acme.pay.ChargeHandler.lambda$charge$0(ChargeHandler.java:41)
\tat java.base/java.lang.Thread.run(Thread.java:833)
Caused by: org.postgresql.util.PSQLException: FATAL: too many connections
\t... 42 more"""
PYTHON = """Traceback (most recent call last):
  File "/srv/app/charge.py", line 41, in charge
    session = pool.acquire(timeout=30)
  File "/srv/app/pool.py", line 88, in acquire
    raise PoolTimeout("pool exhausted")
app.errors.PoolTimeout: pool exhausted"""
GO = """panic: runtime error: invalid memory address or nil pointer dereference
[signal SIGSEGV: segmentation violation code=0x1 addr=0x18 pc=0x6f2b4c]
goroutine 57 [running]:
main.(*Server).Charge(0xc000010250, {0x7f, 0x3})
\t/go/src/acme/charge.go:41 +0x1c
created by net/http.(*Server).Serve in goroutine 1
\t/usr/local/go/src/net/http/server.go:3285 +0x4b4"""
JAVASCRIPT = """TypeError: Cannot read properties of undefined (reading 'amount')
    at charge (/srv/app/charge.js:41:17)
    at async Promise.all (index 0)
    at /srv/app/node_modules/express/lib/router/layer.js:95:5
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)"""
RUBY = """ActiveRecord::ConnectionTimeoutError: could not obtain a connection from the pool
/srv/app/models/charge.rb:41:in `charge'
\tfrom /srv/app/lib/pool.rb:88:in `checkout'
/usr/lib/ruby/3.2.0/monitor.rb:202:in 'Monitor#synchronize'"""
DOTNET = """System.Data.SqlClient.SqlException (0x80131904): Timeout expired. The timeout period elapsed
   at Acme.Pay.ChargeHandler.Charge(Order order) in C:\\src\\Pay\\ChargeHandler.cs:line 41
   at System.Threading.Tasks.Task.Execute()
   at Acme.Pay.<>c__DisplayClass3_0.<Charge>b__0()
--- End of stack trace from previous location where exception was thrown ---"""

TRACES = {
    "java": (
        JAVA,
        "Connection is not available",
        ["HikariPool.java:696", "ChargeHandler.java", "Thread.java", "42 more"],
    ),
    "python": (PYTHON, "pool exhausted", ["charge.py", "line 41", "pool.py"]),
    "go": (GO, "nil pointer dereference", ["goroutine 57", "charge.go", "server.go", "0xc000010250"]),
    "javascript": (JAVASCRIPT, "Cannot read properties", ["charge.js", "layer.js", "task_queues", "index 0"]),
    "ruby": (RUBY, "could not obtain a connection", ["charge.rb", "pool.rb", "monitor.rb"]),
    "dotnet": (DOTNET, "Timeout expired", ["ChargeHandler.cs", "Task.Execute", "DisplayClass"]),
}

NOISE = [
    "9f1c2d3e-4b5a-6978-8a9b-0c1d2e3f4a5b",
    "2026-11-30T12:00:00.123Z",
    "2026-11-30 12:00:00,123",
    "0x7ffe3b2c1d10",
    "4bf92f3577b34da6a3ce929d0e0e4736",
    "10.12.0.7:5432",
    "request_id=ab12-cd34",
    "trace-id: 77aa",
    "1732968000123",
]


def query_of(error: str, symptoms: str | None = None) -> str:
    return build_query(service="payment-api", title="Charges fail", error=error, symptoms=symptoms)


@pytest.mark.parametrize("language", TRACES)
def test_stack_frames_are_left_out_and_the_error_stays(language: str) -> None:
    trace, telling, frames = TRACES[language]
    query = query_of(trace)
    assert telling in query
    assert [frame for frame in frames if frame in query] == []


@pytest.mark.parametrize("noise", NOISE)
def test_what_changes_from_one_occurrence_to_the_next_is_left_out(noise: str) -> None:
    query = query_of(f"Database connection timeout {noise} on the primary")
    assert noise not in query
    assert "Database connection timeout" in query
    assert "on the primary" in query


@pytest.mark.parametrize(
    "telling", ["HTTP 504", "ORA-12170", "SQLSTATE 08006", "exit code 137", "v2.14.0", "ENOSPC", "p99"]
)
def test_what_tells_failures_apart_stays(telling: str) -> None:
    assert telling in query_of(f"It ended with {telling} again")


def test_service_and_error_come_first_then_symptoms_then_the_title() -> None:
    query = build_query(service="payment-api", title="Charges fail", error="Pool exhausted", symptoms="Checkout hangs.")
    assert query == "payment-api: Pool exhausted. Checkout hangs. Charges fail"


def test_nothing_is_said_twice() -> None:
    query = build_query(
        service="payment-api", title="Pool exhausted", error="Pool exhausted", symptoms="pool exhausted"
    )
    assert query.lower().count("pool exhausted") == 1


LONG = {
    "words": "connection pool exhausted " * 2_000,
    "no spaces": "x" * 20_000,
    "right to left": "انقطع الاتصال بقاعدة البيانات " * 600,
    "emoji": "🔥👩‍👩‍👧‍👦" * 3_000,
    "chinese": "数据库连接超时服务无法响应" * 1_500,
    "frames": "\tat com.acme.Pay.charge(Pay.java:41)\n" * 400,
}


@pytest.mark.parametrize("kind", LONG)
def test_long_texts_stay_inside_the_window(kind: str) -> None:
    for query in (query_of(LONG[kind]), query_of("Timeout", LONG[kind]), clean_query(LONG[kind])):
        assert len(query) <= QUERY_CHARACTERS
        assert len(query.split()) <= QUERY_WORDS


def test_the_error_survives_a_flood_of_symptoms() -> None:
    assert query_of("Database connection timeout", LONG["words"]).startswith("payment-api: Database connection timeout")


@pytest.mark.parametrize("text", ["", "   ", "?!…", "🔥", "\u200f"])
def test_a_text_without_words_gives_no_query(text: str) -> None:
    assert clean_query(text) == ""


EVIL = {
    "spaces": " " * 20_000 + "x",
    "digits": "1" * 20_000,
    "hex": "a1" * 10_000,
    "dots": "1." * 10_000,
    "colons": "a:" * 10_000,
    "at": "at " * 6_000 + "(",
    "at without end": "at " + "a." * 9_000,
    "files": 'File "' * 3_000,
    "ids": "request_" * 2_500,
    "words before an id": "a" * 19_000 + "_id",
    "dates": "2026-11-30T12:00:" * 1_200,
    "parentheses": "at f" + "(" * 19_000,
    "lines": "x.go:1\n" * 2_800,
    "slashes": "/" * 20_000,
}


@pytest.mark.parametrize("kind", EVIL)
def test_the_work_of_cleaning_grows_as_the_text_does(kind: str) -> None:
    assert grows_as_the_text_does(lambda text: query_of(text, text), EVIL[kind])
