"""The sections of a postmortem as data: what each is called, and what it asks.

A prompt asks "what" and "how", never "who" and never "why didn't": whoever answers the latter looks for somebody.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class SectionKey(StrEnum):
    """What a postmortem has to say, in the order in which it is read."""

    overview = "overview"
    impact = "impact"
    contributing_factors = "contributing_factors"
    detection = "detection"
    response = "response"
    dead_ends = "dead_ends"
    went_well = "went_well"
    got_lucky = "got_lucky"
    surprised = "surprised"
    resolution_temporary = "resolution_temporary"
    resolution_lasting = "resolution_lasting"


class Source(StrEnum):
    """Where the words of a version come from."""

    person = "person"
    template = "template"
    model = "model"


@dataclass(frozen=True)
class Section:
    """The title that people read, and the question that the section answers."""

    title: str
    prompt: str


SECTIONS: Mapping[SectionKey, Section] = {
    SectionKey.overview: Section(
        "Overview", "What happened, in a few sentences that somebody who was not there understands?"
    ),
    SectionKey.impact: Section(
        "Impact", "What did people notice, and for how long? What could they do and not do meanwhile?"
    ),
    SectionKey.contributing_factors: Section(
        "Contributing factors",
        "What came together to make this possible? One factor a line; there is seldom only one.",
    ),
    SectionKey.detection: Section(
        "Detection", "How did it come to light? What would have shown it earlier, and what hid it?"
    ),
    SectionKey.response: Section(
        "Response", "What was done, in which order, and what was known at each point? What was hard to find?"
    ),
    SectionKey.dead_ends: Section(
        "Dead ends", "What was tried that did not help, and how did that become clear? It spares the next one the time."
    ),
    SectionKey.went_well: Section("What went well", "What worked as it was meant to, and what made that possible?"),
    SectionKey.got_lucky: Section("Where we got lucky", "What could have made this worse, and happened not to?"),
    SectionKey.surprised: Section(
        "What surprised us", "What turned out to work differently from how we thought it did?"
    ),
    SectionKey.resolution_temporary: Section(
        "Resolution, for the moment", "What ended the impact, and how long will that hold?"
    ),
    SectionKey.resolution_lasting: Section(
        "Resolution, lasting", "What was changed, or is going to be, so that this cannot come back in the same way?"
    ),
}
