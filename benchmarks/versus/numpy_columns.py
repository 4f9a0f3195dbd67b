"""The NumPy formula by columns: no third axis, about as fast as plain NumPy gets."""

from __future__ import annotations

import numpy as np

from benchmarks.call import Array, Call
from benchmarks.geometry_data import HEIGHT as IMAGE_HEIGHT
from benchmarks.geometry_data import WIDTH as IMAGE_WIDTH
from benchmarks.geometry_data import GeometryData
from benchmarks.rotated_data import corners
from benchmarks.small_data import HEIGHT, WIDTH, SmallData

TOOL = "NumPy (by columns)"


def _overlaps(a: list[Array], b: list[Array]) -> Array:
    ax0, ay0, ax1, ay1 = a
    bx0, by0, bx1, by1 = b
    width = np.maximum(np.minimum(ax1, bx1) - np.maximum(ax0, bx0), 0)
    height = np.maximum(np.minimum(ay1, by1) - np.maximum(ay0, by0), 0)
    shared = width * height
    return np.asarray(shared / ((ax1 - ax0) * (ay1 - ay0) + (bx1 - bx0) * (by1 - by0) - shared))


def pairwise(a: Array, b: Array) -> Call:
    return Call(lambda: _overlaps([a[:, k, None] for k in range(4)], [b[None, :, k] for k in range(4)]))


def elementwise(a: Array, b: Array) -> Call:
    return Call(lambda: _overlaps([a[:, k] for k in range(4)], [b[:, k] for k in range(4)]))


def small_calls(data: SmallData) -> dict[str, Call]:
    boxes = data.boxes
    limits = np.array([WIDTH, HEIGHT, WIDTH, HEIGHT], np.float32)

    def checked() -> int:
        good = np.isfinite(boxes).all() and (boxes[:, 2:] >= boxes[:, :2]).all()
        return len(boxes) if good else -1

    def centers() -> Array:
        sides = boxes[:, 2:] - boxes[:, :2]
        return np.concatenate((boxes[:, :2] + sides / 2, sides), axis=1)

    return {
        "100 boxes cut at the image": Call(lambda: np.minimum(np.maximum(boxes, 0), limits)),
        "100 boxes checked": Call(checked),
        "100 boxes, corners to centers": Call(centers),
        "areas of 100 boxes": Call(lambda: (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])),
    }


def geometry(data: GeometryData) -> dict[str, Call]:
    calls = {}
    limits = np.array([IMAGE_WIDTH, IMAGE_HEIGHT, IMAGE_WIDTH, IMAGE_HEIGHT])
    sides = limits.astype(np.float32)
    for count, boxes in data.boxes.items():
        name, whole = f"{count:,} boxes", boxes.astype(np.int64)
        calls |= {
            f"{name}, corners to centers": Call(lambda b=boxes: _centers(b)),
            f"{name}, corners to sizes": Call(lambda b=boxes: _sizes(b)),
            f"{name}, corners to fractions": Call(lambda b=boxes: b / sides),
            f"{name}, cut at the image": Call(lambda b=boxes: np.minimum(np.maximum(b, 0), sides)),
            f"{name} of whole numbers, cut at the image": Call(
                lambda b=whole: np.minimum(np.maximum(b, 0), limits)
            ),
            f"{name}, areas": Call(lambda b=boxes: (b[:, 2] - b[:, 0]) * (b[:, 3] - b[:, 1])),
            f"{name}, the large ones": Call(
                lambda b=boxes: np.flatnonzero((b[:, 2] - b[:, 0] >= 40) & (b[:, 3] - b[:, 1] >= 40))
            ),
        }
    for count, boxes in data.rotated.items():
        calls |= {
            f"{count:,} rotated, corners": Call(lambda b=boxes: corners(b)),
            f"{count:,} rotated, upright boxes around": Call(lambda b=boxes: _around(b)),
            f"{count:,} rotated, degrees to radians": Call(
                lambda b=boxes: np.column_stack((b[:, :4], np.radians(b[:, 4])))
            ),
        }
    for count in data.segments:
        calls |= {
            f"{count} × {count} segments of time": Call(lambda p=data.segments[count]: _shares(*p)),
            f"{count} × {count} in space": Call(lambda p=data.solids[count]: _shares(*p)),
        }
    return calls


def _sizes(boxes: Array) -> Array:
    found = boxes.copy()
    found[:, 2] -= boxes[:, 0]
    found[:, 3] -= boxes[:, 1]
    return found


def _centers(boxes: Array) -> Array:
    found = np.empty_like(boxes)
    for axis in range(2):
        side = boxes[:, axis + 2] - boxes[:, axis]
        found[:, axis], found[:, axis + 2] = boxes[:, axis] + side / 2, side
    return found


def _around(boxes: Array) -> Array:
    turn = np.radians(boxes[:, 4])
    cos, sin = np.abs(np.cos(turn)), np.abs(np.sin(turn))
    wide, high = (boxes[:, 2] * cos + boxes[:, 3] * sin) / 2, (boxes[:, 2] * sin + boxes[:, 3] * cos) / 2
    return np.stack([boxes[:, 0] - wide, boxes[:, 1] - high, boxes[:, 0] + wide, boxes[:, 1] + high], axis=1)


def _shares(a: Array, b: Array) -> Array:
    """Of all pairs of extents [N, 2 axes]: segments, boxes in space."""
    axes = a.shape[1] // 2
    shared, whole_a, whole_b = 1.0, 1.0, 1.0
    for axis in range(axes):
        low = np.maximum(a[:, None, axis], b[:, axis])
        high = np.minimum(a[:, None, axis + axes], b[:, axis + axes])
        shared = shared * np.maximum(high - low, 0)
        whole_a = whole_a * (a[:, axis + axes] - a[:, axis])
        whole_b = whole_b * (b[:, axis + axes] - b[:, axis])
    return np.asarray(shared / (np.asarray(whole_a)[:, None] + whole_b - shared))
