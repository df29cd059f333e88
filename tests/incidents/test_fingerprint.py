"""The rules of the fingerprint: what is the same error, what is not, and that telling takes no time."""

import re
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryops.incidents.fingerprint import _RULES, fingerprint, normalise, normalise_service
from tests.growth import grows_as_the_text_does

TABLE = [
    ("Database connection timeout", "database connection timeout"),
    ("  Database\tconnection\r\n  TIMEOUT ", "database connection timeout"),
    ("user 3f2504e0-4f89-41d3-9a0c-0305e82c3301 not found", "user <uuid> not found"),
    ("user 3F2504E0-4F89-41D3-9A0C-0305E82C3301.", "user <uuid>."),
    ("at 2026-11-30T12:00:00Z", "at <time>"),
    ("at 2026-11-30T12:00:00.123+05:30: x", "at <time>: x"),
    ("2026-11-30 12:00:00,123 ERROR x", "<time> error x"),
    ("2026/11/30 12:00 x", "<time> x"),
    ("on 2026-11-30.", "on <time>."),
    ("[30/Nov/2026:12:00:00 +0000] x", "[<time>] x"),
    ("Nov 30 12:00:00 host x", "<time> host x"),
    ("Nov  3 12:00:00 host x", "<time> host x"),
    ("Mon, 30 Nov 2026 12:00:00 GMT", "mon, <time>"),
    ("12:00:00: connection lost", "<time>: connection lost"),
    ("12:00:00.123456 x", "<time> x"),
    ("at 9:05.", "at <time>."),
    ("connect to 10.0.0.12:5432 refused", "connect to <ip> refused"),
    ("connect to 10.0.0.12.", "connect to <ip>."),
    ("connect to 10.0.0.12: refused", "connect to <ip>: refused"),
    ("connect to [2001:db8::1]:443", "connect to <ip>"),
    ("connect to fe80::1: unreachable", "connect to <ip>: unreachable"),
    ("connect to 2001:db8:0:0:0:0:0:1", "connect to <ip>"),
    ("connect to ::ffff", "connect to <ip>"),
    ("mac aa:bb:cc:dd:ee:ff", "mac <ip>"),
    ("segfault at 0x7fff5fbff8c0", "segfault at <hex>"),
    ("segfault at 0x0", "segfault at <hex>"),
    ("commit 9f86d081884c7d65", "commit <hex>"),
    ("pod payment-7d9f8b6c51", "pod payment-<hex>"),
    ("order 12345678 failed", "order <num> failed"),
    ("took 30012ms", "took <num>ms"),
    ("order_12345", "order_<num>"),
    ("HTTP 504 on /v1/charge", "http 504 on /v1/charge"),
    ("exit code 137", "exit code 137"),
    ("pool size 100 of 100", "pool size 100 of 100"),
    ("defaced decade facade", "defaced decade facade"),
    ("deadbeef cafebabe", "deadbeef cafebabe"),
    ("version 1.2.3", "version 1.2.3"),
    ("std::vector::at", "std::vector::at"),
    ("ratio 3:1", "ratio 3:1"),
    ("ＨＴＴＰ ５０４", "http 504"),
    ("STRASSE straße", "strasse strasse"),
]


@pytest.mark.parametrize(("error", "normalised"), TABLE, ids=[error for error, _ in TABLE])
def test_an_error_is_normalised_by_the_written_rules(error: str, normalised: str) -> None:
    assert normalise(error) == normalised


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("HTTP 504", "HTTP 502"),
        ("connection timeout", "connection refused"),
        ("exit code 1", "exit code 2"),
        ("node a1", "node a2"),
        ("v1.2.3", "v1.2.4"),
        ("no space left", "no space"),
    ],
)
def test_different_errors_have_different_fingerprints(one: str, other: str) -> None:
    first, second = fingerprint("w", "s", one), fingerprint("w", "s", other)
    assert first is not None
    assert second is not None
    assert first.value != second.value


def test_the_fingerprint_is_the_same_for_ever() -> None:
    made = fingerprint("default", "payment-api", "Database connection timeout")
    assert made is not None
    assert made.value == "v1:210634c453ded6181430468f8547fe5778f2a5604c5df60d7542776235158ef3"
    assert made.normalised == "database connection timeout"


def test_workspace_and_service_are_part_of_the_identity() -> None:
    made = {fingerprint(workspace, service, "Boom") for workspace in ("a", "b") for service in ("a", "b", "a b", "ab")}
    assert len(made) == 8
    assert fingerprint("a", "b\x1fc", "x") != fingerprint("a\x1fb", "c", "x")


def test_case_and_space_of_the_service_do_not_matter() -> None:
    assert fingerprint("w", " Payment  API ", "x") == fingerprint("w", "payment api", "x")
    assert normalise_service("Ｐayment") == "payment"


@pytest.mark.parametrize("nothing", [None, "", " ", "\n\t ", "\u3000"])
def test_without_an_error_there_is_no_identity(nothing: str | None) -> None:
    assert fingerprint("w", "s", nothing) is None


WORDS = st.lists(
    st.sampled_from(["connection", "Timeout", "HTTP 504", "pool", "refused", "Straße", "τέλος", "on /v1/x"])
)
HEX = "0123456789abcdef"
UUIDS = st.uuids().map(str)
IPS = st.ip_addresses(v=4).map(str)
TIMES = st.datetimes().filter(lambda moment: moment.year > 999).map(lambda moment: moment.isoformat())
NUMBERS = st.integers(1000, 10**18).map(str)
ADDRESSES = st.integers(0, 2**64).map(hex)
HASHES = st.text(HEX, min_size=8, max_size=64).filter(
    lambda text: re.search("[a-f]", text) and re.search("[0-9]", text)
)
SEPARATORS = st.sampled_from([" ", ", ", " (", "=", "'", '"', " <", "/", " [", ";", "|"])
ENDS = st.sampled_from(["", " ", ".", ",", ")", ": x", ";", "'", "\n", "]", "!"])
VOLATILE = st.sampled_from([UUIDS, IPS, TIMES, NUMBERS, ADDRESSES, HASHES])


@given(data=st.data(), kind=VOLATILE, before=WORDS, separator=SEPARATORS, end=ENDS)
def test_volatile_tokens_of_one_kind_do_not_matter(
    data: st.DataObject, kind: st.SearchStrategy[str], before: list[str], separator: str, end: str
) -> None:
    one, other = data.draw(kind), data.draw(kind)
    start = " ".join([*before, "x"])
    assert normalise(f"{start}{separator}{one}{end}") == normalise(f"{start}{separator}{other}{end}")


@given(error=st.text())
def test_white_space_does_not_matter(error: str) -> None:
    assert normalise(f" \t{error}\n ") == normalise(error)
    assert normalise(" ".join(error.split())) == normalise("\n\t".join(error.split()))


@given(words=WORDS)
def test_case_does_not_matter(words: list[str]) -> None:
    error = " ".join(words)
    assert normalise(error.upper()) == normalise(error.lower()) == normalise(error.title()) == normalise(error)


@given(error=st.text())
def test_a_fingerprint_is_stable_and_never_fails(error: str) -> None:
    made = fingerprint("w", "s", error)
    assert made == fingerprint("w", "s", error)
    assert made is None or re.fullmatch("v1:[0-9a-f]{64}", made.value)


ADVERSARIES = [
    "a" * 20_000, "1" * 20_000, "a" * 19_998 + "1g", "1" * 19_999 + "a", "a1" * 10_000, "f" * 19_000 + "1" + "_",
    "0x" * 10_000, "0x" + "f" * 19_997 + "g", ":" * 20_000, "a:" * 10_000, "::" * 10_000, "1:" * 10_000, "[" * 20_000,
    "[:" * 10_000, "abcd:" * 4_000, "1." * 10_000, "1.1.1." * 3_334, "12:00" * 4_000, "12:00:00." + "1" * 19_000 + "x",
    "2026-11-30" * 2_000, "2026-11-30t12:00:00." + "9" * 19_000, "2026-11-30 " * 1_800, "00000000-0000-" * 1_400,
    "0" * 8 + "-", "12345678-1234-1234-1234-" * 833, " " * 20_000, "\n" * 20_000, "1 " * 10_000, "nov 3 " * 3_333,
    "30/nov/2026:" * 1_666, "x" * 20_000, "\u0130" * 20_000, "\ufdfa" * 20_000, "e\u0301" * 10_000, "1,1" * 6_666,
    "+00:00" * 3_333, "12:00 z" * 2_857, "a1b2c3d4_" * 2_222, "1" * 3 + "." + "1" * 19_990,
]  # fmt: skip


@pytest.mark.parametrize("text", ADVERSARIES, ids=lambda text: f"{text[:12]!r}x{len(text)}")
def test_the_work_on_a_text_grows_as_the_text_does(text: str) -> None:
    assert grows_as_the_text_does(normalise, text)


@pytest.mark.parametrize("rule", [rule for rule, _ in _RULES], ids=lambda rule: rule.pattern[:30])
def test_the_work_of_every_rule_grows_as_the_text_does(rule: re.Pattern[str]) -> None:
    assert [text[:12] for text in ADVERSARIES if not grows_as_the_text_does(partial(rule.sub, ""), text)] == []
