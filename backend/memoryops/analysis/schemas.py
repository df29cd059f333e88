"""The analysis as clients see it."""

from enum import StrEnum
from typing import Literal

from memoryops.kit.schemas import Output


class AnalysisStatus(StrEnum):
    """`ok`: the model answered and its citations hold; `fallback`: the labelled heuristic did."""

    ok = "ok"
    fallback = "fallback"


class Citation(Output):
    """A past incident the analysis leans on, with words found in its evidence."""

    incident_id: str
    title: str
    quote: str


class Analysis(Output):
    """What it could mean, who says so and how sure they are. A heuristic is always `low`."""

    source: Literal["model", "heuristic"]
    model: str | None
    probable_root_cause: str
    recommended_action: str
    confidence: Literal["high", "medium", "low"]
    reasoning: str
    supporting_historical_incidents: list[Citation]
