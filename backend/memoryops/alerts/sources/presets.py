"""The sources that are read by a mapping: one data file each in `alerts/presets`, `generic` among them."""

import tomllib
from functools import partial
from pathlib import Path

from memoryops.alerts.reading.mapped import read_mapped
from memoryops.alerts.reading.mapping import parse_mapping
from memoryops.alerts.sources.source import Source

FILES = Path(__file__).resolve().parent.parent / "presets"


def preset(file: Path) -> Source:
    """The source that a data file describes; its name is the file's. Raises BadMappingError for a fault in it."""
    given = tomllib.loads(file.read_text(encoding="utf-8"))
    mapping = parse_mapping(given["mapping"])
    return Source(
        name=file.stem,
        label=given["label"],
        read=partial(read_mapped, mapping, source=file.stem),
        aliases=tuple(given.get("aliases", ())),
        confirmed=given["confirmed"],
        mapping=mapping,
        documentation=given.get("documentation"),
        local_ids=True,
    )


SOURCES = tuple(preset(file) for file in sorted(FILES.glob("*.toml")))
