"""Keypoints are one row per object; those of a file are unpacked when somebody asks."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace

import numpy as np
import pytest

from truebox.records import Keypoints


def _packed() -> Keypoints:
    """Two rows of two points."""
    coordinates = np.array([[[125, -50], [0, 57453]], [[24090, 26800], [1, 2]]], dtype=np.int32)
    thirds = np.array([[1, 2], [0, 255]], dtype=np.uint8)
    return Keypoints.from_packed(
        coordinates, thirds, 100.0, labelled=np.array([2, 1]), extents=np.arange(8.0).reshape(2, 4)
    )


POINTS = [[[1.25, -0.5, 1], [0, 574.53, 2]], [[240.9, 268, 0], [0.01, 0.02, 255]]]


def test_length_is_the_number_of_rows() -> None:
    held = Keypoints(
        points=np.zeros((4, 17, 3)), labelled=np.zeros(4, dtype=np.int64), extents=np.zeros((4, 4))
    )
    assert len(held) == 4
    assert held.per_row == 17
    assert len(_packed()) == 2
    assert _packed().per_row == 2


def test_packed_points_are_the_doubles_of_their_decimals() -> None:
    held = _packed()
    assert held.packed is not None
    points = held.points
    assert points.tolist() == POINTS
    assert points.dtype == np.float64
    assert held.points is points
    assert held.packed is None, "what is done to the points is done to the keypoints"


@pytest.mark.parametrize("point", [0, 1])
def test_one_point_of_each_row_is_the_same_packed_or_not(point: int) -> None:
    held = _packed()
    labelled, place = held.of_point(point)
    assert held.packed is not None, "nothing is unpacked for it"
    of_points = np.array(POINTS)[:, point]
    assert labelled.tolist() == (of_points[:, 2:] > 0).tolist()
    assert place.tolist() == of_points[:, :2].tolist()
    unpacked = replace(held, points=held.points).of_point(point)
    assert [each.tolist() for each in unpacked] == [labelled.tolist(), place.tolist()]


def test_a_column_that_is_not_there_is_named() -> None:
    with pytest.raises(AttributeError, match="'Keypoints' object has no attribute 'point'"):
        _packed().point  # noqa: B018


@pytest.mark.parametrize(
    "made",
    [
        copy.copy,
        copy.deepcopy,
        lambda held: pickle.loads(pickle.dumps(held)),
        lambda held: replace(held, labelled=held.labelled),
        lambda held: held.taken(np.array([0, 1])),
    ],
)
def test_copies_have_the_same_points(made) -> None:
    assert made(_packed()).points.tolist() == POINTS


def test_replaced_points_are_the_new_ones() -> None:
    changed = replace(_packed(), points=np.zeros((2, 2, 3)))
    assert changed.points.tolist() == np.zeros((2, 2, 3)).tolist()
    assert changed.packed is None


def test_some_rows_are_those_rows_packed_or_not() -> None:
    rows = np.array([1, 0, 1])
    packed, plain = _packed(), _packed()
    assert plain.points.tolist() == POINTS
    for taken in (packed.taken(rows), plain.taken(rows)):
        assert taken.points.tolist() == [POINTS[1], POINTS[0], POINTS[1]]
        assert taken.labelled.tolist() == [1, 2, 1]
        assert taken.extents.tolist() == [[4, 5, 6, 7], [0, 1, 2, 3], [4, 5, 6, 7]]
    assert packed.packed is not None


def test_columns_are_those_that_take_memory() -> None:
    held = _packed()
    assert [each.nbytes for each in held.columns] == [32, 4, 16, 64]
    assert len(held.points) == 2
    assert [each.nbytes for each in held.columns] == [96, 16, 64]
