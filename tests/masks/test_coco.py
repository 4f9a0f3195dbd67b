from __future__ import annotations

import numpy as np
import pytest

from truebox.errors import ArgumentError
from truebox.masks import (
    concatenate_masks,
    encode_masks,
    mask_area,
    masks_from_coco,
    masks_to_coco,
    polygons_to_masks,
)

OUTLINES = [[1, 1, 5, 1, 5, 5, 1, 5], [6, 6, 9, 6, 9, 9]]
DENSE = encode_masks(np.random.default_rng(0).random((2, 12, 10)) < 0.4)


def test_every_kind_mixed_keeps_the_order_of_rows() -> None:
    text, data, plain = (masks_to_coco(DENSE, counts=kind) for kind in ("str", "bytes", "list"))
    rows = [OUTLINES, text[0], plain[1], [OUTLINES[0]], data[1], text[1]]
    expected = concatenate_masks([polygons_to_masks([OUTLINES, [OUTLINES[0]]], (12, 10)), DENSE])[
        [0, 2, 3, 1, 3, 3]
    ]
    assert masks_from_coco(rows, (12, 10)) == expected
    assert masks_from_coco(tuple(rows), [(12, 10)] * 6) == expected


def test_sizes_are_needed_for_polygons_only() -> None:
    assert masks_from_coco(masks_to_coco(DENSE)) == DENSE
    with pytest.raises(ArgumentError, match=r"sizes: needed .* segmentations\[1\]"):
        masks_from_coco([*masks_to_coco(DENSE[0]), OUTLINES])


def test_polygons_may_be_arrays() -> None:
    points = np.array(OUTLINES[0]).reshape(-1, 2)
    assert mask_area(masks_from_coco([[points], [points.ravel()]], (12, 10))).tolist() == [16, 16]


def test_nothing_gives_no_masks() -> None:
    assert len(masks_from_coco([])) == len(masks_from_coco([], (3, 3))) == 0
    assert masks_to_coco(DENSE[:0]) == []


def test_an_unknown_form_of_counts() -> None:
    with pytest.raises(ArgumentError, match="counts: expected 'str', 'bytes' or 'list'"):
        masks_to_coco(DENSE, counts="text")  # type: ignore[arg-type]
