"""Arrays of numpy.ma: what is masked is never counted in silence; without a masked value they are data."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import truebox as tb
from truebox import boxes, drawing, masks, matching, overlap, suppression, tracking
from truebox.errors import ArgumentError

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

BOXES = np.array([[0.0, 0, 10, 10], [5, 5, 15, 15]])
SCORES, LABELS = np.array([0.9, 0.8]), np.array([1, 2])
TURNED = np.array([[10.0, 10, 6, 4, 30], [20, 20, 6, 4, 0]])
PIXELS = np.eye(4, dtype=bool)[None]
OUTLINES = np.array([[[0.0, 0], [4, 0], [4, 4]], [[0, 0], [2, 0], [2, 2]]])
SIDE = {"boxes": BOXES, "labels": LABELS}
FOUND = {**SIDE, "scores": SCORES}
DEGREES: dict[str, Any] = {"unit": "degrees", "direction": "clockwise"}


def evaluated(truth: dict[str, Any], found: dict[str, Any]) -> Any:
    return tb.evaluate([truth], [found]).metrics


def streamed(truth: dict[str, Any], found: dict[str, Any]) -> Any:
    seen = tb.Evaluator(categories=[1, 2])
    seen.update([truth], [found])
    return seen.metrics()


RUNS, ENDS, SIZES = np.array([2, 1, 1]), np.array([0, 3]), np.array([[2, 2]])
TEXT = {"size": [2, 2], "counts": [2, 1, 1]}


def panoptic(segments: Any) -> Any:
    row = {"image_id": 7, "segmentation": segments, "segments_info": [{"id": 3, "category_id": 1}]}
    truth = {"categories": [{"id": 1, "name": "cat", "isthing": 1}], "annotations": [row]}
    return tb.evaluate(truth, truth, protocol="panoptic").metrics


def outlined(outline: Any) -> Any:
    truth = {
        "images": [{"id": 1, "width": 9, "height": 9}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [{"id": 1, "image_id": 1, "category_id": 1, "segmentation": [outline]}],
    }
    return tb.datasets.read_truth(truth, geometry="masks").segmentations.numbers


CALLS: dict[str, tuple[np.ndarray, Callable[[Any], Any]]] = {
    "pairwise, first": (BOXES, lambda given: overlap.pairwise_iou(given, BOXES)),
    "pairwise, second": (BOXES, lambda given: overlap.pairwise_giou(BOXES, given)),
    "elementwise": (BOXES, lambda given: overlap.elementwise_diou(given, BOXES)),
    "one box": (BOXES[0], lambda given: overlap.iou(given, BOXES[1])),
    "conversion": (BOXES, lambda given: boxes.convert_boxes(given, "xyxy", "xywh")),
    "areas": (BOXES, boxes.box_area),
    "validation": (BOXES, boxes.validate_boxes),
    "rotated": (TURNED, lambda given: overlap.pairwise_rotated_iou(given, TURNED, **DEGREES)),
    "segments": (BOXES[:, ::2], lambda given: overlap.pairwise_temporal_iou(given, [[0, 4]])),
    "outlines": (OUTLINES, lambda given: overlap.pairwise_polygon_iou(given, OUTLINES)),
    "nms, boxes": (BOXES, lambda given: suppression.nms(given, SCORES, iou_threshold=0.5)),
    "nms, scores": (SCORES, lambda given: suppression.nms(BOXES, given, iou_threshold=0.5)),
    "fusion": (SCORES, lambda given: suppression.weighted_boxes_fusion([BOXES], [given], [LABELS])),
    "matching": (np.eye(2), lambda given: matching.match_greedy(given, SCORES).columns),
    "assignment": (np.eye(2), lambda given: matching.match_optimal(given).columns),
    "dense masks": (PIXELS, masks.encode_masks),
    "mask overlap": (PIXELS, lambda given: overlap.pairwise_mask_iou(given, PIXELS)),
    "polygons": (OUTLINES[0], lambda given: masks.mask_area(masks.polygons_to_masks([[given]], (9, 9)))),
    "run lengths": (RUNS, lambda given: masks.Masks(given, ENDS, SIZES)),
    "run lengths, offsets": (ENDS, lambda given: masks.Masks(RUNS, given, SIZES)),
    "run lengths, sizes": (SIZES, lambda given: masks.Masks(RUNS, ENDS, given)),
    "run lengths, rows": (np.array([0]), lambda given: masks.Masks(RUNS, ENDS, SIZES)[given]),
    "counts of COCO": (RUNS, lambda given: masks.masks_from_coco([{**TEXT, "counts": given}])),
    "size of a mask": (SIZES[0], lambda given: masks.masks_from_coco([{**TEXT, "size": given}])),
    "sizes of images": (SIZES[0], lambda given: masks.masks_from_coco([TEXT], given)),
    "masks of any form": (PIXELS[0], lambda given: masks.as_masks([given])),
    "panoptic segments": (np.array([[3, 0], [3, 3]]), panoptic),
    "outline in parsed COCO": (OUTLINES[0].ravel(), outlined),
    "loss": (BOXES, lambda given: tb.losses.giou_loss(given, BOXES)),
    "semantic labels": (
        LABELS,
        lambda given: tb.evaluation.semantic_iou([given], [LABELS], classes=["a", "b", "c"]).matrix,
    ),
    "drawing": (BOXES, lambda given: np.asarray(drawing.draw_boxes(np.zeros((20, 20, 3), np.uint8), given))),
    "tracker": (BOXES, lambda given: tracking.SortTracker().update(given, SCORES).row),
    "truth, boxes": (BOXES, lambda given: evaluated({**SIDE, "boxes": given}, FOUND)),
    "truth, labels": (LABELS, lambda given: evaluated({**SIDE, "labels": given}, FOUND)),
    "found, boxes": (BOXES, lambda given: evaluated(SIDE, {**FOUND, "boxes": given})),
    "found, scores": (SCORES, lambda given: evaluated(SIDE, {**FOUND, "scores": given})),
    "stream, boxes": (BOXES, lambda given: streamed({**SIDE, "boxes": given}, FOUND)),
    "stream, scores": (SCORES, lambda given: streamed(SIDE, {**FOUND, "scores": given})),
    "stream, labels": (LABELS, lambda given: streamed({**SIDE, "labels": given}, FOUND)),
}


@pytest.mark.parametrize("name", CALLS)
def test_what_is_masked_is_refused_and_what_is_not_is_taken(name: str) -> None:
    plain, call = CALLS[name]
    masked = np.ma.array(plain)
    expected = call(plain)
    np.testing.assert_equal(call(masked), expected)
    masked[(0,) * plain.ndim] = np.ma.masked
    with pytest.raises(ArgumentError, match=r"numpy\.ma with masked values.*Fix: leave these rows out"):
        call(masked)


def test_rows_of_a_list_count_as_well() -> None:
    rows = list(np.ma.array(BOXES, mask=[[False] * 4, [True] * 4]))
    with pytest.raises(ArgumentError, match="masked values"):
        overlap.pairwise_iou(rows, BOXES)


def test_plain_arrays_load_no_masked_ones() -> None:
    script = """
import sys
import numpy as np, truebox as tb
tb.suppression.nms([[0, 0, 9, 9], (0, 0, 8, 9)], [0.5, 0.4], iou_threshold=0.5)
tb.overlap.pairwise_giou([[0, 0, 9, 9]], np.ones((1, 4)).tolist())
tb.matching.match_greedy([[0.5, 0.4]], [0.9])
print("numpy.ma" in sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", script], check=False, capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == ("False\n", "")
