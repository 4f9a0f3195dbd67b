"""A truth to a folder of Pascal VOC annotations."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.saying import say
from truebox._writing.whole_folder import whole_folder
from truebox.datasets.folders.new_files import write_new_files
from truebox.datasets.folders.safe_names import safe_names
from truebox.datasets.format import NotHeld
from truebox.datasets.formats.voc.stated_origin import ORIGIN_ELEMENT
from truebox.datasets.outgoing.id_places import places_in_table
from truebox.datasets.outgoing.outgoing import refuse_fractions
from truebox.datasets.texts.csv.row_texts import chosen, grouped_rows, own_texts, row_texts, shortly, wholes
from truebox.errors import InputError
from truebox.records import Strings

if TYPE_CHECKING:
    from truebox.datasets.texts.csv.row_texts import Column
    from truebox.records import Truth
    from truebox.typing import BoolArray, Int64Array

__all__ = ["write_truth"]

_NO_XML = re.compile("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\ud800-\\udfff\\ufffe\\uffff\\r]")
_PLAIN = re.compile(rb"[!-%'-;=?-~]*")  # of ASCII what is written as it is
_AFTER_HEIGHT = "</height>\n\t\t<depth>3</depth>\n\t</size>\n"


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
    images = places_in_table(truth.image, truth.images.ids)
    categories = places_in_table(truth.category, truth.categories.ids)
    _refuse_unlisted(images, categories, truth.source.name)
    objects = _objects(truth, images, categories, len(names))
    ends = b"</annotation>\n" * len(names), np.arange(len(names) + 1) * len("</annotation>\n")
    with whole_folder(path) as folder:
        write_new_files(folder, [f"{name}.xml" for name in names], _heads(truth, names), objects, ends)
    return _not_held(truth)


def _heads(truth: Truth, names: Sequence[str]) -> tuple[bytes, Int64Array]:
    """What stands before the objects of each image."""
    files = truth.images.file_names
    texts = files
    if not _PLAIN.fullmatch(files.buffer) or (np.diff(files.offsets) == 0).any():
        texts = Strings.of(
            _escaped(file or name.rpartition("/")[2]) for file, name in zip(files, names, strict=True)
        )
    sizes = truth.images.sizes
    sized = (sizes != 0).all(axis=1)
    before = f"</filename>\n{ORIGIN_ELEMENT}"
    tags = ["", "\t<size>\n\t\t<width>"], ["", "</width>\n\t\t<height>"], ["", _AFTER_HEIGHT]
    opening, between, closing = (chosen(sized, each) for each in tags)
    numbers = [_shown(column, sized) for column in sizes.T]
    columns = [own_texts(texts), opening, numbers[0], between, numbers[1], closing]
    return row_texts(columns, ["<annotation>\n\t<filename>", before, "", "", "", "", ""])


def _shown(numbers: Int64Array, shown: BoolArray) -> Column:
    """The numbers where they are shown, else nothing."""
    if shown.all():
        return wholes(numbers)
    places = {number: place for place, number in enumerate(set(numbers.tolist()), start=1)}
    which = np.where(shown, np.array([places[number] for number in numbers.tolist()]), 0)
    return chosen(which, ["", *map(str, places)])


def _refuse_unlisted(images: Int64Array, categories: Int64Array, name: str) -> None:
    unlisted = (images < 0) | (categories < 0)
    if unlisted.any():
        row = int(unlisted.argmax())
        problem = "its image or class is not listed"
        raise InputError("E-414", f"{name} row {row}", problem, "list it", row=row)


def _objects(
    truth: Truth, images: Int64Array, categories: Int64Array, count: int
) -> tuple[bytes, Int64Array]:
    """The objects of each image."""
    used = set(np.flatnonzero(np.bincount(categories)).tolist())
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
    categories = truth.categories.ids
    named = np.zeros(len(categories), dtype=bool)
    named[places_in_table(truth.category, categories)] = True
    unused = ~named[places_in_table(categories, categories)]
    written = {"difficult", "truncated", "occluded"}
    found = [
        NotHeld("crowd flags (written as difficult)", int(truth.crowd.sum())),
        NotHeld("ids and order of classes", len(truth.categories)),
        NotHeld("classes without objects", int(unused.sum())),
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
