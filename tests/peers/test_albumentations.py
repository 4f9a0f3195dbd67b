"""albumentations, main at 66212d7, ``tests/test_bbox.py``: its four formats, and what becomes of boxes."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.boxes import box_area, clip_boxes, convert_boxes, remove_small
from truebox.errors import ArgumentError
from truebox.masks import boxes_to_masks, decode_masks, mask_to_box

WIDE, SQUARE = (200, 100), (100, 100)  # width, height
THREE = [[0.1, 0.1, 0.2, 0.2], [0.3, 0.3, 0.4, 0.4], [0.5, 0.5, 0.6, 0.6]]


@pytest.mark.parametrize(
    ("box_format", "boxes", "published"),
    [
        ("xywh", [[10, 20, 30, 40], [50, 60, 20, 30]], [[0.05, 0.2, 0.2, 0.6], [0.25, 0.6, 0.35, 0.9]]),
        ("xyxy", [[10, 20, 40, 60], [50, 60, 70, 90]], [[0.05, 0.2, 0.2, 0.6], [0.25, 0.6, 0.35, 0.9]]),
        (
            "rel_cxcywh",
            [[0.25, 0.5, 0.2, 0.4], [0.7, 0.8, 0.2, 0.3]],
            [[0.15, 0.3, 0.35, 0.7], [0.6, 0.65, 0.8, 0.95]],
        ),
        ("xyxy", [[10, 20, 30, 40], [50, 60, 70, 80]], [[0.05, 0.2, 0.15, 0.4], [0.25, 0.6, 0.35, 0.8]]),
        ("xyxy", [[0, 0, 200, 100]], [[0, 0, 1, 1]]),
    ],
)
def test_conversion_and_back(box_format, boxes, published):
    fractions = convert_boxes(np.array(boxes, float), box_format, "rel_xyxy", image_size=WIDE)
    assert fractions == pytest.approx(np.array(published), rel=1e-12)
    back = convert_boxes(np.array(published, float), "rel_xyxy", box_format, image_size=WIDE)
    assert back == pytest.approx(np.array(boxes, float), rel=1e-12)


def test_no_boxes_and_an_unknown_format():
    assert convert_boxes(np.empty((0, 4)), "xywh", "rel_xyxy", image_size=WIDE).shape == (0, 4)
    with pytest.raises(ArgumentError, match="invalid_format"):
        convert_boxes([[10, 20, 30, 40]], "invalid_format", "xywh")


@pytest.mark.parametrize(
    ("boxes", "size", "published"),
    [
        ([[0.1, 0.1, 0.5, 0.5], [0.2, 0.2, 0.8, 0.8]], SQUARE, [1600, 3600]),
        ([[0, 0, 1, 1]], (300, 200), [60000]),
        ([[0.1, 0.1, 0.3, 0.3], [0.4, 0.4, 0.6, 0.6]], (200, 50), [400, 400]),
        ([[0.1, 0.1, 0.1, 0.2], [0.3, 0.3, 0.4, 0.3]], SQUARE, [0, 0]),
    ],
)
def test_areas_in_pixels(boxes, size, published):
    pixels = convert_boxes(np.array(boxes), "rel_xyxy", "xyxy", image_size=size)
    assert box_area(pixels) == pytest.approx(published, rel=1e-12)


@pytest.mark.parametrize(
    ("boxes", "options", "published"),
    [
        (THREE, {}, [0, 1, 2]),
        (THREE, {"min_area": 200}, []),
        (THREE[:1], {"min_area": 101}, []),
        ([*THREE[:2], [0.5, 0.5, 0.6, 0.7]], {"min_area": 199}, [2]),
        ([*THREE[:2], [0.5, 0.5, 0.6, 0.7]], {"min_area": 300}, []),
        (np.empty((0, 4)), {"min_area": 1}, []),
    ],
)
def test_small_boxes_go(boxes, options, published):
    pixels = convert_boxes(np.array(boxes, float), "rel_xyxy", "xyxy", image_size=SQUARE)
    assert remove_small(pixels, **options).tolist() == published


def test_boxes_that_can_hardly_be_seen_go():
    """Visibility is the share of a box that lies in the image."""
    before = np.array([[-90, 0, 10, 100], [-10, 0, 90, 100]], float)
    kept = remove_small(clip_boxes(before, SQUARE), before=before, min_visibility=0.5)
    assert kept.tolist() == [1]


@pytest.mark.parametrize(
    ("size", "box", "published"),
    [
        ((100, 100), (-10, -10, 110, 110), (0, 0, 100, 100)),
        ((200, 200), (-20, -20, 220, 220), (0, 0, 200, 200)),
        ((50, 50), (-5, -5, 55, 55), (0, 0, 50, 50)),
    ],
)
def test_clipping(size, box, published):
    assert clip_boxes(np.array([box], float), size).tolist() == [list(published)]


def test_clipping_of_fractions():
    found = clip_boxes(np.array([[-0.1, -0.1, 1.1, 1.1], [0.3, 0.3, 0.4, 0.4]]), box_format="rel_xyxy")
    assert found.tolist() == [[0, 0, 1, 1], [0.3, 0.3, 0.4, 0.4]]


@pytest.mark.parametrize(
    ("mask", "published"),
    [
        ([[0, 1, 1], [1, 1, 0], [0, 1, 0]], [0, 0, 3, 3]),
        ([[1, 1], [1, 1]], [0, 0, 2, 2]),
        ([[0, 1], [1, 0]], [0, 0, 2, 2]),
        ([[1, 0], [0, 0]], [0, 0, 1, 1]),
        ([[0, 1], [0, 1]], [1, 0, 2, 2]),
        ([[0, 0], [0, 0]], [0, 0, 0, 0]),  # they publish four times -1; pycocotools has 0
    ],
)
def test_boxes_of_masks(mask, published):
    assert convert_boxes(mask_to_box(np.array([mask], bool)), "xywh", "xyxy").tolist() == [published]


def test_masks_of_boxes():
    masks = decode_masks(boxes_to_masks([[1, 1, 2, 2], [0, 0, 2, 2]], (4, 4)))
    expected = np.zeros((2, 4, 4), bool)
    expected[0, 1:3, 1:3], expected[1, :2, :2] = True, True
    assert (masks == expected).all()
