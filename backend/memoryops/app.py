"""The application: routers, problem documents, guards, background work, the built console."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from functools import cache
from typing import Any

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.routing import APIRoute
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from sqlalchemy.exc import OperationalError
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from memoryops import __version__
from memoryops.alerts.intake.paths import TokenOutOfPath, is_intake
from memoryops.api import api_router, unknown_router
from memoryops.incidents.timeline.images import is_image_upload
from memoryops.incidents.timeline.pictures import BYTE_LIMIT
from memoryops.kit.errors import UnavailableError
from memoryops.kit.guards import BodyGuard, HostGuard, PathGuard, SignInGuard
from memoryops.kit.packed import PackedAssets
from memoryops.kit.problems import LastResort, install_problem_handlers, problem_response
from memoryops.runtime import Runtime
from memoryops.settings import LOOPBACK, Settings, listed

log = logging.getLogger(__name__)

CONTENT_SECURITY_POLICY = (
    "default-src 'self'; img-src 'self' data:; font-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


class RecordUnavailableError(UnavailableError):
    """The record store does not answer."""


def create_app(runtime: Runtime) -> FastAPI:
    """The whole product around one runtime; the runtime is started and closed with the application."""
    app = FastAPI(
        title="MemoryOps",
        version=__version__,
        lifespan=_lifespan(runtime),
        generate_unique_id_function=_operation_id,
        docs_url=None,
        redoc_url=None,
    )
    app.state.runtime = runtime
    install_problem_handlers(app)
    app.add_exception_handler(OperationalError, _record_unavailable)
    app.router.routes.extend(_routes())
    _serve_console(app, runtime.settings)
    _guard(app, runtime.settings)
    return app


@cache
def _routes() -> list[BaseRoute]:
    """Every call of the product; they find their runtime by the request, so that one set does for a process."""
    router = APIRouter(generate_unique_id_function=_operation_id)
    router.include_router(health_router)
    router.include_router(api_router)
    router.include_router(unknown_router)
    return router.routes


async def _record_unavailable(request: Request, error: Exception) -> Response:
    log.error("The record store failed at %s", request.url.path, exc_info=error)
    refusal = RecordUnavailableError("The record store does not answer now; nothing was changed. Try again.")
    return problem_response(refusal, request.url.path)


def _operation_id(route: APIRoute) -> str:
    return route.name


def _lifespan(runtime: Runtime) -> Callable[[FastAPI], Any]:
    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await runtime.start()
        tasks = [asyncio.create_task(_forever(work), name=work.__qualname__) for work in runtime.background]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            for task in tasks:
                with suppress(asyncio.CancelledError):
                    await task
            await runtime.aclose()

    return lifespan


async def _forever(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run background work, and start it again should it ever fail."""
    while True:
        try:
            await work()
            return
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("%s failed; it starts again", work.__qualname__)
            await asyncio.sleep(1)


health_router = APIRouter(include_in_schema=False)


@health_router.get("/healthz")
async def healthz() -> dict[str, str]:
    """The process is up."""
    return {"status": "ok"}


@health_router.get("/readyz")
async def readyz(request: Request) -> dict[str, str]:
    """The record store is usable; memory and model may be down without harm to it."""
    runtime: Runtime = request.app.state.runtime
    try:
        await runtime.database.ping()
    except Exception as error:
        log.warning("The record store does not answer", exc_info=error)
        raise RecordUnavailableError("The record store does not answer; the server's log says why.") from error
    return {"status": "ok"}


@health_router.get("/metrics")
async def metrics() -> Response:
    """Prometheus metrics of this process."""
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


def _guard(app: FastAPI, settings: Settings) -> None:
    """The last one added stands first: tokens out of addresses, host, sign-in, then path and body."""
    app.add_middleware(PackedAssets, console_dir=settings.console_dir)
    app.add_middleware(BodyGuard, limits={is_image_upload: BYTE_LIMIT}, any_kind=_sees_to_its_body)
    app.add_middleware(PathGuard)
    if settings.access_token is not None:
        token = settings.access_token.get_secret_value()
        app.add_middleware(SignInGuard, token=token, open_to_others=is_intake)
    hosts = {*LOOPBACK, settings.host, *listed(settings.allowed_hosts)}
    app.add_middleware(HostGuard, hosts=hosts, origins=listed(settings.allowed_origins))
    app.add_middleware(LastResort)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(TokenOutOfPath)


def _sees_to_its_body(method: str, path: str) -> bool:
    return is_intake(method, path) or is_image_upload(method, path)


class SecurityHeaders:
    """Adds the headers that keep foreign scripts, frames and caches out, where the answer does not say its own."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                kept = message["status"] == 200 and scope["path"].startswith("/assets/") and not _is_page(message)
                own = message.get("headers", [])
                said = {name.lower() for name, _ in own}
                ours = _security_headers(scope["path"], kept=kept)
                message["headers"] = [*own, *(header for header in ours if header[0] not in said)]
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)


def _is_page(message: Any) -> bool:
    """Whether the answer is the console's page, which stands in for paths that are no files."""
    return any(name.lower() == b"content-type" and b"html" in value for name, value in message.get("headers", []))


def _security_headers(path: str, *, kept: bool) -> list[tuple[bytes, bytes]]:
    headers = {
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "content-security-policy": CONTENT_SECURITY_POLICY,
    }
    if kept:
        headers["cache-control"] = "public, max-age=31536000, immutable"
    elif not path.startswith("/api"):
        headers["cache-control"] = "no-cache"
    return [(name.encode(), value.encode()) for name, value in headers.items()]


def _serve_console(app: FastAPI, settings: Settings) -> None:
    if (settings.console_dir / "index.html").is_file():
        app.frontend("/", directory=settings.console_dir, fallback="index.html")
        return

    @app.get("/", include_in_schema=False)
    async def console_missing() -> Response:
        text = "The console is not built. Run `make run`, or `npm run build` in frontend/. The API is at /api/v1.\n"
        return Response(text, media_type="text/plain", status_code=503)
