"""What fusions share."""

from __future__ import annotations

import numpy as np

from truebox.suppression.pooling import best_first, pooled


def test_models_become_one_list_without_what_has_no_area_or_score():
    pool = pooled(
        [[[0, 0, 2, 2], [0, 0, 0, 5]], [[1, 1, 4, 4], [1, 1, 5, 5]]],
        [[0.5, 0.9], [0.4, 0.05]],
        [[7, 7], [8, 8]],
        weights=[1, 4],
        score_threshold=0.1,
        rows_of=lambda rows, _name: np.asarray(rows, float),
        scale_weights=True,
    )
    assert pool.boxes.tolist() == [[0, 0, 2, 2], [1, 1, 4, 4]]
    assert pool.scores.tolist() == [0.125, 0.4]
    assert pool.labels.tolist() == [7, 8]
    assert pool.models.tolist() == [0, 1]
    assert pool.weights.tolist() == [0.25, 1]


def test_highest_scores_first_and_the_earlier_of_equal_ones():
    fused = best_first(
        np.arange(12.0).reshape(3, 4), np.array([0.5, 0.9, 0.5]), np.arange(3), np.ones(3, int)
    )
    assert fused.labels.tolist() == [1, 0, 2]
    assert fused.boxes[0].tolist() == [4, 5, 6, 7]
