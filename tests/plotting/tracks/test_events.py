"""Events in bars."""

from __future__ import annotations

import matplotlib.pyplot as plt
import pytest
from track_worlds import make_tracks, write_tracks

import truebox as tb
from truebox.errors import ArgumentError
from truebox.evaluation import evaluate_tracks
from truebox.plotting import plot_events


def test_bars_add_up(tmp_path):
    sides = write_tracks(tmp_path, {f"S{k}": make_tracks(k, 15, 5) for k in range(9)})
    result = evaluate_tracks(*sides, protocol="mot17", fit_test=False)
    ax = plot_events(result)
    counts = result.events.counts()
    assert [text.get_text().strip() for text in ax.texts] == [f"{count:,}" for count in counts.values()]
    assert [text.get_text() for text in ax.get_legend().get_texts()][-1] == "3 more"


def test_refused():
    with pytest.raises(ArgumentError, match="result has no sequence"):
        plot_events({})


def test_a_result_of_detections_is_refused():
    box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    result = tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected")
    with pytest.raises(ArgumentError, match="of detections; expected a result of tracks"):
        plot_events(result)


@pytest.mark.parametrize("size", [(7, 4), (3.4, 2.4)])
@pytest.mark.parametrize("most", ["exchange", "miss"])
def test_the_legend_stands_beside_the_bars(size, most):
    """Wherever the longest bar is, no bar and no number is under a name."""
    figure, ax = plt.subplots(figsize=size)
    kinds = ("exchange", "new id", "fragmentation", "miss")
    counts = {f"MOT17-{n:02d}": {kind: 40 if kind == most else 3 for kind in kinds} for n in range(1, 4)}
    plot_events(counts, ax=ax)
    figure.canvas.draw()
    legend = ax.get_legend().get_window_extent()
    assert not any(legend.overlaps(bar.get_window_extent()) for bar in ax.patches)
    assert not any(legend.overlaps(text.get_window_extent()) for text in ax.texts)
    plt.close(figure)
