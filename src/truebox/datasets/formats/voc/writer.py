"""A truth to a folder of Pascal VOC annotations."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from truebox._writing.saying import say
from truebox._writing.whole_folder import whole_folder
from truebox.datasets.folders.safe_names import safe_names
from truebox.datasets.format import NotHeld
from truebox.datasets.formats.voc.stated_origin import ORIGIN_ELEMENT
from truebox.datasets.outgoing.outgoing import refuse_fractions
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.records import Truth
    from truebox.typing import AnyArray

__all__ = ["write_truth"]

_NO_XML = re.compile("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\ud800-\\udfff\\ufffe\\uffff\\r]")


def write_truth(truth: Truth, path: Path) -> tuple[NotHeld, ...]:
    """Write one file per image, with coordinates counted from 1 as VOC has them.

    A crowd region is written as difficult, as is what is ignored: VOC has one way to leave an object out.

    Raises
    ------
    InputError
        A name cannot be one of a file (E-414), the boxes are fractions (E-450), or the folder is not new
        (E-445).
    """
    refuse_fractions(truth)
    names = safe_names(truth)
    places = {key: row for row, key in enumerate(truth.images.ids.tolist())}
    classes = dict(zip(truth.categories.ids.tolist(), truth.categories.names, strict=True))
    objects: list[list[str]] = [[] for _ in names]
    flags = {name: _plain(truth.attributes.get(name)) for name in ("truncated", "occluded")}
    rows = zip(truth.image.tolist(), truth.category.tolist(), truth.boxes.tolist(), strict=True)
    for row, (image, category, box) in enumerate(rows):
        if image not in places or category not in classes:
            problem = "its image or class is not listed"
            raise InputError("E-414", f"{truth.source.name} row {row}", problem, "list it", row=row)
        said = {name: values[row] for name, values in flags.items() if values is not None}
        difficult = bool(truth.ignore[row] or truth.crowd[row])
        objects[places[image]].append(_object(classes[category], box, difficult, said))
    with whole_folder(path) as folder:
        for row, name in enumerate(names):
            target = folder / f"{name}.xml"
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(_file(truth, row, name, objects[row]), encoding="utf-8", newline="\n")
    return _not_held(truth)


def _file(truth: Truth, row: int, name: str, objects: list[str]) -> str:
    width, height = truth.images.sizes[row].tolist()
    tags = {"width": width, "height": height, "depth": 3}
    inside = "".join(f"\t\t<{tag}>{value}</{tag}>\n" for tag, value in tags.items())
    size = f"\t<size>\n{inside}\t</size>\n" if width and height else ""
    file = _escaped(truth.images.file_names[row] or name.rpartition("/")[2])
    head = f"\t<filename>{file}</filename>\n{ORIGIN_ELEMENT}{size}"
    return f"<annotation>\n{head}{''.join(objects)}</annotation>\n"


def _object(name: str, box: list[float], difficult: bool, said: Mapping[str, object]) -> str:
    x, y, width, height = box
    corners = {"xmin": x + 1, "ymin": y + 1, "xmax": x + width, "ymax": y + height}
    bounds = "".join(f"\t\t\t<{tag}>{_number(value)}</{tag}>\n" for tag, value in corners.items())
    flags = "".join(
        f"\t\t<{tag}>{int(bool(value))}</{tag}>\n" for tag, value in said.items() if value is not None
    )
    return (
        f"\t<object>\n\t\t<name>{_escaped(name)}</name>\n{flags}\t\t<difficult>{int(difficult)}</difficult>\n"
        f"\t\t<bndbox>\n{bounds}\t\t</bndbox>\n\t</object>\n"
    )


def _number(value: float) -> str:
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


def _escaped(text: str) -> str:
    if _NO_XML.search(text) or text != text.strip(" \t\n"):
        problem, fix = "XML cannot hold this text as it is", "rename it in plain text"
        raise InputError("E-414", say(text), problem, fix)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _plain(values: AnyArray | None) -> list[object] | None:
    return None if values is None else list(values.tolist())


def _not_held(truth: Truth) -> tuple[NotHeld, ...]:
    used = set(truth.category.tolist())
    written = {"difficult", "truncated", "occluded"}
    found = [
        NotHeld("crowd flags (written as difficult)", int(truth.crowd.sum())),
        NotHeld("ids and order of classes", len(truth.categories)),
        NotHeld("classes without objects", sum(key not in used for key in truth.categories.ids.tolist())),
        NotHeld(
            "areas other than width x height",
            int((truth.area != truth.boxes[:, 2] * truth.boxes[:, 3]).sum()),
        ),
        NotHeld("segmentations", 0 if truth.segmentations is None else len(truth)),
        NotHeld("keypoints", 0 if truth.keypoints is None else len(truth)),
        *(NotHeld(f"attribute {name}", len(truth)) for name in truth.attributes if name not in written),
        *(NotHeld(f"attribute {name} of images", len(truth.images)) for name in truth.images.attributes),
    ]
    return tuple(each for each in found if each.count)
