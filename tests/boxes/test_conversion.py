"""`convert_boxes`: values, dtypes, shapes."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from measure_cases import LIBRARIES, random_pairs

from truebox.boxes import BoxFormat, convert_boxes
from truebox.errors import ArgumentError

SIZE = (128, 64)
# One box in a 128 x 64 image; every number is a binary fraction, so that all conversions are exact.
SAME_BOX = {
    "xyxy": (32, 16, 96, 48),
    "xywh": (32, 16, 64, 32),
    "cxcywh": (64, 32, 64, 32),
    "yxyx": (16, 32, 48, 96),
    "rel_xyxy": (0.25, 0.25, 0.75, 0.75),
    "rel_xywh": (0.25, 0.25, 0.5, 0.5),
    "rel_cxcywh": (0.5, 0.5, 0.5, 0.5),
    "rel_yxyx": (0.25, 0.25, 0.75, 0.75),
}


@pytest.mark.parametrize(("source", "target"), list(itertools.product(SAME_BOX, SAME_BOX)))
def test_every_pair_of_formats(source, target):
    boxes = np.array([SAME_BOX[source]] * 2, float)
    converted = convert_boxes(boxes, source, target, image_size=SIZE)
    assert converted.tolist() == [list(SAME_BOX[target])] * 2
    assert converted is not boxes


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_floats_keep_their_dtype(dtype):
    boxes = np.array([SAME_BOX["xywh"]], dtype)
    for target in BoxFormat:
        assert convert_boxes(boxes, "xywh", target, image_size=SIZE).dtype == dtype


@pytest.mark.parametrize(
    ("source", "target", "dtype"),
    [
        ("xyxy", "xyxy", np.uint8),
        ("xyxy", "yxyx", np.uint8),
        ("xywh", "xyxy", np.int64),
        ("xyxy", "xywh", np.int64),
        ("xywh", "yxyx", np.int64),
        ("xyxy", "cxcywh", np.float64),
        ("xyxy", "rel_xyxy", np.float64),
    ],
)
def test_integers_become_floats_only_where_needed(source, target, dtype):
    assert convert_boxes(np.array([[1, 2, 3, 4]], np.uint8), source, target, image_size=SIZE).dtype == dtype


def test_narrow_integers_do_not_wrap_around():
    assert convert_boxes(np.array([[200, 0, 100, 1]], np.uint8), "xywh", "xyxy").tolist() == [
        [200, 0, 300, 1]
    ]


def test_odd_integer_sizes_have_half_centers():
    # torchvision's integer conversion loses the half (reported for CXCYWH in 2025).
    assert convert_boxes([[0, 0, 5, 3]], "xyxy", "cxcywh").tolist() == [[2.5, 1.5, 5.0, 3.0]]


def test_leading_dimensions_and_nothing():
    assert convert_boxes(np.zeros((2, 3, 4)), "xywh", "xyxy").shape == (2, 3, 4)
    assert convert_boxes([10, 20, 30, 40], "xywh", "xyxy").tolist() == [10, 20, 40, 60]
    assert convert_boxes([], "xywh", "rel_xyxy", image_size=SIZE).shape == (0, 4)


def test_input_is_left_alone():
    boxes = np.array([[1.0, 2.0, 3.0, 4.0]])
    convert_boxes(boxes, "xywh", "xywh")[:] = 0
    assert boxes.tolist() == [[1, 2, 3, 4]]


def test_relative_among_each_other_needs_no_size():
    assert convert_boxes([SAME_BOX["rel_xywh"]], "rel_xywh", "rel_cxcywh").tolist() == [[0.5] * 4]


def test_what_is_refused():
    with pytest.raises(ArgumentError, match="from xyxy to rel_xyxy needs image_size"):
        convert_boxes([[1, 2, 3, 4]], "xyxy", "rel_xyxy")
    with pytest.raises(ArgumentError, match="target is 'ltwh'; expected one of"):
        convert_boxes([[1, 2, 3, 4]], "xyxy", "ltwh")
    with pytest.raises(ArgumentError, match=r"boxes has shape \(1, 3\)"):
        convert_boxes([[1, 2, 3]], "xyxy", "xywh")


@pytest.mark.parametrize("name", LIBRARIES)
@pytest.mark.parametrize("source", ["xyxy", "xywh", "cxcywh", "rel_yxyx"])
@pytest.mark.parametrize("target", ["xyxy", "xywh", "cxcywh", "rel_yxyx"])
def test_other_libraries_convert_like_numpy_and_keep_gradients(name, source, target):
    library = LIBRARIES[name]()
    boxes = random_pairs(5, 1)[0]
    answer = convert_boxes(library.array(boxes), source, target, image_size=(640, 480))
    expected = convert_boxes(boxes, source, target, image_size=(640, 480))
    assert library.numpy(answer) == pytest.approx(expected, rel=1e-15)
    slopes = library.gradient(lambda x: convert_boxes(x, source, target, image_size=(640, 480)), boxes)
    assert np.isfinite(slopes).all()


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int64])
@pytest.mark.parametrize(("source", "target"), list(itertools.product(SAME_BOX, SAME_BOX)))
def test_arrays_in_any_order_are_the_same_boxes(source, target, dtype):
    boxes = (np.random.default_rng(3).uniform(0, 90, (37, 6)) * (1 if dtype == np.int64 else 0.37)).astype(
        dtype
    )
    strided, plain = boxes[:, 1:5], np.ascontiguousarray(boxes[:, 1:5])
    found = convert_boxes(plain, source, target, image_size=SIZE)
    for other in (strided, np.asfortranarray(plain), plain[None].repeat(2, 0)[1]):
        again = convert_boxes(other, source, target, image_size=SIZE)
        assert again.dtype == found.dtype
        assert np.array_equal(again, found)
    assert not np.shares_memory(found, plain)
    if dtype == np.int64:
        of_floats = convert_boxes(plain.astype(float), source, target, image_size=SIZE)
        assert np.array_equal(found, of_floats)


def test_whole_numbers_wrap_around_as_those_of_numpy():
    boxes = np.array([[2**62, -(2**62), 2**62, -(2**62)]])
    with np.errstate(over="ignore"):
        assert np.array_equal(convert_boxes(boxes, "xywh", "xyxy")[:, 2:], boxes[:, 2:] + boxes[:, :2])


def test_tensors_are_as_arrays_to_the_last_bit():
    tested = LIBRARIES["torch"]()
    boxes = np.random.default_rng(4).normal(0, 50, (101, 4)).astype(np.float32)
    for source, target in itertools.product(SAME_BOX, SAME_BOX):
        found = convert_boxes(tested.array(boxes), source, target, image_size=SIZE)
        assert np.array_equal(tested.numpy(found), convert_boxes(boxes, source, target, image_size=SIZE))


def test_numbers_without_end_are_warned_of():
    boxes = np.array([[np.inf, 0, -np.inf, 1]])
    with pytest.warns(RuntimeWarning, match="invalid value"):
        convert_boxes(boxes, "xyxy", "rel_cxcywh", image_size=SIZE)
