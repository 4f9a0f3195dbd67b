"""Rasterised polygons and boxes against pycocotools 2.0.11, byte for byte."""

from __future__ import annotations

import json

import numpy as np
import pytest
from fixtures_folder import fixture, needs_fixtures
from mask_scenes import outline
from pycocotools import mask as reference

from truebox.masks import (
    boxes_to_masks,
    mask_area,
    mask_to_box,
    masks_from_coco,
    masks_to_coco,
    polygons_to_masks,
)

# pycocotools 2.0.11 wraps its results in a way NumPy 2 warns about.
pytestmark = [
    pytest.mark.filterwarnings("ignore:W-168"),
    pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning"),
]

SIZES = [(1, 1), (1, 40), (40, 1), (5, 7), (33, 64), (100, 100), (480, 640)]


def _reference_union(polygons: list[list[float]], size: tuple[int, int]) -> dict:
    return reference.merge(reference.frPyObjects(polygons, *size))


@pytest.mark.parametrize("size", SIZES)
def test_hundreds_of_outlines(size: tuple[int, int]) -> None:
    rng = np.random.default_rng(size[0] + 10_000 * size[1])
    outlines = [outline(*size, rng) for _ in range(300)]
    masks = polygons_to_masks([[polygon] for polygon in outlines], size)
    assert masks_to_coco(masks, counts="bytes") == [_reference_union([polygon], size) for polygon in outlines]


def test_objects_of_several_polygons_are_united() -> None:
    rng = np.random.default_rng(5)
    sizes = [(int(h), int(w)) for h, w in rng.integers(1, 120, (200, 2))]
    objects = [[outline(*size, rng) for _ in range(rng.integers(1, 6))] for size in sizes]
    masks = polygons_to_masks(objects, np.array(sizes), threads=2)
    expected = [_reference_union(polygons, size) for polygons, size in zip(objects, sizes, strict=True)]
    assert masks_to_coco(masks, counts="bytes") == expected


def test_coordinates_far_outside_but_within_the_reference_s_reach() -> None:
    rng = np.random.default_rng(6)
    outlines = [(rng.uniform(-1, 1, 2 * n) * 10 ** rng.uniform(2, 4.5)).tolist() for n in (3, 4, 5, 9) * 10]
    masks = polygons_to_masks([[polygon] for polygon in outlines], (50, 60))
    assert masks_to_coco(masks, counts="bytes") == [
        _reference_union([polygon], (50, 60)) for polygon in outlines
    ]


def test_boxes() -> None:
    rng = np.random.default_rng(8)
    boxes = np.concatenate([rng.uniform(-20, 120, (200, 4)), rng.integers(-5, 60, (200, 4)) / 2])
    boxes[:, 2:] = np.abs(boxes[:, 2:])
    expected = reference.frPyObjects(boxes, 70, 90)
    assert masks_to_coco(boxes_to_masks(boxes, (70, 90)), counts="bytes") == expected


@needs_fixtures
def test_coco_val2014_areas_and_boxes() -> None:
    # expected/mask/cocoapi100_segm_gt_rle_area_bbox.csv: pycocotools 2.0.11 on COCO val2014, 100 images.
    truth = json.loads(
        fixture("faster_coco_eval/tests/dataset/cocoapi/instances_val2014_100.json").read_text(
            encoding="utf-8"
        )
    )
    sizes = {image["id"]: (image["height"], image["width"]) for image in truth["images"]}
    by_id = {annotation["id"]: annotation for annotation in truth["annotations"]}
    table = np.genfromtxt(
        fixture("expected/mask/cocoapi100_segm_gt_rle_area_bbox.csv"), delimiter=",", names=True, dtype=None
    )
    annotations = [by_id[int(row["ann_id"])] for row in table]
    masks = masks_from_coco(
        [annotation["segmentation"] for annotation in annotations],
        [sizes[annotation["image_id"]] for annotation in annotations],
    )
    assert len(masks) == 839
    assert np.array_equal(mask_area(masks), table["rle_area"])
    assert np.array_equal(mask_to_box(masks), np.stack([table[side] for side in "xywh"], axis=1))
