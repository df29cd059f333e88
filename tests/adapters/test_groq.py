"""The Groq adapter against a real HTTP server that behaves in every way seen in the wild."""

import asyncio
import logging
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from memoryops.adapters.chat_endpoint import parse_endpoint
from memoryops.adapters.groq import DEFAULT_MODEL, GroqModel
from memoryops.analysis.port import AnalysisReason, Message, ModelAnswer, ModelUnavailable
from memoryops.analysis.report import ANSWER_SCHEMA
from tests.fakes.groq_server import Reply, completion, failure, groq_server

KEY = "gsk_test-0123456789"
MESSAGES = (Message("system", "rules"), Message("user", "incident"))
DOWN = Reply(500, "<html>oops</html>", "text/html")


def model_at(url: str | None, *, key: str | None = KEY, seconds: float = 5.0) -> GroqModel:
    return GroqModel(api_key=key, base_url=url, deadline_seconds=seconds, backoff_seconds=0.01)


async def ask(model: GroqModel) -> ModelAnswer:
    try:
        return await model.answer(MESSAGES, ANSWER_SCHEMA)
    finally:
        await model.aclose()


async def failure_of(model: GroqModel) -> ModelUnavailable:
    with pytest.raises(ModelUnavailable) as caught:
        await ask(model)
    return caught.value


async def test_the_answer_is_the_content_and_the_model_that_gave_it() -> None:
    async with groq_server(completion('{"a": 1}', model="openai/gpt-oss-20b-0725")) as server:
        assert await ask(model_at(server.url)) == ModelAnswer('{"a": 1}', "openai/gpt-oss-20b-0725")
        asked = server.asked[0]
    assert asked.path == "/openai/v1/chat/completions"
    assert asked.headers["authorization"] == f"Bearer {KEY}"
    assert asked.body["model"] == DEFAULT_MODEL
    assert asked.body["messages"][1] == {"role": "user", "content": "incident"}
    wanted = asked.body["response_format"]["json_schema"]
    assert wanted["strict"] is True
    assert wanted["schema"] == ANSWER_SCHEMA


@pytest.mark.parametrize(
    ("base", "path"),
    [
        ("", "/openai/v1/chat/completions"),
        ("/", "/openai/v1/chat/completions"),
        ("/v1", "/v1/chat/completions"),
        ("/v1/", "/v1/chat/completions"),
        ("/openai/v1", "/openai/v1/chat/completions"),
        ("/v1beta/openai", "/v1beta/openai/chat/completions"),
        ("/gateway", "/gateway/openai/v1/chat/completions"),
    ],
)
async def test_a_base_url_may_or_may_not_hold_the_version(base: str, path: str) -> None:
    async with groq_server(completion("{}")) as server:
        await ask(model_at(server.url + base))
        assert [asked.path for asked in server.asked] == [path]


async def test_another_endpoint_works_without_a_key_and_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROQ_API_KEY", "gsk_from-the-environment")
    async with groq_server(completion("{}")) as server:
        model = model_at(f"{server.url}/v1", key=None)
        assert model.name == DEFAULT_MODEL
        await ask(model)
        assert "authorization" not in server.asked[0].headers


async def test_a_login_in_the_address_is_sent_as_one_and_shown_nowhere(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with groq_server(completion("{}")) as server:
        model = model_at(server.url.replace("//", "//ops:hunter2@") + "/v1", key=None)
        await ask(model)
        assert server.asked[0].headers["authorization"].startswith("Basic ")
        assert model.endpoint == server.url.removeprefix("http://")
    assert "hunter2" not in caplog.text


@pytest.mark.parametrize("url", [None, "", "https://api.groq.com", "https://api.groq.com/"])
async def test_groq_without_a_key_is_not_configured(url: str | None) -> None:
    model = model_at(url, key=" ")
    assert model.name is None
    assert (await failure_of(model)).reason is AnalysisReason.not_configured


@pytest.mark.parametrize("url", ["ftp://models", "localhost:11434", "http://", "http://host:port/v1"])
async def test_an_address_that_is_none_is_not_configured(url: str) -> None:
    assert (await failure_of(model_at(url))).reason is AnalysisReason.not_configured


@pytest.mark.parametrize(
    ("reply", "reason", "calls"),
    [
        (DOWN, "server_error", 3),
        (failure(503), "server_error", 3),
        (failure(400, "json_validate_failed"), "invalid_output", 1),
        (failure(400, "context_length_exceeded"), "rejected", 1),
        (failure(401, "invalid_api_key"), "unauthorized", 1),
        (failure(403), "unauthorized", 1),
        (failure(404, "model_not_found"), "model_unavailable", 1),
        (failure(409), "rejected", 1),
        (failure(413), "too_large", 1),
        (failure(422), "rejected", 1),
        (failure(429), "rate_limited", 3),
        (failure(429, retry_after="0"), "rate_limited", 3),
        (failure(429, retry_after="120"), "rate_limited", 1),
        (failure(429, retry_after="soon"), "rate_limited", 3),
        (failure(429, retry_after="nan"), "rate_limited", 3),
        (failure(429, retry_after="Mon, 01 Jan 2026 00:00:00 +99999999999999"), "rate_limited", 3),
        (failure(498, "capacity_exceeded"), "rate_limited", 3),
        (Reply(302, "", headers={"location": "https://elsewhere.test/"}), "rejected", 1),
        (Reply(200, '{"choices": [{"mess'), "invalid_output", 1),
        (Reply(200, "fine, thanks", "text/plain"), "invalid_output", 1),
        (Reply(200, '{"id": "x"}'), "invalid_output", 1),
        (Reply(200, '{"choices": []}'), "invalid_output", 1),
        (Reply(200, '{"choices": null}'), "invalid_output", 1),
        (Reply(200, "[]"), "invalid_output", 1),
        (Reply(200, "null"), "invalid_output", 1),
        (Reply(200, "[" * 100_000), "invalid_output", 1),
        (Reply(200, ""), "invalid_output", 1),
        (completion(None), "invalid_output", 1),
        (completion("  "), "invalid_output", 1),
        (Reply(200, '{"choices": []}', cut_at=5), "unreachable", 3),
        (Reply(200, "this is not compressed", headers={"content-encoding": "gzip"}), "unreachable", 3),
        (Reply(200, "data: {}\n\n", "text/event-stream"), "invalid_output", 1),
    ],
    ids=lambda value: f"{value.status} {value.body[:24]}" if isinstance(value, Reply) else str(value),
)
async def test_every_failure_has_one_reason(reply: Reply, reason: str, calls: int) -> None:
    async with groq_server(reply) as server:
        error = await failure_of(model_at(server.url))
        assert (error.reason, len(server.asked)) == (reason, calls)
    assert KEY not in str(error)


async def test_a_broken_content_is_given_on_as_it_is_since_the_caller_judges_it() -> None:
    async with groq_server(completion('{"half": ')) as server:
        assert (await ask(model_at(server.url))).content == '{"half": '


async def test_a_server_that_hangs_is_a_timeout_at_the_deadline() -> None:
    async with groq_server(Reply(hangs=True)) as server:
        started = time.monotonic()
        error = await failure_of(model_at(server.url, seconds=0.3))
        assert time.monotonic() - started < 2
        assert (error.reason, len(server.asked)) == (AnalysisReason.timeout, 1)


async def test_a_port_where_nobody_listens_is_unreachable() -> None:
    async with groq_server(completion("{}")) as server:
        url = server.url
    assert (await failure_of(model_at(url))).reason is AnalysisReason.unreachable


async def test_a_name_that_does_not_resolve_is_unreachable() -> None:
    assert (await failure_of(model_at("http://no-such-host.invalid/v1"))).reason is AnalysisReason.unreachable


@pytest.mark.parametrize("first", [DOWN, failure(429), failure(498), Reply(200, "{}", cut_at=1)])
async def test_a_passing_failure_is_tried_again(first: Reply) -> None:
    async with groq_server(first, completion("{}")) as server:
        assert (await ask(model_at(server.url))).content == "{}"
        assert len(server.asked) == 2


async def test_retry_after_is_honoured_within_the_deadline() -> None:
    async with groq_server(failure(429, retry_after="0.4"), completion("{}")) as server:
        started = time.monotonic()
        await ask(model_at(server.url))
        assert time.monotonic() - started >= 0.4


async def test_a_wait_beyond_the_deadline_is_not_waited_for() -> None:
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)
    async with groq_server(failure(429, retry_after=soon)) as server:
        started = time.monotonic()
        error = await failure_of(model_at(server.url))
        assert time.monotonic() - started < 2
    assert error.reason is AnalysisReason.rate_limited
    assert "asks to wait" in error.detail


async def test_all_tries_share_one_deadline() -> None:
    async with groq_server(failure(429, retry_after="0.3"), Reply(hangs=True)) as server:
        started = time.monotonic()
        error = await failure_of(model_at(server.url, seconds=0.6))
        assert time.monotonic() - started < 2
        assert (error.reason, len(server.asked)) == (AnalysisReason.timeout, 2)


async def test_an_endpoint_without_json_schema_is_asked_for_less_and_remembered() -> None:
    refusal = failure(400, message="This model does not support response format `json_schema`")
    async with groq_server(refusal, failure(422, message="unknown field response_format"), completion("{}")) as server:
        model = model_at(f"{server.url}/v1")
        await model.answer(MESSAGES, ANSWER_SCHEMA)
        await ask(model)
        assert [asked.answer_format for asked in server.asked] == ["json_schema", "json_object", None, None]


async def test_a_request_to_this_machine_never_goes_to_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    async with groq_server(failure(502)) as proxy, groq_server(completion("{}")) as server:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        monkeypatch.delenv("NO_PROXY", raising=False)
        monkeypatch.delenv("no_proxy", raising=False)
        assert (await ask(model_at(server.url))).content == "{}"
        assert proxy.asked == []


@pytest.mark.parametrize("key", ["gsk_ключ", "gsk_a\nX-Evil: 1", "gsk_\x00"])
async def test_a_key_that_cannot_be_sent_is_unauthorized_and_not_repeated(key: str) -> None:
    async with groq_server(completion("{}")) as server:
        error = await failure_of(model_at(server.url, key=key))
        assert (error.reason, server.asked) == (AnalysisReason.unauthorized, [])
    assert key not in str(error)


async def test_the_key_reaches_no_log_and_no_error(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with groq_server(failure(401, f"bad_{KEY}", f"Incorrect API key provided: {KEY}")) as server:
        error = await failure_of(model_at(server.url))
    assert KEY not in f"{error!r} {error.detail} {error.__cause__!r}"
    assert KEY not in caplog.text


async def test_a_key_that_the_model_repeats_is_not_given_on() -> None:
    async with groq_server(completion(f'{{"summary": "your key is {KEY}"}}', model=f"m-{KEY}")) as server:
        assert await ask(model_at(server.url)) == ModelAnswer('{"summary": "your key is [key]"}', "m-[key]")


async def test_a_code_that_is_the_key_is_not_given_on() -> None:
    async with groq_server(failure(400, "secretsecret")) as server:
        error = await failure_of(model_at(server.url, key="secretsecret"))
    assert "secretsecret" not in error.detail


async def test_a_password_in_the_address_that_the_model_repeats_is_not_given_on() -> None:
    async with groq_server(completion('"hunter2-hunter2"')) as server:
        model = model_at(server.url.replace("//", "//ops:hunter2-hunter2@") + "/v1", key=None)
        assert (await ask(model)).content == '"[key]"'


async def test_an_answer_with_half_a_character_can_be_stored() -> None:
    async with groq_server(completion("half \ud800")) as server:
        assert (await ask(model_at(server.url))).content == "half \ufffd"


async def test_cancelling_leaves_no_request_behind() -> None:
    async with groq_server(Reply(hangs=True)) as server:
        model = model_at(server.url)
        task = asyncio.create_task(model.answer(MESSAGES, ANSWER_SCHEMA))
        async with asyncio.timeout(5):
            await server.arrived.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await model.aclose()


def test_an_ipv6_loopback_is_this_machine() -> None:
    endpoint = parse_endpoint("http://[::1]:11434/v1")
    assert endpoint
    assert (endpoint.base_url, endpoint.is_loopback) == ("http://[::1]:11434/v1", True)
