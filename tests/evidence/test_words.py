"""What two texts share in words orders them, whatever their forms, and costs little."""

import time

import pytest

from memoryops.evidence.words import compare_words, stem, telling_words

TEXTS = {
    "pool": "The connection pool was exhausted; sessions leaked under load.",
    "certificate": "The certificate expired at midnight on some edge nodes.",
    "queue": "Consumers left the group and messages queued up for hours.",
}


@pytest.mark.parametrize(
    ("one", "other"),
    [("timeouts", "timeout"), ("leaked", "leaks"), ("retries", "retried"), ("stopped", "stops"), ("queued", "queues")],
)
def test_forms_of_a_word_meet(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize("word", ["bus", "504", "dns", "级联", "us"])
def test_short_words_are_not_cut_to_nothing(word: str) -> None:
    assert len(stem(word)) >= 2


def test_the_text_that_says_it_scores_best_and_the_best_is_one() -> None:
    found = compare_words("sessions leak and the pool of connections is exhausted", TEXTS)
    assert max(found, key=lambda key: found[key].score) == "pool"
    assert found["pool"].score == 1.0


def test_rare_words_count_more_than_common_ones() -> None:
    texts = {"a": "pod pod pod restarts", "b": "pod etcd", "c": "pod", "d": "pod"}
    found = compare_words("pod etcd", texts)
    assert found["b"].score > found["a"].score
    assert found["b"].support > found["a"].support


def test_support_counts_the_words_that_a_text_holds() -> None:
    found = compare_words("certificate expired", TEXTS)
    assert found["certificate"].support == pytest.approx(2.0)
    assert found["queue"].support == 0.0


def test_saying_a_word_often_supports_no_more_than_saying_it_once() -> None:
    found = compare_words("disk quota", {"once": "disk", "often": "disk " * 50, "other": "quota"})
    assert found["once"].support == found["often"].support


@pytest.mark.parametrize("question", ["", "the of and", "?!", "incident", "service was down"])
def test_a_question_without_telling_words_is_borne_out_by_nothing(question: str) -> None:
    assert {(one.score, one.support) for one in compare_words(question, TEXTS).values()} == {(0.0, 0.0)}


def test_there_may_be_nothing_to_compare_with() -> None:
    assert compare_words("disk full", {}) == {}
    assert compare_words("disk full", {"a": ""})["a"].score == 0.0


def test_telling_words_leave_out_what_every_sentence_has() -> None:
    assert telling_words("The error was a TLS-handshake timeout") == {"tls-handshake", "timeout"}


def test_comparing_with_many_long_records_is_quick() -> None:
    texts = {str(number): f"word{number} timeout pool of nodes " * 400 for number in range(150)}
    compare_words("pool timeout", texts)
    started = time.process_time()
    compare_words("pool timeout on nodes", texts)
    assert time.process_time() - started < 1.0
