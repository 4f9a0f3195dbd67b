"""Numbers of label rows as boxes, polygons and points, in fractions or in pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._frozen import dataclass
from truebox._writing.nearest import did_you_mean
from truebox.datasets.columns.box_reading import BOX_READINGS, as_read
from truebox.datasets.columns.keypoint_values import keypoints_of_columns
from truebox.errors import ArgumentError, InputError
from truebox.records import Keypoints, SegmentationKind, Segmentations
from truebox.typing import OUTLINED

if TYPE_CHECKING:
    from truebox.datasets.formats.yolo.label_table import LabelTable
    from truebox.datasets.formats.yolo.tasks import Shape
    from truebox.datasets.options import ReadOptions
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = ["LabelGeometry", "checked_rows", "geometry_of_rows"]

# Of labels as Ultralytics 8.4.190 (verify_image_label) has it; corners of rotated results may lie outside.
_SLACK, _SLACK_OF_RESULTS = 0.01, 1.0
_LARGEST_PIXEL = 1e9


@dataclass(frozen=True, slots=True, eq=False)
class LabelGeometry:
    """Columns of what rows hold, each [R]; None where the task has none.

    Parameters
    ----------
    boxes : float64 array [R, 4]
        x, y, width, height.
    area : float64 array [R]
        Of the polygon where there is one, else of the box.
    segmentations : Segmentations or None
    keypoints : Keypoints or None
    angle : float64 array [R] or None
        Of rotated boxes: degrees of the side from the first to the second corner, clockwise as shown.
    """

    boxes: FloatArray
    area: FloatArray
    segmentations: Segmentations | None = None
    keypoints: Keypoints | None = None
    angle: FloatArray | None = None


def checked_rows(table: LabelTable, shape: Shape, options: ReadOptions) -> LabelTable:
    """The rows that hold what the others hold, within bounds; the others are refused (E-400, E-401).

    Raises
    ------
    ArgumentError
        `box_format` is unknown, or given for rows that are no boxes.
    """
    errors, layout = options.errors, options.box_format
    if layout is not None and (layout not in BOX_READINGS or shape.task != "detect"):
        known = ", ".join(BOX_READINGS)
        hint = did_you_mean(layout, BOX_READINGS)
        what = f"is unknown.{hint}" if layout not in BOX_READINGS else f"does not apply to {shape.task} rows."
        raise ArgumentError(f"box_format: {layout!r} {what} Fix: pass one of {known}, for rows of boxes.")
    problem = f"{{columns}} columns where {shape.describe()} is expected: {{row}}"
    fix = "repair the row, or say with --task what rows hold"
    table = table.without(~shape.fits(table.counts), "E-400", problem, fix, errors)
    if not len(table):
        return table
    geometry, starts = _geometry_numbers(table, shape)
    pixels = layout is not None and "_" not in layout
    whole = 100 if layout is not None and layout.startswith("pct_") else 1
    slack = _SLACK_OF_RESULTS if shape.scored else _SLACK
    low, high = (-_LARGEST_PIXEL, _LARGEST_PIXEL) if pixels else (-slack * whole, (1 + slack) * whole)
    checked = geometry
    if shape.task == "pose" and shape.point_size == 3:
        checked = np.where(_is_visibility(table, shape, starts), 0.0, geometry)
    bad: BoolArray = np.zeros(len(table), dtype=bool)
    if not (checked.min() >= low and checked.max() <= high):  # or one is NaN
        bad = np.logical_or.reduceat(~((checked >= low) & (checked <= high)), starts)
    problem = "{row} are no fractions of the picture's width and height"
    fix = "divide by the picture's size, or say what they are: --box-format cxcywh, xywh or xyxy"
    code = "E-401"
    if pixels:
        problem, fix = "{row} is no box in pixels", "repair the row"
    table = table.without(bad, code, problem, fix, errors)
    if shape.task in ("detect", "pose") and len(table):
        negative = np.asarray((_boxes(table, layout)[:, 2:] < 0).any(axis=1))
        problem = "{row} is a box of negative width or height"
        table = table.without(
            negative, code, problem, "swap its corners, or state the right box format", errors
        )
    return table


def geometry_of_rows(
    table: LabelTable, shape: Shape, options: ReadOptions, sizes: Int64Array | None
) -> LabelGeometry:
    """Boxes and, where the geometry asks for them, shapes; in pixels where `sizes` [R, 2] tells how."""
    scale = None if sizes is None else sizes.astype(np.float64)
    if not len(table):
        return _nothing(shape, options)
    if shape.task in ("obb", "segment"):
        return _polygons(table, shape, options, scale)
    boxes = _boxes(table, options.box_format)
    boxes = boxes if scale is None else boxes * np.tile(scale, 2)
    keypoints = None
    if shape.task == "pose" and options.geometry == "keypoints":
        keypoints = _keypoints(table, shape, scale)
    return LabelGeometry(boxes, boxes[:, 2] * boxes[:, 3], keypoints=keypoints)


def _nothing(shape: Shape, options: ReadOptions) -> LabelGeometry:
    none, flags = np.empty(0), np.empty(0, dtype=np.uint8)
    start = np.zeros(1, dtype=np.int64)
    segmentations = keypoints = None
    if options.geometry in OUTLINED:
        size = np.empty((0, 2), dtype=np.int64)
        segmentations = Segmentations(
            kinds=flags, sizes=size, text=flags, text_offsets=start,
            numbers=none, part_offsets=start, row_offsets=start,
        )  # fmt: skip
    if options.geometry == "keypoints":
        keypoints = Keypoints(
            points=np.empty((0, 1, 3)), labelled=np.empty(0, dtype=np.int64), extents=np.empty((0, 4))
        )
    return LabelGeometry(
        np.empty((0, 4)), none, segmentations, keypoints, none if shape.task == "obb" else None
    )


def _geometry_numbers(table: LabelTable, shape: Shape) -> tuple[FloatArray, Int64Array]:
    """All numbers but confidences and tracks, and where each row begins."""
    counts = table.counts - shape.tail
    offsets = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(counts)))
    if shape.tail == 0:
        return table.numbers, offsets[:-1]
    index = np.arange(offsets[-1]) + np.repeat(table.offsets[:-1] - offsets[:-1], counts)
    return table.numbers[index], offsets[:-1]


def _is_visibility(table: LabelTable, shape: Shape, starts: Int64Array) -> np.ndarray:
    counts = table.counts - shape.tail
    column = np.arange(int(counts.sum())) - np.repeat(starts, counts)
    return np.asarray((column >= 4) & ((column - 4) % 3 == 2))


def _boxes(table: LabelTable, layout: str | None) -> FloatArray:
    if len(table.numbers) == 4 * len(table):
        numbers = table.numbers.reshape(-1, 4)
    else:
        numbers = table.numbers[table.offsets[:-1, None] + np.arange(4)]
    return as_read(numbers, layout or "rel_cxcywh")


def _polygons(
    table: LabelTable, shape: Shape, options: ReadOptions, scale: FloatArray | None
) -> LabelGeometry:
    numbers, starts = _geometry_numbers(table, shape)
    counts = table.counts - shape.tail
    points = numbers.reshape(-1, 2)
    if scale is not None:
        points = points * np.repeat(scale, counts // 2, axis=0)
    first = starts // 2
    low, high = np.minimum.reduceat(points, first), np.maximum.reduceat(points, first)
    following = np.arange(len(points)) + 1
    following[np.concatenate((first[1:], [len(points)])) - 1] = first
    x, y = points.T
    area = np.abs(np.add.reduceat(x * y[following] - x[following] * y, first)) / 2
    segmentations = None
    if options.geometry in OUTLINED:
        segmentations = _one_part_each(points.reshape(-1), np.concatenate((starts, [len(numbers)])))
    angle = None
    if shape.task == "obb" and scale is not None:
        side = points[first + 1] - points[first]
        angle = np.degrees(np.arctan2(side[:, 1], side[:, 0]))
    return LabelGeometry(np.concatenate((low, high - low), axis=1), area, segmentations, None, angle)


def _one_part_each(numbers: FloatArray, offsets: Int64Array) -> Segmentations:
    rows = len(offsets) - 1
    return Segmentations(
        kinds=np.full(rows, SegmentationKind.POLYGONS, dtype=np.uint8),
        sizes=np.zeros((rows, 2), dtype=np.int64),
        text=np.empty(0, dtype=np.uint8),
        text_offsets=np.zeros(rows + 1, dtype=np.int64),
        numbers=numbers,
        part_offsets=offsets,
        row_offsets=np.arange(rows + 1, dtype=np.int64),
    )


def _keypoints(table: LabelTable, shape: Shape, scale: FloatArray | None) -> Keypoints:
    """Points with visibility; of points without it those with a negative coordinate are not labelled."""
    numbers, starts = _geometry_numbers(table, shape)
    counts = table.counts - shape.tail - 4
    if (counts != counts[0]).any():
        row = int((counts != counts[0]).argmax())
        problem = (
            f"{counts[row] // shape.point_size} points where other rows have {counts[0] // shape.point_size}"
        )
        raise InputError("E-400", table.place(row), problem, "give every row the same points", row=row)
    points = numbers[starts[:, None] + 4 + np.arange(counts[0])].reshape(len(table), -1, shape.point_size)
    if shape.point_size == 2:
        labelled = np.where((points < 0).any(axis=2, keepdims=True), 0.0, 2.0)
        points = np.concatenate((points, labelled), axis=2)
    if scale is not None:
        points = points * np.concatenate((scale, np.ones((len(scale), 1))), axis=1)[:, None, :]
    ends = np.arange(1, len(table) + 1, dtype=np.int64) * points[0].size

    def refuse(row: int, problem: str) -> InputError:
        return InputError("E-400", table.place(row), problem, "repair the row", row=row)

    return keypoints_of_columns(points.reshape(-1), ends, np.full(len(table), -1, dtype=np.int64), refuse)
