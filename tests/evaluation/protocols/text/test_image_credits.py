"""One image by hand: what is alone, a pair that is not, a merge."""

from __future__ import annotations

import numpy as np

from truebox.evaluation.protocols.text.image_credits import ImageShares, credited

BOX = np.array([[0.0, 0], [4, 0], [4, 2], [0, 2]])


def shares(of_true: list[list[float]], of_found: list[list[float]]) -> ImageShares:
    words, found = np.shape(of_true)
    return ImageShares(
        np.array(of_true),
        np.array(of_found),
        np.ones(words, bool),
        np.ones(found, bool),
        np.repeat(BOX[None], words, axis=0),
        np.repeat(BOX[None], found, axis=0),
    )


def test_alone() -> None:
    values, partner = credited(shares([[0.8]], [[0.4]]), 0.8, 0.4)
    assert values.tolist() == [[1, 1]]
    assert partner.tolist() == [0]


def test_too_little_of_the_word() -> None:
    values, partner = credited(shares([[0.79]], [[1.0]]), 0.8, 0.4)
    assert values.tolist() == [[0, 0]]
    assert partner.tolist() == [-1]


def test_a_merge_finds_both_words() -> None:
    values, partner = credited(shares([[1.0], [1.0]], [[0.3], [0.3]]), 0.8, 0.4)
    assert values.tolist() == [[2, 1]]
    assert partner.tolist() == [0]


def test_one_piece_that_is_enough_beside_another() -> None:
    """Not alone, as the word meets two; then one piece reaches 0.8, and is worth a whole."""
    values, _ = credited(shares([[0.9, 0.1]], [[1.0, 0.1]]), 0.8, 0.4)
    assert values.tolist() == [[1, 1], [0, 0]]
