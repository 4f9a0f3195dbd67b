"""Records about to be written: every row with the name of its image and of its class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.saying import say
from truebox.datasets.joining.joining import join
from truebox.datasets.outgoing.id_places import places_in_table
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.records import Ids, Predictions, Truth
    from truebox.typing import FloatArray, Int64Array

__all__ = ["Outgoing", "outgoing_predictions", "outgoing_truth", "refuse_fractions"]


_NAME_THE_PICTURES = "name the folder of the pictures with --images when reading"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Outgoing:
    """Columns to write.

    Parameters
    ----------
    image_names : tuple of str [I]
        The file name of each image; its id where it has none.
    image_ids : tuple of str [I]
    image_sizes : int64 array [I, 2]
    class_names : tuple of str [K]
    image, category : int64 arrays [N]
        Rows of the above.
    boxes : float64 array [N, 4]
        ``x, y, width, height`` in pixels.
    """

    image_names: tuple[str, ...]
    image_ids: tuple[str, ...]
    image_sizes: Int64Array
    class_names: tuple[str, ...]
    image: Int64Array
    category: Int64Array
    boxes: FloatArray

    def __len__(self) -> int:
        return len(self.boxes)

    @property
    def corners(self) -> FloatArray:
        """The boxes as x0, y0, x1, y1."""
        return np.concatenate((self.boxes[:, :2], self.boxes[:, :2] + self.boxes[:, 2:]), axis=1)

    @property
    def bare_images(self) -> list[int]:
        """The rows of the images without objects."""
        named = np.zeros(len(self.image_names), dtype=bool)
        named[self.image] = True
        bare: list[int] = np.flatnonzero(~named).tolist()
        return bare

    def fractions(self, name: str) -> FloatArray:
        """The corners as fractions of their images; refused where one has no size (E-450)."""
        sizes = self.image_sizes[self.image].astype(np.float64)
        unknown = (sizes <= 0).any(axis=1)
        if unknown.any():
            row = int(unknown.argmax())
            problem = f"the size of image {say(self.image_names[self.image[row]])} is not known"
            raise InputError("E-450", f"{name} row {row}", problem, _NAME_THE_PICTURES, row=row)
        corners: FloatArray = self.corners / np.tile(sizes, 2)
        return corners


def outgoing_truth(truth: Truth) -> Outgoing:
    """The rows of a truth.

    Raises
    ------
    InputError
        Its boxes are fractions of images of unknown size (E-450); an object names an image or a class
        that the truth does not list (E-130, E-131).

    Examples
    --------
    >>> import truebox as tb
    >>> rows = outgoing_truth(tb.read_truth([{"boxes": [[0, 0, 2, 3]], "labels": ["cat"]}]))
    >>> rows.image_names, rows.class_names, rows.corners.tolist()
    (('0',), ('cat',), [[0.0, 0.0, 2.0, 3.0]])
    """
    return _outgoing(truth, truth)


def outgoing_predictions(truth: Truth, predictions: Predictions) -> Outgoing:
    """The rows of predictions, joined to their truth.

    Raises
    ------
    InputError
        As in `outgoing_truth`.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = tb.read_truth([{"boxes": [[0, 0, 2, 3]], "labels": ["cat"], "file_name": "a.jpg"}])
    >>> row = {"boxes": [[0, 0, 2, 2]], "labels": ["cat"], "scores": [0.5]}
    >>> found = tb.read_predictions([row], truth=truth)
    >>> outgoing_predictions(truth, found).image_names
    ('a.jpg',)
    """
    return _outgoing(truth, join(truth, predictions))


def refuse_fractions(records: Truth | Predictions) -> None:
    """Refuse to write fractions as if they were pixels (E-450).

    Examples
    --------
    >>> import truebox as tb
    >>> refuse_fractions(tb.read_truth([{"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}]))
    """
    if records.units == "fractions":
        problem = "the boxes are fractions of pictures whose sizes are not known"
        raise InputError("E-450", records.source.name, problem, _NAME_THE_PICTURES)


def _outgoing(truth: Truth, rows: Truth | Predictions) -> Outgoing:
    refuse_fractions(rows)
    name = rows.source.name
    ids = tuple(map(str, truth.images.ids.tolist()))
    files = tuple(truth.images.file_names)
    return Outgoing(
        image_names=files if all(files) else tuple(map(_or, files, ids)),
        image_ids=ids,
        image_sizes=truth.images.sizes,
        class_names=truth.categories.names,
        image=_places(truth.images.ids, rows.image, name, "E-130", "image"),
        category=_places(truth.categories.ids, rows.category, name, "E-131", "class"),
        boxes=rows.boxes,
    )


def _or(file: str, own: str) -> str:
    return file or own


def _places(table: Ids, column: Ids, name: str, code: str, what: str) -> Int64Array:
    rows = places_in_table(column, table)
    if (rows < 0).any():
        row = int((rows < 0).argmax())
        problem = f"{what} {say(column[row])} is not in the truth"
        raise InputError(
            code, f"{name} row {row}", problem, "join the predictions to their truth first", row=row
        )
    return rows
