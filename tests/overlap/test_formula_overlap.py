from __future__ import annotations

import numpy as np
import pytest

from measure_cases import MEASURES, extra, pairwise, random_pairs
from truebox import overlap
from truebox.errors import ArgumentError


def test_the_answer_may_lie_over_the_boxes():
    a, b = random_pairs(8, 1)
    expected = overlap.pairwise_giou(a, b)
    memory = np.empty((8, 8))
    memory[:, :4] = a
    boxes = memory.reshape(16, 4)[::2]
    assert np.array_equal(overlap.pairwise_giou(boxes, b, out=memory), expected)


@pytest.mark.parametrize("name", MEASURES)
def test_every_measure_has_both_functions_and_takes_the_same_options(name):
    a, b = random_pairs(4, 2)
    values = pairwise(name, a, b)
    rows = getattr(overlap, f"elementwise_{name}")(a, b, **extra(name))
    assert np.array_equal(np.diagonal(values), rows)


def test_out_is_for_numpy():
    torch = pytest.importorskip("torch")
    with pytest.raises(ArgumentError, match="out goes with NumPy arrays only; these are of torch"):
        overlap.pairwise_giou(torch.ones(1, 4), torch.ones(1, 4), out=np.empty((1, 1)))


def test_two_libraries_at_once_are_refused():
    torch, jax = pytest.importorskip("torch"), pytest.importorskip("jax")
    with pytest.raises(ArgumentError, match="boxes_a is of torch and boxes_b of jax"):
        overlap.pairwise_giou(torch.ones(1, 4), jax.numpy.ones((1, 4)))
