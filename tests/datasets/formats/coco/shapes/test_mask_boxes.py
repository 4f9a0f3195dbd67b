"""Extents of outlines stand in for boxes that a truth has not."""

from __future__ import annotations

import json

import pytest

import truebox as tb
from truebox.datasets.columns.values import Rows
from truebox.datasets.formats.coco.shapes.mask_boxes import boxes_beside_masks
from truebox.errors import InputError


def test_a_box_that_is_there_stays_and_others_are_the_extents():
    rows = [
        {"bbox": [1, 1, 1, 1], "segmentation": [[0, 0, 9, 0, 9, 9]]},
        {"segmentation": [[2, 3, 6, 3, 6, 8], [1, 4, 2, 4, 2, 5]]},
        {"segmentation": {"size": [4, 5], "counts": [5, 2, 2, 2, 9]}},  # rows 1 and 2 of columns 1 and 2
        {"segmentation": {"size": [4, 5], "counts": [5]}},  # refused later, with the words for masks
    ]
    found, derived = boxes_beside_masks(Rows(rows, "truth annotations"), of_masks=True)
    assert found.tolist() == [[1, 1, 1, 1], [1, 3, 5, 5], [1, 1, 2, 2], [0, 0, 0, 0]]
    assert derived.tolist() == [False, True, True, True]
    with pytest.raises(InputError, match=r"E-120 truth annotations\[3\].bbox"):
        boxes_beside_masks(Rows(rows, "truth annotations"), of_masks=False)


def test_boxes_are_evaluated_by_the_extents_and_that_is_said(tmp_path):
    square = {"image_id": 1, "category_id": 1, "segmentation": [[10, 10, 30, 10, 30, 20, 10, 20]]}
    truth = {
        "images": [{"id": 1, "width": 64, "height": 48}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [{"id": 1, "area": 200, "iscrowd": 0, **square}],
    }
    path = tmp_path / "truth.json"
    path.write_text(json.dumps(truth))
    for source in (truth, path):
        read = tb.read_truth(source)
        assert (read.boxes.tolist(), [each.code for each in read.findings]) == ([[10, 10, 20, 10]], ["W-144"])
        with pytest.warns(
            tb.errors.TrueboxWarning, match=r"W-144 1 annotation has a segmentation and no bbox"
        ):
            result = tb.evaluate(
                source, [{"image_id": 1, "category_id": 1, "score": 1, "bbox": [10, 10, 20, 9]}]
            )
        assert result.metrics["AP"] == pytest.approx(0.9)  # IoU 0.9: all thresholds but 0.95
        assert [each.code for each in tb.read_truth(source, geometry="masks").findings] == []


@pytest.mark.parametrize("row", [{}, {"segmentation": []}, {"segmentation": None}])
def test_a_row_with_neither_is_refused(row):
    with pytest.raises(InputError, match="E-120"):
        boxes_beside_masks(Rows([row], "truth annotations"), of_masks=True)
