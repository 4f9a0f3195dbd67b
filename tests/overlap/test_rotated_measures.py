"""`pairwise_rotated_iou` and `elementwise_rotated_iou`."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from exact_areas import exact_iou
from rotated_samples import corners_of, random_rotated

from truebox import formulas
from truebox.errors import ArgumentError, InputError
from truebox.overlap import (
    elementwise_iou,
    elementwise_rotated_iou,
    elementwise_rotated_iou_3d,
    pairwise_rotated_iou,
    pairwise_rotated_iou_3d,
)

CLOCKWISE = {"unit": "degrees", "direction": "clockwise"}
COUNTERCLOCKWISE = {"unit": "degrees", "direction": "counterclockwise"}


def shapely_iou(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    left, right = shapely.polygons(a)[:, None], shapely.polygons(b)[None]
    shared = shapely.area(shapely.intersection(left, right))
    return shared / (shapely.area(left) + shapely.area(right) - shared)


@pytest.mark.parametrize("direction", ["clockwise", "counterclockwise"])
@pytest.mark.parametrize("seed", range(3))
def test_equals_shapely(direction, seed):
    a, b = random_rotated(150, seed), random_rotated(140, seed + 100)
    found = pairwise_rotated_iou(a, b, unit="degrees", direction=direction)
    expected = shapely_iou(corners_of(a, direction), corners_of(b, direction))
    assert np.abs(found - expected).max() < 1e-12
    assert (expected > 0).mean() > 0.2
    rows = elementwise_rotated_iou(a[:140], b, unit="degrees", direction=direction)
    assert np.abs(rows - np.diag(found)).max() < 1e-15


@pytest.mark.parametrize("threads", [1, 3])
def test_many_rows_are_those_of_the_rows_alone(threads):
    # Rows are shared out in lots of 8,192: none is lost, twice or exchanged at their ends.
    a = random_rotated(8192 * 2 + 5, 7)
    b = a + np.random.default_rng(8).normal(0, 2, a.shape)
    b[:, 2:4] = np.abs(b[:, 2:4])
    found = elementwise_rotated_iou(a, b, threads=threads, **CLOCKWISE)
    for row in (0, 8191, 8192, 8193, 16383, 16384, len(a) - 1):
        alone = elementwise_rotated_iou(a[row : row + 1], b[row : row + 1], **CLOCKWISE)
        assert found[row] == alone[0]
    parts = [
        elementwise_rotated_iou(a[at : at + 1000], b[at : at + 1000], **CLOCKWISE)
        for at in range(0, len(a), 1000)
    ]
    assert found.tolist() == np.concatenate(parts).tolist()


@pytest.mark.parametrize("seed", range(2))
def test_is_exact_for_tiny_huge_nested_and_far_away_boxes(seed):
    chance = np.random.default_rng(seed)
    scale = 10.0 ** chance.integers(-40, 40, (80, 1))
    a = random_rotated(80, seed, 10.0)
    b = a + chance.normal(0, 0.3, a.shape)
    b[::4, 2:4] = a[::4, 2:4] * 1e-3  # nested
    b[1::4, 4] = a[1::4, 4]  # parallel
    b[2::4] = a[2::4] * (1 + 1e-15)  # nearly identical
    b[:, 2:4] = np.abs(b[:, 2:4])
    a[:, :4], b[:, :4] = a[:, :4] * scale, b[:, :4] * scale
    found = elementwise_rotated_iou(a, b, **CLOCKWISE)
    # Seen from one centre: rounding both boxes to corners far from the origin would move them.
    moved_a, moved_b = a.copy(), b.copy()
    moved_a[:, :2], moved_b[:, :2] = 0, b[:, :2] - a[:, :2]
    expected = [exact_iou(p, q) for p, q in zip(corners_of(moved_a), corners_of(moved_b), strict=True)]
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-12)
    assert (found > 0.9).sum() > 10


# Wrong values of other tools, as published in their issue trackers: boxes in their convention, the value they
# gave, and the true one.
PUBLISHED = [
    # facebookresearch/detectron2 issue #1207: gave 0.2655.
    ([160.0, 153.0, 230.0, 23.0, -37.0], [190.0, 127.0, 80.0, 21.0, -46.0], "degrees", 0.0),
    # facebookresearch/detectron2 issue #1207, simplified in its tests.
    ([3, 3, 8, 2, -45.0], [6, 0, 8, 2, -45.0], "degrees", 0.0),
    # facebookresearch/detectron2 issue #2154: gave 0.600224.
    (
        [296.6620178222656, 458.73883056640625, 23.515729904174805, 47.677001953125, 0.08795166015625],
        [296.66201, 458.73882000000003, 23.51573, 47.67702, 0.087951],
        "degrees",
        1.0,
    ),
    # facebookresearch/detectron2 issue #2167: gave 0.5848.
    (
        [2563.744628906250, 1436.790161132812, 2174.703369140625, 214.0950012207031, 115.1183471679688],
        [2563.744628906250, 1436.790283203125, 2174.702880859375, 214.0949554443359, 115.1183547973633],
        "degrees",
        1.0,
    ),
    # open-mmlab/mmcv issue #2621: gave 0.3333 for a box and itself.
    ([0.0, 0.0, 180.6422271729, 136.3633728027, 0.9559648633],) * 2 + ("radians", 1.0),
    # mrlooi/rotated_maskrcnn issue #46: gave 0.3333 for a box and itself.
    ([672.4067, 290.7776, 791.0275, 38.9333, 34.1454],) * 2 + ("degrees", 1.0),
    # open-mmlab/mmcv issue #2952: gave -12128368, and 6.0509 for the second.
    (
        [135.07, 406.72, 7.9445e-7, 1971.1, 1.7708],
        [151.008, 436.2173, 302.0159, 313.7347, 3.1184],
        "radians",
        0.0,
    ),
    (
        [135.07, 406.72, 7.9445e-7, 1.9711e10, 1.7708],
        [151.008, 436.2173, 302.0159, 313.7347, 3.1184],
        "radians",
        0.0,
    ),
]


@pytest.mark.parametrize(("a", "b", "unit", "expected"), PUBLISHED)
def test_published_wrong_values_of_other_tools(a, b, unit, expected):
    direction = "counterclockwise" if unit == "degrees" else "clockwise"  # detectron2, mmcv
    for left, right in ((a, b), (b, a)):
        found = pairwise_rotated_iou([left], [right], unit=unit, direction=direction)[0, 0]
        assert 0 <= found <= 1
        assert found == pytest.approx(expected, abs=2e-6)


def test_a_published_error_that_is_a_question_of_direction():
    # facebookresearch/detectron2 issue #4961: 0.3688 was reported as wrong, because the boxes looked apart.
    # Drawn clockwise they are; in that tool's direction 0.3688 is right.
    a = [[1010.5, 860.00012207, 12.20655537, 48.82622528, 55.00798035]]
    b = [[1022, 870.49993896, 10.81665134, 43.26660919, 56.30992889]]
    assert pairwise_rotated_iou(a, b, **CLOCKWISE).tolist() == [[0.0]]
    found = pairwise_rotated_iou(a, b, **COUNTERCLOCKWISE)
    assert found == pytest.approx(0.3688, abs=5e-5)
    assert found == pytest.approx(
        exact_iou(
            corners_of(np.array(a), "counterclockwise")[0], corners_of(np.array(b), "counterclockwise")[0]
        ),
        abs=1e-12,
    )


def test_values_stay_between_0_and_1_where_others_became_negative():
    # facebookresearch/detectron2 issue #350 (negative values); the boxes are of its test "extreme".
    a, b = (
        [[160.0, 153.0, 230.0, 23.0, -37.0]],
        [[-1.117407639806935e17, 1.3858420478349148e18, 1000.0, 1000.0, 1612.0]],
    )
    assert pairwise_rotated_iou(a, b, **COUNTERCLOCKWISE).tolist() == [[0.0]]
    boxes = random_rotated(60, 5)
    nearly = boxes + np.random.default_rng(6).normal(0, 1e-13, boxes.shape)
    found = pairwise_rotated_iou(boxes, nearly, **COUNTERCLOCKWISE)
    assert found.min() >= 0
    assert found.max() <= 1
    assert np.diag(found).min() > 1 - 1e-10


def test_stretching_the_image_does_not_make_overlap_vanish():
    # roboflow/supervision issue #2278: 0 as soon as the boxes around are not square.
    wide, flat = [[500, 10, 900, 8, 2]], [[510, 12, 880, 9, 1]]
    found = pairwise_rotated_iou(wide, flat, **CLOCKWISE)
    expected = shapely_iou(corners_of(np.array(wide, float)), corners_of(np.array(flat, float)))
    assert found == pytest.approx(expected, abs=1e-12)
    assert found[0, 0] > 0.1


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        # By hand: a square in a square turned by 45 degrees is an octagon, 8 (sqrt(2) - 1) of side 2.
        ([0, 0, 2, 2, 0], [0, 0, 2, 2, 45], 8 * (2**0.5 - 1) / (8 - 8 * (2**0.5 - 1))),
        ([565, 565, 10, 10, 0], [565, 565, 10, 8.3, 0], 0.83),
        ([0, 0, 4, 2, 0], [0, 0, 2, 4, 90], 1.0),
        ([0, 0, 4, 2, 0], [0, 0, 4, 2, 90], 4 / 12),
        ([0, 0, 4, 2, 30], [0, 0, 4, 2, 210], 1.0),
        ([0, 0, 4, 2, 30], [0, 0, 2, 4, 120], 1.0),
        ([0, 0, 2, 2, 0], [2, 0, 2, 2, 0], 0.0),
        ([0, 0, 2, 2, 0], [2, 2, 2, 2, 0], 0.0),
        ([0, 0, 2, 2, 0], [1 + 2**0.5, 0, 2, 2, 45], 0.0),
        ([0, 0, 2, 2, 45], [2**0.5, 2**0.5, 2, 2, 45], 0.0),
        ([0, 0, 10, 10, 0], [0, 0, 1, 1, 33], 0.01),
        ([0, 0, 0, 5, 10], [0, 0, 3, 5, 10], 0.0),
        ([0, 0, 0, 0, 0], [0, 0, 0, 0, 0], 0.0),
        ([1e8, 1e8, 3, 1, 20], [1e8 + 1, 1e8, 3, 1, 20], None),
    ],
)
def test_single_pairs(a, b, expected):
    if expected is None:
        near = np.array([[0, 0, 3, 1, 20], [1, 0, 3, 1, 20]], float)
        expected = exact_iou(*corners_of(near))
    for left, right in ((a, b), (b, a)):
        for turned in (0, 180, 360, -720):
            left_row, right_row = [*left[:4], left[4] + turned], right
            assert elementwise_rotated_iou([left_row], [right_row], **CLOCKWISE) == pytest.approx(
                expected, abs=1e-14
            )


def test_a_box_with_itself_is_exactly_one():
    boxes = random_rotated(500, 9)
    for direction in ("clockwise", "counterclockwise"):
        for unit in ("degrees", "radians"):
            assert set(elementwise_rotated_iou(boxes, boxes, unit=unit, direction=direction)) == {1.0}


def test_without_rotation_it_is_the_iou_of_boxes():
    chance = np.random.default_rng(3)
    a, b = (
        np.column_stack([chance.integers(0, 20, (300, 2)), chance.integers(0, 20, (300, 2))]) for _ in "ab"
    )
    flat = elementwise_iou(a.astype(float), b.astype(float), box_format="cxcywh")
    turned = elementwise_rotated_iou(np.c_[a, np.zeros(300)], np.c_[b, np.zeros(300)], **CLOCKWISE)
    assert turned == pytest.approx(flat, abs=1e-15)


def test_which_way_and_which_unit():
    # A long box that falls to the right on the image covers a spot below and right of its centre.
    bar, spot = [[0, 0, 10, 1, 45]], [[3, 3, 0.5, 0.5, 0]]
    assert pairwise_rotated_iou(bar, spot, **CLOCKWISE)[0, 0] > 0
    assert pairwise_rotated_iou(bar, spot, **COUNTERCLOCKWISE)[0, 0] == 0
    radians = [[0, 0, 10, 1, math.pi / 4]]
    assert pairwise_rotated_iou(radians, spot, unit="radians", direction="clockwise")[0, 0] > 0


def test_opencv_turns_clockwise_by_degrees():
    cv2 = pytest.importorskip("cv2")
    for box in random_rotated(20, 4):
        # opencv-python: the corners of ((cx, cy), (w, h), angle), in single precision.
        corners = cv2.boxPoints(((box[0], box[1]), (box[2], box[3]), box[4]))
        assert exact_iou(corners, corners_of(box[None])[0]) > 0.999


def test_powerboxes_turns_clockwise_by_degrees():
    powerboxes = pytest.importorskip("powerboxes")
    a, b = random_rotated(40, 7), random_rotated(40, 8)
    expected = 1 - powerboxes.rotated_iou_distance(a, b)
    assert pairwise_rotated_iou(a, b, **CLOCKWISE) == pytest.approx(expected, abs=1e-9)


def test_equals_the_formula():
    a, b = random_rotated(90, 1), random_rotated(80, 2)
    a[:, 4], b[:, 4] = np.radians(a[:, 4]), np.radians(b[:, 4])
    found = pairwise_rotated_iou(a, b, unit="radians", direction="clockwise")
    assert found == pytest.approx(formulas.rotated_iou(np, a[:, None], b), abs=1e-13)


def test_symmetric_to_the_last_bit_and_the_same_on_any_number_of_threads():
    boxes = random_rotated(400, 11)
    boxes[::3, 2:] = boxes[0, 2:]
    found = pairwise_rotated_iou(boxes, boxes, threads=1, **CLOCKWISE)
    assert np.array_equal(found, found.T)
    assert np.array_equal(found, pairwise_rotated_iou(boxes, boxes, threads=3, **CLOCKWISE))
    many = np.tile(boxes, (80, 1))
    rows = elementwise_rotated_iou(many, many[::-1], threads=3, **CLOCKWISE)
    assert np.array_equal(rows, elementwise_rotated_iou(many, many[::-1], threads=1, **CLOCKWISE))


@pytest.mark.parametrize("scale", [1e-300, 1e-160, 1e160, 1e300])
def test_extreme_scales(scale):
    boxes = random_rotated(20, 12) * np.array([scale] * 4 + [1])
    expected = pairwise_rotated_iou(random_rotated(20, 12), random_rotated(20, 12), **CLOCKWISE)
    assert pairwise_rotated_iou(boxes, boxes, **CLOCKWISE) == pytest.approx(expected, abs=1e-12)


def test_nothing_and_other_inputs():
    assert pairwise_rotated_iou([], [[0, 0, 1, 1, 0]], **CLOCKWISE).shape == (0, 1)
    assert pairwise_rotated_iou(np.empty((2, 5)) * 0, [], **CLOCKWISE).shape == (2, 0)
    assert elementwise_rotated_iou([], [], **CLOCKWISE).shape == (0,)
    boxes = np.asfortranarray(random_rotated(10, 1).astype(np.float32))
    found = pairwise_rotated_iou(boxes, boxes[::-1], **CLOCKWISE)
    assert found.dtype == np.float64
    assert np.array_equal(found, pairwise_rotated_iou(boxes.tolist(), boxes[::-1].tolist(), **CLOCKWISE))


def test_unit_and_direction_are_required():
    with pytest.raises(TypeError, match="unit"):
        pairwise_rotated_iou([], [], direction="clockwise")
    with pytest.raises(TypeError, match="direction"):
        elementwise_rotated_iou([], [], unit="degrees")


@pytest.mark.parametrize(
    ("a", "b", "options", "error", "words"),
    [
        (
            [[0, 0, 1, 1]],
            [],
            CLOCKWISE,
            ArgumentError,
            r"boxes_a has shape \(1, 4\).*cx, cy, width, height, angle",
        ),
        ([0, 0, 1, 1, 0], [], CLOCKWISE, ArgumentError, "write"),
        (
            [[0, 0, 1, 1, 0]],
            [[0, 0, math.nan, 1, 0]],
            CLOCKWISE,
            InputError,
            r"E-190 boxes_b\[0\]: width is nan",
        ),
        (
            [[0, 0, 1, 1, 0], [0, 0, 1, -2, 0]],
            [],
            CLOCKWISE,
            InputError,
            r"E-192 boxes_a\[1\]: height -2 .*1 of 2",
        ),
        ([], [], {"unit": "turns", "direction": "clockwise"}, ArgumentError, "unit is 'turns'"),
        ([], [], {"unit": "radian", "direction": "clockwise"}, ArgumentError, "Did you mean 'radians'"),
        ([], [], {"unit": "degrees", "direction": "clockwize"}, ArgumentError, "Did you mean 'clockwise'"),
        ([], [], {"unit": "degrees", "direction": "left"}, ArgumentError, "direction is 'left'"),
        ([], [], {**CLOCKWISE, "threads": 0}, ArgumentError, "threads"),
    ],
)
def test_what_is_refused(a, b, options, error, words):
    with pytest.raises(error, match=words):
        pairwise_rotated_iou(a, b, **options)


def test_lengths_must_agree():
    with pytest.raises(ArgumentError, match="boxes_a has 1 boxes and boxes_b has 0"):
        elementwise_rotated_iou([[0, 0, 1, 1, 0]], [], **CLOCKWISE)


@pytest.mark.parametrize("upright", [False, True])
def test_one_pair_is_as_among_many(upright):
    chance = np.random.default_rng(21)
    pairwise, elementwise = pairwise_rotated_iou, elementwise_rotated_iou
    middles, sizes = chance.uniform(0, 20, (2, 30, 2)), chance.uniform(0, 15, (2, 30, 2))
    quarters = chance.integers(-9, 9, (2, 15, 1)) * 45.0
    angles = np.concatenate((chance.uniform(-400, 400, (2, 15, 1)), quarters), axis=1)
    columns = [middles, sizes, angles]
    if upright:
        pairwise, elementwise = pairwise_rotated_iou_3d, elementwise_rotated_iou_3d
        columns = [middles, middles[..., :1], sizes, sizes[..., :1], angles]
    a, b = np.concatenate(columns, axis=-1)
    options = {"unit": "degrees", "direction": "clockwise"}
    every = pairwise(a, b, **options)
    assert (every > 0).any()
    for i in range(30):
        for j in range(30):
            assert pairwise(a[i : i + 1], b[j : j + 1], **options)[0, 0] == every[i, j]
    diagonal = [elementwise(a[i : i + 1], b[i : i + 1], **options)[0] for i in range(30)]
    assert np.array_equal(diagonal, elementwise(a, b, **options))
