"""HOTA over alpha."""

from __future__ import annotations

import pytest
from track_worlds import make_tracks

import truebox as tb
from truebox.errors import ArgumentError
from truebox.evaluation import evaluate_tracks
from truebox.plotting import plot_hota


def test_the_curves_of_a_result():
    result = evaluate_tracks(*make_tracks(1, 20, 6).sides, fit_test=False)
    for ax in (plot_hota(result), result.plot()):
        assert [line.get_label().split()[0] for line in ax.lines] == ["HOTA", "DetA", "AssA", "LocA"]
        assert list(ax.lines[0].get_ydata()) == result.fields["HOTA"]["HOTA"].tolist()


def test_refused():
    with pytest.raises(ArgumentError, match="result has no curve"):
        plot_hota({})


def test_a_result_of_detections_is_refused():
    box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    result = tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected")
    with pytest.raises(ArgumentError, match="of detections; expected a result of tracks"):
        plot_hota(result)
