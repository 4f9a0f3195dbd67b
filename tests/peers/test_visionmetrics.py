"""visionmetrics (Microsoft), main at 125df92, ``tests/test_detection.py``, as facts; boxes are fractions."""

from __future__ import annotations

import numpy as np
import pytest

import truebox as tb

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

WHOLE, QUARTER, INNER = [0, 0, 1, 1], [0.5, 0.5, 1, 1], [0.1, 0.1, 0.5, 0.5]


def evaluated(true, found, **how):
    """Each image: a class and its box."""
    sides = [
        [
            {
                "boxes": np.reshape([box for _, box in rows], (-1, 4)) * 100,
                "labels": [label for label, _ in rows],
            }
            for rows in side
        ]
        for side in (true, found)
    ]
    results = [each | {"scores": np.ones(len(each["labels"]))} for each in sides[1]]
    return tb.evaluate(sides[0], results, fit_test=False, **how)


@pytest.mark.parametrize(
    ("true", "found", "published"),
    [
        ([[(0, WHOLE), (1, QUARTER), (2, INNER)]], [[(0, WHOLE), (1, QUARTER), (2, INNER)]], 1),
        ([[(0, WHOLE), (1, QUARTER)]], [[(0, WHOLE), (0, QUARTER), (1, QUARTER)]], 1),
        ([[(0, WHOLE), (1, QUARTER)], [(2, INNER)]], [[(0, WHOLE), (1, QUARTER)], [(2, INNER)]], 1),
        (
            [[(0, WHOLE), (1, QUARTER)], [(2, INNER)]] * 2,
            [
                *[[(0, WHOLE), (1, QUARTER)], [(2, INNER)]],
                *[[(0, [0.9, 0.9, 1, 1]), (1, QUARTER)], [(2, INNER)]],
            ],
            0.834983,
        ),
        ([[(0, WHOLE), (1, QUARTER), (2, INNER)]], [[]], 0),
        ([[(0, WHOLE), (1, QUARTER)]], [[(0, QUARTER), (1, QUARTER)]], 0.5),
    ],
)
def test_map_50(true, found, published):
    assert evaluated(true, found).metrics["AP50"] == pytest.approx(published, abs=5e-6)


def test_a_lower_threshold():
    found = evaluated([[(0, WHOLE), (1, QUARTER)]], [[(0, QUARTER), (1, QUARTER)]], iou_thresholds=[0.2])
    assert found.metrics["AP"] == pytest.approx(1, abs=1e-15)


def test_no_truth_is_undefined():
    """-1 there."""
    assert evaluated([[]], [[(0, WHOLE), (1, QUARTER), (2, INNER)]]).metrics["AP50"] is None


def test_sizes():
    true = [[(0, [0, 0, 0.32, 0.32]), (1, [0.05, 0.05, 0.96, 0.96]), (2, [0.01, 0.01, 1, 1])]]
    found = [[(0, [0, 0, 0.32, 0.32]), (1, [0, 0, 0.96, 0.96]), (2, [0, 0, 1, 1])]]
    metrics = evaluated(true, found, iou_thresholds=[0.5]).metrics
    assert [metrics[f"AP{size}"] for size in "sml"] == pytest.approx([1, 1, 1], abs=1e-15)


@pytest.mark.parametrize(
    ("true", "found", "published"),
    [
        ([[(1, WHOLE)]], [[(0, WHOLE)]], 1),
        ([[(1, [0, 0, 0.1, 0.1])]], [[(0, WHOLE)]], 0),
        ([[(1, WHOLE), (2, QUARTER)], [(1, INNER)]], [[(0, WHOLE), (1, QUARTER)], [(2, INNER)]], 1),
    ],
)
def test_without_classes(true, found, published):
    assert evaluated(true, found, class_agnostic=True).metrics["AP50"] == pytest.approx(published, abs=1e-15)
