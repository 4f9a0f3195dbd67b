"""DetEval's credits on polygons, each worked out from the rules of the paper and the kit."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.evaluation.protocols.text.polygon_credits import polygon_credited


def _credited(of_true, of_found):
    values, partner = polygon_credited(np.array(of_true, float), np.array(of_found, float))
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


def test_nothing_on_either_side():
    assert _credited(np.empty((0, 2)), np.empty((0, 2))) == ([[0, 0], [0, 0]], [-1, -1])
    assert _credited(np.empty((2, 0)), np.empty((2, 0))) == ([], [])
