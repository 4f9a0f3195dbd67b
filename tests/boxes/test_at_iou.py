"""`box_at_iou`: the IoU that was asked for, and the geometry behind it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from truebox.boxes import Box, box_at_iou
from truebox.errors import ArgumentError

REFERENCE = Box(50, 50, 150, 150)
DIRECTIONS = ["right", "left", "down", "up", "diagonal"]


@pytest.mark.parametrize("target", [0.001, 0.05, 1 / 3, 0.5, 0.55, 0.75, 0.95, 0.999, 1.0])
def test_the_iou_is_the_one_asked_for(target):
    boxes = [box_at_iou(REFERENCE, target, how) for how in ("grow", "shrink")]
    boxes += [box_at_iou(REFERENCE, target, "shift", direction=direction) for direction in DIRECTIONS]
    for box in boxes:
        assert REFERENCE.iou(box) == pytest.approx(target, abs=1e-12)


@settings(max_examples=200, deadline=None)
@given(
    st.tuples(*[st.floats(-1000, 1000)] * 2),
    st.tuples(*[st.floats(0.5, 2000)] * 2),
    st.floats(0.01, 1),
    st.sampled_from(["grow", "shrink", *DIRECTIONS]),
)
def test_any_box_any_target(corner, size, target, way):
    reference = Box(*corner, corner[0] + size[0], corner[1] + size[1])
    how, direction = (way, "right") if way in {"grow", "shrink"} else ("shift", way)
    box = box_at_iou(reference, target, how, direction=direction)
    # 1000 / 0.5 of rounding in the corners of a box that small.
    assert reference.iou(box) == pytest.approx(target, abs=1e-11)


def test_shapes():
    # Sides doubled, halved, and a quarter side apart: 1/4, 1/4, 75 / 125.
    assert box_at_iou(REFERENCE, 0.25, "grow") == Box(0, 0, 200, 200)
    assert box_at_iou(REFERENCE, 0.25, "shrink") == Box(75, 75, 125, 125)
    assert box_at_iou(REFERENCE, 0.6, direction="right") == Box(75, 50, 175, 150)
    assert box_at_iou(REFERENCE, 0.6, direction="left") == Box(25, 50, 125, 150)
    assert box_at_iou(REFERENCE, 0.6, direction="down") == Box(50, 75, 150, 175)
    assert box_at_iou(REFERENCE, 0.6, direction="up") == Box(50, 25, 150, 125)
    assert box_at_iou(REFERENCE, 1.0) == REFERENCE


def test_what_is_refused():
    for target in (0, -0.5, 1.5, float("nan")):
        with pytest.raises(ArgumentError, match=r"target_iou is .* above 0 and at most 1"):
            box_at_iou(REFERENCE, target)
    with pytest.raises(ArgumentError, match="how is 'stretch'"):
        box_at_iou(REFERENCE, 0.5, "stretch")
    with pytest.raises(ArgumentError, match="direction is 'north'"):
        box_at_iou(REFERENCE, 0.5, direction="north")
    with pytest.raises(ArgumentError, match=r"reference is \(0, 0, 1\); expected a Box or four numbers"):
        box_at_iou((0, 0, 1), 0.5)


def test_four_numbers_are_a_reference():
    assert box_at_iou((0, 0, 100, 100), 0.6) == Box(25, 0, 125, 100)
