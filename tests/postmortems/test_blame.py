"""What reads as blame is found and explained; what does not is left alone."""

import pytest

from memoryops.postmortems.blame import check_blame
from memoryops.postmortems.blame_words import BlameKind
from memoryops.postmortems.names import Names
from memoryops.postmortems.people import people
from tests.growth import grows_as_the_text_does

RECORD = Names(
    people(["Ada Lovelace", "Grace Hopper", "Mark Will", "J. R. Hacker", "Żółć", "memoryops", "unknown", None])
)


def phrases(text: str) -> list[tuple[str, str]]:
    """What is found in a text, with its kind."""
    return [(finding.phrase, finding.kind.value) for finding in check_blame("response", text, RECORD)]


@pytest.mark.parametrize(
    ("text", "phrase", "kind"),
    [
        ("We should have paged the team.", "should have", "hindsight"),
        ("We SHOULD HAVE paged.", "SHOULD HAVE", "hindsight"),
        ("We shouldn't have deployed.", "shouldn't have", "hindsight"),
        ("We shouldn’t have deployed.", "shouldn’t have", "hindsight"),
        ("We should've looked.", "should've", "hindsight"),
        ("We should not have deployed.", "should not have", "hindsight"),
        ("We should\nhave paged.", "should\nhave", "hindsight"),
        ("They ought to have known.", "ought to have", "hindsight"),
        ("Obviously the pool was too small.", "Obviously", "hindsight"),
        ("The team failed to notice.", "failed to", "omission"),
        ("The engineers had then failed to look.", "failed to", "omission"),
        ("We fail to test this.", "fail to", "omission"),
        ("If only we had looked.", "If only", "hindsight"),
        ("An operator error.", "operator error", "label"),
        ("It was user error.", "user error", "label"),
        ("The failure to test is the cause.", "failure to test", "omission"),
        ("We forgot to raise the limit.", "forgot to", "omission"),
        ("They neglected to check.", "neglected to", "omission"),
        ("Nobody looked; they didn't bother.", "didn't bother", "omission"),
        ("The cause was human error.", "human error", "label"),
        ("An operator-error.", "operator-error", "label"),
        ("A careless change.", "careless", "label"),
        ("It was carelessness.", "carelessness", "label"),
        ("The database team was to blame.", "to blame", "label"),
        ("Why didn't the alert come?", "Why didn't", "question"),
        ("Who broke it?", "Who broke", "question"),
        ("Ada Lovelace broke the build.", "Ada Lovelace broke", "person"),
        ("Ada broke the build.", "Ada broke", "person"),
        ("Lovelace had then missed it.", "Lovelace had then missed", "person"),
        ("Ada did not look at the graph.", "Ada did not", "person"),
        ("Ada didn’t look.", "Ada didn’t", "person"),
        ("Ada never asked.", "Ada never", "person"),
        ("Ada accidentally deleted a table.", "Ada accidentally", "person"),
        ("Ada failed to check.", "Ada failed", "person"),
        ("- **Ada** missed the page.", "Ada** missed", "person"),
        ("It was _human error_.", "human error", "label"),
        ("It was Ada's mistake.", "Ada's mistake", "person"),
        ("It was caused by Ada.", "caused by Ada", "person"),
        ("Grace made a bad mistake.", "Grace made a bad mistake", "person"),
        ("J. R. Hacker misconfigured it.", "J. R. Hacker misconfigured", "person"),
        ("Żółć forgot the flag.", "Żółć forgot", "person"),
        ("The on-call engineer ignored the page.", "The on-call engineer ignored", "person"),
        ("The operator mistyped the name.", "The operator mistyped", "person"),
    ],
)
def test_a_phrase_that_may_hurt_is_found_where_it_stands(text: str, phrase: str, kind: str) -> None:
    assert phrases(text) == [(phrase, kind)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "The pod failed to start.",
        "Health checks failed to answer within 2 s.",
        "payment-api failed to connect.",
        "It failed to renew.",
        "The deploy that failed to roll out was stopped.",
        "We shoulder this together and have learned.",
        "The uncareless word.",
        "Unforgotten to-dos.",
        "Ada rolled the release back at 14:03.",
        "Ada deployed version 2.4 and saw the errors rise.",
        "Ada asked what changed, and Grace answered.",
        "We were in a state of grace never seen before.",
        "This will never break again; mark failed runs.",
        "We could have lost the whole table.",
        "The log said `you should have a token`.",
        "The log said `should have been closed`.",
        "```\nassert: should have been closed by human error\n```",
        "~~~ text\nAda broke it\n~~~",
        "```\nhuman error, and the fence is never closed",
        "> We should have paged, somebody wrote in the channel.",
        'The runbook says "you should have restarted it".',
        "The runbook says “Ada failed to restart it”.",
        "Der Text sagt „human error“.",
        "See https://example.com/human-error/should-have for more.",
        "memoryops failed, and unknown broke.",
        "Envoy failed to connect.",
        "DNS failed to resolve the name.",
        "Customers failed to log in.",
        "Failure to connect was logged.",
        "User errors rose to 5 %.",
        "The operator error budget is spent.",
        "A user-error page was shown.",
        "If only one replica is up, writes stop.",
        "The error was in blame-service, which did not answer.",
        "The on-fire service failed to start.",
        "We rolled back to blame-service 2.",
        "An at fault-tolerance of three.",
    ],
)
def test_a_text_that_blames_nobody_is_left_alone(text: str) -> None:
    assert phrases(text) == []


def test_findings_come_in_reading_order_and_say_why_and_what_instead() -> None:
    text = "We should have looked. Ada broke it. Human error."
    found = check_blame("overview", text, RECORD)
    assert [finding.kind for finding in found] == [BlameKind.hindsight, BlameKind.person, BlameKind.label]
    for finding in found:
        assert finding.section == "overview"
        assert text[finding.start : finding.end] == finding.phrase
        assert finding.why.endswith(".")
        assert len(finding.instead) > 20


def test_of_two_findings_in_one_place_the_person_is_told() -> None:
    assert phrases("Ada forgot to tell us.") == [("Ada forgot", "person")]


def test_places_are_those_of_the_text_as_it_was_sent_code_and_all() -> None:
    text = "Run `make it so` first 🔥. We should have."
    (finding,) = check_blame("response", text)
    assert text[finding.start : finding.end] == "should have"


def test_without_a_record_nobody_is_a_name() -> None:
    assert check_blame("response", "Ada broke it.") == ()


def test_who_signs_in_small_letters_is_found_in_small_letters() -> None:
    (finding,) = check_blame("response", "Then grace missed the page.", Names(people(["grace"])))
    assert (finding.kind, finding.phrase) == (BlameKind.person, "grace missed")


def test_first_names_that_two_people_share_are_not_guessed() -> None:
    shared = Names(people(["Ada Lovelace", "Ada Byron"]))
    assert check_blame("response", "Ada broke it.", shared) == ()
    assert [finding.phrase for finding in check_blame("response", "Ada Byron broke it.", shared)] == ["Ada Byron broke"]


@pytest.mark.parametrize(
    "written", ["yildiz", "Yıldız", "YILDIZ", "Yildiz", "İrem", "Irem", "IREM", "irem", "ıREM", "Straße"]
)
def test_no_way_to_write_a_name_is_beyond_the_check(written: str) -> None:
    """`i` has more forms than one: what a pattern took for a name was none of the record, and that was a 500."""
    turkish = Names(people(["Deniz Yıldız", "İrem", "STRASSE"]))
    found = check_blame("response", f"Deniz {written} broke it; {written} failed.", turkish)
    assert all("broke" in one.phrase or "failed" in one.phrase for one in found)


CROWD = Names(people(["Ada Lovelace", *(f"Person{place} Of{place % 7}" for place in range(200))]))


@pytest.mark.parametrize(
    "hostile",
    [
        "failed to ",
        "we failed to ",
        "Ada ",
        "Ada had ",
        "should ",
        "should have ",
        " ",
        "`",
        '"',
        "> ",
        "```\n",
        "why did ",
        "the on-call engineer ",
        "the on-call engineer had ",
        "a-",
        "a_b.c@",
        "“ ",
        "Person1 Of1 broke it. ",
    ],
)
def test_the_work_on_a_hostile_text_grows_as_the_text_does(hostile: str) -> None:
    text = hostile * (40_000 // len(hostile))
    assert grows_as_the_text_does(lambda some: check_blame("response", some, CROWD), text)
    assert len(check_blame("response", text, CROWD)) <= 50
