"""`box_area` in every format and pixel convention; expected areas are whole numbers worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest
from measure_cases import LIBRARIES

from truebox.arrays import library_of
from truebox.boxes import BoxFormat, box_area, convert_boxes

BOXES = np.array([[10, 20, 40, 60], [0, 0, 0, 5]], float)


@pytest.mark.parametrize("box_format", [member for member in BoxFormat if not member.is_relative])
def test_every_absolute_format(box_format):
    assert box_area(convert_boxes(BOXES, "xyxy", box_format), box_format=box_format).tolist() == [1200, 0]


def test_inclusive_corners():
    assert box_area(BOXES, pixels="inclusive").tolist() == [31 * 41, 1 * 6]
    assert box_area(BOXES[:, [1, 0, 3, 2]], box_format="yxyx", pixels="inclusive").tolist() == [31 * 41, 6]
    assert box_area([[0, 0, 3, 4]], box_format="xywh", pixels="inclusive").tolist() == [12]


def test_relative_boxes_in_fractions_or_pixels():
    boxes = [[0.25, 0.25, 0.75, 0.5]]
    assert box_area(boxes, box_format="rel_xyxy").tolist() == [0.125]
    assert box_area(boxes, box_format="rel_xyxy", image_size=(100, 80)).tolist() == [1000]


def test_dtypes():
    assert box_area(BOXES.astype(np.float32)).dtype == np.float32
    assert box_area(BOXES.astype(np.float32), box_format="yxyx").dtype == np.float32
    # In uint8 the product would wrap around.
    assert box_area(np.array([[0, 0, 200, 200]], np.uint8)).tolist() == [40000.0]
    assert box_area(np.zeros((2, 3, 4))).shape == (2, 3)


def test_tensors_keep_their_library_and_gradient():
    torch = pytest.importorskip("torch")
    tensor = torch.tensor([[0.25, 0.25, 0.75, 0.5]], requires_grad=True)
    areas = box_area(tensor, box_format="rel_xyxy", image_size=(100, 80))
    assert (areas.tolist(), areas.dtype) == ([1000], torch.float32)
    areas.sum().backward()
    assert tensor.grad.tolist() == [[-2000.0, -4000.0, 2000.0, 4000.0]]
    assert box_area(torch.zeros((1, 0))).shape == (0,)
    assert box_area(torch.tensor([[1, 1, 4, 3]]), box_format="xywh").tolist() == [12.0]


@pytest.mark.parametrize("name", ["numpy", *LIBRARIES])
@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_areas_beyond_the_largest_half_are_numbers(name, dtype):
    """65,504 ends float16; as torchvision, halves are widened before they are multiplied."""
    boxes = [[0, 0, 1000, 1000], [0, 0, 256, 256], [0, 0, 4, 3]]
    if name == "numpy":
        areas = box_area(np.array(boxes, np.float16))
    else:
        single = LIBRARIES[name]().array(np.array(boxes, np.float32))
        areas = box_area(library_of(single).cast(single, dtype))
        assert "float32" in str(areas.dtype)
    assert np.asarray(areas).tolist() == [1e6, 65536, 12]


@pytest.mark.parametrize("box_format", ["xyxy", "yxyx", "xywh", "cxcywh"])
def test_whole_numbers_strides_and_tensors_as_floats(box_format):
    boxes = np.random.default_rng(7).integers(-50, 90, (61, 6))
    floats = np.ascontiguousarray(boxes[:, 1:5].astype(float))
    for pixels in ("continuous", "inclusive"):
        how = {"box_format": box_format, "pixels": pixels}
        expected = box_area(floats, **how)
        for given in (boxes[:, 1:5], np.ascontiguousarray(boxes[:, 1:5]), boxes.astype(float)[:, 1:5]):
            assert np.array_equal(box_area(given, **how), expected)
        tested = LIBRARIES["torch"]()
        assert np.array_equal(tested.numpy(box_area(tested.array(floats), **how)), expected)
