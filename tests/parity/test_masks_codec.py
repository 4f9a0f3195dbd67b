"""Run lengths against pycocotools 2.0.11, byte for byte."""

from __future__ import annotations

import numpy as np
import pytest
from mask_scenes import dense_stack
from pycocotools import mask as reference

from truebox.masks import (
    decode_masks,
    encode_masks,
    mask_area,
    mask_to_box,
    masks_from_coco,
    masks_to_coco,
    merge_masks,
)

# pycocotools 2.0.11 wraps its results in a way NumPy 2 warns about.
pytestmark = pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")

SIZES = [
    (1, 1),
    (1, 17),
    (17, 1),
    (2, 3),
    (7, 64),
    (64, 7),
    (63, 65),
    (64, 64),
    (65, 130),
    (128, 33),
    (200, 300),
]


def _scene(size: tuple[int, int], count: int = 24) -> tuple[np.ndarray, list[dict]]:
    dense = dense_stack(count, *size, np.random.default_rng(size[0] * 1000 + size[1]))
    return dense, reference.encode(np.asfortranarray(dense.transpose(1, 2, 0).astype(np.uint8)))


@pytest.mark.parametrize("size", SIZES)
def test_encoding_is_the_reference_s_in_every_memory_order(size: tuple[int, int]) -> None:
    dense, expected = _scene(size)
    columns = np.asfortranarray(dense.transpose(1, 2, 0))
    padded = np.zeros((len(dense), size[0] + 3, size[1] + 5), np.uint8)
    padded[:, 1:-2, 2:-3] = dense
    for masks in (
        encode_masks(dense),
        encode_masks(dense.astype(np.uint8) * 255),
        encode_masks(dense.astype(np.int64)),
        encode_masks(columns, layout="hwn"),
        encode_masks(np.ascontiguousarray(columns), layout="hwn"),
        encode_masks(np.asfortranarray(dense)),
        encode_masks(dense[::-1])[::-1],
        encode_masks(padded[:, 1:-2, 2:-3]),
        encode_masks(padded.transpose(0, 2, 1).copy().transpose(0, 2, 1)[:, 1:-2, 2:-3]),
        encode_masks(dense, threads=3),
    ):
        assert masks_to_coco(masks, counts="bytes") == expected


@pytest.mark.parametrize("size", SIZES)
def test_decoding_area_and_box_are_the_reference_s(size: tuple[int, int]) -> None:
    dense, runs = _scene(size)
    masks = masks_from_coco(runs, size)
    decoded = reference.decode(runs).transpose(2, 0, 1)
    assert np.array_equal(decode_masks(masks), decoded)
    assert np.array_equal(decode_masks(masks, order="F", threads=2), decoded)
    assert np.array_equal(mask_area(masks), reference.area(runs))
    assert np.array_equal(mask_to_box(masks), reference.toBbox(runs))
    assert np.array_equal(dense, decoded)


@pytest.mark.parametrize("intersect", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_merging_is_the_reference_s(size: tuple[int, int], intersect: bool) -> None:
    _, runs = _scene(size)
    rng = np.random.default_rng(7)
    chosen = [sorted(rng.choice(len(runs), count, replace=False)) for count in (1, 2, 3, 5, 11, len(runs))]
    for rows in chosen:
        group = [runs[row] for row in rows]
        merged = masks_to_coco(merge_masks(masks_from_coco(group), intersect), counts="bytes")
        assert merged == [reference.merge(group, intersect)]
    groups = np.arange(len(runs)) % 5
    batched = merge_masks(masks_from_coco(runs), intersect, groups=groups)
    one_by_one = [
        reference.merge([runs[row] for row in np.flatnonzero(groups == g)], intersect) for g in range(5)
    ]
    assert masks_to_coco(batched, counts="bytes") == one_by_one


def test_uncompressed_counts_are_compressed_as_the_reference_does() -> None:
    rng = np.random.default_rng(3)
    for _ in range(300):
        # Empty runs too: frPyObjects keeps them.
        counts = rng.integers(0, int(rng.choice([2, 40, 1000, 2_000_000])), int(rng.integers(1, 12))).tolist()
        size = [int(sum(counts)), 1]
        expected = reference.frPyObjects({"size": size, "counts": counts}, *size)
        masks = masks_from_coco([{"size": size, "counts": counts}])
        assert masks_to_coco(masks, counts="bytes") == [expected]
        assert masks_from_coco([expected]) == masks
        assert masks_to_coco(masks, counts="list") == [{"size": size, "counts": counts}]
