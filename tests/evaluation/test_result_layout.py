"""How results of detections are shown: columns, lines beneath, what was read."""

from __future__ import annotations

from made_results import MadeResult, make_class

from truebox.evaluation.result_layout import result_layout


def test_columns_and_totals() -> None:
    layout = result_layout(MadeResult(per_class=(make_class(1, "cat", 0.5),)))
    assert layout.metrics == ("AP", "AP50", "AP75", "AR100")
    assert layout.file_metrics == (*layout.metrics, "APs", "APm", "APl")
    assert [column.key for column in layout.columns] == ["images", "truths", "detections"]
    assert layout.totals[0].counts == {"images": 100, "truths": 11, "detections": 13}


def test_what_was_read_in_words() -> None:
    layout = result_layout(MadeResult())
    assert layout.held == (("100 images", "839 boxes", "9 crowd", "2 classes"), ("734 boxes",))
    assert layout.rules == ("boxes", "max detections 1, 10, 100")


def test_metrics_without_a_column() -> None:
    lines = result_layout(MadeResult(metrics={"AP": 0.5, "APs": 0.25, "AR1": 0.1, "AR10": 0.2})).beneath
    assert lines == (
        (("APs",), "by truth area: s ≤ 32² ≤ m ≤ 96² ≤ l"),
        (("AR1", "AR10"), "best 1, 10 per image and class"),
    )
