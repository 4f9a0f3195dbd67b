"""Rows of centers as frames."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from truebox.errors import ArgumentError
from truebox.tracking import evaluate_at_recalls
from truebox.tracking.centers import center_frames

TRUTH: dict[str, Any] = {
    "frames": [0, 1, 2, 3],
    "ids": [5] * 4,
    "centers": [[t, 0] for t in range(4)],
    "labels": [1] * 4,
}
FOUND: dict[str, Any] = TRUTH | {"ids": [7, 7, 8, 8], "scores": [0.75] * 4}


def test_rows_are_put_in_order_of_frames_and_classes() -> None:
    truth = {
        "frames": [5, 2, 2],
        "ids": ["a", "b", "c"],
        "centers": [[5, 0], [2, 0], [3, 0]],
        "labels": ["car", "car", "bus"],
    }
    found = {"frames": [2, 5], "ids": [1, 1], "centers": [[2, 1], [5, 1]], "labels": ["car", "car"]}
    frames = center_frames(truth, found | {"scores": [0.25, 0.75]})
    assert list(frames) == ["bus", "car"]
    (first, second), (only,) = frames["car"][0], frames["bus"][0]
    assert (list(first.truth), list(second.truth), list(only.truth)) == (["b"], ["a"], ["c"])
    assert first.truth_centers.tolist() == [[2, 0]]
    assert [each.scores.tolist() for each in (first, second, only)] == [[0.5], [0.5], []]


def test_a_track_that_takes_another_id_is_one_switch() -> None:
    metrics = evaluate_at_recalls(TRUTH, FOUND).metrics
    assert (metrics["IDS"], metrics["GT"], metrics["FN"]) == (1, 4, 0)


@pytest.mark.parametrize("kind", ["numpy", "torch", "list of tensors", "floats"])
@pytest.mark.parametrize("column", ["frames", "ids", "centers", "labels", "scores"])
def test_columns_of_any_library_are_their_numbers(kind: str, column: str) -> None:
    def other(values: Any) -> Any:
        if kind == "numpy":
            return np.array(values)
        if kind == "floats":
            return np.array(values, dtype=np.float64)
        torch = pytest.importorskip("torch")
        return torch.tensor(values) if kind == "torch" else list(torch.tensor(values).unbind())

    expected = evaluate_at_recalls(TRUTH, FOUND)
    for truth, found in ((TRUTH, FOUND | {column: other(FOUND[column])}), _changed(column, other)):
        result = evaluate_at_recalls(truth, found)
        assert (result.metrics, result.per_class) == (expected.metrics, expected.per_class)


def _changed(column: str, other: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    return (TRUTH | {column: other(TRUTH[column])} if column in TRUTH else TRUTH), FOUND


@pytest.mark.parametrize(
    ("column", "given", "said"),
    [
        ("ids", [7.0, float("nan"), 8, 8], r"ids\[1\] is nan"),
        ("ids", [None] * 4, r"ids\[0\] is None"),
        ("ids", [[7], [7], [8], [8]], r"ids\[0\] is \[7\]"),
        ("ids", "7788", "ids is one text"),
        ("labels", [1, 1, 1, None], r"labels\[3\] is None"),
        ("labels", "cars", "labels is one text"),
        ("centers", [[t, 0, 0] for t in range(4)], "pass x and y alone"),
        ("frames", [0, 1, 2, 1e300], "no whole numbers"),
        *(
            (
                name,
                np.ma.masked_less(FOUND[name], 8 if name == "ids" else 1.5),
                rf"\['{name}'\] is an array of",
            )
            for name in FOUND
        ),
    ],
)
def test_what_would_be_counted_otherwise_is_refused(column: str, given: Any, said: str) -> None:
    with pytest.raises(ArgumentError, match=said):
        evaluate_at_recalls(TRUTH, FOUND | {column: given})


def test_classes_on_one_side_alone_are_refused() -> None:
    without = {name: column for name, column in FOUND.items() if name != "labels"}
    with pytest.raises(ArgumentError, match="labels: some rows have classes and others have none"):
        evaluate_at_recalls(TRUTH, without)
    # Of a side without rows there is nothing to have a class.
    none: dict[str, Any] = {name: [] for name in without}
    assert evaluate_at_recalls(TRUTH, none).metrics["FN"] == 4
