"""Tables of LUNA16 as records; the facts relied on stand in `format`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._writing.counted import counted
from truebox.datasets.columns.values import given_columns
from truebox.datasets.formats.luna16.format import ANNOTATIONS, EXCLUDED, FORMAT, SCANS
from truebox.datasets.formats.luna16.marks import UNKNOWN_DIAMETER, Marks, marks_of_columns, marks_of_file
from truebox.datasets.outgoing.left_out import refuse_keypoints
from truebox.datasets.texts.files import read_bytes
from truebox.errors import InputError
from truebox.records import Categories, Finding, Ids, Images, Predictions, Source, Strings, Truth

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from truebox.datasets.options import ReadOptions
    from truebox.typing import AnyArray

__all__ = ["predictions_of", "read_predictions", "read_truth", "truth_of"]

_CLASS = "nodule"


def read_truth(path: Path, options: ReadOptions) -> Truth:
    """With the irrelevant findings and the list of scans that lie beside it."""
    refuse_keypoints(options, path, FORMAT.title)
    file = path / ANNOTATIONS if path.is_dir() else path
    marks = marks_of_file(file, options, "truth")
    beside = file.parent / EXCLUDED
    findings = []
    if beside.is_file():
        marks += marks_of_file(beside, options, "truth", excluded=True)
    else:
        text = f"no {EXCLUDED} lies beside {file}: marks on irrelevant findings count as false"
        findings.append(Finding("W-313", text, 0))
    listed = file.parent / SCANS
    scans = _listed(listed) if listed.is_file() else None
    if scans is None:
        text = f"no {SCANS} lies beside {file}: the scans are those that have findings"
        findings.append(Finding("W-313", text, 0))
    return _truth(marks, scans, Source(str(path), FORMAT.name, FORMAT.title, path), options, findings)


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    refuse_keypoints(options, path, FORMAT.title)
    source = Source(str(path), FORMAT.name, FORMAT.title, path)
    return _predictions(marks_of_file(path, options, "predictions"), source, options)


def truth_of(parsed: Mapping[str, Any], options: ReadOptions) -> Truth:
    """Records of columns in memory, with ``excluded`` flags and all ``scans`` where these are given."""
    source = Source("<truth>", FORMAT.name, f"{FORMAT.title} data")
    held = {name: column for name, column in parsed.items() if name != "scans"}
    scans = (
        given_columns(parsed, ["scans"], source.name)["scans"] if parsed.get("scans") is not None else None
    )
    marks = marks_of_columns(held, source.name, options, "truth")
    return _truth(marks, None if scans is None else list(map(str, scans)), source, options, [])


def predictions_of(parsed: Mapping[str, Any], options: ReadOptions) -> Predictions:
    """Records of columns in memory, as a table has them."""
    source = Source("<predictions>", FORMAT.name, f"{FORMAT.title} data")
    return _predictions(marks_of_columns(parsed, source.name, options, "predictions"), source, options)


def _listed(path: Path) -> list[str]:
    """One scan a line; a header is no scan."""
    lines = bytes(read_bytes(path)).decode("utf-8-sig", "replace").splitlines()
    names = [line.split(",")[0].strip().strip('"') for line in lines]
    if names[:1] == ["seriesuid"]:
        names = names[1:]
    found: dict[str, int] = {}
    for row, name in enumerate(names, start=1):
        if not name:
            continue
        if name in found:
            problem = f"{name} is listed twice, in line {found[name]} too"
            raise InputError("E-440", f"{path} line {row}", problem, "list each scan once")
        found[name] = row
    return list(found)


def _truth(
    marks: Marks,
    scans: Sequence[str] | None,
    source: Source,
    options: ReadOptions,
    findings: Sequence[Finding],
) -> Truth:
    findings = list(findings)
    if scans is not None:
        known = set(scans)
        kept = np.array([scan in known for scan in marks.scans], dtype=bool)
        if not kept.all():
            count = int((~kept).sum())
            text = f"{counted(count, 'finding')} of {source.name} in scans that are not listed: left out"
            findings.append(Finding("W-313", text, count))
            marks = marks.chosen(kept)
    names = tuple(dict.fromkeys(marks.scans)) if scans is None else tuple(scans)
    place = {name: k for k, name in enumerate(names)}
    diameter = np.where(marks.number < 0, UNKNOWN_DIAMETER, marks.number)
    boxes = _boxes(marks, diameter)
    return Truth(
        source=source,
        images=Images(
            ids=Ids(np.arange(len(names), dtype=np.int64), names),
            sizes=np.zeros((len(names), 2), dtype=np.int64),
            file_names=Strings.of([""] * len(names)),
            listed=scans is not None,
        ),
        categories=Categories(ids=Ids(np.array([1], dtype=np.int64)), names=(_CLASS,), numbered=False),
        image=Ids(np.array([place[scan] for scan in marks.scans], dtype=np.int64), names),
        category=Ids(np.ones(len(marks), dtype=np.int64)),
        ids=Ids(np.arange(1, len(marks) + 1, dtype=np.int64)),
        boxes=boxes,
        area=boxes[:, 2] * boxes[:, 3],
        crowd=np.zeros(len(marks), dtype=np.uint8),
        ignore=marks.excluded.astype(np.uint8),
        findings=(*options.errors.findings(), *findings),
        attributes=_axes(marks) | {"diameter_mm": diameter},
    )


def _predictions(marks: Marks, source: Source, options: ReadOptions) -> Predictions:
    return Predictions(
        source=source,
        image=Ids.of(list(marks.scans)),
        category=Ids(np.zeros(len(marks), dtype=np.int64), (_CLASS,)),
        boxes=_boxes(marks, np.zeros(len(marks))),
        scores=marks.number,
        findings=options.errors.findings(),
        category_by="name",
        attributes=_axes(marks),
    )


def _axes(marks: Marks) -> dict[str, AnyArray]:
    return {f"{axis}_mm": marks.center[:, k] for k, axis in enumerate("xyz")}


def _boxes(marks: Marks, diameter: AnyArray) -> AnyArray:
    half = diameter[:, None] / 2
    return np.concatenate([marks.center[:, :2] - half, np.tile(diameter[:, None], 2)], axis=1)
