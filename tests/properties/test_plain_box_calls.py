"""Plain calls of functions of boxes, answered before Python runs, against the functions behind them."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from truebox._native import overlap as native
from truebox.boxes import BoxFormat, validate_boxes

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
    assert native.kernel("box_area")(boxes, "xyxy", "inclusive", None).tolist() == [100]
    assert native.kernel("clip_boxes")(boxes, (4, 3), "xyxy", "continuous").tolist() == [[0, 0, 4, 3]]
    assert native.kernel("convert_boxes")(boxes, "xyxy", "cxcywh", None).tolist() == [[4.5, 4.5, 9, 9]]
    assert native.validate_boxes_plainly((boxes,), {"box_format": "xywh"}) is boxes
    assert native.validate_boxes_plainly((boxes.tolist(),), {}) is None
    with pytest.raises(TypeError, match="expected a tuple and a dict of arguments"):
        native.validate_boxes_plainly(boxes)
