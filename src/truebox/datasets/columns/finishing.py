"""Columns to records: what only shows when rows are compared, and what is worth a warning."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.counted import counted
from truebox.errors import InputError
from truebox.records import Categories, Finding, Ids, Images, Predictions, Strings, Truth

if TYPE_CHECKING:
    from truebox.datasets.columns.unfinished import UnfinishedPredictions, UnfinishedTruth
    from truebox.records import Source
    from truebox.typing import BoolArray, Int64Array

__all__ = ["finish_predictions", "finish_truth"]

_FIRST_ROWS = 5


def finish_predictions(columns: UnfinishedPredictions, source: Source) -> Predictions:
    """Records of checked columns."""
    return Predictions(
        source=source,
        image=columns.image,
        category=columns.category,
        boxes=columns.boxes,
        scores=columns.scores,
        boxed=columns.boxed,
        segmentations=columns.segmentations,
        keypoints=columns.keypoints,
        findings=columns.findings,
    )


def finish_truth(columns: UnfinishedTruth, source: Source) -> Truth:
    """Records of checked columns; refuses contradicting images and repeated categories (E-132, E-133)."""
    images, findings = _images(columns, source.name)
    findings += columns.findings
    _refuse_repeated_categories(columns, source.name)
    area = columns.area
    if columns.area_missing.any():
        area = np.where(columns.area_missing, columns.boxes[:, 2] * columns.boxes[:, 3], area)
        text = ("annotation has", "annotations have")
        rest = "no area; width x height of the box is used instead"
        if columns.segmentations is not None:
            rest += ", and the area of the mask where masks are evaluated"
        findings.append(_finding("W-140", text, rest, columns.area_missing))
    outlined = columns.box_of_outline
    if outlined is not None:
        text = ("annotation has", "annotations have")
        rest = "a segmentation and no bbox; the extent of the segmentation is used instead"
        findings.append(_finding("W-144", text, rest, outlined))
    flat = (columns.boxes[:, 2:] == 0).any(axis=1)
    if flat.any():
        text = ("annotation has", "annotations have")
        findings.append(_finding("W-141", text, "zero width or height and can never be matched", flat))
    repeated = _repeated(columns.ids.values)
    if repeated.any():
        text = ("annotation repeats", "annotations repeat")
        findings.append(_finding("W-142", text, "the id of an earlier one", repeated))
    return Truth(
        source=source,
        images=images,
        categories=Categories(ids=columns.category_ids, names=columns.category_names),
        image=columns.image,
        category=columns.category,
        ids=columns.ids,
        boxes=columns.boxes,
        area=area,
        crowd=columns.crowd,
        ignore=columns.ignore,
        findings=tuple(findings),
        segmentations=columns.segmentations,
        keypoints=columns.keypoints,
        area_missing=columns.area_missing if columns.area_missing.any() else None,
        states=columns.states,
    )


def _finding(code: str, text: tuple[str, str], rest: str, rows: BoolArray) -> Finding:
    count = int(rows.sum())
    first = tuple(int(row) for row in np.flatnonzero(rows)[:_FIRST_ROWS])
    return Finding(code, f"{counted(count, *text)} {rest} (first at row {first[0]})", count, first)


def _repeated(values: Int64Array) -> BoolArray:
    """Where a value occurred before."""
    if not len(values) or (values[1:] > values[:-1]).all():
        return np.zeros(len(values), dtype=bool)
    order = np.argsort(values, kind="stable")
    repeated = np.zeros(len(values), dtype=bool)
    repeated[order[1:]] = values[order[1:]] == values[order[:-1]]
    return repeated


def _images(columns: UnfinishedTruth, name: str) -> tuple[Images, list[Finding]]:
    ids, sizes, files = columns.image_ids, columns.image_sizes, columns.file_names
    repeated = _repeated(ids.values)
    if not repeated.any():
        return Images(ids=ids, sizes=sizes, file_names=files), []
    first: dict[int, int] = {}
    for row, value in enumerate(ids.values.tolist()):
        earlier = first.setdefault(value, row)
        if earlier != row and ((sizes[earlier] != sizes[row]).any() or files[earlier] != files[row]):
            here, there = _describe(columns, row), _describe(columns, earlier)
            what = f"{here}, but images[{earlier}] with the same id is {there}"
            fix = "give each image its own id, and its annotations too"
            raise InputError("E-132", f"{name} images[{row}].id", f"id {ids[row]!r} is {what}", fix, row=row)
    keep = np.flatnonzero(~repeated)
    kept = Images(ids=Ids(ids.values[keep], ids.names), sizes=sizes[keep], file_names=_take(files, keep))
    text = ("image is", "images are")
    return kept, [_finding("W-143", text, "listed again with the same id, size and file name", repeated)]


def _describe(columns: UnfinishedTruth, row: int) -> str:
    width, height = columns.image_sizes[row]
    return f'"{columns.file_names[row]}" ({width} x {height})'


def _take(strings: Strings, rows: Int64Array) -> Strings:
    texts = [strings.buffer[strings.offsets[row] : strings.offsets[row + 1]] for row in rows]
    offsets = np.zeros(len(texts) + 1, dtype=np.int64)
    np.cumsum([len(text) for text in texts], out=offsets[1:])
    return Strings(b"".join(texts), offsets)


def _refuse_repeated_categories(columns: UnfinishedTruth, name: str) -> None:
    repeated = _repeated(columns.category_ids.values)
    if not repeated.any():
        return
    row = int(repeated.argmax())
    value = columns.category_ids.values[row]
    earlier = int((columns.category_ids.values == value).argmax())
    names = columns.category_names
    problem = f'id {columns.category_ids[row]!r} of "{names[row]}" is also the id of "{names[earlier]}"'
    raise InputError(
        "E-133", f"{name} categories[{row}].id", problem, "give each category its own id", row=row
    )
