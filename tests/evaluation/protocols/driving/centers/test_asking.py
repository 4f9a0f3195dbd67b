"""Equal scores by the place in the file; everything else stays where it is."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.evaluation.protocols.driving.centers.asking import tied_by_row


@pytest.mark.parametrize("last_first", [False, True])
@pytest.mark.parametrize("values", [2, 5, 1000])
def test_as_a_sort_by_all_keys(last_first: bool, values: int) -> None:
    chance = np.random.default_rng(values)
    score, row = chance.integers(0, values, 200) / values, chance.permutation(200)
    image, category = chance.integers(0, 4, 200), chance.integers(0, 3, 200)
    start = np.lexsort((-score, image, category))
    score, row, image, category = score[start], row[start], image[start], category[start]
    found = tied_by_row(score, row, image, category, last_first=last_first)
    wanted = np.lexsort((-row if last_first else row, -score, image, category))
    assert found.tolist() == wanted.tolist()


def test_nothing() -> None:
    assert tied_by_row(np.empty(0), np.empty(0, dtype=np.int64)).tolist() == []
