"""TensorFlow Addons, master at d208d75, ``losses/tests/giou_loss_test.py``, as facts."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.losses import giou_loss, iou_loss

A = [[4, 3, 7, 5], [5, 6, 10, 7]]
B = [[3, 4, 6, 8], [14, 14, 15, 15]]
TOLERANCE = {"float16": 1e-3, "float32": 1e-6, "float64": 1e-6}


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize(
    ("loss", "published"), [(iou_loss, [0.875, 1.0]), (giou_loss, [1.07500000298023224, 1.9333333373069763])]
)
def test_losses(dtype, loss, published):
    found = loss(np.array(A, dtype), np.array(B, dtype))
    assert found.dtype == dtype
    assert found == pytest.approx(np.array(published), rel=TOLERANCE[dtype])


def test_mean():
    mean = giou_loss(np.array(A, float), np.array(B, float), reduction="mean")
    assert float(mean) == pytest.approx(1.5041667222976685, rel=1e-6)


@pytest.mark.parametrize("dtype", TOLERANCE)
def test_shapes_that_meet(dtype):
    a, b = np.array(A, dtype), np.array(B[:1], dtype)
    published = pytest.approx(np.array([1.07500000298023224, 1.366071]), rel=TOLERANCE[dtype])
    assert giou_loss(a[:, None, :], b[None])[:, 0] == published
    assert giou_loss(a[0], b[0]) == pytest.approx(1.07500000298023224, rel=TOLERANCE[dtype])


def test_whole_numbers():
    assert giou_loss(np.array(A), np.array(B)) == pytest.approx(np.array([1.075, 1.9333333373069763]))
