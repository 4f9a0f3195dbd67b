"""Several prediction files side by side."""

from __future__ import annotations

from made_results import MadeResult, make_class, make_many, make_predictions

from truebox.report.blocks.side_by_side import class_comparison, file_comparison


def test_one_row_per_file() -> None:
    table = file_comparison([MadeResult(), MadeResult(predictions=make_predictions("b.json", 5))])
    assert table.header == ("Predictions", "Detections", "AP", "AP50", "AP75", "AR100", "APs", "APm", "APl")
    assert [row[:2] for row in table.rows] == [("A predictions.json", "734"), ("B b.json", "5")]


def test_two_files_show_the_difference() -> None:
    first = MadeResult(per_class=(make_class(1, "cat", 0.25), make_class(2, "dog", None)))
    second = MadeResult(per_class=(make_class(1, "cat", 0.75), make_class(2, "dog", None)))
    table = class_comparison([first, second])
    assert table.header == ("Class", "Images", "Truth", "AP A", "AP B", "B - A")
    assert table.rows[1][3:] == ("0.250", "0.750", "+0.500")
    assert table.rows[2][3:] == ("n/a", "n/a", "n/a")


def test_three_files_show_no_difference() -> None:
    table = class_comparison([make_many(40)] * 3)
    assert table.header[3:] == ("AP A", "AP B", "AP C")
    assert table.hidden == 10
