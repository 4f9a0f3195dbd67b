"""Long tails and fair shares."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from truebox.generation.chance import Chance
from truebox.generation.datasets.long_tail import class_frequencies, class_palettes, share_out


@given(st.integers(0, 500), st.lists(st.floats(0.01, 9.0), min_size=1, max_size=40), st.integers(0, 10))
def test_share_out_loses_nothing_and_forgets_nobody(total: int, weights: list[float], zeros: int) -> None:
    shares = share_out(total, np.array(weights + [0.0] * zeros))
    assert shares.sum() == total
    assert (shares[len(weights) :] == 0).all()
    assert (shares >= (total >= len(weights)))[: len(weights)].all()


def test_share_out_without_anybody() -> None:
    assert share_out(5, np.zeros(3)).tolist() == [0, 0, 0]
    assert share_out(5, np.zeros(0)).tolist() == []


def test_frequencies_fall_and_leave_some_out() -> None:
    weights = class_frequencies(10, 3, Chance(2))
    assert (weights == 0).sum() == 3
    assert sorted(weights[weights > 0]) == pytest.approx([1 / rank for rank in range(8, 1, -1)])


def test_palettes_hold_only_classes_with_weight() -> None:
    palettes = class_palettes(np.array([0.0, 1.0, 2.0]), 50, 4, Chance(2))
    assert palettes.shape == (50, 4)
    assert set(palettes.ravel().tolist()) == {1, 2}
