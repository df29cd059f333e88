"""Feedback as people and clients see it."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from memoryops.evidence.ordering import Verdict
from memoryops.kit.schemas import Input, Output, RequiredText, Time

SENTENCE_LIMIT = 1_000


class FeedbackTarget(StrEnum):
    """What feedback is on: the run's analysis, or one document of its evidence."""

    analysis = "analysis"
    evidence = "evidence"


class FeedbackGiven(Input):
    """What a person says; a sentence is wanted most where something is wrong."""

    verdict: Verdict
    sentence: Annotated[RequiredText, Field(max_length=SENTENCE_LIMIT)] | None = None


class Feedback(Output):
    """What one person says of one target. `document_id` is null for the analysis.

    `forgotten_at` says since when the sentence is erased, because its document was forgotten.
    """

    target: FeedbackTarget
    document_id: str | None
    verdict: Verdict
    sentence: str | None
    by: str
    at: Time
    forgotten_at: Time | None


class FormerFeedback(Feedback):
    """What a person said until they changed their mind, or withdrew it."""

    until: Time
    withdrawn: bool


class FeedbackList(Output):
    """The feedback on one investigation: what stands, and what did before, both oldest first."""

    items: list[Feedback]
    former: list[FormerFeedback]


class FeedbackElsewhere(Feedback):
    """What was said of an incident as evidence in the investigation of another."""

    investigation_id: str
    incident_id: str
    title: str
