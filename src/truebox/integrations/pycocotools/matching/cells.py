"""One image and category: its overlaps, and what `evalImgs` says of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._native import drop_in as native
from truebox.integrations.pycocotools import mask as maskUtils

if TYPE_CHECKING:
    from truebox.integrations.pycocotools.matching.params import Params

__all__ = ["Cell", "by_score", "cell_overlaps", "cell_similarities", "plain_matches"]

_BELOW_ONE = 1 - 1e-10
"""What a threshold of 1 is lowered to."""


def by_score(detections: list[Any], limit: int | None) -> list[Any]:
    """The first detections by falling score, or all; of equal ones the earlier first."""
    order = np.argsort([-detection["score"] for detection in detections], kind="mergesort")
    return [detections[place] for place in order[0:limit]]


def _within(found: list[Any], limit: Any) -> list[Any]:
    return found[0:limit] if len(found) > limit else found


def cell_overlaps(params: Params, truths: list[Any], detections: list[Any]) -> Any:
    """Overlaps of boxes or masks, detections by falling score; an empty list where one side is empty."""
    if not truths and not detections:
        return []
    key = {"segm": "segmentation", "bbox": "bbox"}.get(params.iouType)
    found = _within(by_score(detections, None), params.maxDets[-1])
    if key is None:
        raise Exception("unknown iouType for iou computation")
    crowd = [int(truth["iscrowd"]) for truth in truths]
    return maskUtils.iou([each[key] for each in found], [each[key] for each in truths], crowd)


def cell_similarities(params: Params, truths: list[Any], detections: list[Any]) -> Any:
    """Similarities of keypoints; an empty list where one side is empty."""
    found = _within(by_score(detections, None), params.maxDets[-1])
    if not truths or not found:
        return []
    variance = (params.kpt_oks_sigmas * 2) ** 2
    points = [np.array(each["keypoints"]) for each in found]
    table = np.zeros((len(found), len(truths)))
    for column, truth in enumerate(truths):
        true = np.array(truth["keypoints"])
        labelled = true[2::3] > 0
        spread = variance, truth["area"] + np.spacing(1)
        for row, point in enumerate(points):
            if labelled.any():
                dx, dy = point[0::3] - true[0::3], point[1::3] - true[1::3]
            else:
                dx, dy = _beyond(point, truth["bbox"], len(variance))
            exponent = (dx**2 + dy**2) / spread[0] / spread[1] / 2
            if labelled.any():
                exponent = exponent[labelled]
            table[row, column] = np.sum(np.exp(-exponent)) / exponent.shape[0]
    return table


def _beyond(points: Any, box: Any, count: int) -> tuple[Any, Any]:
    """How far points lie outside of a box three times as wide and high, which stands for unlabelled ones."""
    zero = np.zeros(count)
    distances = []
    for axis in (0, 1):
        low, high = box[axis] - box[axis + 2], box[axis] + box[axis + 2] * 2
        at = points[axis::3]
        distances.append(np.maximum(zero, low - at) + np.maximum(zero, at - high))
    return distances[0], distances[1]


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """Truths and detections of one image and category, and their overlaps.

    Parameters
    ----------
    image, category : id
    truths : list of dict
        As in the file.
    detections : list of dict
        By falling score, those within the limit.
    overlaps : array [D or more, G] or empty list
    """

    image: Any
    category: Any
    truths: list[Any]
    detections: list[Any]
    overlaps: Any

    def entry(self, params: Params, area_range: Any, limit: Any) -> dict[str, Any]:
        """What `evalImgs` says of an area range."""
        low, high = area_range[0], area_range[1]
        uncounted = [
            1 if truth["ignore"] or truth["area"] < low or truth["area"] > high else 0
            for truth in self.truths
        ]
        for truth, flag in zip(self.truths, uncounted, strict=True):
            truth["_ignore"] = flag
        order = np.argsort(uncounted, kind="mergesort")
        truths = [self.truths[place] for place in order]
        ignored = np.array([uncounted[place] for place in order])
        of_truths, of_detections, passed_over = self._matched(params, truths, order, ignored)
        outside = [found["area"] < low or found["area"] > high for found in self.detections]
        outside_row = np.array(outside, dtype=bool).reshape(1, -1)
        return {
            "image_id": self.image,
            "category_id": self.category,
            "aRng": area_range,
            "maxDet": limit,
            "dtIds": [found["id"] for found in self.detections],
            "gtIds": [truth["id"] for truth in truths],
            "dtMatches": of_detections,
            "gtMatches": of_truths,
            "dtScores": [found["score"] for found in self.detections],
            "gtIgnore": ignored,
            "dtIgnore": passed_over | ((of_detections == 0) & outside_row),
        }

    def _matched(self, params: Params, truths: list[Any], order: Any, ignored: Any) -> tuple[Any, Any, Any]:
        crowd = np.array([int(truth["iscrowd"]) for truth in truths], dtype=np.int64) != 0
        overlaps = self.overlaps[:, order] if len(self.overlaps) else self.overlaps
        return plain_matches(overlaps, ignored, crowd, (truths, self.detections), params.iouThrs)


def plain_matches(
    overlaps: Any, ignored: Any, crowd: Any, sides: tuple[list[Any], list[Any]], iou_thresholds: Any
) -> tuple[Any, Any, Any]:
    """What truths and detections are matched with, and which of these only with what does not count."""
    truths, detections = sides
    thresholds, count = len(iou_thresholds), len(detections)
    of_truths, of_detections = np.zeros((thresholds, len(truths))), np.zeros((thresholds, count))
    passed_over = np.zeros((thresholds, count), dtype=np.uint8)
    if len(overlaps) and count and thresholds:
        if len(overlaps) < count:
            raise IndexError(f"{count} detections, but overlaps of {len(overlaps)}")
        native.match_cell(
            np.ascontiguousarray(overlaps[:count], dtype=np.float64),
            ignored.astype(np.uint8),
            crowd.astype(np.uint8),
            np.array([truth["id"] for truth in truths], dtype=np.float64),
            np.array([found["id"] for found in detections], dtype=np.float64),
            np.array([min(threshold, _BELOW_ONE) for threshold in iou_thresholds], dtype=np.float64),
            of_detections,
            of_truths,
            passed_over,
        )
    return of_truths, of_detections, passed_over.view(np.bool_)
