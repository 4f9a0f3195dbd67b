"""The detections of a made dataset."""

from __future__ import annotations

import numpy as np

from truebox.generation import make_dataset


def test_scores_are_probabilities_that_fall_within_each_image() -> None:
    _, predictions = make_dataset(40, 4, seed=2)
    assert predictions.scores.min() > 0
    assert predictions.scores.max() < 1
    same_image = np.diff(predictions.image.values) == 0
    assert (np.diff(predictions.scores)[same_image] <= 0).all()


def test_score_decimals_make_ties() -> None:
    _, smooth = make_dataset(40, 4, seed=2)
    _, rounded = make_dataset(40, 4, seed=2, score_decimals=2)
    assert len(np.unique(smooth.scores)) == len(smooth)
    assert len(np.unique(rounded.scores)) <= 101
    np.testing.assert_array_equal(rounded.scores, np.round(rounded.scores, 2))


def test_chunks_leave_no_seam() -> None:
    # More images than are drawn at once: every image has its own detections, in order.
    _, predictions = make_dataset(1100, 3, 2, 1)
    assert len(predictions) == 2200
    assert (np.diff(predictions.image.values) >= 0).all()
    assert len(np.unique(predictions.image.values)) == 1100
