"""The knobs of COCO evaluation, with the reference's defaults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["CocoParameters"]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CocoParameters:
    """What is evaluated; every array is float64 and every list keeps the reference's order.

    Parameters
    ----------
    iou_thresholds : array [T]
    recall_thresholds : array [R]
    area_ranges : mapping of label to (low, high), length A, in order
    max_detections : tuple of int, sorted ascending, length M
    class_agnostic : bool
    """

    iou_thresholds: FloatArray
    recall_thresholds: FloatArray
    area_ranges: Mapping[str, tuple[float, float]]
    max_detections: tuple[int, ...]
    class_agnostic: bool = False
