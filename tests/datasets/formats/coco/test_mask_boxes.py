"""Extents of outlines stand in for boxes that a truth for masks has not."""

from __future__ import annotations

import pytest

from truebox.datasets.columns.values import Rows
from truebox.datasets.formats.coco.mask_boxes import boxes_beside_masks
from truebox.errors import InputError


def test_a_box_that_is_there_stays_and_others_are_the_extents():
    rows = [
        {"bbox": [1, 1, 1, 1], "segmentation": [[0, 0, 9, 0, 9, 9]]},
        {"segmentation": [[2, 3, 6, 3, 6, 8], [1, 4, 2, 4, 2, 5]]},
        {"segmentation": {"size": [4, 5], "counts": [5, 2, 2, 2, 9]}},  # rows 1 and 2 of columns 1 and 2
        {"segmentation": {"size": [4, 5], "counts": [5]}},  # refused later, with the words for masks
    ]
    found = boxes_beside_masks(Rows(rows, "truth annotations")).tolist()
    assert found == [[1, 1, 1, 1], [1, 3, 5, 5], [1, 1, 2, 2], [0, 0, 0, 0]]


@pytest.mark.parametrize("row", [{}, {"segmentation": []}, {"segmentation": None}])
def test_a_row_with_neither_is_refused(row):
    with pytest.raises(InputError, match="E-120"):
        boxes_beside_masks(Rows([row], "truth annotations"))
