"""hotcoco, main at ef5a158, unit tests of ``mask.rs`` and ``geometry.rs``, as facts."""

from __future__ import annotations

from math import pi, sqrt

import numpy as np
import pytest

from truebox.boxes import rotated_to_corners
from truebox.errors import InputError
from truebox.masks import (
    boxes_to_masks,
    decode_masks,
    encode_masks,
    mask_area,
    mask_to_box,
    masks_from_compressed,
    masks_from_counts,
    masks_to_compressed,
    masks_to_counts,
    merge_masks,
    polygons_to_masks,
)
from truebox.overlap import pairwise_iou, pairwise_mask_iou, pairwise_rotated_ioa, pairwise_rotated_iou

RADIANS = {"unit": "radians", "direction": "x_to_y"}


def columns(pixels, height=3):
    """A mask from its pixels, column by column."""
    return encode_masks(np.array(pixels, dtype=bool).reshape(-1, height).T[None])


ONE = [0, 0, 0, 1, 1, 1, 0, 0, 1, 1, 0, 0]


def test_run_lengths():
    assert masks_to_counts(columns([0] * 12)) == [[12]]
    assert masks_to_counts(columns([1] * 12)) == [[0, 12]]
    assert decode_masks(columns(ONE))[0].T.ravel().tolist() == ONE
    assert mask_area(columns(ONE)).tolist() == [5]
    assert mask_to_box(columns(ONE)).tolist() == [[1, 0, 3, 3]]


@pytest.mark.parametrize(
    ("a", "b", "intersect", "published"),
    [
        (
            [*[0] * 3, *[1] * 3, *[0] * 6],
            [*[0] * 8, *[1] * 3, 0],
            False,
            [*[0] * 3, *[1] * 3, 0, 0, 1, 1, 1, 0],
        ),
        (
            [*[0] * 3, *[1] * 5, *[0] * 4],
            [*[0] * 4, *[1] * 5, *[0] * 3],
            True,
            [*[0] * 4, *[1] * 4, *[0] * 4],
        ),
    ],
)
def test_merging(a, b, intersect, published):
    both = encode_masks(np.concatenate([decode_masks(columns(each)) for each in (a, b)]))
    assert decode_masks(merge_masks(both, intersect=intersect))[0].T.ravel().tolist() == published


def test_mask_overlap():
    a, b = columns([*[0] * 3, *[1] * 3, *[0] * 6]), columns([*[0] * 4, *[1] * 3, *[0] * 5])
    assert pairwise_mask_iou(a, b).tolist() == [[0.5]]
    assert pairwise_iou([[0, 0, 10, 10]], [[5, 5, 15, 15]])[0, 0] == pytest.approx(25 / 175, abs=1e-15)


@pytest.mark.parametrize(
    ("counts", "side"),
    [([5, 3, 92], 10), ([100, 200, 9700], 100), ([0, 3, 22], 5), ([10, 20, 30, 40, 50, 60, 9790], 100)],
)
def test_texts_of_run_lengths_come_back(counts, side):
    masks = masks_from_counts([counts], [(side, side)])
    again = masks_from_compressed(masks_to_compressed(masks), [(side, side)])
    assert masks_to_counts(again) == [counts]


@pytest.mark.parametrize("text", ["O", "\x1f", "\x00"])
def test_texts_that_are_no_run_lengths_are_refused(text):
    with pytest.raises(InputError):
        masks_from_compressed([text], [(10, 10)])


def test_run_lengths_beyond_the_image_are_refused():
    """`rle_from_string` refuses them there; `decode` cuts them off."""
    with pytest.raises(InputError):
        masks_from_counts([[10, 20]], [(5, 5)])
    with pytest.raises(InputError):
        masks_from_counts([[3, 5]], [(2, 2)])


def test_masks_of_boxes():
    mask = decode_masks(boxes_to_masks([[1, 1, 2, 2]], [(5, 5)]))[0]
    assert np.argwhere(mask).tolist() == [[1, 1], [1, 2], [2, 1], [2, 2]]
    at_origin = boxes_to_masks([[0, 0, 10, 10], [0, 0, 5, 10], [5, 0, 10, 10]], [(20, 20)] * 3)
    assert masks_to_counts(at_origin)[0][0] == 0
    assert pairwise_mask_iou(at_origin, at_origin)[0, :2].tolist() == [1, 0.5]
    ends = encode_masks(decode_masks(at_origin)[[0, 2]])
    assert mask_area(merge_masks(ends)).tolist() == [150]
    assert mask_area(merge_masks(ends, intersect=True)).tolist() == [50]


@pytest.mark.parametrize(
    ("polygon", "size", "area"),
    [([2, 2, 7, 2, 4, 7], (10, 10), 12), ([10, 10, 50, 10, 50, 50, 10, 50], (200, 100), 1600)],
)
def test_masks_of_polygons(polygon, size, area):
    assert mask_area(polygons_to_masks([[polygon]], [size])).tolist() == [area]


def test_corners():
    corners = rotated_to_corners([[5, 3, 10, 6, 0], [0, 0, 10, 4, pi / 2]], **RADIANS)
    assert np.ptp(corners, axis=1) == pytest.approx(np.array([[10, 6], [4, 10]]))


@pytest.mark.parametrize(
    ("a", "b", "published"),
    [
        ([10, 10, 20, 30, 0.5], [10, 10, 20, 30, 0.5], 1),
        ([0, 0, 2, 2, 0], [100, 100, 2, 2, 0], 0),
        ([2, 2, 4, 4, 0], [4, 2, 4, 4, 0], 1 / 3),
        ([5, 5, 4, 4, 0], [5, 5, 4, 4, pi / 2], 1),
        ([0, 0, 2, 2, 0], [0, 0, 2, 2, pi / 4], sqrt(0.5)),  # "between .5 and 1" there; a regular octagon
        ([5, 5, 6, 4, 0], [5, 5, 6, 4, pi], 1),
        ([0, 0, 2, 2, 0.3], [0, 0, 10, 10, 0.3], 0.04),
        ([0, 0, 2, 2, 0], [0, 0, 4, 4, 0], 0.25),
        ([0, 0, 0, 2, 0], [0, 0, 2, 2, 0], 0),
    ],
)
def test_rotated_overlap(a, b, published):
    assert pairwise_rotated_iou([a], [b], **RADIANS)[0, 0] == pytest.approx(published, abs=1e-12)


def test_overlap_with_a_crowd_is_of_the_first_box():
    assert pairwise_rotated_ioa([[0, 0, 2, 2, 0]], [[0, 0, 4, 4, 0]], **RADIANS).tolist() == [[1]]
    assert pairwise_rotated_iou(np.zeros((0, 5)), [[0, 0, 2, 2, 0]], **RADIANS).shape == (0, 1)
