"""One image by hand: what is alone, a pair that is not, a merge."""

from __future__ import annotations

import numpy as np
import pytest
from text_twins import ImageShares, deteval_twin, pairs_of_table

from truebox.evaluation.protocols.text.close_calls import Overlaps
from truebox.evaluation.protocols.text.image_credits import credited, enough_to_round

BOX = np.array([[0.0, 0], [4, 0], [4, 2], [0, 2]])


def of_sides(sides: ImageShares) -> tuple[np.ndarray, np.ndarray]:
    pairs, offsets = pairs_of_table(sides.of_true, sides.of_found, sides.true_corners, sides.found_corners)
    of_true, of_found = (table[pairs.true, pairs.found] for table in (sides.of_true, sides.of_found))
    each = Overlaps(of_true, of_found, of_true)
    return credited(pairs, offsets, each, (0.8, 0.4), (sides.counting_true, sides.counting_found))


def shares(of_true: list[list[float]], of_found: list[list[float]]) -> tuple[np.ndarray, np.ndarray]:
    words, found = np.shape(of_true)
    counting = np.ones(words, bool), np.ones(found, bool)
    return of_sides(
        ImageShares(np.array(of_true), np.array(of_found), *counting, [BOX] * words, [BOX] * found)
    )


def test_alone() -> None:
    values, partner = shares([[0.8]], [[0.4]])
    assert values.tolist() == [[1, 1]]
    assert partner.tolist() == [0]


def test_too_little_of_the_word() -> None:
    values, partner = shares([[0.79]], [[1.0]])
    assert values.tolist() == [[0, 0]]
    assert partner.tolist() == [-1]


def test_a_merge_finds_both_words() -> None:
    values, partner = shares([[1.0], [1.0]], [[0.3], [0.3]])
    assert values.tolist() == [[2, 1]]
    assert partner.tolist() == [0]


def test_one_piece_that_is_enough_beside_another() -> None:
    """Not alone, as the word meets two; then one piece reaches 0.8, and is worth a whole."""
    values, _ = shares([[0.9, 0.1]], [[1.0, 0.1]])
    assert values.tolist() == [[1, 1], [0, 0]]


def test_a_sum_is_enough_from_where_it_rounds_to_the_least() -> None:
    for least in (0.8, 0.4):
        enough = enough_to_round(least)
        assert (round(enough, 4), round(np.nextafter(enough, 0), 4) < least) == (least, True)


@pytest.mark.parametrize("seed", range(40))
def test_random_tables_against_the_twin(seed: int) -> None:
    """Shares of hundredths, so that sums meet the least; words and detections that do not count."""
    chance = np.random.default_rng(seed)
    words, found = chance.integers(1, 12, 2).tolist()
    there = chance.random((words, found)) < chance.choice([0.2, 0.5, 0.9])
    of_true, of_found = (
        np.where(there, chance.integers(1, 101, (words, found)) / 100, 0.0) for _ in range(2)
    )
    of_true[:, : found // 2] = np.where(there[:, : found // 2], chance.choice([0.2, 0.4, 0.8]), 0.0)
    corners = [[chance.random((4, 2)) * 9 for _ in range(count)] for count in (words, found)]
    counting = chance.random(words) < 0.9, chance.random(found) < 0.9
    sides = ImageShares(of_true, of_found, *counting, *corners)
    for ours, theirs in zip(of_sides(sides), deteval_twin(sides, 0.8, 0.4), strict=True):
        assert np.array_equal(ours, theirs)
