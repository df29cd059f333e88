"""The fixed texts and questions that an embedding is recognised and measured by: the samples, as memory holds them."""

import tomllib
from functools import cache
from importlib import resources

from memoryops.memory.calibration import CalibrationSet, Question
from memoryops.memory.calibrator import WORKSPACE
from memoryops.memory.documents import Learning, write_document
from memoryops.memory.port import Document
from memoryops.samples.catalogue import SampleIncident, catalogue


@cache
def calibration_set() -> CalibrationSet:
    """The same set on every call."""
    text = (resources.files("memoryops.samples") / "calibration.toml").read_text(encoding="utf-8")
    questions = tuple(Question(one["text"], one.get("expected")) for one in tomllib.loads(text)["questions"])
    return CalibrationSet(tuple(_document(sample) for sample in catalogue()), questions)


def _document(sample: SampleIncident) -> Document:
    learning = Learning(
        workspace_id=WORKSPACE,
        incident_id=sample.incident_id,
        revision=1,
        title=sample.title,
        service=sample.service,
        severity=sample.severity.value,
        environment=sample.environment,
        version=sample.version,
        error=sample.error,
        symptoms=sample.symptoms,
        started_at=sample.started_at,
        resolved_at=sample.resolved_at,
        root_cause=sample.root_cause,
        resolution=sample.resolution,
        ineffective_actions=sample.ineffective_actions,
        postmortem=sample.postmortem,
        outcome=sample.outcome.value,
        resolved_by=sample.resolved_by,
        sample=True,
    )
    return write_document(learning).document
