"""`Chance`: portable draws."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.generation.chance import Chance


def test_uniform_is_the_raw_stream_of_the_bit_generator() -> None:
    # The stream of PCG64 is fixed for ever (NEP 19); a double takes the upper 53 bits of a word.
    raw = np.random.PCG64([5, 2]).random_raw(8)
    np.testing.assert_array_equal(Chance(5, 2).uniform(8), (raw >> 11) * 2.0**-53)


def test_streams_of_a_seed_differ() -> None:
    assert (Chance(5, 1).uniform(4) != Chance(5, 2).uniform(4)).all()


def test_bell_has_mean_zero_deviation_one_and_ends() -> None:
    drawn = Chance(1).bell(100_000)
    assert drawn.mean() == pytest.approx(0, abs=0.02)
    assert drawn.std() == pytest.approx(1, abs=0.02)
    assert np.abs(drawn).max() <= 3


def test_between_and_whole_keep_their_limits() -> None:
    chance = Chance(1)
    between = chance.between(2.0, 3.0, 1000)
    assert between.min() >= 2.0
    assert between.max() < 3.0
    limits = np.array([1, 2, 5] * 1000)
    drawn = chance.whole(limits, 3000)
    assert (drawn < limits).all()
    assert set(drawn[2::3].tolist()) == {0, 1, 2, 3, 4}


def test_weighted_follows_the_weights() -> None:
    drawn = Chance(1).weighted(np.array([1.0, 0.0, 3.0]), 40_000)
    assert np.bincount(drawn, minlength=3) / 40_000 == pytest.approx([0.25, 0, 0.75], abs=0.02)


def test_order_is_a_permutation() -> None:
    order = Chance(1).order(50)
    assert sorted(order.tolist()) == list(range(50))
    assert order.tolist() != list(range(50))


def test_happens_as_often_as_told_per_element() -> None:
    probability = np.tile([0.0, 0.5, 1.0], 10_000)
    happened = Chance(1).happens(probability, 30_000).reshape(-1, 3).mean(axis=0)
    assert happened == pytest.approx([0, 0.5, 1], abs=0.02)
