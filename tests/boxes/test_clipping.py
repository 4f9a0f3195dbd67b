"""`clip_boxes`: what is left of boxes in the image."""

from __future__ import annotations

import numpy as np
import pytest
from measure_cases import LIBRARIES

from truebox.boxes import BoxFormat, clip_boxes, convert_boxes
from truebox.errors import ArgumentError

SIZE = (100, 50)
BOXES = np.array([[-10, -10, 20, 20], [90, 40, 200, 200], [10, 10, 20, 20], [300, -30, 400, -20]], float)
IN_IMAGE = [[0, 0, 20, 20], [90, 40, 100, 50], [10, 10, 20, 20], [100, 0, 100, 0]]


@pytest.mark.parametrize("box_format", [member for member in BoxFormat if not member.is_relative])
def test_every_absolute_format(box_format):
    clipped = clip_boxes(convert_boxes(BOXES, "xyxy", box_format), SIZE, box_format=box_format)
    assert convert_boxes(clipped, box_format, "xyxy").tolist() == IN_IMAGE


def test_relative_formats_need_no_size():
    clipped = clip_boxes([[-0.5, 0.25, 0.5, 2.0]], box_format="rel_xyxy")
    assert clipped.tolist() == [[0, 0.25, 0.5, 1.0]]


def test_inclusive_corners_end_at_the_last_pixel():
    assert clip_boxes([[-3, 0, 100, 50]], SIZE, pixels="inclusive").tolist() == [[0, 0, 99, 49]]
    assert clip_boxes([[90, 0, 20, 50]], SIZE, box_format="xywh", pixels="inclusive").tolist() == [
        [90, 0, 10, 50]
    ]


def test_boxes_inside_keep_their_bits():
    # 0.1 + 0.2 - 0.1 is not 0.2: a detour over corners would change the width.
    boxes = np.array([[0.1, 0.1, 0.2, 0.2]])
    assert np.array_equal(clip_boxes(boxes, SIZE, box_format="xywh"), boxes)


@pytest.mark.parametrize("box_format", list(BoxFormat))
def test_tensors_are_cut_as_arrays_are(box_format):
    torch = pytest.importorskip("torch")
    size = None if box_format.is_relative else SIZE
    boxes = convert_boxes(BOXES, "xyxy", box_format, image_size=SIZE if box_format.is_relative else None)
    tensor = torch.tensor(boxes, requires_grad=True)
    clipped = clip_boxes(tensor, size, box_format=box_format)
    np.testing.assert_allclose(
        clipped.detach().numpy(), clip_boxes(boxes, size, box_format=box_format), rtol=0, atol=1e-12
    )
    clipped.sum().backward()
    assert bool(torch.isfinite(tensor.grad).all())
    assert clip_boxes(torch.zeros(0), size, box_format=box_format).shape == (0, 4)


def test_dtypes_and_input():
    assert clip_boxes(BOXES.astype(np.float32), SIZE).dtype == np.float32
    assert clip_boxes(BOXES.astype(np.int32), SIZE).dtype == np.int32
    assert clip_boxes(np.array([[0, 0, 200, 20]]), (10.5, 20)).tolist() == [[0, 0, 10.5, 20]]
    assert BOXES[0, 0] == -10


def test_a_missing_size_is_named():
    with pytest.raises(ArgumentError, match="clip_boxes needs image_size"):
        clip_boxes(BOXES)


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int64])
@pytest.mark.parametrize("box_format", ["xyxy", "yxyx", "xywh", "cxcywh"])
def test_as_numpy_cuts(box_format, dtype):
    boxes = np.random.default_rng(5).uniform(-30, 140, (200, 4)).astype(dtype)
    corners = convert_boxes(boxes, box_format, "xyxy")
    cut = np.clip(corners, 0, np.array([*SIZE, *SIZE])).astype(corners.dtype)
    expected = np.where((cut == corners).all(1, keepdims=True), boxes, convert_boxes(cut, "xyxy", box_format))
    for given in (boxes, np.asfortranarray(boxes)):
        found = clip_boxes(given, SIZE, box_format=box_format)
        assert found.dtype == expected.dtype
        assert np.array_equal(found, expected)


def test_whole_boxes_at_a_border_between_pixels_become_floats():
    assert clip_boxes(np.array([[-1, 2, 300, 3]]), (99.5, 50)).tolist() == [[0.0, 2.0, 99.5, 3.0]]


def test_a_tensor_is_cut_as_an_array():
    tested = LIBRARIES["torch"]()
    boxes = np.random.default_rng(6).normal(50, 60, (101, 4)).astype(np.float32)
    assert np.array_equal(tested.numpy(clip_boxes(tested.array(boxes), SIZE)), clip_boxes(boxes, SIZE))
