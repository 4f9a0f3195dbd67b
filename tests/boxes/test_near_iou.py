from __future__ import annotations

import pytest

from truebox.boxes import Box, box_near_iou
from truebox.errors import ArgumentError

REFERENCE = Box(50, 50, 150, 150)


# The known boxes of teaching material; their IoUs by hand are
# 100**2 / 138**2, 69 / 131, 72**2 / 100**2, 100**2 / 102**2, 99 / 101, 98**2 / 100**2.
@pytest.mark.parametrize(
    ("target", "how", "corners", "iou"),
    [
        (0.5, "grow", (31, 31, 169, 169), 10000 / 19044),
        (0.5, "shift", (81, 50, 181, 150), 69 / 131),
        (0.5, "shrink", (64, 64, 136, 136), 5184 / 10000),
        (0.95, "grow", (49, 49, 151, 151), 10000 / 10404),
        (0.95, "shift", (51, 50, 151, 150), 99 / 101),
        (0.95, "shrink", (51, 51, 149, 149), 9604 / 10000),
    ],
)
@pytest.mark.parametrize("margin", [None, 0.0302, 0.0384])
def test_the_known_boxes(target, how, corners, iou, margin):
    options = {} if margin is None else {"margin": margin}
    box = box_near_iou(REFERENCE, target, how, **options)
    assert box.as_tuple() == corners
    assert REFERENCE.iou(box) == pytest.approx(iou, rel=1e-15)


@pytest.mark.parametrize(
    ("direction", "corners"),
    [("left", (19, 50, 119, 150)), ("up", (50, 19, 150, 119)), ("down", (50, 81, 150, 181))],
)
def test_directions(direction, corners):
    assert box_near_iou(REFERENCE, 0.5, "shift", direction=direction).as_tuple() == corners


def test_diagonal_steps_go_right_and_down():
    box = box_near_iou(REFERENCE, 0.5, "shift", direction="diagonal")
    assert box.x_min - 50 == box.y_min - 50 > 0


def test_a_target_within_the_margin_of_one_needs_no_step():
    assert box_near_iou(REFERENCE, 1.0, "grow") == REFERENCE


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"target_iou": 0}, "target_iou is 0"),
        ({"how": "turn"}, "how is 'turn'"),
        ({"direction": "north"}, "direction is 'north'"),
        ({"step": 0.0}, "step is 0.0"),
        ({"step": float("nan")}, "step is nan"),
        ({"margin": -1}, "margin is -1"),
        ({"reference": (0, 0, 1)}, "expected a Box or four numbers"),
    ],
)
def test_options_are_checked(options, said):
    with pytest.raises(ArgumentError, match=said):
        box_near_iou(**{"reference": REFERENCE, "target_iou": 0.5, **options})


def test_a_box_does_not_vanish_unnoticed():
    with pytest.raises(ArgumentError, match="vanishes"):
        box_near_iou(Box(0, 0, 2, 2), 0.5, "shrink")
