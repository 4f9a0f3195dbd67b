"""What counts as an array of boxes."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.boxes import Box, BoxFormat
from truebox.boxes.box_array import as_box_array, as_float_boxes
from truebox.errors import ArgumentError


def test_arrays_pass_as_they_are():
    boxes = np.zeros((3, 2, 4), np.float32)
    assert as_box_array(boxes, BoxFormat.XYWH, "boxes") is boxes


@pytest.mark.parametrize("empty", [[], (), np.array([]), np.empty((0, 4))])
def test_nothing_is_zero_boxes(empty):
    assert as_box_array(empty, BoxFormat.XYXY, "boxes").shape == (0, 4)


def test_box_objects():
    boxes = [Box(0, 0, 1, 2), (1, 1, 2, 2)]
    assert as_box_array(boxes, BoxFormat.XYXY, "boxes").tolist() == [[0, 0, 1, 2], [1, 1, 2, 2]]
    assert as_box_array(boxes[0], BoxFormat.XYXY, "boxes").tolist() == [0, 0, 1, 2]
    with pytest.raises(ArgumentError, match=r"truths holds Box objects.*drop box_format='xywh'"):
        as_box_array(boxes, BoxFormat.XYWH, "truths")


@pytest.mark.parametrize(
    ("boxes", "message"),
    [
        (np.zeros((4, 3)), r"boxes has shape \(4, 3\); expected \[..., 4\]"),
        (5, r"boxes has shape \(\)"),
        ([[1, 2, 3, 4], [1, 2]], "rows of different lengths"),
        ([["a", "b", "c", "d"]], "dtype <U1; expected real numbers"),
        (np.zeros((2, 4), complex), "dtype complex128"),
        (np.zeros((2, 4), bool), "dtype bool"),
        ([[1, 2, None, 4]], "dtype object"),
    ],
)
def test_what_is_refused(boxes, message):
    with pytest.raises(ArgumentError, match=message):
        as_box_array(boxes, BoxFormat.XYXY, "boxes")


def test_other_libraries_are_not_converted_in_silence():
    torch = pytest.importorskip("torch")
    with pytest.raises(
        ArgumentError, match=r"boxes is a torch Tensor.*boxes\.detach\(\)\.cpu\(\)\.numpy\(\)"
    ):
        as_box_array(torch.zeros(2, 4), BoxFormat.XYXY, "boxes")


@pytest.mark.parametrize(
    ("dtype", "wanted"),
    [
        ("f4", "f4"),
        ("f8", "f8"),
        ("f2", "f4"),
        (">f4", "f4"),
        (">f8", "f8"),
        ("i4", "f8"),
        ("u1", "f8"),
        ("g", "f8"),
    ],
)
def test_dtypes_to_compute_in(dtype, wanted):
    assert as_float_boxes(np.ones((1, 4), dtype)).dtype == np.dtype(wanted)
