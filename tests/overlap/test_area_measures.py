"""IoU, IoA and IoS: values against the formula, dtypes, shapes, memory, errors."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from measure_checks import check_measure, check_two_squares
from overlap_samples import random_boxes

from truebox import formulas
from truebox.boxes import Box, BoxFormat, convert_boxes
from truebox.errors import ArgumentError, InputError
from truebox.overlap import elementwise_ioa, elementwise_iou, ioa, iou, pairwise_ioa, pairwise_iou

SHAPES = [(1, 1), (1, 7), (7, 1), (3, 15), (5, 16), (4, 17), (130, 5), (129, 64), (33, 65), (20, 600)]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("pixels", ["continuous", "inclusive"])
@pytest.mark.parametrize("shape", SHAPES)
def test_pairwise_equals_the_formula_bit_by_bit(shape, pixels, dtype):
    a, b = random_boxes(shape[0], 1, dtype), random_boxes(shape[1], 2, dtype)
    expected = formulas.iou(np, a[:, None], b, 1 if pixels == "inclusive" else 0)
    result = pairwise_iou(a, b, pixels=pixels)
    assert result.dtype == dtype
    assert np.array_equal(result, expected)
    assert (result > 0).any() or min(shape) < 4


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("count", [1, 255, 256, 257, 1000])
def test_elementwise_equals_the_formula_bit_by_bit(count, dtype):
    a, b = random_boxes(count, 1, dtype), random_boxes(count, 2, dtype)
    for pixels, pixel in (("continuous", 0), ("inclusive", 1)):
        assert np.array_equal(elementwise_iou(a, b, pixels=pixels), formulas.iou(np, a, b, pixel))


def test_large_answers_by_streams_and_threads_are_the_same_bits():
    # 2,100 x 2,301 float32 is above both the streaming size (16 MiB) and the pairs that wake a second thread;
    # 2,301 columns put every row at another place in its cache line.
    a, b = random_boxes(2100, 3, np.float32), random_boxes(2301, 4, np.float32)
    expected = np.concatenate([pairwise_iou(a[k : k + 100], b) for k in range(0, 2100, 100)])
    for threads in (None, 1, 2, 5):
        assert np.array_equal(pairwise_iou(a, b, threads=threads), expected)
    out = np.full((2100, 2301), -1, np.float32)
    assert pairwise_iou(a, b, out=out) is out
    assert np.array_equal(out, expected)


def test_elementwise_threads_are_the_same_bits():
    a, b = random_boxes(1000, 5, np.float32), random_boxes(1000, 6, np.float32)
    expected = np.tile(elementwise_iou(a, b), 2100)
    many_a, many_b = np.tile(a, (2100, 1)), np.tile(b, (2100, 1))
    for threads in (1, 2, 3):
        assert np.array_equal(elementwise_iou(many_a, many_b, threads=threads), expected)


def test_numbers_of_a_batch_example():
    # Worked by hand: 400 / 1600; 600 of 6600 + 3400 - ... in exact fractions; nothing shared.
    a = [[10, 10, 50, 50], [40, 270, 100, 380], [450, 300, 500, 500]]
    b = [[20, 20, 40, 40], [30, 280, 200, 300], [400, 200, 450, 250]]
    shared = (100 - 40) * (300 - 280)
    expected = [float(Fraction(1, 4)), float(Fraction(shared, 60 * 110 + 170 * 20 - shared)), 0.0]
    assert elementwise_iou(a, b).tolist() == expected
    assert round(expected[1], 8) == 0.13636364
    assert np.diagonal(pairwise_iou(a, b)).tolist() == expected


@pytest.mark.parametrize("box_format", list(BoxFormat))
def test_every_format(box_format):
    # Whole numbers up to 256 in a 256 x 256 image: every conversion is exact.
    corners_a = np.floor(np.abs(random_boxes(20, 7))) % 128
    corners_b = np.floor(np.abs(random_boxes(30, 8))) % 128
    for corners in (corners_a, corners_b):
        corners[:, 2:] += corners[:, :2]
    a, b = (
        convert_boxes(corners, "xyxy", box_format, image_size=(256, 256))
        for corners in (corners_a, corners_b)
    )
    assert np.array_equal(pairwise_iou(a, b, box_format=box_format), pairwise_iou(corners_a, corners_b))
    assert np.array_equal(
        elementwise_iou(a, b[:20], box_format=box_format), elementwise_iou(corners_a, corners_b[:20])
    )


def test_image_size_is_checked_and_changes_nothing():
    a, b = [[0.1, 0.1, 0.5, 0.5]], [[0.2, 0.2, 0.6, 0.6]]
    plain = pairwise_iou(a, b, box_format="rel_xyxy")
    assert np.array_equal(pairwise_iou(a, b, box_format="rel_xyxy", image_size=(640, 480)), plain)
    assert np.array_equal(elementwise_iou(a, b, box_format="rel_xyxy", image_size=(640, 480)), plain[0])
    with pytest.raises(ArgumentError, match="image_size is"):
        pairwise_iou(a, b, box_format="rel_xyxy", image_size=(640, 0))
    with pytest.raises(ArgumentError, match="image_size goes with the rel_ formats"):
        pairwise_iou(a, b, image_size=(640, 480))


@pytest.mark.parametrize(
    ("dtype_a", "dtype_b", "wanted"),
    [
        ("f4", "f4", "f4"),
        ("f8", "f8", "f8"),
        ("f4", "f8", "f8"),
        ("i4", "i4", "f8"),
        ("f4", "i2", "f8"),
        ("u1", "u1", "f8"),
        ("f2", "f2", "f4"),
        (">f4", ">f4", "f4"),
        (">f8", "f8", "f8"),
    ],
)
def test_dtypes(dtype_a, dtype_b, wanted):
    a, b = np.array([[0, 0, 100, 200]], dtype_a), np.array([[0, 100, 100, 250]], dtype_b)
    for result in (pairwise_iou(a, b)[0], elementwise_iou(a, b)):
        assert result.dtype == np.dtype(wanted)
        assert result[0] == np.dtype(wanted).type(100 / 250)


def test_memory_order_and_strides_do_not_matter():
    a, b = random_boxes(40, 9), random_boxes(50, 10)
    expected = pairwise_iou(a, b)
    wide = np.zeros((40, 9))
    wide[:, 1::2] = a
    backwards = a[::-1].copy()[::-1]
    unaligned = np.frombuffer(b"x" + a.tobytes(), np.uint8)[1:].view(np.float64).reshape(40, 4)
    frozen = a.copy()
    frozen.flags.writeable = False
    for variant in (np.asfortranarray(a), wide[:, 1::2], backwards, unaligned, frozen, a.tolist(), tuple(a)):
        assert np.array_equal(pairwise_iou(variant, b), expected)
        assert np.array_equal(pairwise_iou(b, variant), expected.T)
        assert np.array_equal(elementwise_iou(variant, b[:40]), np.diagonal(expected))


def test_lists_of_boxes():
    a, b = [Box(0, 0, 4, 4), Box(2, 2, 6, 6)], [Box(0, 0, 4, 4)]
    assert pairwise_iou(a, b).tolist() == [[1.0], [4 / 28]]
    with pytest.raises(ArgumentError, match="boxes_a holds Box objects"):
        pairwise_iou(a, b, box_format="cxcywh")


@pytest.mark.parametrize("empty", [[], np.empty((0, 4)), np.empty((0, 4), np.int32)])
def test_nothing(empty):
    assert pairwise_iou(empty, [[0, 0, 1, 1]] * 3).shape == (0, 3)
    assert pairwise_iou([[0, 0, 1, 1]] * 3, empty).shape == (3, 0)
    assert pairwise_iou(empty, empty).shape == (0, 0)
    assert elementwise_iou(empty, empty).shape == (0,)
    # A bad box is refused even where there is nothing to compare it with.
    with pytest.raises(InputError, match=r"boxes_b\[0\]"):
        pairwise_iou(empty, [[0, 0, np.nan, 1]])


def test_empty_float32_stays_float32():
    assert pairwise_iou(np.empty((0, 4), np.float32), np.zeros((2, 4), np.float32)).dtype == np.float32


def test_boxes_without_area_are_zero_not_nan():
    flat = np.array([[5, 5, 5, 9], [5, 5, 5, 5], [0, 0, 10, 10]], float)
    assert pairwise_iou(flat, flat).tolist() == [[0, 0, 0], [0, 0, 0], [0, 0, 1]]
    assert elementwise_iou(flat, flat).tolist() == [0, 0, 1]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_coordinates_whose_area_overflows(dtype):
    big = np.finfo(dtype).max / 4
    boxes = np.array([[0, 0, big, big], [-big, -big, big, big], [0, 0, 1, 1]], dtype)
    expected = np.array([[1, 0.25, 0], [0.25, 1, 0], [0, 0, 1]], dtype)
    assert np.allclose(pairwise_iou(boxes, boxes), expected, rtol=0, atol=1e-30)
    assert np.array_equal(elementwise_iou(boxes, boxes), np.ones(3, dtype))
    assert pairwise_iou(boxes[:2], boxes[:2], pixels="inclusive").tolist() == [[1, 0.25], [0.25, 1]]


def test_huge_boxes_keep_small_ones_exact():
    # One huge box sends a float32 call through float64; the other pairs must not notice.
    a, b = random_boxes(20, 11, np.float32), random_boxes(20, 12, np.float32)
    huge = np.array([[-1e30, -1e30, 1e30, 1e30]], np.float32)
    with_huge = pairwise_iou(np.concatenate([a, huge]), b)
    in_float64 = pairwise_iou(a.astype(np.float64), b.astype(np.float64)).astype(np.float32)
    assert np.array_equal(with_huge[:20], in_float64)


@pytest.mark.parametrize("measure", [pairwise_iou, elementwise_iou])
@pytest.mark.parametrize("side", ["boxes_a", "boxes_b"])
@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ([np.nan, 0, 1, 1], r"E-190 {side}\[17\]: x_min is nan"),
        ([0, 0, 1, -np.inf], r"E-190 {side}\[17\]: y_max is -inf"),
        ([40, 0, 30, 20], r"E-191 {side}\[17\]: x_max 30 < x_min 40, in 1 of 20 boxes.*box_format='xywh'"),
    ],
)
def test_a_bad_box_is_named_by_argument_and_row(measure, side, bad, message):
    boxes = {name: np.tile([0.0, 0.0, 10.0, 10.0], (20, 1)) for name in ("boxes_a", "boxes_b")}
    boxes[side][17] = bad
    with pytest.raises(InputError, match=message.format(side=side)) as caught:
        measure(boxes["boxes_a"], boxes["boxes_b"])
    assert caught.value.row == 17


def test_negative_sizes_in_size_formats():
    for box_format in ("xywh", "cxcywh", "rel_xywh"):
        with pytest.raises(InputError, match=r"E-192 boxes_b\[1\]: height -1 is negative"):
            pairwise_iou([[0, 0, 1, 1]], [[0, 0, 1, 1], [0, 0, 1, -1]], box_format=box_format)


@pytest.mark.parametrize("measure", [pairwise_iou, elementwise_iou])
@pytest.mark.parametrize(
    ("boxes", "message"),
    [
        (np.zeros(3), r"boxes_a has shape \(3,\); expected \[..., 4\]"),
        (np.zeros((2, 2, 5)), r"boxes_a has shape \(2, 2, 5\); expected batches \[..., N, 4\]"),
        (np.zeros((2, 5)), r"boxes_a has shape \(2, 5\)"),
        (np.zeros((4, 0)), r"boxes_a has shape \(4, 0\)"),
        ([["a"] * 4], "expected real numbers"),
    ],
)
def test_shapes_by_name(measure, boxes, message):
    with pytest.raises(ArgumentError, match=message):
        measure(boxes, [[0, 0, 1, 1]] * 2)


def test_elementwise_needs_as_many_of_either():
    with pytest.raises(ArgumentError, match="boxes_a has 2 boxes and boxes_b has 3"):
        elementwise_iou([[0, 0, 1, 1]] * 2, [[0, 0, 1, 1]] * 3)


def test_single_pairwise_and_elementwise_agree():
    a, b = random_boxes(12, 13), random_boxes(12, 14)
    pairs = [iou(one, other) for one, other in zip(a.tolist(), b.tolist(), strict=True)]
    assert pairs == elementwise_iou(a, b).tolist() == np.diagonal(pairwise_iou(a, b)).tolist()


def test_the_first_area_divides():
    detection, crowd = [[0, 0, 10, 10]], [[5, 0, 105, 10]]
    assert pairwise_ioa(detection, crowd).tolist() == [[50 / 100]]
    assert pairwise_ioa(crowd, detection).tolist() == [[50 / 1000]]
    assert elementwise_ioa(detection, crowd).tolist() == [0.5]
    assert ioa(detection[0], crowd[0]) == 0.5
    assert ioa(crowd[0], detection[0]) == 50 / 1000


def test_inclusive_pixels_of_a_share():
    # 2 x 2 pixels, of which one column of 2 lies in the second box.
    assert pairwise_ioa([[0, 0, 1, 1]], [[1, 0, 9, 9]], pixels="inclusive").tolist() == [[0.5]]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("pixels", ["continuous", "inclusive"])
@pytest.mark.parametrize("shape", [(1, 1), (40, 5), (40, 16), (40, 77)])
def test_ioa_equals_the_formula_bit_by_bit(shape, pixels, dtype):
    a, b = random_boxes(shape[0], 1, dtype), random_boxes(shape[1], 2, dtype)
    pixel = 1 if pixels == "inclusive" else 0
    assert np.array_equal(pairwise_ioa(a, b, pixels=pixels), formulas.ioa(np, a[:, None], b, pixel))
    count = min(shape)
    expected = formulas.ioa(np, a[:count], b[:count], pixel)
    assert np.array_equal(elementwise_ioa(a[:count], b[:count], pixels=pixels), expected)


def test_a_box_without_area_has_no_share():
    assert pairwise_ioa([[5, 5, 5, 9]], [[0, 0, 10, 10]]).tolist() == [[0.0]]


def test_shares_of_relative_boxes_with_an_image_size():
    a, b = [[0.0, 0.0, 0.5, 0.5]], [[0.25, 0.0, 1.0, 1.0]]
    for options in ({}, {"image_size": (640, 480)}):
        assert pairwise_ioa(a, b, box_format="rel_xyxy", **options).tolist() == [[0.5]]
        assert elementwise_ioa(a, b, box_format="rel_xyxy", **options).tolist() == [0.5]


def test_no_shares():
    assert pairwise_ioa([], [[0, 0, 1, 1]]).shape == (0, 1)
    assert elementwise_ioa([], []).shape == (0,)


# (0, 0, 4, 4) and (2, 2, 6, 6) share 4 of 28; either has 16.
@pytest.mark.parametrize(("name", "value"), {"iou": 4 / 28, "ioa": 4 / 16, "ios": 4 / 16}.items())
def test_two_squares_by_hand(name, value):
    check_measure(name)
    check_two_squares(name, value)


def test_one_box_object_is_a_row():
    assert pairwise_iou(Box(0, 0, 4, 4), [Box(0, 0, 4, 4), (0, 0, 4, 2)]).tolist() == [[1, 0.5]]


@pytest.mark.parametrize("nothing", [[], [[]], np.zeros(0), np.zeros((0, 0)), np.zeros((0, 4))])
def test_nothing_in_any_shape_is_no_boxes(nothing):
    assert pairwise_iou(nothing, [[0, 0, 1, 1]]).shape == (0, 1)
    assert elementwise_iou(nothing, nothing).shape == (0,)
    torch = pytest.importorskip("torch")
    tensor = torch.tensor(np.asarray(nothing))
    assert pairwise_iou(tensor, torch.ones((3, 4))).shape == (0, 3)
    assert elementwise_iou(nothing, tensor).shape == (0,)
