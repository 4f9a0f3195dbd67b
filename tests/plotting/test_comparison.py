"""Models side by side."""

from __future__ import annotations

import pytest

from truebox.errors import ArgumentError
from truebox.plotting import plot_comparison

MODELS = {"a": (0.412, 0.406, 0.418), "$b_1$": (0.398, 0.392, 0.405), "c": None}


def test_values_and_intervals():
    ax = plot_comparison(MODELS, metric="AP50")
    bars = [collection.get_segments()[0][:, 0].tolist() for collection in ax.collections]
    assert bars == [pytest.approx([0.406, 0.418]), pytest.approx([0.392, 0.405])]
    assert [text.get_text() for text in ax.texts] == ["0.412 [0.406, 0.418]", "0.398 [0.392, 0.405]", "n/a"]
    assert [label.get_text() for label in ax.get_yticklabels()] == list(MODELS)
    assert ax.get_title() == "AP50 with its interval"


def test_zero_is_marked_for_differences():
    assert plot_comparison({"b": (-0.01, -0.02, 0.0)}, zero=True).lines[-1].get_xdata() == [0.0, 0.0]


def test_nothing():
    assert plot_comparison({}).texts[0].get_text() == "n/a (no models)"


@pytest.mark.parametrize("entry", [(0.5, 0.6, 0.7), (0.5, 0.4), "abc", 0.5, (0.5, None, 0.7)])
def test_refused(entry):
    with pytest.raises(ArgumentError, match=r"models\['a'\] is .*expected \(value, low, high\)"):
        plot_comparison({"a": entry})
