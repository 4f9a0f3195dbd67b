from __future__ import annotations

import numpy as np
from mask_scenes import dense_stack

from truebox.masks import encode_masks, masks_from_counts, masks_to_counts


def test_counts_come_back_from_lists_and_arrays() -> None:
    masks = encode_masks(dense_stack(9, 12, 10, np.random.default_rng(0)))
    counts = masks_to_counts(masks)
    assert masks_from_counts(counts, (12, 10)) == masks
    assert masks_from_counts([np.array(row, np.uint8) for row in counts], masks.sizes) == masks
    assert len(masks_from_counts([], (3, 3))) == 0


def test_empty_runs_are_kept() -> None:
    assert masks_to_counts(masks_from_counts([[2, 0, 3, 0], [0, 5]], (5, 1))) == [[2, 0, 3, 0], [0, 5]]
