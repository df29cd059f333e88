"""Runs inside the real Hindsight: refuses to retain and to recall with the status in a file, while there is one."""

from pathlib import Path
from typing import Any

from hindsight_api.extensions import (  # type: ignore[import-not-found]  # it is in the server's own environment
    OperationValidatorExtension,
    ValidationResult,
)


class Toll(OperationValidatorExtension):  # type: ignore[misc]
    """Its one setting is the file."""

    async def validate_retain(self, ctx: Any) -> Any:
        return self._judge()

    async def validate_recall(self, ctx: Any) -> Any:
        return self._judge()

    async def validate_reflect(self, ctx: Any) -> Any:
        return self._judge()

    def _judge(self) -> Any:
        file = Path(self.config["file"])
        if not file.exists():
            return ValidationResult.accept()
        return ValidationResult.reject("the account has run out", status_code=int(file.read_text()))
