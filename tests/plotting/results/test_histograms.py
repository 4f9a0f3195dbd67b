"""Distributions of scores and overlaps."""

from __future__ import annotations

import numpy as np
import pytest

import truebox as tb
from truebox.errors import ArgumentError
from truebox.plotting import plot_iou_histogram, plot_score_histogram

SCORES = np.random.default_rng(0).random(500)


def _heights(ax):
    return np.array([bar.get_height() for bar in ax.patches])


def test_scores_are_counted_in_twenty_bins():
    assert (
        _heights(plot_score_histogram(SCORES)).tolist()
        == np.histogram(SCORES, np.linspace(0, 1, 21))[0].tolist()
    )


def test_right_and_wrong_are_stacked():
    ax = plot_score_histogram(SCORES, SCORES > 0.5)
    right, wrong = _heights(ax)[:20], _heights(ax)[20:]
    assert right.sum() == (SCORES > 0.5).sum()
    assert wrong.sum() == (SCORES <= 0.5).sum()
    assert [bar.get_y() for bar in ax.patches[20:]] == right.tolist()
    assert ax.patches[0].get_hatch() != ax.patches[20].get_hatch()


def test_scores_of_any_range():
    ax = plot_score_histogram([-5.0, 12.0])
    assert ax.get_xlim() == (-5, 12)
    assert _heights(ax).sum() == 2


def test_overlaps_and_those_without():
    ax = plot_iou_histogram([0.1, 0.5, 0.95, None, np.nan])
    assert _heights(ax).sum() == 3
    assert ax.get_title() == "IoU with the nearest truth (2 of 5 overlap none)"
    passed = [bar.get_height() for bar in ax.patches if bar.get_x() >= 0.499]
    assert sum(passed) == 2


def test_a_result_knows_what_is_right():
    truth = {"boxes": [[0, 0, 50, 50]], "labels": ["cat"]}
    found = {"boxes": [[0, 0, 50, 50], [60, 60, 90, 90]], "labels": ["cat", "cat"], "scores": [0.9, 0.2]}
    result = tb.evaluate([truth], [found])
    texts = [text.get_text() for text in plot_score_histogram(result).get_legend().get_texts()]
    assert texts == ["true positives (1)", "false positives (1)"]
    assert plot_iou_histogram(result).get_title() == "IoU with the nearest truth (1 of 2 overlap none)"


def test_a_match_table_is_plotted_as_its_result():
    result = tb.evaluate(*tb.generation.make_dataset(20, 2, 5, 4.0, 1), mode="corrected")
    for plot in (plot_score_histogram, plot_iou_histogram):
        assert _heights(plot(result.matches)).tolist() == _heights(plot(result)).tolist()


def test_nothing():
    assert plot_score_histogram([]).texts[0].get_text() == "n/a (no detections)"
    assert plot_iou_histogram([None]).texts[0].get_text() == "n/a (nothing overlaps)"


def test_refused():
    with pytest.raises(ArgumentError, match=r"scores\[1\] is nan"):
        plot_score_histogram([0.5, np.nan])
    with pytest.raises(ArgumentError, match="correct has shape"):
        plot_score_histogram([0.5, 0.6], [1, 0])
