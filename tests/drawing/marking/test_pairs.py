"""Which truth a prediction is compared with."""

from __future__ import annotations

import numpy as np

from truebox.drawing.marking.pairs import BestPair, best_pairs

OVERLAP = np.array([[0.3, 0.8, 0.0], [0.0, 0.0, 0.0], [0.6, 0.5, 0.0]])


def test_the_largest_overlap():
    assert best_pairs(OVERLAP) == [BestPair(0, 1, 0.8), BestPair(2, 0, 0.6)]


def test_of_the_same_class():
    assert best_pairs(OVERLAP, ["cat", "dog", "cat"], ["cat", "dog", "bird"]) == [BestPair(0, 0, 0.3)]


def test_one_side_without_classes_is_compared_with_all():
    assert best_pairs(OVERLAP, None, ["cat", "dog", "bird"]) == best_pairs(OVERLAP)


def test_no_truths_or_no_predictions():
    assert best_pairs(np.empty((0, 3))) == []
    assert best_pairs(np.empty((3, 0)), [], ["a", "b", "c"]) == []
