"""Rotated boxes of COCO rows: a quadrilateral as segmentation, ``rbox``, or a ``bbox`` of 5 or 8 numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from truebox._writing.saying import say
from truebox.datasets.columns.rotated_corners import angle_reading, corners_of_rotated
from truebox.datasets.columns.unfinished import UnfinishedPredictions, UnfinishedTruth
from truebox.datasets.columns.values import LARGEST_COORDINATE
from truebox.records import corners_of_boxes, quad_areas, quad_extents, quad_rows, segmentations_of_corners

if TYPE_CHECKING:
    from truebox.datasets.columns.values import Rows
    from truebox.errors import InputError
    from truebox.records import Finding, Segmentations
    from truebox.typing import FloatArray

__all__ = ["angles_told", "only_quads", "rotated_fields"]

_Columns = TypeVar("_Columns", UnfinishedPredictions, UnfinishedTruth)

_FORMS = (
    'write "rbox": [centre x, centre y, width, height, angle], or the four corners as one polygon into '
    '"segmentation"'
)

_OUTLINE_FIX = (
    "evaluate the masks (--geometry masks); or write the four corners (of the smallest rectangle: OpenCV's "
    "minAreaRect); or remove the segmentation where the upright bbox is meant"
)


def rotated_fields(
    rows: Rows, angles: str | None
) -> tuple[FloatArray, FloatArray, Segmentations, tuple[Finding, ...]]:
    """Extents [N, 4], areas [N] and outlines of every row, and what was noticed (E-120, E-121, E-195, E-196).

    Parameters
    ----------
    rows : Rows
        Of annotations or results.
    angles : str or None
        What the caller said the angles are; see `angle_reading`.

    Examples
    --------
    >>> from truebox.datasets.columns.values import Rows
    >>> rows = Rows([{"bbox": [10, 10, 4, 2, 90]}], "found.json")
    >>> rotated_fields(rows, "degrees")[0].tolist()
    [[9.0, 8.0, 2.0, 4.0]]
    """
    chosen = [_chosen(row) for row in rows.rows]
    corners = np.empty((len(chosen), 8))
    findings: tuple[Finding, ...] = ()
    lengths = np.array([len(value) for _, value in chosen], dtype=np.int64)
    for place in np.flatnonzero(lengths == 4).tolist():
        if _outlined(rows.rows[place]):
            raise _refused(rows, place, "segmentation", [])
    for length in (4, 5, 8):
        places = np.flatnonzero(lengths == length)
        if not len(places):
            continue
        numbers = _numbers(rows, [chosen[place] for place in places], places)
        if length == 5:
            key = chosen[places[0]][0]
            reading, findings = angle_reading(numbers[:, 4], angles, f"{rows.name}.{key}")
            numbers = corners_of_rotated(numbers, reading)
        elif length == 4:
            numbers = corners_of_boxes(numbers)
        corners[places] = numbers
    other = np.flatnonzero(~np.isin(lengths, (4, 5, 8)))
    if len(other):
        raise _refused(rows, int(other[0]), *chosen[other[0]])
    return quad_extents(corners), quad_areas(corners), segmentations_of_corners(corners), findings


def only_quads(columns: _Columns | None) -> _Columns | None:
    """The same where every row is one polygon of four points; None where the general path must look.

    Examples
    --------
    >>> only_quads(None) is None
    True
    """
    if columns is None or columns.segmentations is None:
        return None
    corners, are_quads = quad_rows(columns.segmentations)
    if not are_quads.all():
        return None
    outlines = segmentations_of_corners(corners)
    columns = columns._replace(boxes=quad_extents(corners), segmentations=outlines)
    if isinstance(columns, UnfinishedPredictions):
        return columns._replace(boxed=False)
    missing = columns.area_missing
    area = np.where(missing, quad_areas(corners), columns.area)
    return columns._replace(area=area, area_missing=np.zeros_like(missing))


def angles_told(rows: Sequence[Any], name: str, said: str | None) -> str | None:
    """What all rows together tell of their angles, before bad ones are looked for part by part (E-196).

    Examples
    --------
    >>> angles_told([{"rbox": [0, 0, 4, 2, 3]}, {"rbox": [0, 0, 4, 2, 80]}], "found.json", None)
    'degrees-ccw'
    """
    held = [_chosen(row)[1] for row in rows if isinstance(row, Mapping)]
    fifth = [each[4] for each in held if len(each) == 5 and isinstance(each[4], int | float)]
    angles = np.array(fifth, dtype=np.float64)
    angles = angles[np.isfinite(angles)]
    return said if not len(angles) else angle_reading(angles, said, name)[0]


def _chosen(row: Mapping[str, Any]) -> tuple[str, Sequence[Any]]:
    """The key and numbers by which a row says its rotated box; no numbers where it says none."""
    outline: Any = row.get("segmentation")
    corners = _flat(outline[0] if _is_list(outline) and len(outline) == 1 else outline)
    if len(corners) == 10 and corners[:2] == corners[8:]:
        corners = corners[:8]
    if len(corners) == 8:
        return "segmentation", corners
    for key in ("rbox", "bbox"):
        numbers = _flat(row.get(key))
        if numbers:
            return key, numbers
    return ("segmentation", []) if outline else ("bbox", [])


def _outlined(row: Mapping[str, Any]) -> bool:
    """Whether a row has an outline, of which its upright box is no more than the extent."""
    outline: Any = row.get("segmentation")
    return any(len(part) > 0 for part in outline if _is_list(part)) if _is_list(outline) else bool(outline)


def _flat(value: Any) -> list[Any]:
    """Numbers of a list, or of its points."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if not _is_list(value):
        return []
    return [number for point in value for number in point] if all(map(_is_list, value)) else list(value)


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)


def _numbers(rows: Rows, held: Sequence[tuple[str, Sequence[Any]]], places: Any) -> FloatArray:
    for place, (key, value) in zip(places, held, strict=True):
        for number in value:
            if isinstance(number, bool) or not isinstance(number, int | float):
                raise rows.refuse("E-120", int(place), key, f"{say(number)}, need a number", _FORMS)
    numbers = np.array([value for _, value in held], dtype=np.float64)
    bad = ~(np.abs(numbers) <= LARGEST_COORDINATE).all(axis=1)
    if bad.any():
        at = int(bad.argmax())
        problem = f"{say(list(held[at][1]))} holds a number that is not finite or not a pixel coordinate"
        raise rows.refuse("E-121", int(places[at]), held[at][0], problem, "remove or repair such boxes")
    if numbers.shape[1] < 8:
        bad = (numbers[:, 2:4] < 0).any(axis=1)
        if bad.any():
            at = int(bad.argmax())
            problem = f"{say(list(held[at][1]))} has a negative width or height"
            raise rows.refuse("E-122", int(places[at]), held[at][0], problem, _FORMS)
    return numbers


def _refused(rows: Rows, row: int, key: str, value: Sequence[Any]) -> InputError:
    if key == "segmentation":
        problem = (
            "the segmentation is not one polygon of four points, and no rbox or bbox says the turned box"
        )
        return rows.refuse("E-195", row, key, problem, _OUTLINE_FIX)
    if not value:
        problem = f"{key} is missing"
    else:
        problem = f"{len(value)} numbers, need 5 (centre, size, angle), 8 (four corners) or 4 (upright)"
    return rows.refuse("E-195", row, key, problem, _FORMS)
