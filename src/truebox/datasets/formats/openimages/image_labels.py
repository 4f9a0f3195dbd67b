"""What lies beside the boxes: classes that people looked for in an image, and the hierarchy of classes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._writing.saying import say
from truebox.datasets.formats.openimages.class_names import described
from truebox.datasets.texts.csv.table import head_of_csv, read_csv
from truebox.datasets.texts.json_document import read_json
from truebox.errors import InputError
from truebox.records import Federation, Ids, Strings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from truebox.datasets.options import ReadOptions
    from truebox.records import Categories, Images, Truth
    from truebox.typing import Int64Array

__all__ = ["with_hierarchy", "with_image_labels"]


def with_image_labels(truth: Truth, path: Path, options: ReadOptions) -> Truth:
    """The truth with the labels of a file: images and classes that have no box are added."""
    wanted = {"ImageID": "text", "LabelName": "text", "Confidence": "number"}
    table = read_csv(path, head_of_csv(path), wanted, options)  # type: ignore[arg-type]
    images, image = _with_images(truth.images, table.texts["ImageID"])
    names = described(table.texts["LabelName"], options.classes)
    categories, category = _with_classes(truth.categories, [str(each) for each in names.names or ()])
    seen = table.numbers["Confidence"]
    bad = np.flatnonzero((seen != 0) & (seen != 1))
    if len(bad):
        row = int(bad[0])
        problem = f"the label has the confidence {seen[row]:g}, and a person says 0 or 1"
        fix = "give the human-verified labels; those of a machine were verified by nobody"
        raise InputError("E-438", table.place(row), problem, fix, row=row)
    found = Federation(image=image, category=category[names.values], negative=seen == 0, frequency=())
    return replace(truth, images=images, categories=categories, federation=_joined(truth.federation, found))


def _joined(one: Federation | None, other: Federation) -> Federation:
    if one is None:
        return other
    return replace(
        one,
        image=np.concatenate([one.image, other.image]),
        category=np.concatenate([one.category, other.category]),
        negative=np.concatenate([one.negative, other.negative]),
    )


def _with_images(images: Images, named: Ids) -> tuple[Images, Int64Array]:
    """Those of the boxes, then those that only labels name; and the row of each label's image."""
    known: dict[Any, int] = {images.ids[row]: row for row in range(len(images))}
    listed = [str(each) for each in named.names or ()]
    first = len(known)
    for name in listed:
        known.setdefault(name, len(known))
    places = np.array([known[name] for name in listed], dtype=np.int64)
    more = list(known)[first:]
    rows = places[named.values] if len(places) else np.empty(0, dtype=np.int64)
    if not more:
        return images, rows
    files = [images.file_names[row] for row in range(first)]
    found = replace(
        images,
        ids=Ids.of([*images.ids.tolist(), *more]),
        sizes=np.concatenate([images.sizes, np.zeros((len(more), 2), dtype=np.int64)]),
        file_names=Strings.of([*files, *more]),
    )
    return found, rows


def _with_classes(categories: Categories, names: Sequence[str]) -> tuple[Categories, Int64Array]:
    """With the classes that are not among them, and the row of each name."""
    known = {name: row for row, name in enumerate(categories.names)}
    ids = categories.ids.tolist()
    first, free = len(known), max((each for each in ids if isinstance(each, int)), default=0) + 1
    for name in names:
        known.setdefault(name, len(known))
    more = list(known)[first:]
    places = np.array([known[name] for name in names], dtype=np.int64)
    parents = categories.parents
    found = replace(
        categories,
        ids=Ids.of([*ids, *range(free, free + len(more))]),
        names=tuple(known),
        parents=(*parents, *((),) * len(more)) if parents else (),
    )
    return found, places


def with_hierarchy(truth: Truth, path: Path, options: ReadOptions) -> Truth:
    """The truth with the classes right above each; the root, which is no class, is left out."""
    pairs = list(_pairs(read_json(path), path))
    names = [name for pair in pairs for name in pair if name]
    renamed = described(Ids.of(names), options.classes).tolist() if names else []
    shown = dict(zip(names, map(str, renamed), strict=True))
    categories, rows = _with_classes(truth.categories, list(dict.fromkeys(shown.values())))
    del rows
    place = {name: row for row, name in enumerate(categories.names)}
    above: list[list[int]] = [[] for _ in categories.names]
    for parent, child in pairs:
        if parent and place[shown[parent]] not in above[place[shown[child]]]:
            above[place[shown[child]]].append(place[shown[parent]])
    return replace(truth, categories=replace(categories, parents=tuple(map(tuple, above))))


def _pairs(tree: Any, path: Path) -> Iterator[tuple[str, str]]:
    """Each class below another, and that other; nothing where it is the root."""
    waiting = [("", node) for node in _below(tree, path)]
    while waiting:
        parent, node = waiting.pop(0)
        name = node.get("LabelName") if isinstance(node, dict) else None
        if not isinstance(name, str):
            problem = f"expected an object with a LabelName, got {say(node)}"
            raise InputError("E-439", str(path), problem, "give the hierarchy as Open Images publishes it")
        yield parent, name
        waiting += [(name, each) for each in _below(node, path)]


def _below(node: Any, path: Path) -> list[Any]:
    held = node.get("Subcategory", []) if isinstance(node, dict) else None
    if not isinstance(held, list):
        problem = f"expected a list called Subcategory, got {say(held)}"
        raise InputError("E-439", str(path), problem, "give the hierarchy as Open Images publishes it")
    return held
