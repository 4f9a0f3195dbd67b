from __future__ import annotations

import numpy as np
import pytest
from mask_scenes import dense_stack

from truebox.errors import ArgumentError
from truebox.masks import as_masks, encode_masks, masks_to_coco

DENSE = dense_stack(5, 8, 9, np.random.default_rng(0))
MASKS = encode_masks(DENSE)


@pytest.mark.parametrize(
    "value",
    [
        MASKS,
        list(MASKS),
        DENSE,
        DENSE.tolist(),
        list(DENSE),
        masks_to_coco(MASKS),
        masks_to_coco(MASKS, counts="list"),
    ],
)
def test_everything_that_stands_for_masks(value: object) -> None:
    assert as_masks(value) == MASKS


def test_one_and_none() -> None:
    assert as_masks(DENSE[0]) == as_masks(masks_to_coco(MASKS)[0]) == MASKS[0]
    assert len(as_masks([])) == 0


@pytest.mark.parametrize("value", ["text", 3, [1, 2], np.zeros((2, 2, 2, 2), bool)])
def test_what_stands_for_nothing(value: object) -> None:
    with pytest.raises(ArgumentError, match="boxes_or_masks: expected Masks"):
        as_masks(value, "boxes_or_masks")
