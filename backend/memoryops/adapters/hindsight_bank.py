"""How one of our banks in Hindsight must be set."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class BankConfiguration:
    """Verbatim pieces, found by meaning, and nothing derived from them.

    A piece of 900 characters fits the embedding model's 256 tokens; the graph and temporal
    arms are off because their neighbours of everything crowd out the right document, the keyword
    arm because its cost grows with the bank and what it alone finds comes without a similarity. The low budget is
    the most pieces for which the server still uses its index at 5,000 documents (docs/recall.md).
    """

    retain_extraction_mode: str = "chunks"
    retain_chunk_size: int = 900
    enable_observations: bool = False
    enable_text_search: bool = False
    enable_graph_retrieval: bool = False
    enable_temporal_retrieval: bool = False
    recall_budget_fixed_mid: int = 300
    recall_budget_fixed_low: int = 150

    def differing(self, actual: Mapping[str, object]) -> dict[str, object]:
        """The settings that the bank does not have as they must be."""
        return {name: value for name, value in asdict(self).items() if actual.get(name) != value}

    def in_words(self) -> dict[str, str]:
        """The settings for a person, under their names."""
        return {name: str(value).lower() for name, value in asdict(self).items()}
