"""How a request gets the language model."""

from typing import Annotated

from fastapi import Depends, Request

from memoryops.analysis.port import LanguageModel


async def get_model(request: Request) -> LanguageModel:
    model: LanguageModel = request.app.state.runtime.model
    return model


Model = Annotated[LanguageModel, Depends(get_model)]
