"""Prodigy's lines as records; the facts relied on stand in `format`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebox.datasets.columns.image_keys import ImageKeys
from truebox.datasets.columns.rotated_corners import extent
from truebox.datasets.columns.truth_rows import TruthRows
from truebox.datasets.folders.picture_name import picture_name
from truebox.datasets.formats.prodigy.format import FORMAT
from truebox.datasets.joining.sizing import with_picture_sizes
from truebox.datasets.options import ReadOptions
from truebox.datasets.outgoing.left_out import refuse_keypoints, with_findings
from truebox.datasets.texts.json_document import read_json_lines
from truebox.datasets.texts.json_object import JsonObject
from truebox.errors import InputError
from truebox.records import Finding, Source

if TYPE_CHECKING:
    from truebox.records import Truth

__all__ = ["read_truth"]
_ANSWERS = ("accept", "reject", "ignore")


def read_truth(path: Path, options: ReadOptions) -> Truth:
    refuse_keypoints(options, path, FORMAT.title)
    rows = TruthRows(Source(str(path), "prodigy", FORMAT.title, path), options)
    keys = ImageKeys()
    refused = {"reject": 0, "ignore": 0}
    for number, value in read_json_lines(path):
        task = JsonObject(value, f"{path} line {number}")
        answer = task.text("answer", "accept")
        if answer not in _ANSWERS:
            raise task.wrong("answer", "accept, reject or ignore")
        if answer != "accept":
            refused[answer] += 1
            continue
        name = _picture(task)
        if name in keys:
            raise InputError("E-448", task.place, f'"{name}" is listed twice', "keep one line per picture")
        image = rows.image(
            keys.of(name), width=task.whole("width", 0), height=task.whole("height", 0), file_name=name
        )
        for span in task.objects("spans", optional=True):
            try:
                label, held = span.text("label"), _geometry(span)
            except InputError as error:
                options.errors.refuse(error)
                continue
            rows.add(image, rows.category(label), held.pop("box"), span.place, **held)
    findings = [
        Finding("W-441", f"{count} pictures answered {answer} are left out", count)
        for answer, count in refused.items()
        if count
    ]
    return with_picture_sizes(with_findings(rows.truth(), *findings), options)


def _picture(task: JsonObject) -> str:
    meta = task.object("meta") if "meta" in task else task
    addresses = (task.values.get("path"), task.values.get("image"), meta.values.get("file"))
    names = [picture_name(address) for address in addresses if isinstance(address, str)]
    name = next(filter(None, names), "")
    if not name:
        raise InputError("E-441", task.place, "no picture is named", 'write its path under "image" or "path"')
    return name


def _geometry(span: JsonObject) -> dict[str, Any]:
    kind = span.text("type", "rect" if "width" in span else "polygon")
    if kind == "rect" and "width" in span:
        return {"box": span.numbers("x", "y", "width", "height")}
    points = span.points("points")
    if len(points) < 6:
        problem = f"{len(points) // 2} points make no {kind}"
        raise InputError("E-451", span.place, problem, "draw it again")
    return {"box": extent(points), "polygons": None if kind == "rect" else [points]}
