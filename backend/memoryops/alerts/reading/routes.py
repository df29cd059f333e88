"""Which tools' alerts are read, and a mapping tried before it is used, over HTTP."""

from fastapi import APIRouter

from memoryops.alerts.reading.previewing import preview
from memoryops.alerts.reading.schemas import AlertSource, MappingPreview, PreviewRequest
from memoryops.alerts.sources import SOURCES
from memoryops.kit.schemas import Page

router = APIRouter(prefix="/sources", tags=["integrations"])


@router.get("", response_model=Page[AlertSource])
async def list_alert_sources() -> Page[AlertSource]:
    """List the tools whose alerts are read."""
    items = [AlertSource.of(source) for source in sorted(SOURCES.values(), key=lambda source: source.label.casefold())]
    return Page[AlertSource](items=items, next_cursor=None, total=len(items))


@router.post("/preview", response_model=MappingPreview)
def preview_mapping(wanted: PreviewRequest) -> MappingPreview:
    """Try a mapping on a payload: what each expression yields, and the alerts that it makes. Nothing is kept."""
    return MappingPreview.of(preview(wanted.mapping, wanted.payload, wanted.source))
