"""What a protocol keeps of each image and class beside the outcomes of detections."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._frozen import dataclass

if TYPE_CHECKING:
    from truebox.typing import AnyArray, FloatArray, Int32Array, Int64Array

__all__ = ["CellValues"]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CellValues:
    """Numbers of the cells, an image and class each, that hold a truth or a detection.

    Parameters
    ----------
    category, image : int32 arrays [C]
        Indices into the tables of the match state; by category, then by image.
    values : float64 array [C, V]

    Examples
    --------
    >>> one = CellValues(
    ...     category=np.zeros(1, np.int32), image=np.array([3], np.int32), values=np.array([[0.5]]))
    >>> one.at_images(np.array([0, 2, 4, 6])).image.tolist()
    [6]
    """

    category: Int32Array
    image: Int32Array
    values: FloatArray

    def of(self, category: int) -> tuple[Int32Array, FloatArray]:
        """Images and values of one class."""
        first, end = np.searchsorted(self.category, [category, category + 1])
        return self.image[first:end], self.values[first:end]

    def of_classes(self, classes: Int64Array) -> CellValues:
        """Some classes alone, numbered in the order given."""
        parts = [self.of(each) for each in classes.tolist()]
        counts = [len(image) for image, _ in parts]
        none = self.image[:0], self.values[:0]
        images, values = zip(none, *parts, strict=True)
        return CellValues(
            category=np.repeat(np.arange(len(parts), dtype=np.int32), counts),
            image=np.concatenate(images),
            values=np.concatenate(values),
        )

    def at_images(self, places: AnyArray) -> CellValues:
        """The same where each image has another place, in the same order."""
        return CellValues(
            category=self.category, image=places[self.image].astype(np.int32), values=self.values
        )

    def joined(self, other: CellValues) -> CellValues:
        """Both, of other images."""
        category, image, values = (
            np.concatenate([getattr(self, name), getattr(other, name)])
            for name in ("category", "image", "values")
        )
        order = np.lexsort((image, category))
        return CellValues(category=category[order], image=image[order], values=values[order])
