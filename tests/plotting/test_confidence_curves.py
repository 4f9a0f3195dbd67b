"""Precision, recall and F1 against confidence."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.errors import ArgumentError
from truebox.plotting import plot_confidence_curves

CURVES = {
    "confidence": [0.1, 0.5, 0.9],
    "precision": [0.5, 0.7, None],
    "recall": [0.9, 0.8, 0.3],
    "f1": [0.64, 0.75, None],
}


def test_the_lines_are_the_values():
    ax = plot_confidence_curves(CURVES)
    for line, name in zip(ax.lines[:3], ("precision", "recall", "f1"), strict=True):
        assert line.get_xdata().tolist() == CURVES["confidence"]
        assert np.array_equal(line.get_ydata(), np.array(CURVES[name], float), equal_nan=True)


def test_the_best_f1_is_marked():
    ax = plot_confidence_curves(CURVES)
    assert ax.get_title() == "Best F1: 0.750 at confidence 0.500"
    assert (ax.lines[-1].get_xdata()[0], ax.lines[-1].get_ydata()[0]) == (0.5, 0.75)


def test_without_f1():
    ax = plot_confidence_curves({**CURVES, "f1": [None] * 3})
    assert [text.get_text() for text in ax.texts] == ["n/a (no F1 is defined)"]


def test_refused():
    with pytest.raises(ArgumentError, match="recall has 1 values, confidence has 3"):
        plot_confidence_curves({**CURVES, "recall": [1]})
    with pytest.raises(ArgumentError, match="curves lacks 'f1'"):
        plot_confidence_curves({key: CURVES[key] for key in ("confidence", "precision", "recall")})
