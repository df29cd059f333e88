"""The containers run what `make run` runs."""

import re
from pathlib import Path

from memoryops.adapters.hindsight_environment import (
    ServerEnvironment,
    embedding_options,
    model_options,
    retain_options,
)

ROOT = Path(__file__).resolve().parents[1]
COMPOSE = (ROOT / "docker-compose.yml").read_text()
LAID = ROOT / ".setup" / "hindsight"
LAID_IN_IMAGE = "/opt/hindsight"


def environment_of(service: str) -> dict[str, str]:
    """What compose sets for a service, as written."""
    [block] = re.findall(rf"^  {service}:\n((?:    .*\n|\n)+)", COMPOSE, re.MULTILINE)
    [lines] = re.findall(r"^    environment:\n((?:      .*\n)+)", block, re.MULTILINE)
    return {name: value.strip('"') for name, value in re.findall(r"^      (\w+): (.*)$", lines, re.MULTILINE)}


def any_python(path: str) -> str:
    return re.sub(r"python3\.\d+", "python3", path)


def test_compose_configures_hindsight_like_the_embedded_one() -> None:
    options = {**embedding_options(ServerEnvironment(LAID)), **retain_options(), **model_options(None)}
    embedded = {f"HINDSIGHT_API_{name}": value.replace(str(LAID), LAID_IN_IMAGE) for name, value in options.items()}
    composed = environment_of("hindsight")
    assert {name: any_python(composed.get(name, "missing")) for name in embedded} == {
        name: any_python(value) for name, value in embedded.items()
    }


def test_compose_has_no_default_for_a_secret() -> None:
    secrets = {"POSTGRES_PASSWORD", "HINDSIGHT_API_KEY", "MEMORYOPS_ACCESS_TOKEN"}
    used = dict(re.findall(r"\$\{(\w+)(:[?-])", COMPOSE))
    assert {name: used.get(name) for name in secrets} == dict.fromkeys(secrets, ":?")


def test_compose_publishes_on_this_machine_only_unless_told() -> None:
    assert re.findall(r"host_ip: (.*)", COMPOSE) == ["${MEMORYOPS_BIND:-127.0.0.1}"]
    assert len(re.findall(r"^\s+ports:", COMPOSE, re.MULTILINE)) == 1


def test_every_image_of_the_dockerfile_runs_without_root() -> None:
    stages = re.split(r"^FROM ", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE)[1:]
    started = [stage for stage in stages if "\nCMD " in stage]
    assert len(started) == 2
    assert all("\nUSER 10001\n" in stage and "\nHEALTHCHECK " in stage for stage in started)
