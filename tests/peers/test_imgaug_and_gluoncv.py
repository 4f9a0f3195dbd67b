"""imgaug, master at 0101108, ``test/augmentables/test_bbs.py``, and gluon-cv, master at 5677756, as facts."""

from __future__ import annotations

import pytest

from truebox.boxes import box_area, clip_boxes, convert_boxes
from truebox.errors import InputError
from truebox.overlap import iou


@pytest.mark.parametrize(
    ("a", "b", "published"),
    [
        ((20, 10, 40, 30), (20, 10, 40, 30), 1),
        ((20, 10, 40, 30), (41, 10, 61, 30), 0),
        ((10, 10, 20, 20), (15, 15, 25, 25), 25 / 175),
    ],
)
def test_imgaug_iou(a, b, published):
    assert iou(a, b) == pytest.approx(published, abs=1e-15)


def test_imgaug_areas():
    boxes = [[20, 10, 40, 30], [20.2, 10.1, 40.4, 30.3]]
    assert box_area(boxes) == pytest.approx([400, (30.3 - 10.1) * (40.4 - 20.2)])


@pytest.mark.parametrize(
    ("box", "outside"),
    [((20.2, 10.1, 40.4, 30.3), 0), ((-20, 10, 40, 30), 400), ((-20, 10, -10, 30), 200)],
)
def test_imgaug_area_outside_a_picture_of_200_by_100(box, outside):
    inside = clip_boxes([box], (200, 100))
    assert box_area([box])[0] - box_area(inside)[0] == pytest.approx(outside)


def test_imgaug_corners_in_the_wrong_order_are_refused():
    """They are put in order there, silently."""
    with pytest.raises(InputError):
        iou((40, 10, 20, 30), (20, 10, 40, 30))


def test_gluoncv_corners_lie_on_the_last_pixel():
    """``unittests/test_utils_bbox.py``: 119.2, 329.4; a corner here is where the box ends, a pixel on."""
    found = convert_boxes([[20, 30, 100.2, 300.4]], "xywh", "xyxy")[0]
    assert found - [0, 0, 1, 1] == pytest.approx([20, 30, 119.2, 329.4])
