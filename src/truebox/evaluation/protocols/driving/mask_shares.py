"""Pixels that masks of both sides share, image by image."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import is_
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from truebox.masks import mask_area, masks_from_coco
from truebox.overlap import pairwise_mask_ioa
from truebox.records import SegmentationKind

if TYPE_CHECKING:
    from truebox.masks import Masks
    from truebox.records import Predictions, Segmentations, Truth
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = ["SharedOnce", "SharedPixels", "masks_of_rows", "shared_pixels"]


class SharedPixels(NamedTuple):
    """One image.

    Parameters
    ----------
    found, true : int64 arrays [N], [M]
        Rows of both sides.
    pixels : float64 array [N, M]
        Whole numbers.
    found_area, true_area : float64 arrays [N], [M]
    """

    found: Int64Array
    true: Int64Array
    pixels: FloatArray
    found_area: FloatArray
    true_area: FloatArray

    def of_true(self, kept: BoolArray) -> SharedPixels:
        """With some of the truths [M]."""
        if kept.all():
            return self
        return self._replace(
            true=self.true[kept], pixels=self.pixels[:, kept], true_area=self.true_area[kept]
        )


class SharedOnce:
    """What was counted last, for whoever asks the same again.

    Examples
    --------
    >>> held = SharedOnce()
    >>> rows = object()
    >>> held.of([rows], list), held.of([rows], dict)
    ([], [])
    """

    def __init__(self) -> None:
        self._held: tuple[Sequence[object], Sequence[SharedPixels]] = (), ()

    def of(
        self, asked: Sequence[object], count: Callable[[], Sequence[SharedPixels]]
    ) -> Sequence[SharedPixels]:
        """What `count` makes of those very objects."""
        before, images = self._held  # of one moment, whoever else asks
        if len(asked) != len(before) or not all(map(is_, asked, before)):
            images = count()
            self._held = asked, images
        return images


def shared_pixels(
    truth: Truth, predictions: Predictions, true_image: Any, found_image: Any, sizes: Int64Array
) -> Iterator[SharedPixels]:
    """Every image that has detections; rows of image -1 take no part.

    Parameters
    ----------
    truth, predictions : Truth, Predictions
        Read for masks.
    true_image, found_image : int arrays
        Index of each row's image.
    sizes : int64 array [I, 2]
        Height and width of each image.
    """
    for image in np.unique(found_image[found_image >= 0]).tolist():
        found, true = np.flatnonzero(found_image == image), np.flatnonzero(true_image == image)
        size = sizes[image]
        mine = masks_of_rows(predictions.segmentations, found, size, predictions.source.name)
        theirs = masks_of_rows(truth.segmentations, true, size, truth.source.name)
        area = mask_area(mine).astype(np.float64)
        # A share times the area is the whole number of pixels again, once it is rounded.
        pixels = (
            np.rint(pairwise_mask_ioa(mine, theirs) * area[:, None])
            if len(true)
            else np.zeros((len(found), 0))
        )
        yield SharedPixels(found, true, pixels, area, mask_area(theirs).astype(np.float64))


def masks_of_rows(held: Segmentations | None, rows: Int64Array, size: Any, name: str) -> Masks:
    """The masks of some rows; polygons are drawn in the size [2] of their image, or sizes [N, 2]."""
    values = [] if held is None else _texts(held, rows) or [_value(held, row) for row in rows.tolist()]
    sizes = np.broadcast_to(np.asarray(size, dtype=np.int64), (len(values), 2))
    return masks_from_coco(values, sizes, name=name)


def _texts(held: Segmentations, rows: Int64Array) -> list[Any] | None:
    """What `_value` says of each row, at once where all are texts."""
    if (held.kinds[rows] != SegmentationKind.TEXT.value).any():
        return None
    begins, ends = held.text_offsets[rows].tolist(), held.text_offsets[rows + 1].tolist()
    sizes, text = held.sizes[rows].tolist(), held.text.data
    return [
        {"size": size, "counts": text[begin:end].tobytes()}
        for size, begin, end in zip(sizes, begins, ends, strict=True)
    ]


def _value(held: Segmentations, row: int) -> Any:
    """One segmentation as COCO writes it."""
    kind = held.kinds[row]
    if kind == SegmentationKind.TEXT:
        text = held.text[held.text_offsets[row] : held.text_offsets[row + 1]].tobytes()
        return {"size": held.sizes[row].tolist(), "counts": text}
    parts = [
        held.numbers[held.part_offsets[part] : held.part_offsets[part + 1]]
        for part in range(held.row_offsets[row], held.row_offsets[row + 1])
    ]
    if kind == SegmentationKind.COUNTS:
        return {"size": held.sizes[row].tolist(), "counts": parts[0].astype(np.int64).tolist()}
    return [part.tolist() for part in parts]
