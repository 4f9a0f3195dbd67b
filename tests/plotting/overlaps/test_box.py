"""One box, or two."""

from __future__ import annotations

import pytest

from truebox import Box
from truebox.errors import ArgumentError
from truebox.plotting import plot_box


def test_one_box_stands_where_it_is():
    ax = plot_box(Box(50, 60, 150, 110))
    (drawn,) = ax.patches
    assert drawn.get_bbox().extents.tolist() == [50, 60, 150, 110]
    assert ax.get_title() == "100 × 50, area 5,000"


def test_two_boxes_are_plotted_as_plot_iou_does():
    # 50 * 50 / (2 * 100 * 100 - 50 * 50) = 1 / 7
    ax = plot_box(Box(50, 50, 150, 150), (100, 100, 200, 200), labels=("a", "b"))
    assert ax.get_title().startswith("IoU: 0.1429")
    assert {text.get_text() for text in ax.texts} == {"a", "b"}


def test_refused():
    with pytest.raises(ArgumentError, match=r"box is \(0, 0, 1\); expected a Box or four numbers"):
        plot_box((0, 0, 1))
    with pytest.raises(ArgumentError, match="labels: for two boxes only"):
        plot_box(Box(0, 0, 1, 1), labels=("a", "b"))
