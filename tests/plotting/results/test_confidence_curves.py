"""Precision, recall and F1 against confidence."""

from __future__ import annotations

import numpy as np
import pytest

import truebox as tb
from truebox.errors import ArgumentError
from truebox.plotting import plot_confidence_curves

CURVES = {
    "score": [0.9, 0.5, 0.1],
    "precision": [None, 0.7, 0.5],
    "recall": [0.3, 0.8, 0.9],
    "f1": [None, 0.75, 0.64],
}


def test_the_lines_are_the_values():
    ax = plot_confidence_curves(CURVES)
    for line, name in zip(ax.lines[:3], ("precision", "recall", "f1"), strict=True):
        assert line.get_xdata().tolist() == CURVES["score"]
        assert np.array_equal(line.get_ydata(), np.array(CURVES[name], float), equal_nan=True)


def test_the_best_f1_is_marked():
    ax = plot_confidence_curves(CURVES)
    assert ax.get_title() == "Best F1: 0.750 at confidence 0.500"
    assert (ax.lines[-1].get_xdata()[0], ax.lines[-1].get_ydata()[0]) == (0.5, 0.75)


def test_a_diagnosis():
    box = {"boxes": [[0, 0, 50, 50], [60, 60, 90, 90]], "labels": ["cat", "dog"]}
    curves = tb.diagnosis.confidence_curves(tb.evaluate([box], [{**box, "scores": [0.9, 0.4]}]))
    for given in (curves, curves.overall):
        ax = plot_confidence_curves(given)
        assert ax.lines[1].get_xydata().tolist() == [[0.9, 0.5], [0.4, 1.0]]
    assert ax.get_title() == "Best F1: 1.000 at confidence 0.400"


def test_scores_of_any_range():
    assert plot_confidence_curves({**CURVES, "score": [7.0, 0.5, -2.0]}).get_xlim() == (-2, 7)


def test_without_f1():
    ax = plot_confidence_curves({**CURVES, "f1": [None] * 3})
    assert [text.get_text() for text in ax.texts] == ["n/a (no F1 is defined)"]


def test_refused():
    with pytest.raises(ArgumentError, match="recall has 1 values, score has 3"):
        plot_confidence_curves({**CURVES, "recall": [1]})
    with pytest.raises(ArgumentError, match="curves lacks 'f1'"):
        plot_confidence_curves({key: CURVES[key] for key in ("score", "precision", "recall")})
