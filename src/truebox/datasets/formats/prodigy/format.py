"""Prodigy's image annotations, one JSON object a line (prodi.gy/docs/api-interfaces, "image_manual").

Facts, from that page:

- A line has ``image`` (a path, an address, or the picture itself as text), ``width`` and ``height`` of the
  picture as it was shown, ``spans``, and ``answer``: accept, reject or ignore.
- A span has ``label`` and ``points`` in pixels, with ``type`` rect, polygon or freehand; ``x``, ``y``
  (top left), ``width``, ``height`` and ``center`` stand beside the points from version 1.10 on.
- Rejected and ignored pictures are no truth: they are left out and counted. Where the picture is held as
  text, ``path`` or ``meta.file`` names it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebox._writing.whole_file import whole_file
from truebox.datasets.columns.image_keys import ImageKeys
from truebox.datasets.columns.truth_rows import TruthRows
from truebox.datasets.folders.picture_name import picture_name
from truebox.datasets.format import Evidence, Format, Loss, ReadOptions, Role
from truebox.datasets.joining.sizing import with_picture_sizes
from truebox.datasets.outgoing.left_out import refuse_keypoints, with_findings
from truebox.datasets.outgoing.not_held import truth_losses
from truebox.datasets.outgoing.one_outline import one_outline, outline_losses
from truebox.datasets.outgoing.rotated_corners import extent
from truebox.datasets.outgoing.written_images import truth_by_image
from truebox.datasets.place import Place
from truebox.datasets.texts.json_document import read_json_lines
from truebox.datasets.texts.json_object import JsonObject
from truebox.errors import InputError
from truebox.records import Finding, Source

if TYPE_CHECKING:
    from truebox.datasets.outgoing.written_images import WrittenImage, WrittenObject
    from truebox.records import Truth

__all__ = ["FORMAT"]

_TITLE = "Prodigy JSONL"
_ANSWERS = ("accept", "reject", "ignore")


def _recognise(place: Place, role: Role) -> Evidence | None:
    head = place.head.removeprefix(b"\xef\xbb\xbf").lstrip()  # reading says that a mark is refused
    if role != "truth" or not head.startswith(b"{") or b'"image"' not in head:
        return None
    if b'"spans"' in head and (b'"answer"' in head or b'"points"' in head):
        return Evidence(3, 'lines with "image", "spans" and "answer"')
    if b'"_task_hash"' in head or b'"_input_hash"' in head or b'"spans"' in head:
        return Evidence(2, 'lines with "image" as Prodigy writes them')
    return None


def _read_truth(path: Path, options: ReadOptions) -> Truth:
    refuse_keypoints(options, path, _TITLE)
    rows = TruthRows(Source(str(path), "prodigy", _TITLE, path), options)
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


def _write_truth(truth: Truth, path: Path) -> tuple[Loss, ...]:
    images = truth_by_image(truth)
    with whole_file(path) as stream:
        for image in images:
            stream.write(json.dumps(_task(image), ensure_ascii=False, allow_nan=False).encode() + b"\n")
    return (*truth_losses(truth, {"sizes", "empty images", "polygons"}), *outline_losses(images))


def _task(image: WrittenImage) -> dict[str, Any]:
    size = {"width": image.width, "height": image.height} if image.width and image.height else {}
    spans = [_span(each) for each in image.objects]
    return {"image": image.name, **size, "spans": spans, "answer": "accept"}


def _span(each: WrittenObject) -> dict[str, Any]:
    x, y, width, height = each.box
    outline = one_outline(each)
    if outline is None:
        points = [[x, y], [x, y + height], [x + width, y + height], [x + width, y]]
    else:
        points = [[a, b] for a, b in zip(outline[0::2], outline[1::2], strict=True)]
    return {
        "label": each.label,
        "type": "rect" if outline is None else "polygon",
        "x": x,
        "y": y,
        "width": width,
        "height": height,
        "center": [x + width / 2, y + height / 2],
        "points": points,
    }


FORMAT = Format(
    name="prodigy",
    title=_TITLE,
    recognise=_recognise,
    read_truth=_read_truth,
    write_truth=_write_truth,
)
