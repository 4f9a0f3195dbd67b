"""The numbers of the kinds are those of the native reader."""

from __future__ import annotations

import numpy as np

from truebox._native import datasets as native
from truebox.records import SegmentationKind, Segmentations


def test_kinds_are_those_of_the_native_reader() -> None:
    rows = (
        b'[{"image_id":1,"category_id":1,"score":1},'
        b'{"image_id":1,"category_id":1,"score":1,"segmentation":{"size":[1,1],"counts":"01"}},'
        b'{"image_id":1,"category_id":1,"score":1,"segmentation":{"size":[1,1],"counts":[0,1]}},'
        b'{"image_id":1,"category_id":1,"score":1,"segmentation":[[0,0,1,0,1,1]]}]'
    )
    kinds = native.read_mask_predictions_text(rows, 1)[7]
    assert [SegmentationKind(int(kind)).name for kind in kinds] == ["NONE", "TEXT", "COUNTS", "POLYGONS"]


def test_length_is_the_number_of_rows() -> None:
    nothing, start = np.empty(0), np.zeros(4, dtype=np.int64)
    held = Segmentations(
        kinds=np.zeros(3, dtype=np.uint8),
        sizes=np.zeros((3, 2), dtype=np.int64),
        text=nothing.astype(np.uint8),
        text_offsets=start,
        numbers=nothing,
        part_offsets=start[:1],
        row_offsets=start,
    )
    assert len(held) == 3
