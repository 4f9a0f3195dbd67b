"""What a matching writes: all columns, or few of which the others are made.

What is made of both is compared in `tests/evaluation/states/test_narrow.py`.
"""

from __future__ import annotations

import numpy as np

from truebox._native import evaluation as native
from truebox.evaluation.matching.outcome_columns import NarrowColumns, WideColumns
from truebox.evaluation.states.narrow import boxes_at


def cells(images: list[int], categories: list[int], cap: int) -> native.Cells:
    image, category = np.array(images, dtype=np.int32), np.array(categories, dtype=np.int32)
    nothing = np.empty(0, dtype=np.int32)
    return native.group_cells(image, category, nothing, nothing, 3, 2, False, cap, 1)


def test_wide_columns_are_the_fields_of_a_state() -> None:
    columns = WideColumns(3, 2)
    assert [each.shape for each in columns.wide()] == [(3,)] * 5 + [(3, 2)] * 2
    assert list(columns.columns()) == ["score", "category", "image", "row", "rank", "matched", "ignored"]
    assert columns.narrow is None


def test_rows_and_images_of_the_cells_are_taken_where_none_lies_beyond_the_cap() -> None:
    held = NarrowColumns(cells([2, 0, 0, 1], [0, 1, 0, 0], 9), np.zeros(4)).columns()["row"]
    assert held.row.tolist() == [2, 3, 0, 1]  # by class and image
    assert held.image.tolist() == [0, 1, 2, 0]
    assert held.offsets.tolist() == [0, 3, 4]
    assert held.category().tolist() == [0, 0, 0, 1]


def test_categories_begin_where_those_within_the_cap_do() -> None:
    columns = NarrowColumns(cells([0, 0, 0, 1, 1], [0, 0, 0, 0, 1], 2), np.zeros(5)).columns()
    assert columns["row"].offsets.tolist() == [0, 3, 4]
    assert columns["image"].shape == (4,)


def test_boxes_follow_the_rows() -> None:
    boxes = np.arange(16.0).reshape(4, 4)
    columns = NarrowColumns(cells([2, 0, 0, 1], [0, 1, 0, 0], 9), np.zeros(4))
    held = columns.boxes(boxes)
    assert held.boxes is boxes
    assert boxes_at(*held).tolist() == boxes[[2, 3, 0, 1]].tolist()
    assert [each.shape for each in columns.wide()] == [(0,)] * 5 + [(0, 1)] * 2
