"""The files of an evaluation are read as they are, or refused with the line that is wrong."""

import json
from pathlib import Path

import pytest

from memoryops.evaluation.bank import NOT_RECORDED, resolved_incident, write
from memoryops.evaluation.files import CorpusRecord, EvaluationFileInvalid, read_corpus, read_queries


def lines(path: Path, *rows: object) -> Path:
    path.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows))
    return path


def record(**given: object) -> CorpusRecord:
    return CorpusRecord.model_validate({"id": "r1", "title": "Disk full"} | given)


def test_null_fields_and_unknown_ones_are_left_out(tmp_path: Path) -> None:
    [read] = read_corpus(lines(tmp_path / "c", {"id": "r1", "title": "Disk full", "cause": None, "licence": "x"}, ""))
    assert (read.cause, read.symptoms, read.remainder) == ("", "", None)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("{", "line 2"),
        ({"title": "No id"}, "id"),
        ({"id": " ", "title": "Blank"}, "id"),
        ({"id": "r1", "title": "Again"}, "twice"),
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, row: object, said: str) -> None:
    with pytest.raises(EvaluationFileInvalid, match=said):
        read_corpus(lines(tmp_path / "c", {"id": "r1", "title": "Disk full"}, row))


def test_line_separators_inside_of_texts_and_a_byte_order_mark_are_no_matter(tmp_path: Path) -> None:
    rows = [{"id": "r1", "title": "Disk full"}, {"id": 2, "title": None, "text": "One\u2028two\x85three"}]
    text = "\ufeff" + "\r\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    (tmp_path / "c").write_text(text, encoding="utf-8", newline="")
    assert [(one.id, one.name) for one in read_corpus(tmp_path / "c")] == [("r1", "Disk full"), ("2", "One two three")]


def test_a_query_without_an_answer_may_say_so_by_null_and_a_grade_has_a_bound(tmp_path: Path) -> None:
    query = {"id": "q1", "type": "none", "text": "Moon", "relevant": None}
    assert read_queries(lines(tmp_path / "q", query))[0].relevant == ()
    absurd = {"id": "q2", "type": "symptom", "text": "Sun", "relevant": [{"id": "r1", "grade": 5000}]}
    with pytest.raises(EvaluationFileInvalid, match="grade"):
        read_queries(lines(tmp_path / "q", absurd))


def test_an_empty_or_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EvaluationFileInvalid, match="holds nothing"):
        read_queries(lines(tmp_path / "q"))
    with pytest.raises(EvaluationFileInvalid, match="cannot be read"):
        read_queries(tmp_path / "missing")


def test_the_text_adds_what_the_other_fields_do_not_say() -> None:
    read = record(symptoms="Writes fail.", summary="Inodes ran out.", text="Disk full\nWrites  fail.\nNobody looked.")
    assert read.remainder == "Inodes ran out.\nNobody looked."


def test_what_the_corpus_leaves_open_stands_in_the_record_and_not_in_the_document() -> None:
    incident = resolved_incident("w", 1, record(symptoms="Writes fail."))
    assert incident.root_cause == NOT_RECORDED
    text = write(incident).document.text
    assert NOT_RECORDED not in text
    assert "None" not in text
    assert "Writes fail." in text
