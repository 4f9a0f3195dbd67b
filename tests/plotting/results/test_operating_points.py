"""Where each class is cut."""

from __future__ import annotations

import pytest

from truebox.diagnosis import OperatingPoint, OperatingPoints
from truebox.errors import ArgumentError
from truebox.plotting import plot_operating_points

OVERALL = OperatingPoint(name="all", score=0.4, precision=0.8, recall=0.6, f1=0.7)
CLASSES = (
    OperatingPoint(name="$good", score=0.5, precision=0.9, recall=0.9, f1=0.9),
    OperatingPoint(name="none", reason="no truth"),
    OperatingPoint(name="bad", score=0.25, precision=0.5, recall=0.1, f1=0.2),
)
POINTS = OperatingPoints(asked="best F1", iou=0.5, overall=OVERALL, per_class=CLASSES)


def names(ax):
    return [label.get_text() for label in ax.get_yticklabels()]


def test_all_together_then_the_lowest_f1_first():
    ax = plot_operating_points(POINTS)
    assert names(ax) == ["all classes", "bad", "$good", "none"]
    assert [text.get_text() for text in ax.texts] == ["score 0.400", "score 0.250", "score 0.500", "n/a"]
    assert [list(line.get_xdata()) for line in ax.lines] == [
        [0.8, 0.5, 0.9],
        [0.6, 0.1, 0.9],
        [0.7, 0.2, 0.9],
    ]
    assert ax.get_title() == "Cut at: best F1"


def test_many_classes_are_cut_off_and_it_is_said():
    ax = plot_operating_points(POINTS, most=1)
    assert names(ax) == ["all classes", "bad"]
    assert ax.get_xlabel() == "at IoU 0.5; 1 of 3 classes, those of the lowest F1"


def test_refused():
    with pytest.raises(ArgumentError, match=r"truebox\.diagnosis\.operating_points"):
        plot_operating_points(CLASSES)
    with pytest.raises(ArgumentError, match="most is -1"):
        plot_operating_points(POINTS, most=-1)
