"""`iou` of two single boxes, with the numbers everybody knows.

Each expected value is checked twice: as printed in the text it comes from, and against exact fractions.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from truebox.boxes import Box, BoxFormat
from truebox.errors import ArgumentError, InputError
from truebox.overlap import iou


def exact_iou(a, b, pixel=0):
    """IoU of corner boxes in exact arithmetic."""
    width = max(0, min(a[2], b[2]) - max(a[0], b[0]) + pixel)
    height = max(0, min(a[3], b[3]) - max(a[1], b[1]) + pixel)
    areas = [(box[2] - box[0] + pixel) * (box[3] - box[1] + pixel) for box in (a, b)]
    shared = Fraction(width * height)
    return shared / (sum(areas) - shared)


# A. Rosebrock, "Intersection over Union (IoU) for object detection", pyimagesearch.com, 7 November 2016: five
# pairs of truth and prediction with the values its program prints (four decimals, inclusive pixels).
PYIMAGESEARCH = [
    ((39, 63, 203, 112), (54, 66, 198, 114), 0.7980),
    ((49, 75, 203, 125), (42, 78, 186, 126), 0.7899),
    ((31, 69, 201, 125), (18, 63, 235, 135), 0.6125),
    ((50, 72, 197, 121), (54, 72, 198, 120), 0.9472),
    ((35, 51, 196, 110), (36, 60, 180, 108), 0.7310),
]


@pytest.mark.parametrize(("truth", "prediction", "printed"), PYIMAGESEARCH)
def test_pyimagesearch_tutorial(truth, prediction, printed):
    value = iou(truth, prediction, pixels="inclusive")
    assert round(value, 4) == printed
    assert value == float(exact_iou(truth, prediction, pixel=1))


@pytest.mark.parametrize(
    ("a", "b", "exact"),
    [
        # 7 x 7 at (3, 3) and 6 x 6 at (7, 7) share 3 x 3: 9 / (49 + 36 - 9), which texts print as .1184.
        ((3, 3, 7, 7), (7, 7, 6, 6), Fraction(9, 76)),
        ((3, 4, 10, 10), (3, 4, 10, 10), Fraction(1)),
        ((2, 2, 6, 6), (10, 10, 5, 5), Fraction(0)),
    ],
)
def test_tutorial_boxes_with_sizes(a, b, exact):
    assert iou(a, b, box_format="xywh") == float(exact)


@pytest.mark.parametrize(
    ("other", "exact"),
    [
        ((51, 51, 151, 151), Fraction(99 * 99, 2 * 10000 - 99 * 99)),  # .9609765663300324
        ((100, 100, 200, 200), Fraction(1, 7)),
        ((150, 50, 250, 150), Fraction(0)),  # touching at an edge
        ((150, 150, 250, 250), Fraction(0)),  # touching at a corner
        ((75, 75, 125, 125), Fraction(1, 4)),  # inside
    ],
)
def test_a_hundred_pixel_square(other, exact):
    square = (50, 50, 150, 150)
    assert iou(square, other) == iou(other, square) == float(exact)


@pytest.mark.parametrize(
    "kind", [tuple, list, np.array, lambda box: np.array(box, "f4"), lambda box: Box(*box)]
)
def test_every_kind_of_box(kind):
    assert iou(kind((50, 50, 150, 150)), kind((100, 100, 200, 200))) == 1 / 7
    assert type(iou(kind((50, 50, 150, 150)), (100.0, 100, 200, 200))) is float


@pytest.mark.parametrize(
    ("box_format", "a", "b"),
    [
        ("xyxy", (0, 0, 4, 4), (2, 2, 6, 6)),
        ("yxyx", (0, 0, 4, 4), (2, 2, 6, 6)),
        ("xywh", (0, 0, 4, 4), (2, 2, 4, 4)),
        ("cxcywh", (2, 2, 4, 4), (4, 4, 4, 4)),
    ],
)
@pytest.mark.parametrize("prefix", ["", "rel_"])
def test_every_format(prefix, box_format, a, b):
    scale = 8 if prefix else 1
    a, b = ([value / scale for value in box] for box in (a, b))
    assert iou(a, b, box_format=prefix + box_format) == 4 / 28
    assert iou(a, b, box_format=BoxFormat(prefix + box_format)) == 4 / 28


def test_sizes_count_pixels_either_way():
    a, b = (3, 3, 7, 7), (7, 7, 6, 6)
    assert iou(a, b, box_format="xywh", pixels="inclusive") == iou(a, b, box_format="xywh")
    # The same boxes by their first and last pixel.
    assert iou((3, 3, 9, 9), (7, 7, 12, 12), pixels="inclusive") == 9 / 76


def test_boxes_without_area_have_none():
    assert iou((5, 5, 5, 9), (5, 5, 5, 9)) == 0.0
    assert iou((5, 5, 5, 5), (0, 0, 10, 10)) == 0.0
    assert iou((5, 5, 5, 5), (5, 5, 5, 5), pixels="inclusive") == 1.0  # one pixel


def test_sizes_below_the_spacing_of_their_corner_never_leave_the_unit_interval():
    # 1e16 + 1 rounds to 1e16: the corners know nothing of the width.
    for size in (1.0, 3.0):
        assert 0.0 <= iou((1e16, 1e16, size, size), (1e16, 1e16, size, size), box_format="xywh") <= 1.0


def test_coordinates_whose_area_overflows():
    assert iou((0, 0, 1e300, 1e300), (0, 0, 1e300, 5e299)) == 0.5
    assert iou((-1.5e308, -1, 1.5e308, 1), (-1.5e308, -1, 1.5e308, 1)) == 1.0


def test_whole_numbers_beyond_float64():
    assert iou((0, 0, 10**20, 10**20), (0, 0, 10**20, 10**20)) == 1.0
    with pytest.raises(ArgumentError, match="box_a has dtype object"):
        iou((0, 0, 10**400, 1), (0, 0, 1, 1))


@pytest.mark.parametrize(
    ("box", "message"),
    [
        ((1, 2, 3), r"box_b has shape \(3,\); expected \[..., 4\], four numbers a box"),
        (
            [[1, 2, 3, 4]] * 2,
            r"box_b has shape \(2, 4\); expected four numbers \(x_min, y_min, x_max, y_max\)",
        ),
        ("1234", "box_b has dtype <U4"),
        (None, "box_b has dtype object"),
        ((True, False, True, True), "box_b has dtype bool"),
    ],
)
def test_what_is_no_box(box, message):
    with pytest.raises(ArgumentError, match=message):
        iou((0, 0, 1, 1), box)


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_numbers_that_are_not_finite(value):
    with pytest.raises(InputError, match=r"E-190 box_b: y_max is (nan|inf)"):
        iou((0, 0, 1, 1), (0, 0, 1, value))


def test_reversed_boxes():
    with pytest.raises(InputError, match=r"E-191 box_a: x_max 30 < x_min 40.*box_format='xywh'"):
        iou((40, 20, 30, 30), (0, 0, 1, 1))
    with pytest.raises(InputError, match=r"E-192 .*width -1 is negative"):
        iou((0, 0, 1, 1), (0, 0, -1, 1), box_format="xywh")


def test_options_by_name():
    with pytest.raises(ArgumentError, match="box_format is 'ltrb'"):
        iou((0, 0, 1, 1), (0, 0, 1, 1), box_format="ltrb")
    with pytest.raises(ArgumentError, match="pixels is 'whole'"):
        iou((0, 0, 1, 1), (0, 0, 1, 1), pixels="whole")
    with pytest.raises(ArgumentError, match="does not go with"):
        iou((0, 0, 1, 1), (0, 0, 1, 1), pixels="inclusive", box_format="rel_xyxy")
    with pytest.raises(ArgumentError, match="Box objects"):
        iou(Box(0, 0, 1, 1), (0, 0, 1, 1), box_format="xywh")
