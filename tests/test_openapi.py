"""The API's description: the committed one is the code's, and the console's client is made from it."""

import subprocess
from pathlib import Path
from typing import Any

import orjson
import pytest

from memoryops.app import create_app
from memoryops.runtime import build_runtime
from tests.harness import settings_for

ROOT = Path(__file__).resolve().parents[1]
FRONTEND = ROOT / "frontend"
DOCUMENT = FRONTEND / "src" / "api" / "openapi.json"
TYPES = FRONTEND / "src" / "api" / "schema.d.ts"
GENERATOR = FRONTEND / "node_modules" / ".bin" / "openapi-typescript"


@pytest.fixture
def document(tmp_path: Path) -> dict[str, Any]:
    return create_app(build_runtime(settings_for(tmp_path, None))).openapi()


def test_the_committed_document_is_current(document: dict[str, Any]) -> None:
    committed = orjson.loads(DOCUMENT.read_bytes())
    assert committed == orjson.loads(orjson.dumps(document)), "run: memoryops openapi > frontend/src/api/openapi.json"


def test_the_console_s_types_are_made_from_the_document(tmp_path: Path) -> None:
    made = tmp_path / "schema.d.ts"
    subprocess.run([GENERATOR, DOCUMENT, "-o", made], cwd=FRONTEND, check=True, capture_output=True, timeout=120)
    assert made.read_text() == TYPES.read_text(), "run `npm run generate` in frontend/"


def test_every_operation_has_a_name_of_its_own(document: dict[str, Any]) -> None:
    names = [operation["operationId"] for path in document["paths"].values() for operation in path.values()]
    assert len(names) == len(set(names))
    assert all(name.isidentifier() for name in names)


def test_every_operation_of_the_api_documents_its_problems(document: dict[str, Any]) -> None:
    undocumented = [
        f"{method} {path}"
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        for status in ("4XX", "422", "5XX")
        if "application/problem+json" not in operation["responses"].get(status, {}).get("content", {})
    ]
    assert undocumented == []


def test_outputs_have_no_optional_fields(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    optional = {
        name: sorted(set(schema["properties"]) - set(schema.get("required", ())))
        for name, schema in schemas.items()
        if schema.get("additionalProperties", True) is not False and "properties" in schema and name != "Problem"
    }
    assert {name: fields for name, fields in optional.items() if fields} == {}


CONTRACT = {
    "/incidents": {"get", "post"},
    "/incidents/{incident_id}": {"get", "patch", "delete"},
    "/incidents/{incident_id}/restore": {"post"},
    "/incidents/{incident_id}/timeline": {"get", "post"},
    "/incidents/{incident_id}/analyze": {"post"},
    "/incidents/{incident_id}/investigations": {"get"},
    "/investigations/{investigation_id}": {"get"},
    "/incidents/{incident_id}/resolve": {"post"},
    "/incidents/{incident_id}/reopen": {"post"},
    "/incidents/reflect": {"post"},
    "/memory/recall": {"post"},
    "/memory/documents": {"get"},
    "/memory/documents/{document_id}": {"get", "delete"},
    "/memory/documents/{document_id}/retain": {"post"},
    "/events": {"get"},
    "/memory/status": {"get"},
    "/status": {"get"},
}


def test_every_call_of_the_contract_is_there(document: dict[str, Any]) -> None:
    there = {path.removeprefix("/api/v1"): set(operations) for path, operations in document["paths"].items()}
    assert {path: methods for path, methods in CONTRACT.items() if not methods <= there.get(path, set())} == {}
