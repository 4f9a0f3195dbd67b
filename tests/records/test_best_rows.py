"""What is beyond the best of an image is what sorting each image by itself leaves."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.records.best_rows import rows_beyond


@pytest.mark.parametrize("most", [1, 2, 5, 100])
def test_it_is_what_sorting_each_image_leaves(most: int) -> None:
    rng = np.random.default_rng(most)
    image = rng.integers(-1, 6, 60)
    scores = rng.integers(0, 4, 60) / 4
    wanted = [
        row
        for place in range(6)
        for row in sorted(np.flatnonzero(image == place), key=lambda row: (-scores[row], row))[most:]
    ]
    assert sorted(rows_beyond(image, scores, most).tolist()) == sorted(wanted)


def test_nothing_is_beyond_of_nothing() -> None:
    assert len(rows_beyond(np.zeros(0, np.int32), np.zeros(0), 1)) == 0
