"""DetEval's credits on polygons, each worked out from the rules of the paper and the kit."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from text_twins import pairs_of_table, polygon_twin

from truebox.evaluation.protocols.text.polygon_credits import polygon_credited

BOX = np.array([[0.0, 0], [4, 0], [4, 2], [0, 2]])


def _arrays(of_true, of_found):
    words, found = of_true.shape
    pairs, offsets = pairs_of_table(of_true, of_found, [BOX] * words, [BOX] * found)
    shares = (table[pairs.true, pairs.found] for table in (of_true, of_found))
    return polygon_credited(pairs, offsets, *shares, found)


def _credited(of_true, of_found):
    values, partner = _arrays(np.array(of_true, float), np.array(of_found, float))
    return values.tolist(), partner.tolist()


@pytest.mark.parametrize(
    ("of_true", "of_found", "values", "partner"),
    [
        # One for one: both shares lie above their thresholds.
        ([[0.9]], [[0.8]], [[1, 1]], [0]),
        # The thresholds themselves do not count for a pair, and one detection is no word in pieces.
        ([[0.7]], [[0.9]], [[0, 0]], [-1]),
        ([[0.9]], [[0.6]], [[0, 0]], [-1]),
        # A word in two pieces: 0.8 of it is found, and each piece is worth 0.8.
        ([[0.4, 0.35]], [[0.9, 0.6]], [[0.8, 0.8], [0, 0.8]], [0, 0]),
        # Together they cover less than 0.7 of it.
        ([[0.3, 0.3]], [[0.9, 0.9]], [[0, 0], [0, 0]], [-1, -1]),
        # A piece of which less than 0.6 lies in the word is none; the other is enough alone, at the bound.
        ([[0.7, 0.3]], [[0.6, 0.5]], [[1, 1], [0, 0]], [0, -1]),
        # Two words in one detection, each 0.6 found.
        ([[0.6], [0.6]], [[0.3], [0.3]], [[1.6, 0.8]], [0]),
        # They fill less than 0.6 of it.
        ([[1.0], [1.0]], [[0.3], [0.2]], [[0, 0]], [-1]),
        # A pair goes first; its word is not free for the detection that holds both.
        ([[0.9, 0.0], [0.0, 0.9]], [[0.9, 0.0], [0.0, 0.9]], [[1, 1], [1, 1]], [0, 1]),
    ],
)
def test_credits(of_true, of_found, values, partner):
    assert _credited(of_true, of_found) == (values, partner)


ON_LIMITS = [0.0, 0.3, 0.59, 0.6, 0.61, 0.69, 0.7, 0.71, 1.0]


@pytest.mark.parametrize("shape", [(2, 1), (1, 2)])
def test_shares_on_every_limit_against_the_twin(shape):
    """Two words in one detection, or two detections in one word, with all shares at and beside the limits."""
    for of_true in product(ON_LIMITS, repeat=2):
        for of_found in product((0.3, 0.59, 0.6, 0.61, 0.7), repeat=2):
            tables = [
                np.reshape(each, shape) for each in (of_true, np.where(np.array(of_true) > 0, of_found, 0))
            ]
            for ours, theirs in zip(_arrays(*tables), polygon_twin(*tables), strict=True):
                assert np.array_equal(ours, theirs), tables


def test_nothing_on_either_side():
    assert _credited(np.empty((0, 2)), np.empty((0, 2))) == ([[0, 0], [0, 0]], [-1, -1])
    assert _credited(np.empty((2, 0)), np.empty((2, 0))) == ([], [])


@pytest.mark.parametrize("seed", range(40))
def test_random_tables_against_the_twin(seed):
    """Two digits, so that sums meet the least; up to a dozen pieces, which NumPy adds in lanes."""
    chance = np.random.default_rng(seed)
    words, found = chance.integers(1, 14, 2).tolist()
    there = chance.random((words, found)) < chance.choice([0.2, 0.5, 0.9])
    of_true = np.where(there, chance.integers(1, 101, (words, found)) / 100, 0.0)
    of_found = np.where(there, np.round(chance.choice([0.1, 0.3, 0.6, 0.65, 0.9], (words, found)), 2), 0.0)
    if seed % 2:
        of_true = np.where(there, chance.choice([0.07, 0.1, 0.35, 0.7]), 0.0)
    for ours, theirs in zip(_arrays(of_true, of_found), polygon_twin(of_true, of_found), strict=True):
        assert np.array_equal(ours, theirs)
