"""The estimate of what an evaluation needs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from truebox import evaluate, read_predictions, read_truth
from truebox.errors import ArgumentError, InputError
from truebox.evaluation.detection.memory_need import largest_group, memory_need
from truebox.evaluation.states.parameters import coco_parameters
from truebox.generation import make_dataset
from truebox.records import Ids


def _many_classes(objects: int) -> dict[str, object]:
    boxes = [
        {"image_id": 1, "category_id": k, "bbox": [0, 0, 9, 9], "id": k + 1, "area": 81, "iscrowd": 0}
        for k in range(objects)
    ]
    classes = [{"id": number, "name": str(number)} for number in range(100_000)]
    return {"images": [{"id": 1}], "categories": classes, "annotations": boxes}


_FOUND = [{"image_id": 1, "category_id": 1, "bbox": [0, 0, 9, 9], "score": 1}]


def test_many_classes_are_refused_before_the_start():
    """Twice 10 x 101 numbers of each class with truth, at one place, and the recall of all 12 places."""
    with pytest.raises(InputError, match=r"E-483 .* 1\.8 GB of it for the precision of 100000 classes"):
        evaluate(_many_classes(100_000), _FOUND, max_memory=1 << 30)


def test_classes_without_truth_need_little():
    result = evaluate(_many_classes(2), _FOUND, max_memory=1 << 30, mode="corrected")
    assert result.metrics["AP"] == 0.5
    assert len(result.per_class) == 100_000


def test_the_table_is_that_of_the_reference():
    """COCOeval.accumulate makes float64 tables of T x R x K x A x M."""
    truth, found = make_dataset(4, 3, seed=1)
    need = memory_need(truth, found, coco_parameters(), 1)
    assert need["the precision of 3 classes"] == 2 * np.empty((10, 101, 3, 4, 3)).nbytes


def test_without_a_cap_the_overlaps_of_the_fullest_image_count():
    arrays = {"boxes": np.tile([0, 0, 9, 9], (20_000, 1)), "labels": np.ones(20_000, dtype=int)}
    truth = read_truth([arrays])
    found = read_predictions([{**arrays, "scores": np.linspace(0, 1, 20_000)}])
    need = memory_need(truth, found, coco_parameters(max_detections=[1, 10, 20_000]), 1)
    assert need["the overlaps of the fullest image"] == 20_000 * 20_000 * 8
    with pytest.raises(InputError, match="for the overlaps of the fullest image"):
        evaluate(truth, found, max_detections=[1, 10, 20_000], max_memory=10**9)


@pytest.mark.parametrize(
    ("values", "times"),
    [([], 0), ([7], 1), ([3, 1, 3, 2, 3], 3), ([2, 2], 2), ([1, 2, 2], 2), ([2**60, 7, 7, -(2**60)], 2)],
)
def test_largest_group(values, times):
    assert largest_group(Ids(np.array(values, dtype=np.int64))) == times


def test_a_limit_is_positive():
    with pytest.raises(ArgumentError, match="max_memory"):
        evaluate([{"boxes": [[0, 0, 9, 9]], "labels": [1]}], [], max_memory=0)


def test_rows_count_with_their_masks():
    """32 bytes of a box, 8 of each id, and of truth 8 of an area and two flags (58), or 8 of a score (56)."""
    truth, found = make_dataset(4, 3, seed=1)
    need = memory_need(truth, found, coco_parameters(), 1)
    rows = need[f"the rows of {len(truth)} objects and {len(found)} detections"]
    assert rows >= 58 * len(truth) + 56 * len(found)
    shaped = replace(found, segmentations=masks_of(np.zeros((len(found), 40, 40), dtype=bool)))
    more = memory_need(truth, shaped, coco_parameters(), 1)
    assert more[f"the rows of {len(truth)} objects and {len(found)} detections"] > rows + len(found)


def masks_of(pixels):
    data = [{"boxes": np.tile([0, 0, 9, 9], (len(pixels), 1)), "labels": [1] * len(pixels), "masks": pixels}]
    found = read_predictions([{**data[0], "scores": [0.5] * len(pixels)}], geometry="masks")
    return found.segmentations
