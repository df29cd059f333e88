"""/api/v1: one line a domain, and the API's own 404."""

from typing import Any

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.routing import Match

from memoryops.alerts.intake.routes import deliveries_router, intake_router, integrations_router
from memoryops.alerts.reading.routes import router as sources_router
from memoryops.alerts.routes import incident_alerts_router
from memoryops.alerts.routes import router as alerts_router
from memoryops.alerts.routing.routes import router as routing_router
from memoryops.evidence.routes import ledger_router, recall_router, reflect_router
from memoryops.followups.routes import incident_items_router
from memoryops.followups.routes import router as action_items_router
from memoryops.forgetting.routes import router as forgetting_router
from memoryops.incidents.fingerprint_routes import router as fingerprints_router
from memoryops.incidents.routes import router as incidents_router
from memoryops.incidents.timeline.image_routes import router as images_router
from memoryops.incidents.timeline.routes import router as timeline_router
from memoryops.insights.counted_routes import counted_router
from memoryops.insights.routes import router as insights_router
from memoryops.investigations.feedback_routes import router as feedback_router
from memoryops.investigations.routes import router as investigations_router
from memoryops.kit.errors import NotFoundError
from memoryops.kit.problems import MEDIA_TYPE, Problem
from memoryops.memory.routes import audit_router
from memoryops.memory.routes import router as memory_router
from memoryops.postmortems.routes import incident_postmortem_router
from memoryops.postmortems.routes import router as postmortems_router
from memoryops.samples.routes import router as samples_router
from memoryops.search.routes import router as search_router
from memoryops.workspaces.routes import router as workspaces_router

PROBLEM: dict[str, Any] = {"content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}}
PROBLEMS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": Problem, "description": "What is wrong with the request.", **PROBLEM},
    "422": {"model": Problem, "description": "What is wrong with the payload.", **PROBLEM},
    "5XX": {"model": Problem, "description": "What is wrong on the server's side.", **PROBLEM},
}


class NoSuchCallError(NotFoundError):
    """The API has no such path."""


api_router = APIRouter(prefix="/api/v1", responses=PROBLEMS)
# First, since most calls in a storm are its.
api_router.include_router(intake_router)
api_router.include_router(insights_router)
api_router.include_router(counted_router)
api_router.include_router(reflect_router)
api_router.include_router(investigations_router)
api_router.include_router(feedback_router)
api_router.include_router(incidents_router)
api_router.include_router(timeline_router)
api_router.include_router(images_router)
api_router.include_router(fingerprints_router)
api_router.include_router(recall_router)
api_router.include_router(memory_router)
api_router.include_router(audit_router)
api_router.include_router(ledger_router)
api_router.include_router(forgetting_router)
api_router.include_router(action_items_router)
api_router.include_router(incident_items_router)
api_router.include_router(alerts_router)
api_router.include_router(incident_alerts_router)
api_router.include_router(routing_router)
api_router.include_router(integrations_router)
api_router.include_router(deliveries_router)
api_router.include_router(sources_router)
api_router.include_router(postmortems_router)
api_router.include_router(incident_postmortem_router)
api_router.include_router(search_router)
api_router.include_router(samples_router)
api_router.include_router(workspaces_router)

unknown_router = APIRouter()
METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]


@unknown_router.api_route("/api", methods=METHODS, include_in_schema=False)
@unknown_router.api_route("/api/{path:path}", methods=METHODS, include_in_schema=False)
async def no_such_call(request: Request) -> None:
    """What is not a call of the API is a 404 here, and never the console's page; another method is a 405."""
    elsewhere = (route for route in request.app.router.routes if route.matches(request.scope)[0] is Match.PARTIAL)
    if next(elsewhere, None) is not None:
        raise HTTPException(405)
    raise NoSuchCallError(f"The API has no {request.url.path[:200]}.")
