"""How a request gets the intake's collaborators."""

from typing import Annotated

from fastapi import Depends, Path, Request

from memoryops.alerts.intake.confirming import Confirmations
from memoryops.alerts.intake.integrations import load
from memoryops.alerts.intake.interpreter import Interpreter
from memoryops.alerts.intake.models import Integration
from memoryops.alerts.intake.receiving import Intake
from memoryops.alerts.intake.sealing import Seal
from memoryops.kit.dependencies import WriteSession

IntegrationIdInPath = Annotated[str, Path(description="The integration's id, `INT-3`.", examples=["INT-1"])]
DeliveryIdInPath = Annotated[str, Path(description="The delivery's id, `DLV-240`.", examples=["DLV-1"])]


async def get_intake(request: Request) -> Intake:
    intake: Intake = request.app.state.runtime.intake
    return intake


async def get_interpreter(request: Request) -> Interpreter:
    interpreter: Interpreter = request.app.state.runtime.interpreter
    return interpreter


async def get_confirmations(request: Request) -> Confirmations:
    confirmations: Confirmations = request.app.state.runtime.confirmations
    return confirmations


async def get_seal(request: Request) -> Seal:
    seal: Seal = request.app.state.runtime.seal
    return seal


async def get_base(request: Request) -> str:
    """The address of this server as the client calls it."""
    return str(request.base_url)


async def get_changing_integration(session: WriteSession, integration_id: IntegrationIdInPath) -> Integration:
    return await load(session, integration_id, lock=True)


CurrentIntake = Annotated[Intake, Depends(get_intake)]
CurrentInterpreter = Annotated[Interpreter, Depends(get_interpreter)]
CurrentConfirmations = Annotated[Confirmations, Depends(get_confirmations)]
CurrentSeal = Annotated[Seal, Depends(get_seal)]
Base = Annotated[str, Depends(get_base)]
ChangingIntegration = Annotated[Integration, Depends(get_changing_integration)]
