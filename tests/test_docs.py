"""What the documents say is so: settings, make targets, files they link to."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from pydantic.fields import FieldInfo

from memoryops.alerts.reading.previewing import preview
from memoryops.alerts.sources import BY_NAME, SOURCES
from memoryops.alerts.values import AlertStatus
from memoryops.settings import CHECKOUT, Settings

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text()
MAKEFILE = (ROOT / "Makefile").read_text()
DOCUMENTS = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])
# Read by docker compose itself, not by the app.
COMPOSE_ONLY = {"MEMORYOPS_BIND", "POSTGRES_PASSWORD"}


def default_of(field: FieldInfo) -> str:
    """The default as the README writes it."""
    value = field.default
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, Path):
        return f"`{value.relative_to(CHECKOUT)}`"
    return f"`{value}`"


def settings_table() -> list[str]:
    """The rows that the README must have, one a setting, in the order of `settings.py`."""
    return [
        f"| `{field.alias}` | {default_of(field)} | {field.description} |".replace("|  |", "| |")
        for field in Settings.model_fields.values()
    ]


def names_of_settings() -> set[str]:
    return {str(field.alias) for field in Settings.model_fields.values()}


def test_the_readme_lists_every_setting_as_it_is() -> None:
    written = re.findall(r"^\| `[A-Z][A-Z_]+` \|.*$", README, re.MULTILINE)
    assert "\n".join(written) == "\n".join(settings_table())


def test_the_example_environment_names_real_settings() -> None:
    named = set(re.findall(r"^#? ?([A-Z][A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))
    assert named - COMPOSE_ONLY - names_of_settings() == set()


def test_compose_names_real_settings() -> None:
    app = (ROOT / "docker-compose.yml").read_text().split("\n  hindsight:\n")[0]
    named = set(re.findall(r"^      ([A-Z][A-Z_]+):", app, re.MULTILINE))
    assert named - names_of_settings() == set()


def test_every_make_target_in_the_documents_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE))
    named = {target for document in DOCUMENTS for target in re.findall(r"`make ([a-z]+)", document.read_text())}
    assert {"run", "test"} <= named
    assert named - targets == set()


def test_the_two_commands_stand_on_the_first_screen() -> None:
    first_screen = "\n".join(README.splitlines()[:25])
    assert "make run" in first_screen
    assert "make test" in first_screen


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_that_a_document_links_to_exists(document: Path) -> None:
    links = re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", document.read_text())
    assert [link for link in links if not (document.parent / link).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_that_a_document_names_exists(document: Path) -> None:
    named = re.findall(r"`((?:backend|frontend|tests|docs|data)/[\w./-]+\.\w+)`", document.read_text())
    untracked = {"data/memoryops.db"}
    assert [name for name in named if name not in untracked and not (ROOT / name).exists()] == []


def declared_dependencies() -> set[str]:
    """Names in pyproject.toml, package.json and the embedded Hindsight's requirements."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    console = json.loads((ROOT / "frontend" / "package.json").read_text())
    hindsight = [
        line
        for source in (ROOT / "backend" / "hindsight").glob("*.in")
        for line in source.read_text().splitlines()
        if not line.startswith("#")
    ]
    python = [*project["project"]["dependencies"], *project["dependency-groups"]["dev"], *hindsight]
    names = {re.split(r"[^\w.-]", requirement)[0] for requirement in python}
    return names | set(console["dependencies"]) | set(console["devDependencies"])


def test_every_dependency_has_its_reason_and_no_other_is_listed() -> None:
    rows = re.findall(r"^\| (`.*?) \|", (ROOT / "docs" / "dependencies.md").read_text(), re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`([^`]+)`", row)} == declared_dependencies()


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_the_locks_hold_what_is_declared(lock: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    declared = list(project["project"]["dependencies"])
    if lock == "requirements-dev.lock":
        declared += project["dependency-groups"]["dev"]
    direct = re.findall(
        r"^([\w.-]+)==.*(?:\n    --hash=.*)+\n    # via\n?(?:    #   .*\n)*?.*memoryops \(pyproject.toml",
        (ROOT / lock).read_text(),
        re.MULTILINE,
    )
    assert set(direct) == {re.split(r"[^\w.-]", requirement)[0] for requirement in declared}


INTEGRATIONS = {page: page.read_text() for page in sorted((ROOT / "docs" / "integrations").glob("*.md"))}
SENT = re.compile(r"/api/v1/alerts/([a-z0-9-]+) \\\n.*?-d '(.*?)'\n", re.DOTALL)
EXAMPLES = [(page.name, *example) for page, text in INTEGRATIONS.items() for example in SENT.findall(text)]


def test_every_source_has_its_page_or_its_section() -> None:
    sections = set(
        re.findall(r"^## ([a-z0-9]+)$", INTEGRATIONS[ROOT / "docs" / "integrations" / "presets.md"], re.MULTILINE)
    )
    assert {page.stem for page in INTEGRATIONS} - {"README", "presets"} | sections == set(SOURCES)


@pytest.mark.parametrize(("page", "source", "body"), EXAMPLES, ids=lambda value: str(value)[:20])
def test_every_example_of_an_alert_is_understood_as_one(page: str, source: str, body: str) -> None:
    (alert,) = BY_NAME[source].read(json.loads(body)).alerts
    assert alert.status in (AlertStatus.firing, AlertStatus.resolved)
    assert [note for note in alert.notes if "zone" not in note and "unrendered" not in note] == []


def test_every_source_has_an_example() -> None:
    assert {source for _, source, _ in EXAMPLES} == set(SOURCES)


def test_the_documented_mapping_makes_what_it_says() -> None:
    page = INTEGRATIONS[ROOT / "docs" / "integrations" / "generic.md"]
    (tried,) = re.findall(r"/sources/preview \\\n.*?-d '(.*?)'\n", page, re.DOTALL)
    shown = preview(json.loads(tried)["mapping"], json.loads(tried)["payload"])
    assert [field.problem for field in shown.fields] == [None] * len(shown.fields)
