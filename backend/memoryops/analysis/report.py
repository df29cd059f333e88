"""What a model must answer, what an analysis is, and how the first is read."""

import json
import unicodedata
from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, ValidationError

Shape = TypeVar("Shape", bound=BaseModel)
Confidence = Literal["high", "medium", "low"]

# A few paragraphs each: longer prose is not read during an incident.
MAX_TEXT = 6_000
MAX_QUOTE = 2_000
MAX_CITATIONS = 12
MAX_ANSWER = 100_000


class InvalidAnswer(ValueError):
    """The model's answer is not the JSON that was asked for; the message names the first problems."""


def _text(value: str) -> str:
    """The text without outer space; ValueError when nothing readable or storable is in it."""
    if any(unicodedata.category(char) in {"Cc", "Cs"} and char not in "\n\r\t" for char in value):
        raise ValueError("control characters are not text")
    if not any(char.isalnum() for char in value):
        raise ValueError("nothing readable in it")
    return value.strip()


Prose = Annotated[str, StringConstraints(max_length=MAX_TEXT), AfterValidator(_text)]
Quote = Annotated[str, StringConstraints(max_length=MAX_QUOTE), AfterValidator(_text)]


class AnsweredCitation(BaseModel):
    """A citation as the model gave it. A title is tolerated and never used: code knows it."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    incident_id: Annotated[str, StringConstraints(max_length=64), AfterValidator(_text)]
    quote: Quote
    title: str | None = Field(default=None, exclude=True)


class Answer(BaseModel):
    """A model's answer of the right shape; what it cites is not checked yet."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    probable_root_cause: Prose
    recommended_action: Prose
    confidence: Confidence
    reasoning: Prose
    supporting_historical_incidents: Annotated[list[AnsweredCitation], Field(max_length=MAX_CITATIONS)]

    @property
    def prose(self) -> Mapping[str, str]:
        """The free texts by field name, in reading order."""
        return {
            "probable_root_cause": self.probable_root_cause,
            "recommended_action": self.recommended_action,
            "reasoning": self.reasoning,
        }


class Citation(BaseModel):
    """A verified citation: `quote` is a verbatim piece of that evidence, `title` is the record's."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    incident_id: str
    title: str
    quote: str


class AnalysisReport(BaseModel):
    """An analysis as it is stored and shown; `model` is None when the source is the heuristic."""

    model_config = ConfigDict(frozen=True, extra="forbid", protected_namespaces=())

    source: Literal["model", "heuristic"]
    model: str | None
    probable_root_cause: str
    recommended_action: str
    confidence: Confidence
    reasoning: str
    supporting_historical_incidents: tuple[Citation, ...]


def object_schema(properties: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON schema of an object with exactly these properties."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def string_schema(description: str) -> dict[str, str]:
    """The JSON schema of a text."""
    return {"type": "string", "description": description}


CITATIONS_SCHEMA: Mapping[str, Any] = {
    "type": "array",
    "items": object_schema(
        {
            "incident_id": string_schema("Id of the evidence, exactly as given."),
            "quote": string_schema("Words copied verbatim from that evidence."),
        }
    ),
}

# Strict mode knows no lengths and wants every property required: limits are enforced by `Answer`.
ANSWER_SCHEMA: Mapping[str, Any] = object_schema(
    {
        "probable_root_cause": string_schema("The most likely cause, in one or two sentences."),
        "recommended_action": string_schema("What the engineer should check or do next, most useful first."),
        "confidence": {"type": "string", "enum": ["high", "medium", "low"]},
        "reasoning": string_schema("How the cause follows from the incident and the evidence."),
        "supporting_historical_incidents": CITATIONS_SCHEMA,
    }
)


def parse_answer(content: str) -> Answer:
    """The answer in `content`, which may stand in one code fence; raises `InvalidAnswer`."""
    return parse_as(Answer, content)


def parse_as(model: type[Shape], content: str) -> Shape:
    """As `parse_answer`, for an answer of another shape."""
    if len(content) > MAX_ANSWER:
        raise InvalidAnswer(f"the answer is longer than {MAX_ANSWER} characters")
    try:
        value = json.loads(_unfenced(content), object_pairs_hook=_without_duplicates, parse_constant=_refuse_constant)
        return model.model_validate(value)
    except ValidationError as error:
        raise InvalidAnswer(_summary(error)) from None
    except RecursionError:
        raise InvalidAnswer("the JSON is nested too deeply") from None
    except ValueError as error:
        raise InvalidAnswer(f"not JSON: {str(error)[:200]}") from None


def _unfenced(content: str) -> str:
    """The text without one Markdown code fence around it, which smaller models like to add."""
    text = content.strip()
    if not (text.startswith("```") and text.endswith("```") and "\n" in text):
        return text
    return text[text.index("\n") : -3]


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object; ValueError when a key stands twice, since readers would disagree about its value."""
    keys = [key for key, _ in pairs]
    if len(set(keys)) != len(keys):
        raise ValueError("a key stands twice in one object")
    return dict(pairs)


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _summary(error: ValidationError) -> str:
    """The first problems by place, without the values: those are in the stored answer."""
    problems = [f"{'.'.join(map(str, e['loc'])) or 'answer'}: {e['msg']}" for e in error.errors()[:5]]
    return "; ".join(problems)[:600]
