"""Metrics with their intervals."""

from __future__ import annotations

import pytest
from made_comparisons import make_pair

from truebox.diagnosis import Estimate, Intervals
from truebox.errors import ArgumentError
from truebox.plotting import plot_intervals

METRICS = {"AP": Estimate(value=0.41, low=0.4, high=0.43), "APs": Estimate(value=None, reason="no truth")}
HELD = Intervals(metrics=METRICS, per_class=(), level=0.9, replicates=1000, seed=0, images=60)


def test_a_row_for_each_metric():
    ax = plot_intervals(HELD)
    assert [text.get_text() for text in ax.texts] == ["0.410 [0.400, 0.430]", "n/a"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["AP", "APs"]
    assert ax.get_title() == "Metrics with their 90 % intervals"


def test_differences_have_a_line_at_zero():
    ax = plot_intervals(make_pair(second="$b$.json"), metrics=["AP"])
    assert [text.get_text() for text in ax.texts] == ["+0.050 [+0.020, +0.080]"]
    assert list(ax.lines[-1].get_xdata()) == [0.0, 0.0]
    assert ax.get_title() == "$b$.json: difference to a.json"


def test_nothing():
    assert plot_intervals(HELD, metrics=[]).texts[0].get_text() == "n/a (no metrics)"


def test_refused():
    with pytest.raises(ArgumentError, match=r"truebox\.diagnosis\.intervals"):
        plot_intervals({"AP": 0.3})
    with pytest.raises(ArgumentError, match="metrics: 'mAP' is unknown; there are AP, APs"):
        plot_intervals(HELD, metrics=["mAP"])
