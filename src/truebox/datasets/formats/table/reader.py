"""Tables as records; the facts relied on stand in `format`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.saying import say
from truebox.datasets.columns.box_reading import boxes_of_columns, is_relative
from truebox.datasets.columns.layout_evidence import stated_layout
from truebox.datasets.columns.number_ids import numbered
from truebox.datasets.columns.object_records import predictions_of_objects, truth_of_objects
from truebox.datasets.columns.object_table import (
    ONE_CLASS,
    ObjectTable,
    one_class_said,
    sizes_of_rows,
    tracks_of_rows,
    without_objectless,
)
from truebox.datasets.columns.pixel_origin import titled
from truebox.datasets.formats.table.column_roles import (
    WHEAT,
    ColumnRoles,
    roles_of_columns,
    roles_without_header,
)
from truebox.datasets.formats.table.format import FORMAT
from truebox.datasets.formats.table.suggested_columns import suggested_columns
from truebox.datasets.options import ReadOptions
from truebox.datasets.texts.arrow_table import names_of_arrow, read_arrow
from truebox.datasets.texts.csv.table import first_rows_of, head_of_csv, read_csv
from truebox.datasets.texts.files import is_arrow
from truebox.datasets.texts.label_lines import are_numbers
from truebox.errors import InputError
from truebox.records import Finding, Ids, Predictions, Source, Truth

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from truebox.datasets.format import Role
    from truebox.datasets.options import ReadOptions
    from truebox.datasets.texts.table import ColumnKind, Table
    from truebox.typing import FloatArray, Int64Array

__all__ = ["read_predictions", "read_truth"]


def read_truth(path: Path, options: ReadOptions) -> Truth:
    objects, findings = objects_of_file(path, options, "truth")
    return truth_of_objects(objects, options, _source(path, objects, options), findings)


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    objects, findings = objects_of_file(path, options, "predictions")
    return predictions_of_objects(objects, options, _source(path, objects, options), findings)


def _source(path: Path, objects: ObjectTable, options: ReadOptions) -> Source:
    moved = None if is_relative(objects.layout) else options.pixel_origin
    return Source(str(path), FORMAT.name, titled(FORMAT.title, moved), path, boxes_alone=True)


_NUMBERS = ("score", "area", "track", "image_width", "image_height")
_FLAGS = ("crowd", "ignore")
_SAID = {"": 0.0, "false": 0.0, "no": 0.0, "f": 0.0, "true": 1.0, "yes": 1.0, "t": 1.0}
"""Flags in words, as data frames and databases write them."""
_SINGLE_BOX = ("xywh", "xyxy", "cxcywh", "rel_xywh", "rel_xyxy", "rel_cxcywh")


def objects_of_file(path: Path, options: ReadOptions, role: Role) -> tuple[ObjectTable, tuple[Finding, ...]]:
    """The objects of a text or of a Parquet or Arrow file, and what was noticed about its boxes.

    Parameters
    ----------
    path : Path
        The file.
    options : ReadOptions
        What the caller gave.
    role : {"truth", "predictions"}
        Which side is read.

    Raises
    ------
    InputError
        A column is missing (E-420), or nothing says how four numbers make a box (E-423).
    """
    head = None if is_arrow(path) else head_of_csv(path, headless=True)
    names = names_of_arrow(path) if head is None else head.names
    rows = [] if head is None else first_rows_of(path, head)
    roles, findings = _roles(names, rows, options, path, role)
    one_class = role == "truth" and set(names) == WHEAT
    wanted: dict[str, ColumnKind] = {roles.columns["image"]: "text"}
    wanted |= {roles.columns["label"]: "text"} if "label" in roles.columns else {}
    wanted |= {roles.columns[each]: "number" for each in _NUMBERS if each in roles.columns}
    flags: ColumnKind = "number" if head is None else "text"
    wanted |= {roles.columns[each]: flags for each in _FLAGS if each in roles.columns}
    wanted |= dict.fromkeys(roles.four, "number")
    single = None if roles.four else roles.columns["box"]
    if head is None:
        table, boxes = read_arrow(path, wanted, boxes=single, threads=options.threads)
    else:
        needed: dict[str, ColumnKind] = wanted | ({single: "text"} if single else {})
        table = read_csv(path, head, needed, options, decimal_commas=head.delimiter == ";")
        findings += table.findings()
        boxes = _boxes_of_texts(table, single) if single else None
    if boxes is None:
        boxes = boxes_of_columns([table.numbers[name] for name in roles.four], options.threads)
    if one_class and options.box_format is None:
        layout = "xywh"
        findings.append(Finding("W-421", f"boxes are read as xywh ({', '.join(names)})"))
    else:
        layout = _layout(boxes, roles, options, path, role)
    if options.pixel_origin == 1 and not is_relative(layout):
        boxes = boxes - np.array([1.0, 1.0, 0.0, 0.0])  # corners are inclusive then: the last stay
    return _objects(table, roles, boxes, layout, name=str(path), findings=findings), tuple(findings)


def _roles(
    names: tuple[str, ...], rows: Sequence[Sequence[str]], options: ReadOptions, path: Path, role: Role
) -> tuple[ColumnRoles, list[Finding]]:
    """What the columns hold (E-420), and which of those given belong to the other side."""
    headless = names == tuple(map(str, range(1, len(names) + 1)))
    own = (roles_without_header(rows, role) if headless else None) or {}
    given, elsewhere = _given_here(options.columns, names, own, role, str(path))
    roles = roles_of_columns(names, given or own, str(path))
    needed = ["image", *(["score"] if role == "predictions" else [])]
    absent = [each for each in needed if each not in roles.columns] + ([] if roles.has_box else ["box"])
    if absent:
        listed = ", ".join(map(say, names[:12]))
        problem = f"no column is known to hold {' or '.join(absent)} (there are {listed})"
        suggested = suggested_columns(names, rows, role)
        raise InputError(
            "E-420", f"{path} line 1", problem, f"name the columns, such as --columns {suggested}"
        )
    return roles, elsewhere


def _given_here(
    given: Mapping[str, str] | None,
    names: tuple[str, ...],
    own: Mapping[str, str],
    role: Role,
    place: str,
) -> tuple[Mapping[str, str], list[Finding]]:
    """The given columns that this table has, with their names where they are numbers from 1 on (W-423).

    One option stands for both sides: what a table holds anyway need not be in it under the name given.
    """
    given = {each: name for each, name in (given or {}).items() if each != "score" or role == "predictions"}
    found = roles_of_columns(names, own, place)
    needed = {"image", "label", *(["score"] if role == "predictions" else [])}
    enough = found.has_box and needed <= set(found.columns)
    if enough and not own and all(name.isdecimal() and name not in names for name in given.values()):
        return {}, []  # columns of the other side, which has no header
    named = {each: _by_place(name, names) for each, name in given.items()}
    absent = [name for name in named.values() if name not in names]
    if not (absent and enough):
        return named, []
    listed = ", ".join(map(say, absent))
    text = f"{place} has no column {listed}; its own names say what it holds"
    return {each: name for each, name in named.items() if name in names}, [Finding("W-423", text)]


def _by_place(name: str, names: tuple[str, ...]) -> str:
    """The column of this name, or of this number from 1 on."""
    if name in names or not name.isdecimal():
        return name
    return names[int(name) - 1] if 1 <= int(name) <= len(names) else name


def _layout(boxes: FloatArray, roles: ColumnRoles, options: ReadOptions, path: Path, role: Role) -> str:
    candidates: tuple[str, ...] = _SINGLE_BOX
    if roles.layout is not None:
        if options.box_format is None and _any_pixel(boxes):
            return roles.layout
        candidates = (roles.layout, f"rel_{roles.layout}")
    return stated_layout(boxes, options, candidates, str(path), role=role)


def _any_pixel(boxes: FloatArray) -> bool:
    """Whether some number exceeds 1, or there is none at all."""
    if len(boxes) and boxes.max() > 1:  # which no NaN is
        return True
    return bool(np.isnan(boxes).all()) or bool(
        np.nanmax(boxes, initial=0) > 1 or np.nanmin(boxes, initial=0) < -1
    )


def _boxes_of_texts(table: Table, name: str) -> FloatArray:
    """Cells such as ``[1, 2, 3, 4]`` or ``1 2 3 4`` as numbers; NaN where a cell is empty."""
    cells = table.texts[name]
    found = np.full((len(cells.names or ()), 4), np.nan)
    for code, text in enumerate(cells.names or ()):
        if text.strip():
            numbers = _four_numbers(text)
            if numbers is None:
                row = int((cells.values == code).argmax())
                problem = f"the box {say(text)} is not four numbers"
                raise InputError("E-120", table.place(row), problem, "write [1, 2, 3, 4]", row=row)
            found[code] = numbers
    return found[cells.values]


def _four_numbers(text: str) -> list[float] | None:
    text = text.strip()
    if not text.startswith(("[", "(")):
        text = f"[{','.join(text.split())}]"
    try:
        value = json.loads(text.replace("(", "[").replace(")", "]"))
        numbers = [float(number) for number in value]
    except (ValueError, TypeError, RecursionError):
        return None
    return numbers if len(numbers) == 4 and all(abs(number) < float("inf") for number in numbers) else None


def _objects(
    table: Table,
    roles: ColumnRoles,
    boxes: FloatArray,
    layout: str,
    *,
    name: str,
    findings: list[Finding],
) -> ObjectTable:
    columns = {role: table.numbers[name] for role, name in roles.columns.items() if name in table.numbers}
    labels = table.texts[roles.columns["label"]] if "label" in roles.columns else None
    if labels is None or (labels.names is not None and not any(labels.names)):
        findings.append(one_class_said(name, roles.columns.get("label")))
        empty = np.asarray(np.isnan(boxes).all(axis=1))
        labels = Ids(np.asarray(empty, dtype=np.int64), (ONE_CLASS, "") if empty.any() else (ONE_CLASS,))
    objects = ObjectTable(
        image=table.texts[roles.columns["image"]],
        category=labels,
        boxes=boxes,
        layout=layout,
        place=table.place,
        scores=columns.get("score"),
        flags={each: _flag(table, roles.columns[each]) for each in _FLAGS if each in roles.columns},
        area=columns.get("area"),
        sizes=_sizes(columns, table),
        attributes={"track": tracks_of_rows(columns["track"], table.place)} if "track" in columns else {},
    )
    objects = without_objectless(objects)
    return replace(objects, category=numbered(objects.category))


def _flag(table: Table, name: str) -> FloatArray:
    """A column of flags: numbers, of which those above 0 are set, or words."""
    if name in table.numbers:
        return table.numbers[name]
    codes, values = table.texts[name].values, []
    for code, word in enumerate(table.texts[name].names or ()):
        value = _SAID.get(word.strip().lower())
        if value is None and not are_numbers([word]):
            row = int((codes == code).argmax())
            place = f"{table.place(row)} column {name}"
            fix = "write 0 or 1, or repair or remove such rows"
            raise InputError("E-422", place, f"{say(word)} is no flag", fix, row=row)
        values.append(float(word) if value is None else value)
    return np.array([*values, 0.0])[codes]


def _sizes(columns: dict[str, FloatArray], table: Table) -> Int64Array | None:
    if "image_width" not in columns or "image_height" not in columns:
        return None
    return sizes_of_rows(columns["image_width"], columns["image_height"], table.place)
