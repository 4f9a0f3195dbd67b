"""Which rows people see, and in which order."""

from __future__ import annotations

import pytest
from made_results import MadeResult, make_class, make_many, make_undefined

from truebox.report.blocks.cells import metric_text
from truebox.report.blocks.result import class_grid
from truebox.report.blocks.shown_classes import sorted_classes


def names(result: MadeResult, **options: bool) -> list[str | None]:
    return [None if row is None else row[0] for row in class_grid(result, **options).rows]


def test_all_comes_first_then_classes_by_ap() -> None:
    classes = (make_class(1, "low", 0.1), make_class(2, "high", 0.9), make_class(3, "none", None))
    assert names(MadeResult(per_class=classes)) == ["all", "high", "low", "none"]


def test_equal_classes_keep_the_order_of_their_ids() -> None:
    classes = tuple(make_class(i, name, 0.5) for i, name in enumerate("cab"))
    assert [c.name for c in sorted_classes(MadeResult(per_class=classes))] == ["c", "a", "b"]


@pytest.mark.parametrize(("count", "shown", "hidden"), [(30, 30, 0), (31, 30, 1), (80, 30, 50)])
def test_at_most_thirty_classes(count: int, shown: int, hidden: int) -> None:
    table = class_grid(make_many(count))
    assert sum(row is not None for row in table.rows) == shown + 1
    assert table.hidden == hidden


def test_the_best_and_the_weakest_are_shown() -> None:
    assert names(make_many(80))[18:24] == ["class 17", "class 18", "class 19", None, "class 70", "class 71"]


def test_weakest_are_classes_with_a_number() -> None:
    classes = (*make_many(40).per_class, *(make_class(100 + i, "empty", None) for i in range(50)))
    assert names(MadeResult(per_class=classes))[-1] == "class 39"
    assert class_grid(MadeResult(per_class=classes)).hidden == 60


def test_few_defined_classes_among_many_undefined() -> None:
    classes = (*make_many(5).per_class, *(make_class(100 + i, "empty", None) for i in range(50)))
    table = class_grid(MadeResult(per_class=classes))
    assert [row and row[0] for row in table.rows[:6]] == ["all", *(f"class {i}" for i in range(5))]
    assert table.rows[-1] is None
    assert table.hidden == 25


def test_all_classes_hides_none() -> None:
    table = class_grid(make_many(10_000), all_classes=True)
    assert (len(table.rows), table.hidden) == (10_001, 0)


def test_counts_of_all_are_sums_of_classes_or_records() -> None:
    assert class_grid(make_many(3)).rows[0][1:4] == ("100", "33", "39")
    assert class_grid(MadeResult()).rows[0][1:4] == ("100", "839", "734")


def test_columns_follow_the_parameters() -> None:
    result = MadeResult(max_detections=(5, 50), metrics={"AP": 0.5, "AR5": 0.1, "AR50": 0.2, "APs": 0.3})
    assert class_grid(result).header[4:] == ("AP", "AR50")


def test_a_threshold_that_was_not_used_has_no_column() -> None:
    metrics = {"AP": 0.5, "AP50": None, "AP75": 0.25, "AR100": 0.3}
    classes = (make_class(1, "cat", 0.5, metrics=metrics),)
    assert class_grid(MadeResult(per_class=classes, metrics=dict(metrics))).header[4:] == (
        "AP",
        "AP75",
        "AR100",
    )
    nothing = dict.fromkeys(metrics)
    assert class_grid(MadeResult(metrics=nothing)).header[4:] == ("AP", "AP50", "AP75", "AR100")


def test_the_recall_column_is_one_that_classes_have() -> None:
    classes = (make_class(1, "cat", 0.5, metrics={"AP": 0.5, "AR100": 0.25}),)
    metrics = {"AP": 0.5, "AR1": 0.1, "AR10": 0.2, "AR100": 0.3, "AR1000": 0.4}
    result = MadeResult(per_class=classes, max_detections=(1, 10, 100, 1000), metrics=dict(metrics))
    assert class_grid(result).header[4:] == ("AP", "AR100")


def test_undefined_is_never_minus_one() -> None:
    rows = class_grid(make_undefined()).rows
    assert rows[-1] == ("ghost", "7", "0", "13", "n/a", "n/a", "n/a", "n/a")
    assert metric_text(0.0) == "0.000"


def test_one_hidden_class_is_singular() -> None:
    assert class_grid(make_many(31)).hidden_text == "… 1 more class (--all-classes)"
