"""Single boxes, box formats, conversion, clipping, area and validation.

Examples
--------
>>> from truebox.boxes import Box, convert_boxes
>>> Box.from_format((50, 60, 100, 40), "xywh")
Box(x_min=50.0, y_min=60.0, x_max=150.0, y_max=100.0)
>>> convert_boxes([[50, 60, 100, 40]], "xywh", "cxcywh")
array([[100.,  80., 100.,  40.]])
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.boxes.area import box_area
    from truebox.boxes.at_iou import box_at_iou
    from truebox.boxes.at_thresholds import boxes_at_thresholds
    from truebox.boxes.box import Box
    from truebox.boxes.box_format import BoxFormat, BoxFormatLike
    from truebox.boxes.clipping import clip_boxes
    from truebox.boxes.conversion import convert_boxes
    from truebox.boxes.near_iou import box_near_iou
    from truebox.boxes.rotated.angles import convert_rotated_boxes, normalize_angles
    from truebox.boxes.rotated.clipping import clip_rotated_boxes
    from truebox.boxes.rotated.hulls import convex_hulls
    from truebox.boxes.rotated.outlines import corners_to_rotated, enclosing_boxes, rotated_to_corners
    from truebox.boxes.rotated.solids import oriented_corners
    from truebox.boxes.small_boxes import remove_small
    from truebox.boxes.validation import validate_boxes

__all__ = [
    "Box",
    "BoxFormat",
    "BoxFormatLike",
    "box_area",
    "box_at_iou",
    "box_near_iou",
    "boxes_at_thresholds",
    "clip_boxes",
    "clip_rotated_boxes",
    "convert_boxes",
    "convert_rotated_boxes",
    "convex_hulls",
    "corners_to_rotated",
    "enclosing_boxes",
    "normalize_angles",
    "oriented_corners",
    "remove_small",
    "rotated_to_corners",
    "validate_boxes",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "area": "box_area",
        "at_iou": "box_at_iou",
        "at_thresholds": "boxes_at_thresholds",
        "box": "Box",
        "box_format": "BoxFormat BoxFormatLike",
        "clipping": "clip_boxes",
        "conversion": "convert_boxes",
        "near_iou": "box_near_iou",
        "rotated.angles": "convert_rotated_boxes normalize_angles",
        "rotated.clipping": "clip_rotated_boxes",
        "rotated.hulls": "convex_hulls",
        "rotated.outlines": "corners_to_rotated enclosing_boxes rotated_to_corners",
        "rotated.solids": "oriented_corners",
        "small_boxes": "remove_small",
        "validation": "validate_boxes",
    },
)
