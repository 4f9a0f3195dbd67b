"""A truth to a folder of Pascal VOC annotations."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._writing.saying import say
from truebox._writing.whole_folder import whole_folder
from truebox.datasets.folders.new_files import write_new_files
from truebox.datasets.folders.safe_names import safe_names
from truebox.datasets.format import NotHeld
from truebox.datasets.formats.voc.stated_origin import ORIGIN_ELEMENT
from truebox.datasets.outgoing.outgoing import refuse_fractions
from truebox.datasets.texts.csv.row_texts import chosen, grouped_rows, shortly, wholes
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.records import Ids, Truth
    from truebox.typing import Int64Array

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
    images = _places(truth.image, places)
    categories = _places(truth.category, {key: row for row, key in enumerate(classes)})
    _refuse_unlisted(images, categories, truth.source.name)
    objects = _objects(truth, images, categories, len(names))
    with whole_folder(path) as folder:
        files = enumerate(zip(names, objects, strict=True))
        write_new_files(folder, ((f"{name}.xml", _file(truth, row, name, own)) for row, (name, own) in files))
    return _not_held(truth)


def _file(truth: Truth, row: int, name: str, objects: bytes) -> bytes:
    width, height = truth.images.sizes[row].tolist()
    tags = {"width": width, "height": height, "depth": 3}
    inside = "".join(f"\t\t<{tag}>{value}</{tag}>\n" for tag, value in tags.items())
    size = f"\t<size>\n{inside}\t</size>\n" if width and height else ""
    file = _escaped(truth.images.file_names[row] or name.rpartition("/")[2])
    head = f"\t<filename>{file}</filename>\n{ORIGIN_ELEMENT}{size}"
    return f"<annotation>\n{head}".encode() + objects + b"</annotation>\n"


def _places(column: Ids, table: Mapping[Any, int]) -> Int64Array:
    return np.array([table.get(key, -1) for key in column.tolist()], dtype=np.int64)


def _refuse_unlisted(images: Int64Array, categories: Int64Array, name: str) -> None:
    unlisted = (images < 0) | (categories < 0)
    if unlisted.any():
        row = int(unlisted.argmax())
        problem = "its image or class is not listed"
        raise InputError("E-414", f"{name} row {row}", problem, "list it", row=row)


def _objects(truth: Truth, images: Int64Array, categories: Int64Array, count: int) -> list[bytes]:
    """The objects of each image."""
    used = set(categories.tolist())
    names = [_escaped(name) if row in used else "" for row, name in enumerate(truth.categories.names)]
    columns = [chosen(categories, names)]
    between = ["\t<object>\n\t\t<name>", "</name>\n"]
    for name in ("truncated", "occluded"):
        if name in truth.attributes:
            values = truth.attributes[name].tolist()
            flags = ["", f"\t\t<{name}>0</{name}>\n", f"\t\t<{name}>1</{name}>\n"]
            which = np.array([0 if value is None else 1 + bool(value) for value in values], np.int64)
            columns.append(chosen(which, flags))
            between.append("")
    between[-1] += "\t\t<difficult>"
    columns.append(wholes((truth.ignore != 0) | (truth.crowd != 0)))
    between.append("</difficult>\n\t\t<bndbox>\n\t\t\t<xmin>")
    low, high = truth.boxes[:, :2] + 1, truth.boxes[:, :2] + truth.boxes[:, 2:]
    columns += [shortly(values) for values in (low[:, 0], low[:, 1], high[:, 0], high[:, 1])]
    between += [f"</{last}>\n\t\t\t<{then}>" for last, then in pairwise(("xmin", "ymin", "xmax", "ymax"))]
    between.append("</ymax>\n\t\t</bndbox>\n\t</object>\n")
    return grouped_rows(columns, between, images, count)


def _escaped(text: str) -> str:
    if _NO_XML.search(text) or text != text.strip(" \t\n"):
        problem, fix = "XML cannot hold this text as it is", "rename it in plain text"
        raise InputError("E-414", say(text), problem, fix)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


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
