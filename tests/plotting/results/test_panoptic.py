"""Panoptic quality."""

from __future__ import annotations

import pytest

from truebox.errors import ArgumentError
from truebox.plotting import plot_panoptic

METRICS = {"PQ": 0.4, "SQ": 0.8, "RQ": 0.5, "PQth": 0.3, "SQth": 0.7, "RQth": 0.6}
STUFF = {"PQst": None, "SQst": None, "RQst": None}


def test_bars_by_measure_and_group():
    ax = plot_panoptic(METRICS | STUFF)
    assert [bar.get_height() for bar in ax.patches] == [0.4, 0.3, 0.0, 0.8, 0.7, 0.0, 0.5, 0.6, 0.0]
    assert [text.get_text() for text in ax.texts].count("n/a") == 3
    assert [label.get_text() for label in ax.get_xticklabels()] == ["all", "things", "stuff"]


def test_refused():
    with pytest.raises(ArgumentError, match="result lacks 'PQst'"):
        plot_panoptic(METRICS)
