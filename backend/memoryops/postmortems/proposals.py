"""The drafts that stand beside sections: whoever takes or leaves one says which."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from memoryops.kit.errors import ConflictError, StaleRevisionError
from memoryops.postmortems.models import PostmortemSection
from memoryops.postmortems.sections import SECTIONS

_ID_LENGTH = 16


class NoProposalError(ConflictError):
    """No draft stands beside the section."""


class OtherProposalError(StaleRevisionError):
    """Another draft stands beside the section than the one that is named."""


def proposal_id(stored: Mapping[str, Any]) -> str:
    """What a draft goes by: the same for the same words by the same person at the same time."""
    told = json.dumps(stored, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(told.encode()).hexdigest()[:_ID_LENGTH]


def proposal_of(section: PostmortemSection) -> Mapping[str, Any]:
    """The draft beside the section; raises NoProposalError."""
    if section.proposal is None:
        raise NoProposalError(f"No draft stands beside “{SECTIONS[section.key].title}” any more.")
    return section.proposal


def check_proposal(section: PostmortemSection, named: str) -> None:
    """Raise NoProposalError or OtherProposalError unless the draft beside the section is the one that is named."""
    standing = proposal_id(proposal_of(section))
    if named != standing:
        title = SECTIONS[section.key].title
        raise OtherProposalError(f"Another draft stands beside “{title}” than the one you read; read it first.")
