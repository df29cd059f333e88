"""What of a person's text is erased with the draft that it was written over."""

import pytest

from memoryops.postmortems.descent import without_drafted

DRAFT = "- 12:00: The pool ran dry.\n- From memory: INC-101 (“A leak of sessions in checkout”) was recalled as similar."
GONE = "Forgotten."


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (f"{DRAFT}\nWe raised the pool.", "Forgotten.\nWe raised the pool."),
        ("We raised the pool.\nA leak of sessions in checkout was recalled.", "We raised the pool.\nForgotten."),
        ("It was like INC-101. We raised the pool.", "Forgotten. We raised the pool."),
        ("We raised the pool, unlike INC-1012.", "We raised the pool, unlike INC-1012."),
        ("", ""),
        ("\n\n", "\n\n"),
    ],
)
def test_the_draft_s_sentences_go_and_the_person_s_stay(text: str, left: str) -> None:
    assert without_drafted(text, [DRAFT], "INC-101", GONE) == left


def test_without_a_draft_only_what_names_the_document_goes() -> None:
    assert without_drafted("Nothing of it.", [], "INC-101", GONE) == "Nothing of it."
