"""Mask IoU against pycocotools 2.0.11, by array identity."""

from __future__ import annotations

import json

import numpy as np
import pytest
from fixtures_folder import fixture, needs_fixtures
from mask_scenes import dense_stack, outline
from pycocotools import mask as reference

from truebox.masks import encode_masks, masks_from_coco, masks_to_coco, polygons_to_masks
from truebox.overlap.mask_iou import pairwise_mask_iou

# pycocotools 2.0.11 wraps its results in a way NumPy 2 warns about.
pytestmark = pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")

SIZES = [(1, 1), (1, 50), (50, 1), (9, 9), (64, 65), (120, 160)]


@pytest.mark.parametrize("size", SIZES)
def test_every_pair_with_and_without_crowds(size: tuple[int, int]) -> None:
    rng = np.random.default_rng(size[0])
    a, b = encode_masks(dense_stack(40, *size, rng)), encode_masks(dense_stack(33, *size, rng))
    runs_a, runs_b = masks_to_coco(a, counts="bytes"), masks_to_coco(b, counts="bytes")
    for crowd in (np.zeros(33, bool), np.ones(33, bool), rng.random(33) < 0.5):
        expected = reference.iou(runs_a, runs_b, crowd.astype(np.uint8))
        assert np.array_equal(pairwise_mask_iou(a, b, crowd=crowd), expected)
    assert np.array_equal(pairwise_mask_iou(a, a, threads=2), reference.iou(runs_a, runs_a, [0] * 40))


@pytest.mark.filterwarnings("ignore:W-168")
def test_outlines_of_one_image() -> None:
    rng = np.random.default_rng(12)
    masks = polygons_to_masks([[outline(300, 400, rng)] for _ in range(120)], (300, 400))
    runs = masks_to_coco(masks, counts="bytes")
    assert np.array_equal(pairwise_mask_iou(masks, masks), reference.iou(runs, runs, [0] * len(runs)))


@needs_fixtures
def test_coco_val2014_pairs() -> None:
    # expected/mask/cocoapi100_segm_pairwise_iou.csv: pycocotools 2.0.11 on COCO val2014, 100 images.
    folder = "faster_coco_eval/tests/dataset/cocoapi/"
    truth = json.loads(fixture(folder + "instances_val2014_100.json").read_text(encoding="utf-8"))
    found = json.loads(
        fixture(folder + "instances_val2014_fakesegm100_results.json").read_text(encoding="utf-8")
    )
    sizes = {image["id"]: (image["height"], image["width"]) for image in truth["images"]}
    by_id = {annotation["id"]: annotation for annotation in truth["annotations"]}
    table = np.genfromtxt(
        fixture("expected/mask/cocoapi100_segm_pairwise_iou.csv"), delimiter=",", names=True, dtype=None
    )
    checked = 0
    for image in np.unique(table["image_id"]):
        rows = table[table["image_id"] == image]
        columns, column = np.unique(rows["gt_ann_id"], return_inverse=True)
        lines, line = np.unique(rows["dt_list_index"], return_inverse=True)
        predictions = masks_from_coco([found[index]["segmentation"] for index in lines], sizes[int(image)])
        truths = masks_from_coco([by_id[int(key)]["segmentation"] for key in columns], sizes[int(image)])
        crowd = np.array([by_id[int(key)]["iscrowd"] for key in columns])
        overlap = pairwise_mask_iou(predictions, truths, crowd=crowd)
        assert np.array_equal(overlap[line, column], rows["mask_iou"])
        checked += len(rows)
    assert checked == len(table) > 1000
