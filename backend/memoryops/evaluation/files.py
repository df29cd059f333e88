"""The files that an evaluation reads: one JSON object a line, records in one and queries in the other."""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, ValidationError

from memoryops.evaluation.metrics import Kind
from memoryops.kit.errors import InvalidInputError

HIGHEST_GRADE = 10
WORDS_OF_A_NAME = 12

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Id = Annotated[Text, BeforeValidator(lambda value: str(value) if type(value) is int else value)]
NoText = Annotated[str, BeforeValidator(lambda value: value or ""), StringConstraints(strip_whitespace=True)]


class EvaluationFileInvalid(InvalidInputError):
    """A file is not what an evaluation needs; names the file and the line."""


class _Line(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class CorpusRecord(_Line):
    """One record to remember. What is null in the file is empty here, and is left out of the document."""

    id: Id
    title: NoText = ""
    service: NoText = ""
    company: NoText = ""
    text: NoText = ""
    summary: NoText = ""
    symptoms: NoText = ""
    cause: NoText = ""
    resolution: NoText = ""

    @property
    def name(self) -> str:
        """The title; without one, the first words that say what it is about, or the id."""
        return self.title or " ".join((self.summary or self.symptoms or self.text).split()[:WORDS_OF_A_NAME]) or self.id

    @property
    def remainder(self) -> str | None:
        """What the summary and the whole text say beyond the other fields, line by line; None when nothing."""
        told = " ".join(" ".join((self.name, self.symptoms, self.cause, self.resolution)).split())
        lines = (" ".join(line.split()) for line in f"{self.summary}\n{self.text}".splitlines())
        return "\n".join(dict.fromkeys(line for line in lines if line and line not in told)) or None


class Relevance(_Line):
    """A record that answers a query; grade 2 is right, 1 would help."""

    id: Id
    grade: Annotated[int, Field(ge=0, le=HIGHEST_GRADE)]


class EvaluationQuery(_Line):
    """One query and the records that answer it; none where memory holds no answer."""

    id: Id
    type: Kind
    text: Text
    relevant: Annotated[tuple[Relevance, ...], BeforeValidator(lambda value: value or ())] = ()


LineT = TypeVar("LineT", CorpusRecord, EvaluationQuery)


def read_corpus(path: Path) -> list[CorpusRecord]:
    """The records of the file; raises EvaluationFileInvalid."""
    return _read(path, CorpusRecord)


def read_queries(path: Path) -> list[EvaluationQuery]:
    """The queries of the file; raises EvaluationFileInvalid."""
    return _read(path, EvaluationQuery)


def digest(texts: Sequence[str]) -> str:
    """Twelve characters that differ when the texts do."""
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:12]


def _read(path: Path, model: type[LineT]) -> list[LineT]:
    try:
        # Not by `splitlines`: JSON may hold the other line separators of Unicode as they are.
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise EvaluationFileInvalid(f"{path} cannot be read: {error}") from error
    read: dict[str, LineT] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            parsed = model.model_validate_json(line)
        except ValidationError as error:
            first = error.errors(include_input=False)[0]
            where = ".".join(map(str, first["loc"])) or "the line"
            raise EvaluationFileInvalid(f"{path}, line {number}: {where}: {first['msg']}") from None
        if parsed.id in read:
            raise EvaluationFileInvalid(f"{path}, line {number}: the id {parsed.id!r} is there twice.")
        read[parsed.id] = parsed
    if not read:
        raise EvaluationFileInvalid(f"{path} holds nothing.")
    return list(read.values())
