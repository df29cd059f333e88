"""Postmortems over HTTP; each goes by the id of its incident."""

from typing import Annotated, Any

from fastapi import APIRouter, Header, Path, Query, Response, status

from memoryops.incidents.dependencies import ChangingIncident, CurrentIncident, IncidentIdInPath
from memoryops.kit.dependencies import Actor, CurrentClock, ReadSession, WriteSession
from memoryops.kit.schemas import Line, Page
from memoryops.postmortems import commenting, publishing, schemas, service, writing
from memoryops.postmortems.dependencies import (
    ChangingPostmortem,
    CurrentDrafter,
    CurrentPostmortem,
    CurrentPrinter,
    PublishingPostmortem,
)
from memoryops.postmortems.exporting.gathering import gather_report
from memoryops.postmortems.exporting.service import EXPORT_TYPES, ExportFormat, export
from memoryops.postmortems.lifecycle import PostmortemStatus
from memoryops.postmortems.listing import PostmortemQuery, list_postmortems
from memoryops.postmortems.sections import SectionKey
from memoryops.postmortems.views import version_view, view

router = APIRouter(prefix="/postmortems", tags=["postmortems"])
incident_postmortem_router = APIRouter(prefix="/incidents", tags=["postmortems"])

EXPORTED: dict[int | str, dict[str, Any]] = {
    200: {"content": {media_type: {"schema": {"type": "string", "format": "binary"}} for media_type in EXPORT_TYPES}}
}

IfMatch = Annotated[str | None, Header(description='The revision that was read, `"3"`.')]
DraftId = Annotated[str, Query(max_length=100, description="The `id` of the proposal that was read.")]
PreviewTag = Annotated[str | None, Header(description="The tag of the preview that was looked at.")]


@incident_postmortem_router.post(
    "/{incident_id}/postmortem",
    response_model=schemas.PostmortemView,
    responses={201: {"model": schemas.PostmortemView, "description": "It was begun by this call."}},
)
async def begin_postmortem(
    session: WriteSession, incident: ChangingIncident, actor: Actor, clock: CurrentClock, response: Response
) -> schemas.PostmortemView:
    """Begin the postmortem of a resolved incident: 201; one that was begun already is given as it is: 200."""
    case, new = await service.begin(session, incident, actor=actor, at=clock.now())
    response.status_code = status.HTTP_201_CREATED if new else status.HTTP_200_OK
    return _tagged(response, await view(session, case))


@incident_postmortem_router.get("/{incident_id}/postmortem", response_model=schemas.PostmortemView | None)
async def get_incident_postmortem(
    session: ReadSession, incident: CurrentIncident, response: Response
) -> schemas.PostmortemView | None:
    """Read the postmortem of an incident; null when none was begun."""
    case = await service.find(session, incident.id)
    return None if case is None else _tagged(response, await view(session, case))


@router.get("", response_model=Page[schemas.PostmortemSummary])
async def get_postmortems(
    session: ReadSession,
    status: Annotated[list[PostmortemStatus] | None, Query()] = None,
    owner: Annotated[Line | None, Query(max_length=200)] = None,
    reviewer: Annotated[Line | None, Query(max_length=200, description="Who is asked to review it.")] = None,
    limit: Annotated[int, Query(ge=1, le=200, description="Items a page.")] = 50,
    cursor: Annotated[str | None, Query(max_length=200)] = None,
    count: bool = False,
) -> Page[schemas.PostmortemSummary]:
    """List postmortems, the one begun last first."""
    query = PostmortemQuery(tuple(status or ()), owner, reviewer)
    return await list_postmortems(session, query, limit=limit, cursor=cursor, count=count)


@router.get("/{incident_id}", response_model=schemas.PostmortemView)
async def get_postmortem(session: ReadSession, case: CurrentPostmortem, response: Response) -> schemas.PostmortemView:
    """Read a postmortem; the revision of owner, reviewers and numbers is the ETag."""
    return _tagged(response, await view(session, case))


@router.patch("/{incident_id}", response_model=schemas.PostmortemView)
async def edit_postmortem(
    changes: schemas.PostmortemEdit,
    session: WriteSession,
    case: ChangingPostmortem,
    actor: Actor,
    clock: CurrentClock,
    response: Response,
    if_match: IfMatch = None,
) -> schemas.PostmortemView:
    """Set owner, reviewers and numbers."""
    await service.edit(session, case, changes, if_match=if_match, actor=actor, at=clock.now())
    return _tagged(response, await view(session, case))


@router.post("/{incident_id}/draft", response_model=schemas.DraftOutcome)
async def draft_postmortem(
    incident_id: IncidentIdInPath, wanted: schemas.DraftRequest, drafter: CurrentDrafter, actor: Actor
) -> schemas.DraftOutcome:
    """Draft from the record: empty sections are filled, what people wrote stays and gets a proposal beside it."""
    return await drafter.draft(incident_id, wanted.sections, actor=actor)


@router.post("/{incident_id}/status", response_model=schemas.PostmortemView)
async def move_postmortem(
    wanted: schemas.StatusChange,
    session: WriteSession,
    case: ChangingPostmortem,
    actor: Actor,
    clock: CurrentClock,
    if_match: IfMatch = None,
) -> schemas.PostmortemView:
    """Put it into review by somebody, or back to a draft; a revision that is named has to be the newest."""
    await service.move(session, case, wanted, if_match=if_match, actor=actor, at=clock.now())
    return await view(session, case)


@router.put("/{incident_id}/sections/{key}", response_model=schemas.PostmortemView)
async def save_section(
    saved: schemas.SectionSave,
    key: SectionKey,
    session: WriteSession,
    case: ChangingPostmortem,
    actor: Actor,
    clock: CurrentClock,
    if_match: IfMatch = None,
) -> schemas.PostmortemView:
    """Save one section; a 412 carries both versions. What one person adds within ten minutes is one version."""
    await writing.save(session, case, key, saved, if_match=if_match, actor=actor, at=clock.now())
    return await view(session, case)


@router.get("/{incident_id}/sections/{key}/versions", response_model=schemas.Versions)
async def get_versions(session: ReadSession, case: CurrentPostmortem, key: SectionKey) -> schemas.Versions:
    """Read every version of a section, newest first."""
    return schemas.Versions(items=[version_view(one) for one in await writing.versions_of(session, case, key)])


@router.post("/{incident_id}/sections/{key}/restore", response_model=schemas.PostmortemView)
async def restore_version(
    wanted: schemas.VersionRestore,
    key: SectionKey,
    session: WriteSession,
    case: ChangingPostmortem,
    actor: Actor,
    clock: CurrentClock,
    if_match: IfMatch = None,
) -> schemas.PostmortemView:
    """Have an older version stand again, as a new one."""
    await writing.restore(session, case, key, wanted.revision, if_match=if_match, actor=actor, at=clock.now())
    return await view(session, case)


@router.post("/{incident_id}/sections/{key}/proposal", response_model=schemas.PostmortemView)
async def take_proposal(
    key: SectionKey,
    session: WriteSession,
    case: ChangingPostmortem,
    actor: Actor,
    clock: CurrentClock,
    draft: DraftId,
    if_match: IfMatch = None,
) -> schemas.PostmortemView:
    """Take the draft that stands beside a section, as it was read."""
    await writing.take_proposal(session, case, key, draft=draft, if_match=if_match, actor=actor, at=clock.now())
    return await view(session, case)


@router.delete("/{incident_id}/sections/{key}/proposal", response_model=schemas.PostmortemView)
async def drop_proposal(
    key: SectionKey, session: WriteSession, case: ChangingPostmortem, actor: Actor, clock: CurrentClock, draft: DraftId
) -> schemas.PostmortemView:
    """Leave the draft that stands beside a section; another than the one that was read stays."""
    await writing.drop_proposal(session, case, key, draft=draft, actor=actor, at=clock.now())
    return await view(session, case)


@router.post("/{incident_id}/editing", status_code=status.HTTP_204_NO_CONTENT)
async def tell_editing(
    where: schemas.Editing, session: WriteSession, case: CurrentPostmortem, actor: Actor, clock: CurrentClock
) -> None:
    """Tell the others, on the live stream alone, which section somebody is writing in."""
    at = clock.now()
    service.tell(session, case.incident.id, change="editing", actor=actor, at=at, section=where.section.value)


@router.post("/{incident_id}/comments", status_code=status.HTTP_201_CREATED, response_model=schemas.PostmortemView)
async def add_comment(
    said: schemas.CommentAdd, session: WriteSession, case: ChangingPostmortem, actor: Actor, clock: CurrentClock
) -> schemas.PostmortemView:
    """Comment on a section."""
    await commenting.comment(session, case, said, actor=actor, at=clock.now())
    return await view(session, case)


@router.post("/{incident_id}/comments/{comment_id}/resolve", response_model=schemas.PostmortemView)
async def resolve_comment(
    comment_id: Annotated[int, Path(ge=1, le=2**31 - 1)],
    session: WriteSession,
    case: ChangingPostmortem,
    actor: Actor,
    clock: CurrentClock,
    resolved: bool = True,
) -> schemas.PostmortemView:
    """Settle a comment; with `resolved=false` open it again."""
    await commenting.resolve(session, case, comment_id, resolved=resolved, actor=actor, at=clock.now())
    return await view(session, case)


@router.get("/{incident_id}/publish-preview", response_model=schemas.PublishPreview)
async def get_publish_preview(
    session: ReadSession, case: CurrentPostmortem, response: Response
) -> schemas.PublishPreview:
    """Show what publishing writes into the incident, and what will be remembered; changes nothing."""
    preview = await publishing.preview(session, case)
    response.headers["ETag"] = f'"{preview.tag}"'
    return preview


@router.post("/{incident_id}/publish", response_model=schemas.PostmortemView)
async def publish_postmortem(
    session: WriteSession, case: PublishingPostmortem, actor: Actor, clock: CurrentClock, if_match: PreviewTag = None
) -> schemas.PostmortemView:
    """Publish: the incident gets cause, resolution, dead ends and text as one revision; memory follows."""
    await publishing.publish(session, case, if_match=if_match, actor=actor, clock=clock)
    return await view(session, case)


@router.get("/{incident_id}/export", response_class=Response, responses=EXPORTED)
async def export_postmortem(
    session: ReadSession,
    case: CurrentPostmortem,
    printer: CurrentPrinter,
    clock: CurrentClock,
    format: ExportFormat = ExportFormat.markdown,
    redact_names: Annotated[bool, Query(description="Take out the names that the record knows.")] = False,
    inline: Annotated[bool, Query(description="To be shown, and printed, by the browser.")] = False,
) -> Response:
    """Export as Markdown, HTML or PDF: the same content in each, and nothing fetched from anywhere."""
    report = await gather_report(session, case, redact_names=redact_names, at=clock.now())
    await session.close()
    file = await export(report, format, printer)
    disposition = f'{"inline" if inline else "attachment"}; filename="{file.name}"'
    headers = {"Content-Disposition": disposition, "Cache-Control": "no-store"}
    return Response(file.body, media_type=file.media_type, headers=headers)


def _tagged(response: Response, postmortem: schemas.PostmortemView) -> schemas.PostmortemView:
    response.headers["ETag"] = f'"{postmortem.revision}"'
    return postmortem
