"""What other libraries call a thing, and where it is here; looked up when `truebox` lacks a name."""

from __future__ import annotations

__all__ = ["ELSEWHERE"]

_MASKS = "truebox.masks"
_OVERLAP = "truebox.overlap"
_LOSSES = "truebox.losses"
_SUPPRESSION = "truebox.suppression"
_INTEGRATIONS = "truebox.integrations"

ELSEWHERE: dict[str, tuple[str, ...]] = {
    # torchvision.ops
    "batched_nms": ("truebox.nms",),
    "box_convert": ("truebox.convert_boxes",),
    "clip_boxes_to_image": ("truebox.boxes.clip_boxes",),
    "complete_box_iou": (f"{_OVERLAP}.pairwise_ciou",),
    "complete_box_iou_loss": (f"{_LOSSES}.ciou_loss",),
    "distance_box_iou": (f"{_OVERLAP}.pairwise_diou",),
    "distance_box_iou_loss": (f"{_LOSSES}.diou_loss",),
    "generalized_box_iou": (f"{_OVERLAP}.pairwise_giou",),
    "generalized_box_iou_loss": (f"{_LOSSES}.giou_loss",),
    "remove_small_boxes": ("truebox.boxes.remove_small",),
    "masks_to_boxes": (f"{_MASKS}.mask_to_box",),
    # mmdet, mmcv, detectron2, ensemble_boxes
    "bbox_overlaps": ("truebox.pairwise_iou", "truebox.elementwise_iou"),
    "box_iou_rotated": (f"{_OVERLAP}.pairwise_rotated_iou",),
    "nms_rotated": (f"{_SUPPRESSION}.rotated_nms",),
    "pairwise_iou_rotated": (f"{_OVERLAP}.pairwise_rotated_iou",),
    # supervision
    "box_non_max_merge": (f"{_SUPPRESSION}.non_max_merge",),
    "box_non_max_suppression": ("truebox.nms",),
    # Whole evaluations
    "COCO": (f"{_INTEGRATIONS}.pycocotools.COCO", "truebox.read_truth"),
    "COCOeval": (f"{_INTEGRATIONS}.pycocotools.COCOeval", "truebox.evaluate"),
    "COCOeval_faster": (f"{_INTEGRATIONS}.faster_coco_eval.COCOeval_faster", "truebox.evaluate"),
    "CocoEvaluator": (f"{_INTEGRATIONS}.torchvision.CocoEvaluator", "truebox.Evaluator"),
    "LVIS": (f"{_INTEGRATIONS}.lvis.LVIS", "truebox.read_truth"),
    "LVISEval": (f"{_INTEGRATIONS}.lvis.LVISEval", "truebox.evaluate"),
    "MeanAveragePrecision": (f"{_INTEGRATIONS}.torchmetrics.MeanAveragePrecision", "truebox.evaluate"),
    "average_precision": ("truebox.evaluate",),
    "mean_average_precision": ("truebox.evaluate",),
    # Matching
    "linear_sum_assignment": ("truebox.match_optimal",),
}
"""Names of torchvision, mmdet, detectron2, pycocotools and torchmetrics to ours, the likeliest first."""
