"""SlideOutlines and points of CAMELYON16 as they stand in files."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from truebox._writing.saying import say
from truebox.datasets.formats.camelyon16.format import CORNERS, POINTS
from truebox.datasets.texts.csv.table import head_of_csv, read_csv
from truebox.datasets.texts.files import read_bytes
from truebox.datasets.texts.xml.attributes import XmlAttributes
from truebox.datasets.texts.xml.events import xml_events
from truebox.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from truebox.datasets.options import ReadOptions
    from truebox.typing import FloatArray

__all__ = [
    "Points",
    "SlideOutlines",
    "corners_of_columns",
    "outlines_of_xml",
    "points_of_columns",
    "points_of_file",
    "reference_slides",
    "table_columns",
]

_HOLES = ("_2", "exclusion", "normal")
_FEWEST, _CELLS = 3, 3
_LARGEST = 2.0**18
"""Pixels along a side of an outline, more than any slide has: level 5 of a square of it is held in memory."""
_FARTHEST = 2**21
"""Of a point, which costs no memory and may lie beside the slide: ten times the side of a whole one."""


class SlideOutlines(NamedTuple):
    """Polygons [N, 2] of one slide: tumour, and holes in it."""

    tumour: list[FloatArray]
    holes: list[FloatArray]


class Points(NamedTuple):
    """Points of a system: slide, confidence and place [N, 2] of each, and every slide looked at."""

    slide: list[str]
    confidence: FloatArray
    place: FloatArray
    slides: tuple[str, ...]


def outlines_of_xml(path: Path, options: ReadOptions) -> SlideOutlines:
    """The polygons of one slide (E-441: a coordinate is missing; E-440: fewer than three corners)."""
    found, number = SlideOutlines([], []), 0
    for event, element in xml_events(path):
        if event != "end" or element.tag != "Annotation":
            continue
        number += 1
        place = f"{path} annotation {number}"
        try:
            corners = [
                XmlAttributes(each.attrib, f"{place} corner {k}").numbers("X", "Y")
                for k, each in enumerate(element.iter("Coordinate"))
            ]
            if len(corners) < _FEWEST:
                what = f"an outline of {len(corners)} corners"
                raise InputError("E-440", place, what, "outline it with three corners or more")
            outline = _on_slide(corners, place)
        except InputError as error:
            options.errors.refuse(error)
            continue
        group = (element.get("PartOfGroup") or "").strip().lower()
        (found.holes if group in _HOLES else found.tumour).append(outline)
    return found


def reference_slides(path: Path) -> list[str]:
    """The slides that the list of the challenge names, in its order."""
    lines = bytes(read_bytes(path)).decode("utf-8-sig", "replace").splitlines()
    cells = [line.split(",")[0].strip().strip('"') for line in lines]
    names = [cell.removesuffix(".tif") for cell in cells if cell]
    return list(dict.fromkeys(name for name in names if name.lower() not in ("image", "slide", "name")))


def points_of_file(path: Path, options: ReadOptions) -> list[tuple[float, float, float]]:
    """Rows ``confidence,x,y`` of one slide (E-421, E-422); a header is passed over."""
    if not path.stat().st_size:  # nothing was found on this slide
        return []
    rows = []
    lines = bytes(read_bytes(path)).decode("utf-8-sig", "replace").splitlines()
    for number, line in enumerate(lines, start=1):
        cells = [cell.strip() for cell in line.split(",")]
        if not line.strip() or (number == 1 and cells[0].lower() == "confidence"):
            continue
        place, fix = f"{path} line {number}", "write confidence,x,y"
        try:
            if len(cells) != _CELLS:
                raise InputError("E-421", place, f"{len(cells)} cells, need {_CELLS}", fix)
            rows.append(_row(cells, place))
        except InputError as error:
            options.errors.refuse(error)
    return rows


def _row(cells: Sequence[Any], place: str) -> tuple[float, float, float]:
    found = []
    for name, cell in zip(("confidence", "x", "y"), cells, strict=True):
        try:
            value = float(cell)
        except (TypeError, ValueError):
            value = math.nan
        if not math.isfinite(value):
            raise InputError("E-422", place, f"{name} is {say(cell)}", "write a number")
        found.append(value)
    if found[1] < 0 or found[2] < 0:
        fix = "write pixels of the whole slide, from 0 on"
        raise InputError("E-440", place, "a point left of or above the slide", fix)
    if max(found[1:]) > _FARTHEST:
        problem = f"a point at {found[1]:g}, {found[2]:g}, and no slide is larger than {_FARTHEST} pixels"
        raise InputError("E-440", place, problem, "write pixels of the whole slide")
    return found[0], found[1], found[2]


def table_columns(
    path: Path, wanted: Sequence[str], options: ReadOptions
) -> tuple[dict[str, list[Any]], Callable[[int], str]]:
    """Columns of a CSV file and what a message calls a row (E-420 where a column is missing)."""
    head = head_of_csv(path)
    missing = [each for each in wanted if each not in head.names]
    if missing:
        fix = f"write the columns {', '.join(wanted)}"
        raise InputError("E-420", str(path), f"no column {', '.join(missing)}", fix)
    kinds = {name: "text" if name in ("slide", "lesion") else "number" for name in wanted}
    table = read_csv(path, head, kinds, options)  # type: ignore[arg-type]
    held: dict[str, Any] = {**table.numbers, **table.texts}
    return {name: held[name].tolist() for name in wanted}, table.place


def points_of_columns(
    columns: Mapping[str, Any], place: Callable[[int], str], options: ReadOptions
) -> Points:
    """Points of a table; without a row a slide is not known."""
    slides, rows = [], []
    for row, (slide, *cells) in enumerate(zip(*(list(columns[name]) for name in POINTS), strict=True)):
        try:
            rows.append(_row(cells, place(row)))
            slides.append(_slide(slide, place(row)))
        except InputError as error:
            del rows[len(slides) :]
            options.errors.refuse(error)
    numbers = np.array(rows, dtype=np.float64).reshape(-1, _CELLS)
    return Points(slides, numbers[:, 0], numbers[:, 1:], ())


def corners_of_columns(
    columns: Mapping[str, Any], place: Callable[[int], str], options: ReadOptions
) -> dict[str, SlideOutlines]:
    """SlideOutlines of a table, one for each lesion of a slide, with its corners in the order of the rows."""
    corners: dict[str, dict[str, list[tuple[float, float]]]] = {}
    rows: dict[tuple[str, str], int] = {}
    for row, (slide, lesion, x, y) in enumerate(zip(*(list(columns[name]) for name in CORNERS), strict=True)):
        try:
            of_slide = corners.setdefault(_slide(slide, place(row)), {})
            if lesion is None or str(lesion).strip() == "":
                continue
            _, *corner = _row((0, x, y), place(row))
        except InputError as error:
            options.errors.refuse(error)
            continue
        of_slide.setdefault(str(lesion), []).append((corner[0], corner[1]))
        rows.setdefault((str(slide), str(lesion)), row)
    found = {}
    for slide, lesions in corners.items():
        found[slide] = SlideOutlines([], [])
        for lesion, held in lesions.items():
            if len(held) < _FEWEST:
                what = f"lesion {say(lesion)} of {slide} has {len(held)} corners"
                fix = "outline it with three corners or more, one a row"
                options.errors.refuse(InputError("E-440", place(rows[slide, lesion]), what, fix))
                continue
            try:
                found[slide].tumour.append(_on_slide(held, place(rows[slide, lesion])))
            except InputError as error:
                options.errors.refuse(error)
    return found


def _on_slide(corners: Sequence[Sequence[float]], place: str) -> FloatArray:
    """An outline [N, 2], refused (E-440) where it is beside the slide or larger than any slide."""
    outline: FloatArray = np.array(corners, dtype=np.float64)
    if not np.abs(outline).max() < _LARGEST:
        what = f"a corner {say(float(np.abs(outline).max()))} pixels away, which is on no slide"
        raise InputError("E-440", place, what, "write pixels of the whole slide")
    if outline.max(axis=0).min() < 0:
        raise InputError(
            "E-440",
            place,
            "an outline left of or above the slide",
            "write pixels of the whole slide, from 0 on",
        )
    return outline


def _slide(name: Any, place: str) -> str:
    text = "" if name is None else str(name).strip()
    if not text:
        raise InputError("E-424", place, "no slide", "write the slide of every row")
    return text
