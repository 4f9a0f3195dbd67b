"""One box written in many ways; all numbers are by hand, and the outline never moves."""

from __future__ import annotations

import math

import numpy as np
import pytest
from measure_cases import LIBRARIES

from truebox.boxes import convert_rotated_boxes, normalize_angles
from truebox.errors import ArgumentError
from truebox.overlap import elementwise_rotated_iou


@pytest.fixture(params=LIBRARIES)
def tested(request):
    return LIBRARIES[request.param]()


def test_another_unit_and_direction(tested):
    boxes = tested.array(np.array([[9.0, 8, 4, 2, 90]]))
    found = convert_rotated_boxes(
        boxes, unit="degrees", direction="counterclockwise", to_unit="radians", to_direction="x_to_y"
    )
    assert type(found) is type(boxes)
    assert tested.numpy(found)[0] == pytest.approx([9, 8, 4, 2, -math.pi / 2], abs=1e-15)
    back = convert_rotated_boxes(
        found, unit="radians", direction="clockwise", to_unit="degrees", to_direction="y_to_x"
    )
    assert tested.numpy(back)[0] == pytest.approx([9, 8, 4, 2, 90], abs=1e-13)


@pytest.mark.parametrize(
    ("within", "box", "wanted"),
    [
        ("full", (4, 2, 180), (4, 2, -180)),
        ("full", (2, 4, -190), (2, 4, 170)),
        ("full", (2, 4, 725), (2, 4, 5)),
        ("half", (4, 2, 90), (4, 2, -90)),
        ("half", (2, 4, 0), (4, 2, -90)),
        ("half", (2, 4, -30), (4, 2, 60)),
        ("half", (3, 3, 100), (3, 3, -80)),
        ("quarter", (4, 2, 90), (2, 4, 0)),
        ("quarter", (4, 2, -30), (2, 4, 60)),
        ("quarter", (4, 2, 200), (4, 2, 20)),
        ("quarter", (4, 2, 300), (2, 4, 30)),
    ],
)
def test_ranges(tested, within, box, wanted):
    found = normalize_angles(tested.array(np.array([[7.0, 5, *box]])), unit="degrees", within=within)
    assert tested.numpy(found).tolist() == [[7, 5, *wanted]]


@pytest.mark.parametrize("within", ["full", "half", "quarter"])
def test_the_outline_stays(within):
    chance = np.random.default_rng(1)
    boxes = np.column_stack([chance.uniform(5, 50, (200, 4)), chance.uniform(-30, 30, 200)])
    found = normalize_angles(boxes, unit="radians", within=within)
    same = elementwise_rotated_iou(boxes, found, unit="radians", direction="clockwise")
    assert same.min() > 1 - 1e-12
    low, high = {"full": (-1, 1), "half": (-0.5, 0.5), "quarter": (0, 0.5)}[within]
    assert (found[:, 4] >= low * math.pi).all()
    assert (found[:, 4] < high * math.pi).all()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("unit", ["degrees", "radians"])
@pytest.mark.parametrize(
    ("within", "low", "high"), [("full", -180, 180), ("half", -90, 90), ("quarter", 0, 90)]
)
def test_next_to_the_ends_of_a_range(within, low, high, unit, dtype):
    """Where adding a turn rounds to the upper end, it is the lower end, with sides that fit it."""
    one, few = (1, 1e-5) if unit == "degrees" else (math.pi / 180, 1e-6)
    ends = np.arange(-8, 9) * 90 * one
    angles = [
        end + off for end in ends for off in (0, 1e-300, -1e-300, -1e-17, -1e-15, -3e-14, 1e-14, -few, few)
    ]
    angles += [np.nextafter(end, side) for end in ends for side in (-np.inf, np.inf)]
    boxes = np.array([[9, 9, *sides, angle] for angle in angles for sides in ((4, 2), (2, 4), (3, 3))], dtype)
    found = normalize_angles(boxes, unit=unit, within=within)
    assert (found[:, 4] >= dtype(low * one)).all()
    assert (found[:, 4] < dtype(high * one)).all()
    same = elementwise_rotated_iou(boxes, found, unit=unit, direction="clockwise")
    assert same.min() > 1 - (1e-12 if dtype == np.float64 else 1e-5)


def test_gradients_stay():
    torch = pytest.importorskip("torch")
    boxes = torch.tensor([[0.0, 0, 2, 4, 100]], requires_grad=True)
    normalize_angles(boxes, unit="degrees")[0, 2:].sum().backward()
    assert boxes.grad.tolist() == [[0, 0, 1, 1, 1]]


def test_other_words():
    with pytest.raises(ArgumentError, match="within is 'le90'"):
        normalize_angles([[0, 0, 1, 1, 0]], unit="degrees", within="le90")
    with pytest.raises(ArgumentError, match="direction is 'x-to-y'"):
        convert_rotated_boxes(
            [], unit="degrees", direction="x-to-y", to_unit="degrees", to_direction="clockwise"
        )


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("within", ["full", "half", "quarter"])
def test_arrays_in_any_order_are_the_same_boxes(within, dtype):
    chance = np.random.default_rng(13)
    angles = np.concatenate((chance.uniform(-900, 900, 50), chance.integers(-20, 20, 50) * 45.0))
    boxes = np.column_stack((chance.uniform(0, 9, (100, 4)), angles)).astype(dtype)
    found = normalize_angles(boxes, unit="degrees", within=within)
    low, turn = {"full": (-180, 360), "half": (-90, 180), "quarter": (0, 90)}[within]
    assert ((found[:, 4] >= low) & (found[:, 4] < low + turn)).all()
    for given in (np.asfortranarray(boxes), boxes.reshape(4, 25, 5), list(boxes)):
        again = normalize_angles(given, unit="degrees", within=within)
        assert np.array_equal(again.reshape(-1, 5), found)
    turned = convert_rotated_boxes(
        boxes, unit="degrees", direction="clockwise", to_unit="radians", to_direction="y_to_x"
    )
    assert np.array_equal(turned[:, :4], boxes[:, :4])
    assert np.array_equal(turned[:, 4], boxes[:, 4] * dtype(-math.pi / 180))
