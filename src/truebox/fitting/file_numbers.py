"""Image ids that are the numbers in the names of files, where a truth counts its images in its own way."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.records import Ids

if TYPE_CHECKING:
    from truebox.records import Predictions, Truth

__all__ = ["FileNumbers", "by_file_numbers"]


class FileNumbers(NamedTuple):
    """The predictions so read, and the first id that changes: its number, and the file that bears it.

    Examples
    --------
    >>> FileNumbers._fields
    ('predictions', 'number', 'file_name')
    """

    predictions: Predictions
    number: int
    file_name: str


@refuses_other_kinds
def by_file_numbers(truth: Truth, predictions: Predictions) -> FileNumbers | None:
    """Predictions whose image ids are taken for the numbers in file names; None where that changes nothing.

    Tools that only see a folder of pictures know an image by its file: 17 is ``000017.jpg``. Where every
    predicted id is such a number, and the truth gives one of them to another file, both are possible.

    Examples
    --------
    >>> import truebox as tb
    >>> images = [{"id": 1, "file_name": "000002.jpg"}, {"id": 2, "file_name": "000001.jpg"}]
    >>> truth = tb.read_truth({"images": images, "categories": [], "annotations": []})
    >>> found = tb.read_predictions([{"image_id": 1, "category_id": 1, "bbox": [0, 0, 9, 9], "score": 1}])
    >>> read = by_file_numbers(truth, found)
    >>> read.predictions.image.tolist(), read.file_name
    ([2], '000001.jpg')
    """
    images, image = truth.images, predictions.image
    if images.ids.are_strings or image.are_strings or not len(predictions):
        return None
    files: dict[int, tuple[int, str]] = {}
    for value, name in zip(images.ids.tolist(), images.file_names, strict=True):
        stem = PurePath(name).stem
        if stem.isascii() and stem.isdigit():
            if int(stem) in files:
                return None
            files[int(stem)] = (int(value), name)
    used = [int(value) for value in image.distinct().tolist()]
    changed = [value for value in used if value in files and files[value][0] != value]
    if not changed or not all(value in files for value in used):
        return None
    table = np.array([files[value][0] for value in used], dtype=np.int64)
    ids = Ids(table[np.searchsorted(np.array(used), image.values)])
    return FileNumbers(replace(predictions, image=ids), changed[0], files[changed[0]][1])
