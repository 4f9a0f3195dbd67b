"""The table of all formats, from the registry; what recognises them is found out by recognising a sample."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import truebox as tb
from truebox.datasets.format import Format, Role
from truebox.datasets.registry import all_formats, find_format

BOXES = {"boxes": [[10, 20, 60, 90]], "labels": ["car"]}
TRUTH = {"000001": {**BOXES, "width": 640, "height": 480, "file_name": "000001.jpg"}}
FOUND = {"000001": {**BOXES, "scores": [0.875]}}
# Of formats that can only be read: the side, and a sample of it.
_RECT = {"name": "rect", "x": 1, "y": 2, "width": 3, "height": 4}
_REGION = {"shape_attributes": _RECT, "region_attributes": {"type": "car"}}
_DETECTIONS = {"_cls": "Detections", "detections": [{"label": "car", "bounding_box": [0.1, 0.2, 0.3, 0.4]}]}
_IN_SPACE = {"translation": [1, 2, 0], "size": [2, 4, 2], "rotation": [1, 0, 0, 0], "detection_name": "car"}
_SEGMENT = {"segment": [1, 4], "label": "a"}
_RESULT = {"image_id": "a", "file_name": "a.jpg", "category_id": 1, "bbox": [1, 2, 3, 4], "score": 0.5}
_PERSON = {"tag": "person", "fbox": [1, 2, 3, 4], "extra": {}}
_FACE = "0--Parade/0_a.jpg\n1\n1 2 3 4 0 0 0 0 0 0\n"
_CUBOID = "9,2,0,4,2,1.5,1,0,0,0,315970000000000000,REGULAR_VEHICLE\n"
_OBJECTS = "\n\r\n\x0b\n\t\t" + 8 * "\0"  # a message of one box
ONLY_READ: dict[str, tuple[Role, str]] = {
    "activitynet": ("truth", json.dumps({"database": {"v": {"annotations": [_SEGMENT]}}})),
    "cityscapes": ("predictions", "masks/ulm_000000_000019_0.png 26 0.5\n"),
    "ctw1500": ("truth", ",".join(["1"] * 28) + ",####word\n"),
    "fiftyone": ("truth", json.dumps({"samples": [{"filepath": "a.jpg", "ground_truth": _DETECTIONS}]})),
    "argoverse2": (
        "truth",
        "tx_m,ty_m,tz_m,length_m,width_m,height_m,qw,qx,qy,qz,timestamp_ns,category\n" + _CUBOID,
    ),
    "camelyon16": ("truth", "slide,lesion,x,y\na,1,0,0\na,1,2000,0\na,1,0,2000\n"),
    "luna16": ("truth", "seriesuid,coordX,coordY,coordZ,diameter_mm\n1.3.6,10,20,30,6\n"),
    "icdar": ("truth", "10,20,60,20,60,90,10,90,word\n"),
    "kitti-tracking": ("truth", "0 1 Car 0 0 -10 1 2 4 6 -1 -1 -1 -1000 -1000 -1000 -10\n"),
    "nuscenes": ("truth", json.dumps({"results": {"a": [_IN_SPACE]}})),
    "odgt": ("truth", json.dumps({"ID": "a", "gtboxes": [_PERSON]}) + "\n"),
    "total-text": ("truth", "x: [[1 9 9]], y: [[1 1 9]], ornt: [u'c'], transcriptions: [u'word']\n"),
    "ultralytics": ("predictions", json.dumps([_RESULT])),
    "via": ("truth", json.dumps({"a.jpg9": {"filename": "a.jpg", "size": 9, "regions": [_REGION]}})),
    "visdrone": ("truth", "10,20,50,70,1,4,0,0\n"),
    "waymo": ("truth", _OBJECTS),
    "widerface": ("truth", _FACE),
}


def formats_page() -> str:
    """The page, in reStructuredText."""
    lines = [
        "All formats",
        "===========",
        "",
        "What each format can be read from and written to; the name is that of ``--truth-format``,",
        "``--predictions-format`` and ``--to``. The last column is what Truebox says when it recognises",
        "a file or folder of one car.",
        "",
        ".. list-table::",
        "   :header-rows: 1",
        "",
        *_row("format", "name", "truth", "predictions", "recognised by"),
    ]
    for name, each in all_formats().items():
        truth = _doors(each.read_truth, each.write_truth)
        predictions = _doors(each.read_predictions, each.write_predictions)
        lines += _row(each.title, f"``{name}``", truth, predictions, recognised_by(each))
    return "\n".join([*lines, ""])


def recognised_by(each: Format) -> str:
    """The evidence for a sample of the format, of its truth and of its predictions where they differ."""
    seen = dict.fromkeys(evidence for evidence in _evidence(each))
    return "; ".join(text.replace("*", r"\*").replace("_", r"\_") for text in seen)


def _evidence(each: Format) -> Iterator[str]:
    truth = tb.read_truth(TRUTH)
    found = tb.read_predictions(FOUND)
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "truth"
        if each.write_truth is not None:
            each.write_truth(truth, target)
            yield _of(each, find_format(target, "truth"))
        target = Path(folder) / "predictions"
        if each.write_predictions is not None:
            each.write_predictions(truth, found, target)
            yield _of(each, find_format(target, "predictions"))
        elif each.write_truth is None:
            role, text = ONLY_READ[each.name]
            target.write_text(text, encoding="utf-8")
            yield _of(each, find_format(target, role))


def _of(each: Format, recognised: tuple[Format, object]) -> str:
    other, evidence = recognised
    if other is not each:
        raise RuntimeError(f"a sample of {each.name} is taken for {other.name}")
    return evidence.text


def _doors(read: object, write: object) -> str:
    return ", ".join(word for word, there in (("read", read), ("written", write)) if there) or "no"


def _row(*cells: str) -> list[str]:
    first, *others = cells
    return [f"   * - {first}", *(f"     - {cell}" for cell in others)]
