"""One image and category of LVIS: what its entry says."""

from __future__ import annotations

from typing import Any

import numpy as np

from truebox.integrations.pycocotools.matching.cells import plain_matches

__all__ = ["entry_of_cell"]


def entry_of_cell(
    sides: tuple[list[Any], list[Any]], overlaps: Any, area_range: Any, thresholds: Any, incomplete: Any
) -> dict[str, Any]:
    """Ids, scores, and what matched what.

    Parameters
    ----------
    sides : tuple of lists
        Truths in their order, detections by falling score.
    overlaps : array [D, G] or empty list
        Of both.
    area_range : (low, high)
        Both inside.
    thresholds : sequence of float
        Of overlaps.
    incomplete : mapping
        Image to the categories of which not every object is annotated there.
    """
    (truths, detections), (low, high) = sides, area_range
    uncounted = [
        1 if truth["ignore"] or truth["area"] < low or truth["area"] > high else 0 for truth in truths
    ]
    for truth, flag in zip(truths, uncounted, strict=True):
        truth["_ignore"] = flag
    order = np.argsort(uncounted, kind="mergesort")
    truths = [truths[place] for place in order]
    ignored = np.array([uncounted[place] for place in order])
    arranged = overlaps[:, order] if len(overlaps) else overlaps
    of_truths, of_detections, passed_over = plain_matches(
        arranged, ignored, np.zeros(len(truths), dtype=np.uint8), (truths, detections), thresholds
    )
    excused = [
        found["area"] < low or found["area"] > high or found["category_id"] in incomplete[found["image_id"]]
        for found in detections
    ]
    return {
        "dt_ids": [found["id"] for found in detections],
        "gt_ids": [truth["id"] for truth in truths],
        "dt_matches": of_detections,
        "gt_matches": of_truths,
        "dt_scores": [found["score"] for found in detections],
        "gt_ignore": ignored,
        "dt_ignore": passed_over | ((of_detections == 0) & np.array(excused, dtype=bool).reshape(1, -1)),
    }
