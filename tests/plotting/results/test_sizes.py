"""AP and AR by size."""

from __future__ import annotations

import pytest

import truebox as tb
from truebox.errors import ArgumentError
from truebox.plotting import plot_sizes

METRICS = {"AP": 0.4, "APs": 0.2, "APm": 0.4, "APl": None, "ARs": 0.3, "ARm": 0.5, "ARl": None}


def test_bars_are_the_values_and_none_says_so():
    ax = plot_sizes(METRICS)
    assert [float(bar.get_height()) for bar in ax.patches] == [0.2, 0.4, 0.0, 0.3, 0.5, 0.0]
    assert [text.get_text() for text in ax.texts] == ["0.200", "0.400", "n/a", "0.300", "0.500", "n/a"]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["small", "medium", "large"]


def test_size_classes_of_ones_own():
    ax = plot_sizes({"AP": 0.4, "AP[$tiny$]": 0.1, "AR[$tiny$]": 0.2})
    assert [label.get_text() for label in ax.get_xticklabels()] == ["$tiny$"]
    assert [float(bar.get_height()) for bar in ax.patches] == [0.1, 0.2]


def test_a_result():
    box = {"boxes": [[1, 1, 90, 90]], "labels": ["cat"]}
    ax = plot_sizes(tb.evaluate([box], [{**box, "scores": [0.5]}]))
    assert [text.get_text() for text in ax.texts] == ["n/a", "1.000", "n/a", "n/a", "1.000", "n/a"]


def test_refused():
    with pytest.raises(ArgumentError, match="result has no metric of a size"):
        plot_sizes({"AP": 0.4})
