"""AP by IoU threshold."""

from __future__ import annotations

import pytest

import truebox as tb
from truebox.errors import ArgumentError
from truebox.plotting import plot_ap_by_iou


def test_the_line_is_the_values_in_order_and_undefined_is_left_out():
    ax = plot_ap_by_iou({0.75: 0.4, 0.5: 0.8, 0.9: None})
    (line,) = ax.lines
    assert line.get_xdata().tolist() == [0.5, 0.75]
    assert line.get_ydata().tolist() == [0.8, 0.4]


def test_a_result():
    # The IoU is 0.72: found at five of the ten thresholds.
    truth = [{"boxes": [[0, 0, 100, 100]], "labels": ["cat"]}]
    found = [{"boxes": [[0, 0, 100, 72]], "labels": ["cat"], "scores": [0.9]}]
    (line,) = plot_ap_by_iou(tb.evaluate(truth, found, mode="corrected")).lines
    assert line.get_ydata().tolist() == [1, 1, 1, 1, 1, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("nothing", [{}, {0.5: None}])
def test_without_truths_the_axes_say_so(nothing):
    ax = plot_ap_by_iou(nothing)
    assert not ax.lines
    assert [text.get_text() for text in ax.texts] == ["n/a (no truths)"]


def test_what_is_no_result_is_refused():
    with pytest.raises(ArgumentError, match="expected a result"):
        plot_ap_by_iou(3)
