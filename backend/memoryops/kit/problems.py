"""RFC 9457 problem documents: the one shape of every error."""

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import orjson
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict
from starlette.exceptions import HTTPException

from memoryops.kit.errors import InvalidInputError, MemoryOpsError

MEDIA_TYPE = "application/problem+json"
TYPE_PREFIX = "urn:memoryops:problem:"

log = logging.getLogger(__name__)


class FieldProblem(BaseModel):
    """What is wrong with one field; `field` is its path in the payload, dotted."""

    field: str
    message: str


class Problem(BaseModel):
    """What happened, in the shape of RFC 9457; `errors` is present for invalid fields."""

    model_config = ConfigDict(extra="allow")

    type: str
    title: str
    status: int
    detail: str
    instance: str | None = None
    errors: list[FieldProblem] | None = None


def problem_body(error: MemoryOpsError, instance: str | None = None) -> dict[str, Any]:
    """The problem document of an error, as plain values."""
    body: dict[str, Any] = {
        "type": f"{TYPE_PREFIX}{error.slug}",
        "title": error.title,
        "status": error.status,
        "detail": error.detail,
    }
    if instance is not None:
        body["instance"] = instance
    return body | dict(error.extra)


def problem_response(error: MemoryOpsError, instance: str, headers: Mapping[str, str] | None = None) -> Response:
    return Response(
        orjson.dumps(problem_body(error, instance)),
        status_code=error.status,
        media_type=MEDIA_TYPE,
        headers=dict(headers) if headers else None,
    )


def install_problem_handlers(app: FastAPI) -> None:
    """Make every failure of `app`, expected or not, leave as a problem document."""

    @app.exception_handler(MemoryOpsError)
    async def _expected(request: Request, error: MemoryOpsError) -> Response:
        return problem_response(error, request.url.path)

    @app.exception_handler(RequestValidationError)
    async def _invalid(request: Request, error: RequestValidationError) -> Response:
        return problem_response(_invalid_fields(error), request.url.path)

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> Response:
        return problem_response(_from_http(error), request.url.path, error.headers)

    @app.exception_handler(Exception)
    async def _unexpected(request: Request, error: Exception) -> Response:
        log.error("Unexpected error at %s", request.url.path, exc_info=error)
        return problem_response(
            MemoryOpsError("An unexpected error was logged; nothing was changed by this request."),
            request.url.path,
        )


def _invalid_fields(error: RequestValidationError) -> InvalidInputError:
    errors = [
        {
            "field": ".".join(str(part) for part in item["loc"][1:]) or str(item["loc"][0]),
            "message": _sentence(str(item["msg"])),
        }
        for item in error.errors()
    ]
    first = errors[0] if errors else {"field": "body", "message": "The payload is not valid."}
    return InvalidInputError(f"{first['field']}: {first['message']}", errors=errors)


def _sentence(message: str) -> str:
    text = message.removeprefix("Value error, ")
    return (text[:1].upper() + text[1:]).encode("utf-8", "replace").decode()


def _from_http(error: HTTPException) -> MemoryOpsError:
    phrase = HTTPStatus(error.status_code).phrase

    class Status(MemoryOpsError):
        status = error.status_code
        slug = phrase.lower().replace(" ", "-").replace("'", "")
        title = phrase

    detail = error.detail if error.detail and error.detail != phrase else f"{phrase}."
    return Status(detail)
