"""Which columns hold boxes in space."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import truebox as tb
from made.cuboid_worlds import argoverse_tables, cuboid_rows, kitti_folders
from truebox.fitting.cuboids.layout import CENTER, layout_of, space_columns, with_columns


def sides(write: Any) -> Any:
    truth, found = cuboid_rows(frames=2)
    return tb.read_truth(write(truth)), tb.read_predictions(write(found))


def test_quaternions_lie_on_x_and_y_and_boxes_follow_their_columns() -> None:
    truth, found = sides(argoverse_tables)
    layout = layout_of(truth, found)
    assert layout is not None
    assert (layout.ground, layout.up, layout.turns[0]) == ((0, 1), 2, "rotation_w")
    moved = with_columns(found, CENTER, space_columns(found, CENTER) + 5)
    assert moved.boxes[:, :2] == pytest.approx(found.boxes[:, :2] + 5)


def test_kitti_points_down_and_its_boxes_are_of_the_picture(tmp_path: Any) -> None:
    number = iter(range(2))
    truth, found = sides(lambda rows: kitti_folders(rows, tmp_path / str(next(number)), frames=2))
    layout = layout_of(truth, found)
    assert layout is not None
    assert (layout.ground, layout.up, layout.turns) == ((0, 2), 1, ("rotation_y",))
    moved = with_columns(found, CENTER, space_columns(found, CENTER) + 5)
    assert np.array_equal(moved.boxes, found.boxes)


def test_plain_boxes_have_none() -> None:
    boxes = {"boxes": [[0, 0, 9, 9]], "labels": [1]}
    assert layout_of(tb.read_truth([boxes]), tb.read_predictions([boxes | {"scores": [0.5]}])) is None
