"""Models side by side."""

from __future__ import annotations

import dataclasses
import warnings

import pytest

import truebox as tb
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


def test_values_without_interval():
    ax = plot_comparison({"a": (0.5, None, None)})
    assert [text.get_text() for text in ax.texts] == ["0.500"]


@pytest.fixture(scope="module")
def results():
    truth, found = tb.generation.make_dataset(30, 2, 8, 4.0, 1)
    _, other = tb.generation.make_dataset(30, 2, 8, 4.0, 2)
    with warnings.catch_warnings():  # the second detector looked at another world, and that is said
        warnings.simplefilter("ignore", tb.errors.TrueboxWarning)
        return [tb.evaluate(truth, each, mode="corrected") for each in (found, other)]


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_intervals_of_the_diagnosis(results):
    held = tb.diagnosis.intervals(results[0], replicates=100)
    ax = plot_comparison({"a": held, "b": held.metrics["AP50"]}, metric="AP50")
    best = held.metrics["AP50"]
    assert {text.get_text() for text in ax.texts} == {f"{best.value:.3f} [{best.low:.3f}, {best.high:.3f}]"}


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_a_comparison_gives_differences_to_the_first(results):
    compared = tb.diagnosis.compare(*results, replicates=100)
    found = compared.pairs[0].metrics["AP"]
    ax = plot_comparison(compared)
    assert [text.get_text() for text in ax.texts] == [
        f"{found.value:+.3f} [{found.low:+.3f}, {found.high:+.3f}]"
    ]
    assert list(ax.lines[-1].get_xdata()) == [0.0, 0.0]
    with pytest.raises(ArgumentError, match="metric is 'mAP'"):
        plot_comparison(compared, metric="mAP")


def test_nothing():
    assert plot_comparison({}).texts[0].get_text() == "n/a (no models)"


@pytest.mark.parametrize(
    "entry", [(0.5, 0.6, 0.7), (0.5, 0.4), "abc", 0.5, (0.5, None, 0.7), (0.5, 0.4, None)]
)
def test_refused(entry):
    with pytest.raises(ArgumentError, match=r"models\['a'\] is .*expected \(value, low, high\)"):
        plot_comparison({"a": entry})


def test_paths_are_named_from_where_they_part(results):
    found = tb.compare(*results, replicates=100)
    long = [f"/data/of/a/{'very ' * 20}long/path/{name}/found.json" for name in ("first", "second")]
    pair = dataclasses.replace(found.pairs[0], first=long[0], second=long[1])
    ax = plot_comparison(dataclasses.replace(found, pairs=(pair,)))
    assert ax.get_title() == "AP: difference to first/found.json"
    assert [label.get_text() for label in ax.get_yticklabels()] == ["second/found.json"]


def test_nan_is_drawn_as_undefined():
    nan = float("nan")
    ax = plot_comparison({"a": (nan, nan, nan), "b": (0.4, nan, nan), "c": (0.3, 0.2, 0.4)})
    none = plot_comparison({"a": None, "b": (0.4, None, None), "c": (0.3, 0.2, 0.4)})
    assert [text.get_text() for text in ax.texts] == [text.get_text() for text in none.texts]
    assert ax.get_xlim() == none.get_xlim()
