"""faster-coco-eval, main at 33ab609, ``tests/test_mask_api.py``: shapes and their run lengths, as facts."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.errors import InputError
from truebox.masks import (
    boxes_to_masks,
    decode_masks,
    mask_area,
    mask_to_box,
    masks_from_compressed,
    masks_from_counts,
    masks_to_compressed,
    merge_masks,
    polygons_to_masks,
)
from truebox.overlap import pairwise_mask_iou

SIZE = (20, 20)
BOXES = [
    *([3, 5, 4, 1], [5, 3, 3, 5], [8, 5, 8, 5], [3, 4, 7, 3], [2, 5, 2, 7]),
    *([8, 1, 9, 9], [8, 1, 9, 6], [7, 1, 9, 4], [4, 5, 4, 5], [2, 4, 5, 4]),
]
OF_BOXES = [
    *(b"Q21c000000o7", b"W35?000]7", b"U55?0000000000000[2", b"P23a000000000000T6", b"]17=0k9"),
    *(b"Q59;000000000000000k1", b"Q56>000000000000000k1", b"]44`0000000000000000_2", b"e25?00000[7"),
    b"\\14`00000000P8",
]
POLYGONS = [
    [7, 8, 9, 3, 7, 1, 5, 1, 5, 8, 3, 4, 4, 7, 7, 8],
    [4, 4, 7, 5, 5, 9, 3, 1, 2, 3, 1, 6, 6, 2, 2, 9],
    [5, 3, 7, 1, 2, 5, 4, 9, 6, 6, 4, 8, 2, 9, 7, 4],
    [5, 1, 1, 4, 7, 9, 2, 3, 6, 9, 7, 4, 3, 8, 1, 2],
    [7, 5, 5, 8, 5, 3, 8, 8, 2, 6, 8, 7, 4, 6, 2, 6],
    [8, 8, 4, 7, 6, 3, 9, 4, 9, 4, 7, 8, 7, 8, 2, 9],
    [2, 8, 8, 6, 5, 8, 4, 8, 9, 4, 8, 3, 4, 5, 9, 7],
    [4, 1, 8, 3, 8, 7, 9, 1, 3, 7, 5, 4, 9, 1, 9, 7],
    [1, 4, 2, 9, 3, 4, 5, 5, 1, 4, 2, 1, 3, 1, 8, 8],
    [6, 6, 4, 5, 9, 9, 1, 9, 8, 6, 5, 4, 3, 4, 7, 1],
]
OF_POLYGONS = [
    *(b"U36>1OO2Lm6", b"h02`012N_O0`00@1>OB3`0MQ8", b"]1120=210AN>1BOT9"),
    *(b"f01c01^OO>0E0R11[O0AO]8", b"e22a0O@0b0010X7", b"f2110>212OO2Mj6"),
    *(b"S21c00M1AO?110@O?0l6", b"V31c010000g6", b"f04?OBN?131O01N10X7", b"`11c00K0E1:0F090F2a0MX7"),
]


def compressed(texts):
    return masks_from_compressed(texts, [SIZE] * len(texts))


def texts_of(masks):
    return [each.encode() if isinstance(each, str) else each for each in masks_to_compressed(masks)]


def test_masks_of_boxes_and_boxes_of_masks():
    assert texts_of(boxes_to_masks(BOXES, SIZE)) == OF_BOXES
    assert mask_to_box(compressed(OF_BOXES)).tolist() == BOXES
    assert mask_area(compressed(OF_BOXES)).tolist() == [width * height for _, _, width, height in BOXES]


def test_masks_of_polygons():
    assert texts_of(polygons_to_masks([[polygon] for polygon in POLYGONS], SIZE)) == OF_POLYGONS


def test_counts_and_their_text():
    counts = [0, 5, 5, 5, 5, 2, 3, 5, 2, 3, 5, 2, 3, 55]
    written = "05500MN3ON3ONe1"
    # 100 pixels of the 1350 x 1080 they state: their reader leaves the rest empty, ours refuses that.
    with pytest.raises(InputError):
        masks_from_counts([counts], [(1350, 1080)])
    assert texts_of(masks_from_counts([counts], [(10, 10)])) == [written.encode()]


def test_union_and_intersection():
    masks = compressed(OF_BOXES)
    assert texts_of(merge_masks(masks)) == [b"\\18<00N1100N2000000000000000000k1"]
    assert mask_area(merge_masks(masks, intersect=True)).tolist() == [0]
    assert texts_of(merge_masks(masks, intersect=True)) == [b"`<"]


@pytest.mark.parametrize(
    ("crowd", "published"),
    [
        ([True, True], [[1, 0.5], [0.13333333, 1]]),
        ([False, False], [[1, 0.11764706], [0.11764706, 1]]),
        ([True, False], [[1, 0.11764706], [0.13333333, 1]]),
        ([False, True], [[1, 0.5], [0.11764706, 1]]),
    ],
)
def test_overlap_with_crowds(crowd, published):
    masks = compressed(OF_BOXES[:2])
    found = pairwise_mask_iou(masks, masks, crowd=crowd)
    assert found == pytest.approx(np.array(published), abs=1e-8)


def test_overlap_of_polygons():
    masks = compressed(OF_POLYGONS[:3])
    published = [[1, 0.1562, 0.1], [0.1562, 1, 0.2174], [0.1, 0.2174, 1]]
    assert pairwise_mask_iou(masks, masks) == pytest.approx(np.array(published), abs=5e-5)


def test_pixels_that_are_no_rectangle():
    mask = np.zeros((1, 10, 10), bool)
    mask[0, 2:4, 3:6] = True
    assert mask_to_box(mask).tolist() == [[3, 2, 3, 2]]
    assert mask_to_box(np.array([[[0, 1], [1, 1]]], bool)).tolist() == [[0, 0, 2, 2]]
    assert decode_masks(compressed(OF_BOXES[4:5]))[0, 5:12, 2:4].all()
