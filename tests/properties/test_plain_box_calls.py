"""Plain calls of functions of boxes, answered before Python runs, against the functions behind them."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from truebox._native import overlap as native
from truebox.boxes import BoxFormat, box_area, clip_boxes, convert_boxes, validate_boxes

FORMATS = [
    "xyxy",
    "yxyx",
    "xywh",
    "cxcywh",
    "rel_xyxy",
    "rel_cxcywh",
    "XYXY",
    "coco",
    "none",
    BoxFormat.XYWH,
    3,
]
SIZES = [
    (64, 48),
    [64.5, 48],
    (0.5, 0.25),
    (0, 1),
    (3,),
    (np.float32(7), 8),
    np.array([5, 6]),
    "ab",
    (True, 4),
]


def arrays():
    chance = np.random.default_rng(4)
    for shape in ((4,), (0, 4), (5, 4), (2, 3, 4), (3, 5), (0,)):
        numbers = chance.normal(0, 50, shape)
        yield from (numbers.astype(kind) for kind in (np.float64, np.float32, np.float16, np.int64, ">f8"))
    regular = np.sort(chance.uniform(-5, 70, (6, 4)), axis=1)[:, [0, 1, 2, 3]]
    yield from (
        regular,
        np.asfortranarray(regular),
        regular[::2],
        regular.astype(np.float32),
        regular.tolist(),
    )
    for odd in (np.nan, np.inf, -np.inf, -0.0):
        changed = regular.copy()
        changed[2, 1] = odd
        yield from (changed, changed.astype(np.float32))


def answer(function, *args, **named):
    """What a call gives, or how it fails; numbers as their bits."""
    try:
        found = function(*args, **named)
    except Exception as error:
        return type(error), str(error)
    bits = np.asarray(found)
    return type(found), bits.dtype, bits.shape, bits.tobytes()


def same(function, *args, **named):
    assert answer(function, *args, **named) == answer(function.__wrapped__, *args, **named), (args, named)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_areas():
    for boxes, box_format in product(arrays(), FORMATS):
        same(box_area, boxes, box_format=box_format)
        same(box_area, boxes, box_format=box_format, pixels="inclusive")
        same(box_area, boxes, box_format=box_format, image_size=(20, 10), pixels="continuous")
    for named in ({}, {"image_size": None}, {"pixels": "other"}, {"pixel": 1}):
        same(box_area, np.ones((3, 4)), **named)
        same(box_area, np.ones((3, 4)), "xyxy", **named)
    same(box_area)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_cuts():
    for boxes, size in product(arrays(), SIZES):
        same(clip_boxes, boxes, size)
        same(clip_boxes, boxes, image_size=size, pixels="inclusive")
    for boxes, box_format in product(arrays(), FORMATS):
        same(clip_boxes, boxes, (30, 20), box_format=box_format)
        same(clip_boxes, boxes, box_format=box_format)
    same(clip_boxes, np.ones((2, 4)), (3, 4), image_size=None)
    same(clip_boxes, np.ones((2, 4)), (3, 4), image_size=(3, 4))
    same(clip_boxes, np.ones((2, 4)), (3, 4), pixel="inclusive")


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_formats():
    for boxes, before, after in product(arrays(), FORMATS, FORMATS):
        same(convert_boxes, boxes, before, after)
    same(convert_boxes, np.ones((2, 4)), "xyxy", target="xywh")
    same(convert_boxes, np.ones((2, 4)), "rel_xyxy", "xywh", image_size=(8, 9))
    same(convert_boxes, np.ones((2, 4)), "xyxy")


def test_checks():
    for boxes, box_format in product(arrays(), FORMATS):
        same(validate_boxes, boxes, box_format=box_format)
        same(validate_boxes, boxes, box_format=box_format, name="truths")
    for named in ({"pixels": "continuous"}, {"image_size": (3, 4)}, {"name": 3}):
        same(validate_boxes, np.ones((2, 4)), **named)
    kept = np.array([[0.0, 0, 1, 1]])
    assert validate_boxes(kept) is kept


def test_what_is_plain_is_answered_first():
    boxes = np.array([[0.0, 0, 9, 9]])
    assert native.box_area_plainly((boxes,), {"pixels": "inclusive"}).tolist() == [100]
    assert native.clip_boxes_plainly((boxes, (4, 3)), {}).tolist() == [[0, 0, 4, 3]]
    assert native.convert_boxes_plainly((boxes, "xyxy", "cxcywh"), {}).tolist() == [[4.5, 4.5, 9, 9]]
    assert native.validate_boxes_plainly((boxes,), {"box_format": "xywh"}) is boxes
    for front in ("box_area", "clip_boxes", "convert_boxes", "validate_boxes"):
        assert getattr(native, f"{front}_plainly")((boxes.tolist(),), {}) is None
        with pytest.raises(TypeError, match="expected a tuple and a dict of arguments"):
            getattr(native, f"{front}_plainly")(boxes)
