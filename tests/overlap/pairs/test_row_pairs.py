from __future__ import annotations

import numpy as np
import pytest
from measure_cases import LIBRARIES

from truebox.arrays import library_of
from truebox.boxes.rotated.rotation import Rotation
from truebox.errors import ArgumentError
from truebox.overlap.pairs.row_pairs import RowOptions, pair_rows, row_array

COLUMNS = ("cx", "cy", "angle")


def options(degrees=True, from_y_to_x=False, pairwise=False):
    return RowOptions(columns=COLUMNS, rotation=Rotation(degrees, from_y_to_x), pairwise=pairwise)


@pytest.mark.parametrize("name", ["numpy", *LIBRARIES])
def test_angles_become_radians_from_x_toward_y(name):
    array = np.asarray if name == "numpy" else LIBRARIES[name]().array
    rows = array(np.array([[1.0, 2.0, 180.0]]))
    for from_y_to_x, sign in ((False, 1), (True, -1)):
        pairs = pair_rows(rows, rows, options(from_y_to_x=from_y_to_x))
        assert np.asarray(pairs.a[..., 2]) == pytest.approx(sign * np.pi)
        assert np.asarray(pairs.b[..., 1]).tolist() == [2]


def test_pairs_broadcast_and_dtypes_are_kept():
    a, b = np.ones((3, 3), np.float16), np.ones((2, 3), np.float16)
    pairs = pair_rows(a, b, options(degrees=False, pairwise=True))
    values = pairs.measure(lambda xp, x, y: xp.sqrt(x[..., 0] + y[..., 0]))
    assert (values.shape, values.dtype) == ((3, 2), np.float32)
    assert pairs.answer(values).dtype == np.float16


def test_lists_take_the_dtype_beside_them():
    torch = pytest.importorskip("torch")
    beside = torch.ones((1, 3))
    assert row_array(library_of(beside), [[1.0, 2.0, 3.0]], beside, 3).dtype == torch.float32
    assert row_array(library_of(beside), np.ones((1, 3)), beside, 3).dtype == torch.float64


def test_shapes_are_checked():
    with pytest.raises(
        ArgumentError, match=r"boxes_b has shape \(1, 4\); expected \[..., 3\]: cx, cy, angle"
    ):
        pair_rows(np.ones((1, 3)), np.ones((1, 4)), options())


@pytest.mark.parametrize("name", ["numpy", *LIBRARIES])
def test_what_holds_nothing_is_no_rows(name):
    array = np.asarray if name == "numpy" else LIBRARIES[name]().array
    rows = array(np.ones((2, 3), np.float32))
    for nothing in ([], array(np.zeros(0, np.float32))):
        pairs = pair_rows(nothing, rows, options(pairwise=True))
        assert tuple(pairs.measure(lambda xp, x, y: x[..., 0] + y[..., 0]).shape) == (0, 2)
