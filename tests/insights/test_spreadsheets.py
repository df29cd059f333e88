"""CSV that a spreadsheet shows and never runs."""

import csv
import io

import pytest

from memoryops.insights.counted import FailingService, RepeatingError, Share
from memoryops.insights.distributions import spread
from memoryops.insights.found import Finding
from memoryops.insights.spreadsheets import columns, table_csv
from memoryops.kit.spreadsheets import as_csv, safe


@pytest.mark.parametrize(
    "cell",
    [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        "  =1",
        "＝1",
        "\n=1",
        "\xa0=1",
        "\ufeff+1",
        "\u200b-1",
        " \u2003\u2060@A1",
        "\u3164=1",
        "\ufe0f=1",
        "\x01=1",
    ],
)
def test_what_a_spreadsheet_would_take_for_a_formula_is_text(cell: str) -> None:
    assert safe(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["", " ", "payment-api", "1.5", "a=b", "“=1”", "é", "\xa0a=1", "\u200b"])
def test_other_text_stays_as_it_is(cell: str) -> None:
    assert safe(cell) == cell


def test_a_cell_comes_back_whole_whatever_it_holds() -> None:
    hostile = ["a,b", 'say "no"', "two\nlines", "=cmd|' /C calc'!A0", "日本"]
    (read,) = list(csv.reader(io.StringIO(as_csv(list("abcde"), [dict(zip("abcde", hostile, strict=True))]))))[1:]
    assert read == [hostile[0], hostile[1], hostile[2], f"'{hostile[3]}", hostile[4]]


def test_a_table_without_rows_still_names_its_columns() -> None:
    assert table_csv(RepeatingError, []).startswith("fingerprint,service,title,occurrences,")


def test_counts_stand_as_numbers_and_distributions_beside_them() -> None:
    zero = Share(count=0, rows="/x")
    line = FailingService(
        service="=evil()", incidents=Share(count=3, rows="/y"), open=zero, new=zero, repeats=zero, unidentified=zero,
        days=1, samples=0, time_to_resolve=spread([60.0]),
    )  # fmt: skip
    (row,) = csv.DictReader(io.StringIO(table_csv(FailingService, [line])))
    assert (row["service"], row["incidents"], row["time_to_resolve_median_s"]) == ("'=evil()", "3", "60.0")
    assert row["time_to_resolve_p90_s"] == ""


def test_lists_of_values_are_left_out_but_for_the_numbers_of_a_finding() -> None:
    assert "holds" not in columns(RepeatingError)
    assert "numbers" in columns(Finding)
