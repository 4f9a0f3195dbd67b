"""A timeline of one sequence."""

from __future__ import annotations

import pytest
from track_worlds import make_tracks

import truebox as tb
from truebox.errors import ArgumentError
from truebox.evaluation import evaluate_tracks
from truebox.plotting import plot_timeline

HERE, THERE = [0, 0, 10, 10], [100, 0, 10, 10]


def test_rows_runs_and_marks():
    truth = {"frames": [0, 1, 2, 0, 1, 2], "ids": [7, 7, 7, 8, 8, 8], "boxes": [HERE] * 3 + [THERE] * 3}
    found = {"frames": [0, 1, 2, 0, 2], "ids": [1, 1, 2, 3, 3], "boxes": [HERE] * 3 + [THERE] * 2}
    ax = plot_timeline(evaluate_tracks(truth, found, fit_test=False))
    assert [label.get_text() for label in ax.get_yticklabels()] == ["7", "8"]
    assert len(ax.collections) == 4  # two runs of each object
    marks = ax.lines[-1]
    assert (list(marks.get_xdata()), list(marks.get_ydata())) == ([2], [0])


def test_the_costliest_first_and_no_more_than_asked_for():
    result = evaluate_tracks(*make_tracks(3, 40, 12).sides, fit_test=False)
    ax = plot_timeline(result, most=5)
    assert len(ax.get_yticklabels()) == 5
    assert "more" in ax.get_ylabel()


def test_refused():
    result = evaluate_tracks(*make_tracks(3, 10, 3).sides, fit_test=False)
    with pytest.raises(ArgumentError, match="'Z' is not in the result"):
        plot_timeline(result, "Z")


def test_a_result_of_detections_is_refused():
    box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    result = tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected")
    with pytest.raises(ArgumentError, match="of detections; expected a result of tracks"):
        plot_timeline(result)
