"""The line that YOLOv5 draws after the last detection, against ``np.interp`` and the trapezoidal rule."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.evaluation import evaluate
from truebox.evaluation.states.closing_line import ClosingLine, closing_area

GRID = np.linspace(0, 1, 101)


@pytest.mark.parametrize(
    ("hits", "truths", "false"), [(1, 2, 0), (3, 7, 5), (10, 10, 1), (0, 4, 3), (29, 100, 2)]
)
def test_it_is_the_trapezoidal_rule_under_the_line(hits: int, truths: int, false: int) -> None:
    recall, precision = hits / truths, hits / (hits + false)
    height = np.where(recall <= GRID, np.interp(GRID, [recall, 1], [precision, 0]), 0)
    height[-1] = 0
    wanted = ((height[1:] + height[:-1]) / 2 * np.diff(GRID)).sum()
    found = closing_area(np.array(recall), np.array(float(hits)), np.array(float(false)))
    assert found == pytest.approx(0 if recall == 1 else wanted, abs=1e-12)


def test_false_detections_are_counted_by_class_and_threshold() -> None:
    box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    found = {
        "boxes": [[0, 0, 9, 9], [0, 0, 9, 6], [50, 50, 60, 60]],
        "labels": ["cat"] * 3,
        "scores": [0.9, 0.8, 0.7],
    }
    state = evaluate([box], [found], iou_thresholds=[0.5, 0.95], mode="corrected").state
    assert ClosingLine(state, 0, 100).false.sum(axis=0).tolist() == [2, 2]
    assert ClosingLine(state, 0, 2).false.sum(axis=0).tolist() == [1, 1]
    assert ClosingLine(state, 0, 100).areas(np.array([[1.0, 1.0]])).tolist() == [[0.0, 0.0]]
