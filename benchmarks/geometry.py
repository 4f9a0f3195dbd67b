"""How long do calls take that change, measure or compare boxes and other shapes, few and many?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from benchmarks.answer import Answer
from benchmarks.asking import main
from benchmarks.by_case import ask_by_case
from benchmarks.call import Call
from benchmarks.geometry_data import HEIGHT, WIDTH, GeometryData, geometry_data

_RIVALS = ("numpy_columns", "torch_formula", "powerboxes", "supervision", "opencv", "shapely", "pycocotools")
_DEGREES: dict[str, Any] = {"unit": "degrees", "direction": "clockwise"}


def ask(quick: bool = False, rounds: int | None = None, cases: Sequence[str] | None = None) -> Answer:
    """Conversions of 10 to 1,000,000 boxes, of 1 to 1,000 rotated ones, 1 to 10,000 pairs of other shapes."""
    answer = Answer(
        "geometry",
        "Boxes and other shapes changed, measured and compared",
        "One process, calls interleaved; each tool gets its input in the form that it likes best. Answers "
        "are compared with ours: those of other libraries are rounded in their own way. OpenCV is called "
        "once for each shape, as it takes one, and computes in single precision.",
    )
    data = geometry_data(quick)
    ask_by_case(
        answer,
        {**_of_boxes(data), **_of_rotated(data), **_of_pairs(data)},
        _RIVALS,
        "geometry",
        data,
        rounds=rounds or (3 if quick else 9),
        cases=cases,
    )
    return answer


def _of_boxes(data: GeometryData) -> dict[str, Call]:
    from truebox.boxes import box_area, clip_boxes, convert_boxes, remove_small

    size, calls = (WIDTH, HEIGHT), {}
    for count, boxes in data.boxes.items():
        name, whole = f"{count:,} boxes", boxes.astype(np.int64)
        calls |= {
            f"{name}, corners to centers": Call(lambda b=boxes: convert_boxes(b, "xyxy", "cxcywh")),
            f"{name}, corners to sizes": Call(lambda b=boxes: convert_boxes(b, "xyxy", "xywh")),
            f"{name}, corners to fractions": Call(
                lambda b=boxes: convert_boxes(b, "xyxy", "rel_xyxy", image_size=size)
            ),
            f"{name}, cut at the image": Call(lambda b=boxes: clip_boxes(b, size)),
            f"{name} of whole numbers, cut at the image": Call(lambda b=whole: clip_boxes(b, size)),
            f"{name}, areas": Call(lambda b=boxes: box_area(b)),
            f"{name}, the large ones": Call(lambda b=boxes: remove_small(b, min_size=40.0)),
        }
    return calls


def _of_rotated(data: GeometryData) -> dict[str, Call]:
    from truebox.boxes import convert_rotated_boxes, corners_to_rotated, enclosing_boxes, rotated_to_corners

    other: dict[str, Any] = {"to_unit": "radians", "to_direction": "clockwise"}
    calls = {}
    for count, boxes in data.rotated.items():
        name, quads = f"{count:,} rotated", data.quads[count]
        calls |= {
            f"{name}, corners": Call(lambda b=boxes: rotated_to_corners(b, **_DEGREES)),
            f"{name}, upright boxes around": Call(lambda b=boxes: enclosing_boxes(b, **_DEGREES)),
            f"{name}, degrees to radians": Call(
                lambda b=boxes: convert_rotated_boxes(b, **_DEGREES, **other)
            ),
            f"{name}, smallest boxes around corners": Call(
                lambda q=quads: corners_to_rotated(q, **_DEGREES),
                read=lambda found: found[:, 2] * found[:, 3],
            ),
        }
    return calls


def _of_pairs(data: GeometryData) -> dict[str, Call]:
    from truebox.overlap import (
        pairwise_convex_iou,
        pairwise_iou_3d,
        pairwise_oks,
        pairwise_polygon_iou,
        pairwise_rotated_giou,
        pairwise_rotated_ioa,
        pairwise_rotated_iou,
        pairwise_rotated_iou_3d,
        pairwise_temporal_iou,
    )

    above: dict[str, Any] = {"unit": "radians", "direction": "counterclockwise"}
    calls = {}
    for count in data.others:
        name = f"{count} × {count}"
        sides = (data.others, data.segments, data.solids, data.upright, data.pentagons)
        rotated, segments, solids, upright, pentagons = (each[count] for each in sides)
        stars, (seen, true, areas) = data.stars[count], data.people[count]
        calls |= {
            f"{name} rotated": Call(lambda p=rotated: pairwise_rotated_iou(*p, **_DEGREES)),
            f"{name} rotated, covered": Call(lambda p=rotated: pairwise_rotated_ioa(*p, **_DEGREES)),
            f"{name} rotated, generalized": Call(lambda p=rotated: pairwise_rotated_giou(*p, **_DEGREES)),
            f"{name} segments of time": Call(lambda p=segments: pairwise_temporal_iou(*p)),
            f"{name} in space": Call(lambda p=solids: pairwise_iou_3d(*p)),
            f"{name} in space, turned": Call(lambda p=upright: pairwise_rotated_iou_3d(*p, **above)),
            f"{name} convex": Call(lambda p=pentagons: pairwise_convex_iou(*p)),
            f"{name} stars": Call(lambda p=stars: pairwise_polygon_iou(*p)),
            f"{name} people": Call(lambda s=seen, t=true, a=areas: pairwise_oks(s, t, area=a)),
        }
    return calls


if __name__ == "__main__":
    main(ask)
