"""Tables as records; the facts relied on stand in `format`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.saying import say
from truebox.datasets.columns.box_reading import is_relative
from truebox.datasets.columns.layout_evidence import stated_layout
from truebox.datasets.columns.number_ids import numbered
from truebox.datasets.columns.object_records import predictions_of_objects, truth_of_objects
from truebox.datasets.columns.object_table import (
    ONE_CLASS,
    ObjectTable,
    sizes_of_rows,
    tracks_of_rows,
    without_objectless,
)
from truebox.datasets.formats.table.column_roles import (
    WHEAT,
    ColumnRoles,
    roles_of_columns,
    roles_without_header,
)
from truebox.datasets.formats.table.format import FORMAT
from truebox.datasets.options import ReadOptions
from truebox.datasets.texts.arrow_table import names_of_arrow, read_arrow
from truebox.datasets.texts.csv_table import head_of_csv, read_csv
from truebox.datasets.texts.files import ARROW_MAGICS, open_file
from truebox.errors import InputError
from truebox.records import Finding, Ids, Predictions, Source, Truth

if TYPE_CHECKING:
    from collections.abc import Mapping

    from truebox.datasets.format import Role
    from truebox.datasets.options import ReadOptions
    from truebox.datasets.texts.table import ColumnKind, Table
    from truebox.typing import FloatArray, Int64Array

__all__ = ["read_predictions", "read_truth"]


def read_truth(path: Path, options: ReadOptions) -> Truth:
    objects, findings = objects_of_file(path, options, "truth")
    return truth_of_objects(objects, options, Source(str(path), FORMAT.name, FORMAT.title, path), findings)


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    objects, findings = objects_of_file(path, options, "predictions")
    source = Source(str(path), FORMAT.name, FORMAT.title, path)
    return predictions_of_objects(objects, options, source, findings)


_NUMBERS = ("score", "crowd", "ignore", "area", "track", "image_width", "image_height")
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
    arrow = _is_arrow(path)
    head = None if arrow else head_of_csv(path, headless=True)
    names = names_of_arrow(path) if head is None else head.names
    given = _of_positions(options.columns, names, str(path))
    if head is not None and names == tuple(map(str, range(1, len(names) + 1))) and given is None:
        given = roles_without_header(len(names), role)
    roles = roles_of_columns(names, given, str(path))
    one_class = role == "truth" and set(names) == WHEAT
    _check(roles, role, path, names, ["image"] if one_class else ["image", "label"])
    wanted: dict[str, ColumnKind] = {roles.columns["image"]: "text"}
    wanted |= {roles.columns["label"]: "text"} if "label" in roles.columns else {}
    wanted |= {roles.columns[each]: "number" for each in _NUMBERS if each in roles.columns}
    wanted |= dict.fromkeys(roles.four, "number")
    single = None if roles.four else roles.columns["box"]
    if head is None:
        table, boxes = read_arrow(path, wanted, boxes=single, threads=options.threads)
    else:
        table = read_csv(path, head, wanted | ({single: "text"} if single else {}), options)
        boxes = _boxes_of_texts(table, single) if single else None
    if boxes is None:
        boxes = np.stack([table.numbers[name] for name in roles.four], axis=1)
    findings: tuple[Finding, ...]
    if one_class and options.box_format is None:
        layout, findings = "xywh", (Finding("W-421", f"boxes are read as xywh ({', '.join(names)})"),)
    else:
        layout, findings = _layout(boxes, roles, options, path, role)
    if options.pixel_origin == 1 and not is_relative(layout):
        boxes = boxes - np.array([1.0, 1.0, 0.0, 0.0])  # corners are inclusive then: the last stay
    return _objects(table, roles, boxes, layout), findings


def _of_positions(
    given: Mapping[str, str] | None, names: tuple[str, ...], place: str
) -> Mapping[str, str] | None:
    """Columns given by number, from 1 on, as names; numbers are for files whose first line names none."""
    if not given or any(not name.isdecimal() or name in names for name in given.values()):
        return given
    own = roles_of_columns(names, None, place)
    if own.has_box and {"image", "label"} <= set(own.columns):
        return None
    last = len(names)
    return {role: names[int(name) - 1] if 1 <= int(name) <= last else name for role, name in given.items()}


def _is_arrow(path: Path) -> bool:
    with open_file(path) as stream:
        return stream.read(6).startswith(ARROW_MAGICS)


def _check(roles: ColumnRoles, role: Role, path: Path, names: tuple[str, ...], always: list[str]) -> None:
    needed = [*always, *(["score"] if role == "predictions" else [])]
    absent = [each for each in needed if each not in roles.columns]
    if not roles.has_box:
        absent.append("box")
    if absent:
        raise InputError(
            "E-420",
            f"{path} line 1",
            f"no column is known to hold {' or '.join(absent)} (there are {', '.join(map(say, names[:12]))})",
            "name the columns, such as --columns image=file,label=kind,x1=west,y1=north,x2=east,y2=south",
        )


def _layout(
    boxes: FloatArray, roles: ColumnRoles, options: ReadOptions, path: Path, role: Role
) -> tuple[str, tuple[Finding, ...]]:
    if roles.layout is None:
        return stated_layout(boxes, options, _SINGLE_BOX, str(path), role=role), ()
    if options.box_format is None and _any_pixel(boxes):
        return roles.layout, ()
    return stated_layout(boxes, options, (roles.layout, f"rel_{roles.layout}"), str(path), role=role), ()


def _any_pixel(boxes: FloatArray) -> bool:
    """Whether some number exceeds 1, or there is none at all."""
    return not len(boxes) or bool(np.nanmax(boxes, initial=0) > 1 or np.nanmin(boxes, initial=0) < -1)


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


def _objects(table: Table, roles: ColumnRoles, boxes: FloatArray, layout: str) -> ObjectTable:
    columns = {role: table.numbers[name] for role, name in roles.columns.items() if name in table.numbers}
    labels = roles.columns.get("label")
    only = Ids(np.zeros(table.rows, dtype=np.int64), (ONE_CLASS,))
    objects = ObjectTable(
        image=table.texts[roles.columns["image"]],
        category=only if labels is None else table.texts[labels],
        boxes=boxes,
        layout=layout,
        place=table.place,
        scores=columns.get("score"),
        flags={name: columns[name] for name in ("crowd", "ignore") if name in columns},
        area=columns.get("area"),
        sizes=_sizes(columns, table),
        attributes={"track": tracks_of_rows(columns["track"], table.place)} if "track" in columns else {},
    )
    objects = without_objectless(objects)
    return replace(objects, category=numbered(objects.category))


def _sizes(columns: dict[str, FloatArray], table: Table) -> Int64Array | None:
    if "image_width" not in columns or "image_height" not in columns:
        return None
    return sizes_of_rows(columns["image_width"], columns["image_height"], table.place)
