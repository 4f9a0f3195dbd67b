"""Calls that the type checker takes, and some that it refuses: an ignore that is not needed is an error."""

from __future__ import annotations

import numpy as np

import truebox as tb

BOXES = np.array([[0.0, 0.0, 4.0, 4.0]])

tb.pairwise_iou(BOXES, BOXES, box_format="xywh")
tb.pairwise_iou(BOXES, BOXES, box_format=tb.BoxFormat.CXCYWH)
tb.pairwise_iou(BOXES, BOXES, box_format="yolo")
tb.pairwise_iou(BOXES, BOXES, box_format="xyhw")  # type: ignore[arg-type]
tb.iou((0, 0, 4, 4), tb.Box(0, 0, 4, 4), box_format="XYXY")
tb.iou((0, 0, 4, 4), (0, 0, 4, 4), box_format="xyxyx")  # type: ignore[arg-type]
tb.iou((0, 0, 4, 4), (0, 0, 4, 4), pixels="inclusiv")  # type: ignore[arg-type]
tb.losses.giou_loss(BOXES, BOXES, box_format="cxcyhw")  # type: ignore[arg-type]
tb.nms(BOXES, [0.5], box_format="xyxy_")  # type: ignore[arg-type]

one: float | None = tb.evaluate([], []).metrics["AP"]
classes = len(tb.evaluate([], [], box_format="pct_xywh", geometry="masks").per_class)
several: float | None = tb.evaluate([], [], geometry=("boxes", "masks"))["masks"].metrics["AP"]
tb.evaluate([], [], geometry="mask")  # type: ignore[call-overload]
tb.evaluate([], [], mode="corect")  # type: ignore[call-overload]
tb.evaluate([], [], box_format="xyyx")  # type: ignore[call-overload]
tb.read_predictions([], box_format="rel_xyx")  # type: ignore[arg-type]

score: float = tb.iou((0, 0, 4, 4), (0, 0, 4, 4))
