"""The plot of two boxes."""

from __future__ import annotations

import numpy as np
import pytest

import truebox as tb
from truebox.errors import ArgumentError
from truebox.plotting import plot_iou
from truebox.plotting.parts.axes import as_axes

A, B = (39, 63, 203, 112), (54, 66, 198, 114)


def _extents(ax):
    return [patch.get_bbox().extents.tolist() for patch in ax.patches]


def test_both_boxes_and_what_they_share():
    ax = plot_iou(A, B)
    assert _extents(ax) == [[54, 66, 198, 112], [54, 66, 198, 112], list(A), list(B)]
    assert ax.patches[1].get_hatch() == "///"
    assert ax.patches[2].get_linestyle() in ("-", "solid")
    assert ax.patches[3].get_linestyle() in ("--", "dashed")


def test_the_number_is_that_of_iou():
    # The first pair of A. Rosebrock's tutorial (pyimagesearch.com, 2016), printed there as 0.7980.
    assert plot_iou(A, B, pixels="inclusive").get_title() == "IoU: 0.7980\nintersection 6,815 / union 8,540"
    assert plot_iou(A, B).get_title().startswith(f"IoU: {tb.iou(A, B):.4f}\n")


def test_boxes_that_share_nothing():
    ax = plot_iou((0, 0, 2, 2), (2, 0, 4, 2))
    assert len(ax.patches) == 2
    assert ax.get_title() == "IoU: 0.0000\nintersection 0 / union 8"


def test_formats_and_boxes():
    assert _extents(plot_iou(tb.Box(*A), tb.Box(*B))) == _extents(plot_iou(A, B))
    xywh = [tb.convert_boxes(box, "xyxy", "xywh") for box in (A, B)]
    assert _extents(plot_iou(*xywh, box_format="xywh")) == _extents(plot_iou(A, B))


def test_fractions():
    ax = plot_iou((0.1, 0.1, 0.5, 0.5), (0.2, 0.2, 0.6, 0.6), box_format="rel_xyxy")
    assert ax.get_title().endswith("union 0.23 of the image")
    image = np.zeros((100, 200, 3), np.uint8)
    ax = plot_iou((0.1, 0.1, 0.5, 0.5), (0.2, 0.2, 0.6, 0.6), box_format="rel_xyxy", image=image)
    assert np.allclose(_extents(ax)[2], [20, 10, 100, 50])


def test_labels_are_literal():
    ax = plot_iou(A, B, labels=("$x^2$", "_b"))
    assert [text.get_text() for text in ax.texts] == ["$x^2$", "_b"]
    ax.figure.draw_without_rendering()


def test_labels_stay_in_the_figure():
    ax = plot_iou(A, B)
    ax.figure.draw_without_rendering()
    whole = ax.figure.bbox
    for text in (*ax.texts, ax.title):
        box = text.get_window_extent()
        assert whole.x0 <= box.x0
        assert box.x1 <= whole.x1
        assert whole.y0 <= box.y0
        assert box.y1 <= whole.y1


def test_the_callers_axes():
    mine = as_axes(None)
    assert plot_iou(A, B, ax=mine) is mine


def test_refused():
    with pytest.raises(ArgumentError):
        plot_iou(A, B, box_format="ltrb")
