"""Parsed keypoints to one array, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from truebox.datasets.columns.keypoint_values import (
    keypoint_column,
    keypoints_of_columns,
    keypoints_of_packed,
)
from truebox.datasets.columns.values import Rows
from truebox.errors import InputError


def _column(*rows: dict[str, Any]) -> Any:
    return keypoint_column(Rows(list(rows), "truth.json annotations"))


def test_points_labels_and_extents() -> None:
    held = _column(
        {"keypoints": [1, 2, 2, 4, 8, 0], "num_keypoints": 0},
        {"keypoints": [1.5, 2.5, 1, 0, 0, 2]},
        {"keypoints": np.array([0, 0, 0, 0, 0, 0])},
    )
    assert held.points.shape == (3, 2, 3)
    assert held.labelled.tolist() == [0, 2, 0]
    assert held.extents.tolist() == [[1, 2, 3, 6], [0, 0, 1.5, 2.5], [0, 0, 0, 0]]


def test_no_rows() -> None:
    held = _column()
    assert held.points.shape == (0, 0, 3)
    assert len(held) == 0


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ({}, "keypoints are missing"),
        ({"keypoints": None}, "null"),
        ({"keypoints": "123"}, '"123"'),
        ({"keypoints": [1, 2]}, "2 numbers, need 3 for each point"),
        ({"keypoints": []}, "0 numbers"),
        ({"keypoints": [1, 2, 3]}, "1 points, but row 0 has 2"),
        ({"keypoints": [1, 2, None, 4, 5, 6]}, "null among the keypoints"),
        ({"keypoints": [1, 2, True, 4, 5, 6]}, "true among the keypoints"),
        ({"keypoints": [1, float("nan"), 3, 4, 5, 6]}, "not finite"),
        ({"keypoints": [10**400, 2, 3, 4, 5, 6]}, "beyond float64"),
        ({"keypoints": [1, 2, 3, 4, 5, 6], "num_keypoints": -1}, "-1, need a count"),
        ({"keypoints": [1, 2, 3, 4, 5, 6], "num_keypoints": "2"}, '"2", need a count'),
        ({"keypoints": [1, 2, 3, 4, 5, 6], "num_keypoints": 10**20}, "100000000000000000000, need a count"),
        ({"keypoints": [1, 2, 3, 4, 5, 6], "num_keypoints": None}, "null, need a count"),
    ],
)
def test_what_is_no_list_of_points_is_refused_with_its_row(row: dict[str, Any], problem: str) -> None:
    with pytest.raises(InputError, match="E-170") as refused:
        _column({"keypoints": [1, 2, 2, 4, 8, 0]}, row)
    assert refused.value.row == 1
    assert problem in str(refused.value)
    assert "truth.json annotations[1]" in str(refused.value)


@pytest.mark.parametrize("far", [2**53, -(2**53), 2**53 + 1, 1e300])
@pytest.mark.parametrize("place", [0, 1, 3, 4])
def test_points_that_a_double_does_not_tell_apart_are_refused(far: float, place: int) -> None:
    """pycocotools keeps lists of whole numbers as 64-bit integers, whose differences are other numbers."""
    row = [1, 2, 2, 3, 4, 2]
    row[place] = far
    with pytest.raises(InputError, match=r"E-170 .*\[1\].keypoints: .*reach 2\*\*53"):
        _column({"keypoints": [1, 2, 2, 3, 4, 2]}, {"keypoints": row})


def test_points_below_that_are_exact() -> None:
    farthest = 2**53 - 1
    held = _column({"keypoints": [farthest, 0, 2]})
    assert held.points[0, 0, 0] == farthest


@pytest.mark.parametrize(
    ("numbers", "taken"),
    [
        ([2.0**52, 1, 2, 2.0**53, 5, 2], False),  # 2**52 wide, and begins there
        ([1, 2.0**53, 2], False),
        ([-(2.0**53), 5, 2], False),
        ([2.0**53 - 1, 5, 2], True),
        ([-(2.0**52), 1, 2, 2.0**52, 5, 2], True),
    ],
)
def test_how_far_a_coordinate_may_go(numbers: list[float], taken: bool) -> None:
    if taken:
        assert _column({"keypoints": numbers}).points.reshape(-1).tolist() == numbers
    else:
        with pytest.raises(InputError, match=r"reach 2\*\*53"):
            _column({"keypoints": numbers})


def test_every_row_of_many_has_its_own_extent() -> None:
    """Rows are measured 8,192 at a time."""
    rows = 8195
    places = np.arange(rows, dtype=np.float64)
    points = np.stack([places, places, np.full(rows, 2.0), places + 1, places + 2, places % 2], axis=1)
    labelled = np.full(rows, -1)
    held = keypoints_of_columns(points.ravel(), 6 * np.arange(1, rows + 1), labelled, _refused)
    assert held.extents.tolist() == [[place, place, 1, 2] for place in range(rows)]
    assert held.labelled.tolist() == [1 + place % 2 for place in range(rows)]
    points[-2, 3] = np.nan
    with pytest.raises(InputError, match="8193"):
        keypoints_of_columns(points.ravel(), 6 * np.arange(1, rows + 1), labelled, _refused)


def test_packed_points_are_measured_as_their_numbers_are() -> None:
    chance = np.random.default_rng(3)
    rows = 8300
    coordinates = chance.integers(-(10**6), 10**6, (rows, 10), dtype=np.int32)
    thirds = chance.integers(0, 3, (rows, 5), dtype=np.uint8)
    labelled = chance.integers(-1, 3, rows)
    numbers = np.concatenate([coordinates.reshape(rows, 5, 2) / 100, thirds[:, :, None]], axis=2)
    plain = keypoints_of_columns(numbers.ravel(), 15 * np.arange(1, rows + 1), labelled, _refused)
    packed = keypoints_of_packed(coordinates, thirds, 100.0, labelled.copy())
    for name in ("labelled", "extents", "points"):
        found = getattr(packed, name)
        assert found.dtype == getattr(plain, name).dtype
        assert found.tobytes() == getattr(plain, name).tobytes(), name


def _refused(row: int, problem: str) -> InputError:
    return InputError("E-170", f"row {row}", problem, "")
