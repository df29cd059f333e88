"""What an honest model says is accepted."""

import random

import pytest

from memoryops.analysis.analyse import judge
from memoryops.analysis.port import ModelAnswer
from memoryops.analysis.report import AnalysisReport
from tests.analysis.worlds import HONEST, KNOWN, TRADE, honest_answer, saying


@pytest.mark.parametrize("term", TRADE)
def test_a_term_of_the_trade_is_no_id(term: str) -> None:
    content = saying(reasoning=f"INC-101 had it too: {term}.", recommended_action=f"{term} first, then {term}")
    assert isinstance(judge(ModelAnswer(content, "m"), KNOWN), AnalysisReport)


def test_a_thousand_honest_answers_are_all_accepted() -> None:
    rng = random.Random(2)
    refused = []
    for _ in range(1_000):
        content = honest_answer(rng)
        result = judge(ModelAnswer(content, "m"), KNOWN)
        if not isinstance(result, AnalysisReport):
            refused.append((content, result.findings))
    assert refused == []


def test_every_accepted_quote_is_a_verbatim_slice_of_its_evidence() -> None:
    rng = random.Random(3)
    for _ in range(300):
        report = judge(ModelAnswer(honest_answer(rng), "m"), KNOWN)
        assert isinstance(report, AnalysisReport)
        for citation in report.supporting_historical_incidents:
            piece = next(piece for piece in KNOWN.evidence if piece.incident_id == citation.incident_id)
            assert citation.title == piece.title
            assert any(citation.quote in text for text in (piece.root_cause, piece.resolution, piece.memory_text))


def test_a_title_beside_a_citation_is_ignored_and_the_records_title_is_shown() -> None:
    cited = [{**HONEST["supporting_historical_incidents"][0], "title": "INC-999: something else"}]
    report = judge(ModelAnswer(saying(supporting_historical_incidents=cited), "m"), KNOWN)
    assert isinstance(report, AnalysisReport)
    assert report.supporting_historical_incidents[0].title == "Payment API: connection pool exhausted"


def test_one_citation_given_twice_is_shown_once() -> None:
    cited = HONEST["supporting_historical_incidents"] * 2
    report = judge(ModelAnswer(saying(supporting_historical_incidents=cited), "m"), KNOWN)
    assert isinstance(report, AnalysisReport)
    assert len(report.supporting_historical_incidents) == 1


def test_an_answer_in_a_code_fence_is_read() -> None:
    assert isinstance(judge(ModelAnswer(f"```json\n{saying()}\n```", "m"), KNOWN), AnalysisReport)
