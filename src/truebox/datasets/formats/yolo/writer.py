"""Records to a folder of YOLO labels with ``data.yaml``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.saying import say
from truebox._writing.whole_folder import whole_folder
from truebox.datasets.folders.new_files import write_new_files
from truebox.datasets.folders.safe_names import safe_names
from truebox.datasets.format import NotHeld
from truebox.datasets.formats.yolo.size_list import SIZE_LIST, size_list_text
from truebox.datasets.formats.yolo.written_rows import WrittenRows
from truebox.datasets.outgoing.id_places import places_in_table
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.records import Predictions, Truth

__all__ = ["write_predictions", "write_truth"]


def write_truth(truth: Truth, path: Path) -> tuple[NotHeld, ...]:
    """Write ``data.yaml``, a file in ``labels`` for every image, empty for background, and their sizes.

    The description states that rows are polygons: their length alone may not tell.

    Rows are polygons where every object has one of one part, poses where the truth has keypoints, else boxes.

    Raises
    ------
    InputError
        The size of an image is unknown, or a name cannot be one of a file (E-414); the folder is not new
        (E-445).
    """
    names = safe_names(truth)
    classes = places_in_table(truth.category, truth.categories.ids)
    images = places_in_table(truth.image, truth.images.ids)
    _refuse_unknown(images, classes, truth.source.name)
    rows = WrittenRows.of(truth, images, _sizes(truth, images))
    texts = rows.texts(images, classes, len(names))
    with whole_folder(path) as folder:
        (folder / "data.yaml").write_text(_data_yaml(truth, rows), encoding="utf-8", newline="\n")
        listed = size_list_text(names, truth.images.file_names, truth.images.sizes)
        (folder / SIZE_LIST).write_bytes(listed)
        (folder / "labels").mkdir()
        write_new_files(folder / "labels", [f"{name}.txt" for name in names], texts)
    return _not_held(truth, rows)


def write_predictions(truth: Truth, predictions: Predictions, path: Path) -> tuple[NotHeld, ...]:
    """Write ``classes.txt`` and a file in ``labels`` for every image with detections, the confidence last.

    Raises
    ------
    InputError
        As `write_truth`.
    """
    names = safe_names(truth)
    classes = places_in_table(predictions.category, truth.categories.ids)
    images = places_in_table(predictions.image, truth.images.ids)
    _refuse_unknown(images, classes, predictions.source.name)
    rows = WrittenRows.of(predictions, images, _sizes(truth, images))
    texts = rows.texts(images, classes, len(names), predictions.scores)
    listed = "".join(f"{_one_line(name)}\n" for name in truth.categories.names)
    with whole_folder(path) as folder:
        (folder / "classes.txt").write_text(listed, encoding="utf-8", newline="\n")
        (folder / "labels").mkdir()
        bounds = texts[1]
        held = np.flatnonzero(bounds[1:] > bounds[:-1])
        files = [f"{names[row]}.txt" for row in held.tolist()]
        write_new_files(folder / "labels", files, (texts[0], np.append(bounds[held], bounds[-1])))
    return (*_attributes_not_held(predictions.attributes, len(predictions)), *rows.not_held())


def _refuse_unknown(images: np.ndarray, classes: np.ndarray, name: str) -> None:
    for what, rows in (("image", images), ("class", classes)):
        if (rows < 0).any():
            row = int((rows < 0).argmax())
            problem = f"its {what} is not among those of the truth"
            raise InputError(
                "E-414", f"{name} row {row}", problem, "join the rows to their truth first", row=row
            )


def _sizes(truth: Truth, images: np.ndarray) -> np.ndarray:
    if truth.units == "fractions":
        return np.ones((len(images), 2))
    sizes = truth.images.sizes[images].astype(np.float64)
    unknown = (sizes <= 0).any(axis=1)
    if unknown.any():
        image = int(images[unknown.argmax()])
        problem = "the size of this image is unknown, and YOLO's numbers are fractions of it"
        place = f"{truth.source.name} images[{image}]"
        raise InputError(
            "E-414", place, problem, "add width and height to the images of the truth", row=image
        )
    return np.asarray(sizes)


def _data_yaml(truth: Truth, rows: WrittenRows) -> str:
    names = [_one_line(name).replace("'", "''") for name in truth.categories.names]
    lines = [f"  {number}: '{name}'\n" for number, name in enumerate(names)]
    shape = f"kpt_shape: [{rows.points}, 3]\n" if rows.points else ""
    shape += "task: segment\n" if rows.task == "segment" else ""
    return "path: .\n" + shape + ("names:\n" + "".join(lines) if lines else "names: []\n")


def _one_line(name: str) -> str:
    if re.search(r"[\x00-\x1f\x7f\x85\u2028\u2029\ufeff]", name) or name != name.strip() or not name:
        problem, fix = "this name of a class does not fit into one line", "name the class in plain text"
        raise InputError("E-414", say(name), problem, fix)
    return name


def _not_held(truth: Truth, rows: WrittenRows) -> tuple[NotHeld, ...]:
    area = truth.boxes[:, 2] * truth.boxes[:, 3]
    polygons = rows.task == "segment"
    found = [
        NotHeld("crowd flags", int(truth.crowd.sum())),
        NotHeld("ignore flags", int(truth.ignore.sum())),
        NotHeld("areas other than width x height", 0 if polygons else int((truth.area != area).sum())),
        *_attributes_not_held(truth.attributes, len(truth)),
        *_attributes_not_held(truth.images.attributes, len(truth.images)),
        *rows.not_held(),
    ]
    return tuple(each for each in found if each.count)


def _attributes_not_held(attributes: object, count: int) -> list[NotHeld]:
    return (
        [NotHeld(f"attribute {name}", count) for name in attributes] if isinstance(attributes, dict) else []
    )
