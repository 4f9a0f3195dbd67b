from __future__ import annotations

import numpy as np
import pytest

from truebox.errors import InputError
from truebox.integrations.pycocotools.encoding.runs import filled_masks, loose_runs, text_of_runs


def test_runs_come_back_from_their_text_whatever_they_fill():
    rng = np.random.default_rng(1)
    for _ in range(100):
        runs = rng.integers(0, 2 ** int(rng.integers(1, 32)), int(rng.integers(0, 30))).astype(np.uint32)
        [(again, height, width)] = loose_runs([{"size": [3, 5], "counts": text_of_runs(runs)}])
        np.testing.assert_array_equal(again, runs)
        assert (height, width) == (3, 5)


def test_text_that_breaks_off_is_refused():
    with pytest.raises(InputError, match="E-162"):
        loose_runs([{"size": [3, 3], "counts": b"P"}])


def test_a_mask_without_pixels_is_filled_by_nothing():
    assert len(filled_masks([{"size": [0, 4], "counts": b""}])) == 1
