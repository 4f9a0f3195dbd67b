"""Calls that the type checker takes, and some that it refuses: an ignore that is not needed is an error."""

from __future__ import annotations

from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

import truebox as tb

BOXES: NDArray[np.float64] = np.array([[0.0, 0.0, 4.0, 4.0]])

tb.pairwise_iou(BOXES, BOXES, box_format="xywh")
tb.pairwise_iou(BOXES, BOXES, box_format=tb.BoxFormat.CXCYWH)
tb.pairwise_iou(BOXES, BOXES, box_format="yolo")
tb.pairwise_iou(BOXES, BOXES, box_format="xyhw")  # type: ignore[call-overload]
tb.iou((0, 0, 4, 4), tb.Box(0, 0, 4, 4), box_format="XYXY")
tb.iou((0, 0, 4, 4), (0, 0, 4, 4), box_format="xyxyx")  # type: ignore[arg-type]
tb.iou((0, 0, 4, 4), (0, 0, 4, 4), pixels="inclusiv")  # type: ignore[arg-type]
tb.losses.giou_loss(BOXES, BOXES, box_format="cxcyhw")  # type: ignore[call-overload]
tb.nms(BOXES, [0.5], box_format="xyxy_")  # type: ignore[call-overload]

one: float | None = tb.evaluate([], []).metrics["AP"]
classes = len(tb.evaluate([], [], box_format="pct_xywh", geometry="masks").per_class)
several: float | None = tb.evaluate([], [], geometry=("boxes", "masks"))["masks"].metrics["AP"]
tb.evaluate([], [], geometry="mask")  # type: ignore[call-overload]
tb.evaluate([], [], mode="corect")  # type: ignore[call-overload]
tb.evaluate([], [], box_format="xyyx")  # type: ignore[call-overload]
tb.read_predictions([], box_format="rel_xyx")  # type: ignore[arg-type]

score: float = tb.iou((0, 0, 4, 4), (0, 0, 4, 4))

# NumPy arrays and lists give NumPy arrays.
assert_type(tb.pairwise_iou(BOXES, BOXES), NDArray[np.floating[Any]])
assert_type(tb.overlap.pairwise_giou([tb.Box(0, 0, 4, 4)], (0, 0, 4, 4)), NDArray[np.floating[Any]])
assert_type(tb.elementwise_iou([[0, 0, 4, 4]], BOXES, out=BOXES), NDArray[np.floating[Any]])
assert_type(tb.overlap.pairwise_iou_3d(BOXES, []), NDArray[np.floating[Any]])
assert_type(tb.losses.ciou_loss(BOXES, BOXES, reduction="mean"), NDArray[np.floating[Any]])
assert_type(tb.convert_boxes([[0, 0, 4, 4]], "coco", "xyxy"), NDArray[Any])
assert_type(tb.nms(BOXES, [0.5], labels=[1]), NDArray[np.int64])
assert_type(tb.suppression.soft_nms(boxes=BOXES, scores=[0.5]), tuple[NDArray[np.int64], NDArray[np.float64]])
assert_type(tb.suppression.nms_from_overlap([[1.0]], [0.5]), NDArray[np.int64])
assert_type(tb.suppression.weighted_boxes_fusion([BOXES], [[0.5]]).boxes, NDArray[np.float64])
assert_type(tb.suppression.non_maximum_weighted([BOXES], [[0.5]]).counts, NDArray[np.int64])
assert_type(tb.suppression.non_max_merge(BOXES, [0.5]).groups, NDArray[np.int64])
tb.convert_boxes(BOXES, "cco", "xyxy")  # type: ignore[call-overload]


class Tensor:
    """Like a tensor of any library: an array that is no NumPy array."""

    shape: tuple[int, ...] = (1, 4)
    dtype: str = "float32"


def of_tensors(tensor: Tensor) -> None:
    """A tensor on either side gives one of its kind."""
    assert_type(tb.pairwise_iou(tensor, tensor), Tensor)
    assert_type(tb.pairwise_iou(boxes_a=[[0, 0, 4, 4]], boxes_b=tensor), Tensor)
    assert_type(tb.overlap.elementwise_diou(tensor, BOXES, box_format="xywh"), Tensor)
    assert_type(tb.losses.giou_loss(tensor, tensor, reduction="sum"), Tensor)
    rotated = tb.losses.rotated_iou_loss(tensor, tensor, unit="degrees", direction="clockwise")
    assert_type(rotated, Tensor)
    assert_type(tb.losses.wise_iou_v3_loss(prediction=tensor, target=tensor), Tensor)
    assert_type(tb.convert_boxes(tensor, "xyxy", "xywh"), Tensor)
    assert_type(tb.boxes.clip_boxes(tensor, (640, 480)), Tensor)
    assert_type(tb.boxes.box_area(tensor), Tensor)
    assert_type(tb.nms(tensor, tensor, labels=tensor), Tensor)
    assert_type(tb.nms(boxes=BOXES, scores=tensor), Tensor)
    assert_type(tb.suppression.matrix_nms(tensor, tensor), tuple[Tensor, Tensor])
    assert_type(tb.suppression.matrix_nms_from_overlap(overlap=tensor, scores=tensor), tuple[Tensor, Tensor])
    assert_type(tb.suppression.weighted_boxes_fusion([tensor], [tensor]).labels, Tensor)
    assert_type(tb.suppression.non_max_merge(tensor, tensor).boxes, Tensor)


tb.pairwise_iu(BOXES, BOXES)  # type: ignore[attr-defined]
tb.losses.giou_los(BOXES, BOXES)  # type: ignore[attr-defined]
