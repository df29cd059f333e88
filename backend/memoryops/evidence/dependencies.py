"""How a request recalls."""

from typing import Annotated

from fastapi import Depends, Request

from memoryops.evidence.recall import Recaller


async def get_recaller(request: Request) -> Recaller:
    recaller: Recaller = request.app.state.runtime.recaller
    return recaller


CurrentRecaller = Annotated[Recaller, Depends(get_recaller)]
