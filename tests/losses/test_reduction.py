from __future__ import annotations

import numpy as np
import pytest

from truebox.errors import ArgumentError
from truebox.losses.reduction import check_same_shape, reduced

LOSS = np.array([1.0, 2.0, 6.0])


def test_sum_mean_and_none():
    assert reduced(LOSS, "none", None) is LOSS
    assert reduced(LOSS, "sum", None) == 9
    assert reduced(LOSS, "mean", None) == 3


def test_the_mean_is_that_of_the_weighted():
    assert reduced(LOSS, "mean", [1, 1, 0]) == 1.5
    assert reduced(LOSS, "none", [1, 1, 0]).tolist() == [1, 2, 0]
    assert reduced(LOSS, "mean", [0, 0, 0]) == 0


def test_other_words_and_shapes_are_refused():
    with pytest.raises(ArgumentError, match="reduction is 'max'"):
        reduced(LOSS, "max", None)
    with pytest.raises(ArgumentError, match=r"prediction has shape \(2, 4\) and target \(3, 4\)"):
        check_same_shape(np.ones((2, 4)), np.ones((3, 4)))
    assert check_same_shape([[1, 2, 3, 4]], np.ones((1, 4))) is None
