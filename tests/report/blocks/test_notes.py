"""The lines beneath a table."""

from __future__ import annotations

from made_results import METRICS, MadeResult, make_class, make_undefined

from truebox.report.blocks.notes import other_metrics, shared_notes, undefined_notes


def test_every_metric_without_a_column_is_named() -> None:
    text = "\n".join(other_metrics(MadeResult()))
    for name in ("APs", "APm", "APl", "AR1", "AR10", "AR100", "ARs", "ARm", "ARl"):
        assert f"{name} 0.5" in text
    assert "s ≤ 32² ≤ m ≤ 96² ≤ l" in text


def test_lines_fit_a_narrow_terminal() -> None:
    assert max(map(len, other_metrics(MadeResult()))) <= 80


def test_own_area_ranges_are_not_explained_as_the_default_ones() -> None:
    result = MadeResult(area_ranges={"all": (0, 1e10), "small": (0, 50)}, metrics={"AP": 0.5, "APs": 0.25})
    assert other_metrics(result) == ["APs 0.250"]


def test_reasons_name_their_metrics() -> None:
    assert undefined_notes(make_undefined())[0] == "n/a APs, ARs: no truth of small size"


def test_classes_without_truth_are_counted() -> None:
    assert "rows of 1 class:" in undefined_notes(make_undefined())[1]
    two = MadeResult(per_class=(make_class(1, "a", None), make_class(2, "b", None)))
    assert "rows of 2 classes:" in undefined_notes(two)[0]


def test_classes_that_lack_a_single_number_are_counted() -> None:
    """One that lacks all of them stands in a line of its own, and one that lacks none nowhere."""
    lacking = {**dict.fromkeys(METRICS, 0.5), "AP75": None}
    whole, nothing = make_class(8, "whole", 0.5), make_class(9, "nothing", None)
    for count, words in ((1, "1 class"), (2, "2 classes")):
        part = [make_class(number, f"class {number}", 0.5, metrics=lacking) for number in range(count)]
        assert undefined_notes(MadeResult(per_class=(*part, whole, nothing))) == [
            "n/a in the rows of 1 class: no truth to find, so no part in the means",
            f"n/a in single columns of {words}: not defined there",
        ]


def test_a_metric_undefined_as_a_whole_is_not_blamed_on_classes() -> None:
    numbers = {"AP": 0.5, "AP75": None}
    result = MadeResult(
        per_class=(make_class(1, "cat", 0.5, metrics=numbers),),
        metrics=dict(numbers),
        undefined={"AP75": "no IoU threshold is 0.75"},
    )
    assert undefined_notes(result) == ["n/a AP75: no IoU threshold is 0.75"]


def test_nothing_undefined_says_nothing() -> None:
    assert undefined_notes(MadeResult()) == []


def test_a_note_that_every_result_shares_is_said_once() -> None:
    both, one = {"APs": "no truth of small size"}, {"AP75": "no IoU threshold is 0.75"}
    results = [
        MadeResult(metrics={"AP": 0.5, "APs": None, "AP75": value}, undefined=reasons, per_class=())
        for value, reasons in ((0.25, both), (None, both | one))
    ]
    shared, *own = shared_notes(results)
    assert shared == "n/a APs: no truth of small size"
    assert len(own) == 1
    assert own[0].endswith(": n/a AP75: no IoU threshold is 0.75")
