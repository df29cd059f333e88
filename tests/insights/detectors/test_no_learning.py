"""Incident without a learning: resolved, and memory holds nothing of it."""

import pytest

from memoryops.insights.detectors.no_learning import detect
from memoryops.insights.facts import Lesson
from memoryops.insights.found import Weight
from tests.insights.histories import ago, history, ids, incident


@pytest.mark.parametrize("lesson", [Lesson.none, Lesson.waiting, Lesson.failed])
def test_a_lesson_that_memory_lacks_after_a_day_is_told(lesson: Lesson) -> None:
    (found,) = detect(history(incident(101, ago(days=3), lesson=lesson)))
    assert ids(found.incidents) == ["INC-101"]
    assert (found.tell("").service, found.weight) == ("payment-api", Weight.low)


@pytest.mark.parametrize("lesson", [Lesson.ready, Lesson.confirming, Lesson.forgotten, Lesson.not_due])
def test_what_is_remembered_or_not_owed_is_none(lesson: Lesson) -> None:
    assert list(detect(history(incident(101, ago(days=3), lesson=lesson)))) == []


def test_memory_has_a_day_to_learn() -> None:
    assert list(detect(history(incident(101, ago(hours=20), lesson=Lesson.waiting)))) == []


def test_samples_are_not_owed() -> None:
    assert list(detect(history(incident(101, ago(days=3), lesson=Lesson.waiting, sample=True)))) == []


def test_services_are_told_apart_and_failures_counted() -> None:
    missing = [incident(n, ago(days=3), lesson=Lesson.failed, service=f"service-{n % 2}") for n in range(101, 107)]
    found = {one.about: one for one in detect(history(*missing))}
    assert set(found) == {"service-0", "service-1"}
    assert {one.name: one.value for one in found["service-0"].tell("").numbers} == {"missing": 3, "failed": 3}
    assert found["service-0"].weight is Weight.medium
