"""Columns to records: what only shows when rows are compared, and what is worth a warning."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.counted import counted
from truebox.errors import InputError
from truebox.records import Categories, Finding, Ids, Images, Predictions, Strings, Truth

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from truebox.datasets.columns.unfinished import UnfinishedPredictions, UnfinishedTruth
    from truebox.records import Source
    from truebox.typing import BoolArray, Int64Array

__all__ = ["finish_predictions", "finish_truth", "joined_findings", "repeats_said"]

_FIRST_ROWS = 5
_SUBJECTS = {
    "W-140": ("annotation has", "annotations have"),
    "W-141": ("annotation has", "annotations have"),
    "W-142": ("annotation repeats", "annotations repeat"),
    "W-143": ("image is", "images are"),
    "W-144": ("annotation has", "annotations have"),
}
_REPEATS = "the id of an earlier one"


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
        rest = "no area; width x height of the box is used instead"
        if columns.segmentations is not None:
            rest += ", and the area of the mask where masks are evaluated"
        findings.append(_finding("W-140", rest, columns.area_missing))
    outlined = columns.box_of_outline
    if outlined is not None:
        rest = "a segmentation and no bbox; the extent of the segmentation is used instead"
        findings.append(_finding("W-144", rest, outlined))
    flat = (columns.boxes[:, 2] == 0) | (columns.boxes[:, 3] == 0)
    if flat.any():
        findings.append(_finding("W-141", "zero width or height and can never be matched", flat))
    repeated = _repeated(columns.ids.values)
    if repeated.any():
        findings.append(_finding("W-142", _REPEATS, repeated))
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


def joined_findings(pieces: Iterable[tuple[int, Sequence[Finding]]]) -> tuple[Finding, ...]:
    """What was noticed in the pieces of a truth, as of the whole.

    Parameters
    ----------
    pieces : iterable of int and findings
        The first row of each piece, and what was noticed in it.

    Examples
    --------
    >>> said = _finding("W-140", "no area", np.array([False, True]))
    >>> joined_findings([(0, [said]), (2, [said])])[0].message
    '2 annotations have no area (first at row 1)'
    """
    joined: dict[tuple[str, str], Finding] = {}
    for begin, findings in pieces:
        for each in findings:
            if each.code not in _SUBJECTS:
                joined.setdefault((each.code, each.message), each)
                continue
            subject = counted(each.count, *_SUBJECTS[each.code])
            rest = each.message.removeprefix(subject).strip().rpartition(" (first at row ")[0]
            known = joined.get((each.code, rest), Finding(each.code, "", 0))
            rows = (*known.rows, *(row + begin for row in each.rows))[:_FIRST_ROWS]
            joined[each.code, rest] = _said(each.code, rest, known.count + each.count, rows)
    return tuple(joined.values())


def repeats_said(count: int, first: tuple[int, ...]) -> Finding:
    """That so many annotations have the id of an earlier one, these rows first (W-142).

    Examples
    --------
    >>> repeats_said(1, (7,)).message
    '1 annotation repeats the id of an earlier one (first at row 7)'
    """
    return _said("W-142", _REPEATS, count, first[:_FIRST_ROWS])


def _finding(code: str, rest: str, rows: BoolArray) -> Finding:
    first = tuple(int(row) for row in np.flatnonzero(rows)[:_FIRST_ROWS])
    return _said(code, rest, int(rows.sum()), first)


def _said(code: str, rest: str, count: int, first: tuple[int, ...]) -> Finding:
    text = f"{counted(count, *_SUBJECTS[code])} {rest} (first at row {first[0]})"
    return Finding(code, text, count, first)


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
    return kept, [_finding("W-143", "listed again with the same id, size and file name", repeated)]


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
