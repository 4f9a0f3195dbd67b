"""Sizes of pictures that a truth does not tell, and its fractions in pixels once they are known."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import numpy as np

from truebox.datasets.folders.picture_folder import sizes_in_folder
from truebox.errors import InputError, MissingExtraError
from truebox.records import Truth

if TYPE_CHECKING:
    from truebox.datasets.options import ReadOptions
    from truebox.typing import Int64Array

__all__ = ["in_pixels", "with_picture_sizes", "with_picture_sizes_found"]


def with_picture_sizes(truth: Truth, options: ReadOptions) -> Truth:
    """Sizes out of the folder that the options name, for images whose size is not known (E-428).

    Where there are such, the source of the truth holds the folder.

    Examples
    --------
    >>> import truebox as tb
    >>> from truebox.datasets.options import ReadOptions
    >>> truth = tb.read_truth([{"boxes": [], "labels": [], "file_name": "a.jpg"}])
    >>> with_picture_sizes(truth, ReadOptions()) is truth
    True
    """
    unknown = np.flatnonzero((truth.images.sizes <= 0).any(axis=1))
    if options.images is None or not len(unknown):
        return truth
    names = [_inside(truth.images.file_names[row] or str(truth.images.ids[row])) for row in unknown.tolist()]
    sizes = truth.images.sizes.copy()
    sizes[unknown] = sizes_in_folder(options.images, names)
    source = replace(truth.source, pictures=options.images)
    return replace(truth, images=replace(truth.images, sizes=sizes), source=source)


def with_picture_sizes_found(truth: Truth, options: ReadOptions) -> Truth:
    """The same for a format whose objects need no sizes: as it is where a picture is missing or unreadable.

    Examples
    --------
    >>> from pathlib import Path
    >>> import truebox as tb
    >>> from truebox.datasets.options import ReadOptions
    >>> truth = tb.read_truth([{"boxes": [], "labels": [], "file_name": "a.jpg"}])
    >>> with_picture_sizes_found(truth, ReadOptions(images=Path("nowhere"))) is truth
    True
    """
    try:
        return with_picture_sizes(truth, options)
    except (InputError, MissingExtraError):
        return truth


def in_pixels(truth: Truth) -> Truth:
    """The same truth in pixels where it is in fractions and knows the size of every image with an object.

    Examples
    --------
    >>> from dataclasses import replace
    >>> import truebox as tb
    >>> image = {"boxes": [[0, 0, 0.5, 0.5]], "labels": [1], "width": 8, "height": 4}
    >>> truth = replace(tb.read_truth([image]), units="fractions")
    >>> in_pixels(truth).boxes.tolist(), in_pixels(truth).area.tolist()
    ([[0.0, 0.0, 4.0, 2.0]], [8.0])
    """
    if truth.units != "fractions" or truth.segmentations is not None:
        return truth
    if not (truth.images.sizes > 0).any():
        return truth  # no image has a size: a million rows need no look-up
    place = {value: row for row, value in enumerate(truth.images.ids.tolist())}
    rows: Int64Array = np.array([place.get(value, -1) for value in truth.image.tolist()], dtype=np.int64)
    if (rows < 0).any() or (truth.images.sizes[rows] <= 0).any():
        return truth
    sizes = truth.images.sizes[rows].astype(np.float64)
    boxes, area = truth.boxes * np.tile(sizes, 2), truth.area * sizes.prod(axis=1)
    return replace(truth, boxes=boxes, area=area, units="pixels")


def _inside(name: str) -> str:
    """A name inside the folder of the pictures: tools write paths of the machine they ran on."""
    path = PurePosixPath(name.replace("\\", "/"))
    return path.name if path.is_absolute() or ".." in path.parts or ":" in name else name
