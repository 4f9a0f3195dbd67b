from __future__ import annotations

import numpy as np
from mask_scenes import dense_stack

from truebox.masks import concatenate_masks, encode_masks, mask_area


def test_area_counts_pixels_of_masks_of_any_size() -> None:
    rng = np.random.default_rng(2)
    stacks = [dense_stack(9, height, width, rng) for height, width in ((3, 70), (41, 5), (64, 64))]
    masks = concatenate_masks([encode_masks(stack) for stack in stacks])
    expected = [int(mask.sum()) for stack in stacks for mask in stack]
    assert mask_area(masks).tolist() == expected
    assert mask_area(masks[:0]).shape == (0,)
    assert np.array_equal(mask_area(stacks[0]), mask_area(masks[:9]))
