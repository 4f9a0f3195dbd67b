"""The reliability diagram."""

from __future__ import annotations

import pytest

import truebox as tb
from truebox.errors import ArgumentError
from truebox.plotting import plot_calibration

BINS = {"mean_score": [0.3, 0.0, 0.8], "precision": [0.2, None, 0.7], "count": [40, 0, 60]}


def test_filled_bins_are_drawn():
    ax = plot_calibration(BINS)
    assert ax.lines[1].get_xydata().tolist() == [[0.3, 0.2], [0.8, 0.7]]
    assert ax.lines[0].get_xydata().tolist() == [[0, 0], [1, 1]]


def test_more_detections_make_larger_dots():
    small, large = plot_calibration(BINS).collections[-1].get_sizes()
    assert small < large


def test_the_error_is_said():
    assert plot_calibration(BINS).get_title() == "Calibration"
    assert plot_calibration({**BINS, "ece": 0.08321}).get_title() == "Calibration error 0.083"


def test_a_diagnosis():
    box = {"boxes": [[0, 0, 50, 50]], "labels": ["cat"]}
    result = tb.evaluate([box], [{**box, "scores": [0.9]}])
    ax = plot_calibration(tb.diagnosis.calibration(result))
    assert ax.lines[1].get_xydata().tolist() == [[0.9, 1.0]]
    assert ax.get_title() == "Calibration error 0.100"


def test_nothing():
    ax = plot_calibration({"mean_score": [], "precision": [], "count": []})
    assert ax.texts[0].get_text() == "n/a (no detections)"


def test_refused():
    with pytest.raises(ArgumentError, match="bins: mean_score has 3 values, precision 3, count 1"):
        plot_calibration({**BINS, "count": [1]})
