"""RFC 9457 problem documents: the one shape of every error."""

import logging
import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import orjson
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from memoryops.kit.counting import counted
from memoryops.kit.errors import InvalidInputError, MemoryOpsError

MEDIA_TYPE = "application/problem+json"
TYPE_PREFIX = "urn:memoryops:problem:"
ERRORS_SHOWN = 50
SHOWN_LIMIT = 300

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
    """Make every expected failure of `app` leave as a problem document; `LastResort` sees to the others."""

    @app.exception_handler(MemoryOpsError)
    async def _expected(request: Request, error: MemoryOpsError) -> Response:
        challenge = {"WWW-Authenticate": "Bearer"} if error.status == HTTPStatus.UNAUTHORIZED else None
        return problem_response(error, request.url.path, challenge)

    @app.exception_handler(RequestValidationError)
    async def _invalid(request: Request, error: RequestValidationError) -> Response:
        return problem_response(_invalid_fields(error), request.url.path)

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> Response:
        headers = dict(error.headers or {})
        if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED and (methods := _methods(app, request.url.path)):
            headers["Allow"] = ", ".join(methods)
        return problem_response(_from_http(error), request.url.path, headers)


def _methods(app: FastAPI, path: str) -> list[str]:
    """What the API's document says may be done at this path; the router names only its first match."""
    templates: dict[str, dict[str, Any]] = app.openapi()["paths"]
    return sorted(
        method.upper()
        for template, operations in templates.items()
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path)
        for method in operations
    )


class LastResort:
    """Answers what nobody expected with a logged 500; what fails after its answer began is left to the server."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def watched(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self.app(scope, receive, watched)
        except Exception:
            if scope["type"] != "http" or started:
                raise
            log.exception("Unexpected error at %r", scope["path"])
            failure = MemoryOpsError("An unexpected error was logged; nothing was changed by this request.")
            await problem_response(failure, scope["path"])(scope, receive, send)


def _invalid_fields(error: RequestValidationError) -> InvalidInputError:
    errors = [_field_problem(item) for item in error.errors()[:ERRORS_SHOWN]]
    first = errors[0] if errors else {"field": "body", "message": "The payload is not valid."}
    return InvalidInputError(f"{first['field']}: {first['message']}", errors=errors)


def _field_problem(item: Mapping[str, Any]) -> dict[str, str]:
    if item["type"] == "json_invalid":
        return {"field": "body", "message": f"Is not valid JSON at character {item['loc'][-1]}."}
    path = ".".join(str(part) for part in item["loc"][1:]) or str(item["loc"][0])
    return {"field": _showable(path), "message": _showable(spoken(item))}


LENGTHS = {"too_long": ("at most", "max_length"), "too_short": ("at least", "min_length")}
"""What is said of the length of a list, and of a text that was looked at before: its items are characters."""


def spoken(item: Mapping[str, Any]) -> str:
    """What is wrong with one value, as a sentence for people; `item` is one of the errors of a ValidationError."""
    if isinstance(item.get("input"), str) and item["type"] in LENGTHS:
        words, limit = LENGTHS[item["type"]]
        return f"Should have {words} {counted(item['ctx'][limit], 'character')}"
    message = str(item["msg"]).removeprefix("Value error, ")
    return message[:1].upper() + message[1:]


def _showable(text: str) -> str:
    """The text in valid Unicode, cut: what was sent may be neither valid nor short."""
    return text[:SHOWN_LIMIT].encode("utf-8", "replace").decode()


def _from_http(error: HTTPException) -> MemoryOpsError:
    phrase = HTTPStatus(error.status_code).phrase

    class Status(MemoryOpsError):
        status = error.status_code
        slug = phrase.lower().replace(" ", "-").replace("'", "")
        title = phrase

    detail = error.detail if error.detail and error.detail != phrase else f"{phrase}."
    return Status(detail)
