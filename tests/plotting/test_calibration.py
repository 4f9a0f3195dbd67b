"""The reliability diagram."""

from __future__ import annotations

import pytest

from truebox.errors import ArgumentError
from truebox.plotting import plot_calibration

BINS = {"confidence": [0.3, 0.5, 0.8], "accuracy": [0.2, None, 0.7], "count": [40, 0, 60]}


def test_filled_bins_are_drawn():
    ax = plot_calibration(BINS)
    assert ax.lines[1].get_xydata().tolist() == [[0.3, 0.2], [0.8, 0.7]]
    assert ax.lines[0].get_xydata().tolist() == [[0, 0], [1, 1]]


def test_more_detections_make_larger_dots():
    small, large = plot_calibration(BINS).collections[-1].get_sizes()
    assert small < large


def test_the_error_is_said():
    assert plot_calibration(BINS).get_title() == "Calibration"
    assert plot_calibration({**BINS, "error": 0.08321}).get_title() == "Calibration error 0.083"


def test_nothing():
    ax = plot_calibration({"confidence": [], "accuracy": [], "count": []})
    assert ax.texts[0].get_text() == "n/a (no detections)"


def test_refused():
    with pytest.raises(ArgumentError, match="bins: confidence has 3 values, accuracy 3, count 1"):
        plot_calibration({**BINS, "count": [1]})
