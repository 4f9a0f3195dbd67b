"""Records as columns whose rows writers put down image by image."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from truebox.datasets.outgoing.id_places import places_in_table
from truebox.datasets.outgoing.outgoing import refuse_fractions

if TYPE_CHECKING:
    from truebox.records import Truth
    from truebox.typing import FloatArray, Int64Array

__all__ = ["WrittenColumns", "columns_by_image"]


@dataclass(frozen=True, slots=True, eq=False)
class WrittenColumns:
    """The objects of listed images, in file order.

    Parameters
    ----------
    names : list of str [I]
        Of the images: their file names, else their ids.
    rows : int64 array [N]
        Of the truth.
    image, category : int64 arrays [N]
        Places of each row's image and class.
    boxes : float64 array [N, 4]
        ``x, y, width, height`` in pixels.
    """

    names: list[str]
    rows: Int64Array
    image: Int64Array
    category: Int64Array
    boxes: FloatArray

    @property
    def firsts(self) -> Int64Array:
        """1 for the first object of its image, else 0."""
        found = np.zeros(len(self.rows), dtype=np.int64)
        order = np.argsort(self.image, kind="stable")
        ordered = self.image[order]
        found[order[np.flatnonzero(np.append(True, ordered[1:] != ordered[:-1])[: len(order)])]] = 1
        return found


def columns_by_image(truth: Truth) -> WrittenColumns | None:
    """The columns of a truth; None where an object has a class that is not listed.

    Raises
    ------
    InputError
        Its boxes are fractions of images of unknown size (E-450).

    Examples
    --------
    >>> import truebox as tb
    >>> truth = tb.read_truth([{"boxes": [[0, 0, 9, 9]] * 2, "labels": ["cat"] * 2, "file_name": "a.jpg"}])
    >>> found = columns_by_image(truth)
    >>> found.names, found.image.tolist(), found.firsts.tolist()
    (['a.jpg'], [0, 0], [1, 0])
    """
    refuse_fractions(truth)
    image = places_in_table(truth.image, truth.images.ids)
    rows = np.flatnonzero(image >= 0)
    category = places_in_table(truth.category, truth.categories.ids)[rows]
    if (category < 0).any():
        return None
    names = list(truth.images.file_names)
    if not all(names):
        own = truth.images.ids.tolist()
        names = [name or str(given) for name, given in zip(names, own, strict=True)]
    return WrittenColumns(names, rows, image[rows], category, truth.boxes[rows])
