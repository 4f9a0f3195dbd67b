"""The number of an image, from counts that are worked out by hand."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from truebox.evaluation import evaluate_panoptic
from truebox.report.page.maps.image_rows import rows_of_maps, rows_of_segments


def test_maps_have_the_mean_iou_of_the_classes_in_them() -> None:
    # True, predicted and right pixels of three classes; the third is in neither map of the first image.
    counts = np.array([[[6, 4, 0], [5, 5, 0], [5, 4, 0]], [[0, 0, 0], [0, 0, 0], [0, 0, 0]]])
    result: Any = SimpleNamespace(of_images=counts)
    first, empty = rows_of_maps(result)
    assert (first.value, first.counts) == ((5 / 6 + 4 / 5) / 2, (10, 1))
    assert (empty.value, empty.counts) == (None, (0, 0))


def test_segments_have_the_quality_of_all_classes_together() -> None:
    names = [{"id": 1, "name": "sky", "isthing": 0}, {"id": 2, "name": "cat", "isthing": 1}]

    def image(number: int, labels: list[int]) -> dict[str, Any]:
        held = [{"id": k, "category_id": 1 + k % 2} for k in sorted(set(labels))]
        return {"image_id": number, "segmentation": np.array([labels]), "segments_info": held}

    right, wrong = [1, 1, 1, 1, 2, 2, 3, 3], [1, 1, 1, 2, 2, 2, 2, 2]
    truth = {"categories": names, "annotations": [image(0, right), image(1, right)]}
    result = evaluate_panoptic(truth, {"annotations": [image(0, right), image(1, wrong)]})
    good, bad = rows_of_segments(result)
    assert (good.value, good.counts) == (1.0, (3, 0, 0))
    # One match of 3/4, a wrong segment of five pixels, and two that nothing overlaps by more than half.
    assert (bad.value, bad.counts) == (0.75 / (1 + 0.5 * (1 + 2)), (3, 2, 1))
