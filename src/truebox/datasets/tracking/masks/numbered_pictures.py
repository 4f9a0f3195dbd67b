"""Pictures whose pixels are numbers of objects: the mask of every number, plain ones read natively."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from truebox._native.many_calls import by_all_threads
from truebox._png import distinct_pixels
from truebox.datasets.folders.picture_masks import masks_of_pictures
from truebox.masks import Masks, encode_masks

if TYPE_CHECKING:
    from truebox.typing import AnyArray

__all__ = ["Numbered", "masks_by_number"]

Numbered: TypeAlias = tuple[list[int], Masks]
"""The numbers that occur in a picture, rising, zero too, and the mask of each."""

_AT_ONCE = 512


def masks_by_number(
    files: Sequence[Path], kinds: Collection[str], pixels: Callable[[Path], AnyArray]
) -> Iterator[Numbered]:
    """The masks of each picture, in the order of the files.

    Parameters
    ----------
    files : sequence of Path
        PNG files.
    kinds : collection of str
        Those that are read natively where they are plain, as `truebox._png.stored_pixels` has them.
    pixels : callable
        Gives the numbers [H, W] of any other picture, or raises what is wrong with it.

    Examples
    --------
    >>> list(masks_by_number([], ["grey"], lambda file: np.zeros((1, 1), dtype=np.uint8)))
    []
    """
    for first in range(0, len(files), _AT_ONCE):
        yield from _some(files[first : first + _AT_ONCE], kinds, pixels)


def _some(
    files: Sequence[Path], kinds: Collection[str], pixels: Callable[[Path], AnyArray]
) -> Iterator[Numbered]:
    read = masks_of_pictures(files, kinds, apart=True, threads=None)
    plain, bounds, values = read.plain.tolist(), read.bounds.tolist(), read.values.tolist()
    alone = [file for file, is_plain in zip(files, plain, strict=True) if not is_plain]
    one_by_one = by_all_threads(lambda file: _numbered(pixels(file)), alone, None)
    for row, is_plain in enumerate(plain):
        held = slice(bounds[row], bounds[row + 1])
        yield (values[held], read.masks[held]) if is_plain else next(one_by_one)


def _numbered(ids: AnyArray) -> Numbered:
    values = distinct_pixels(ids)
    return values.tolist(), encode_masks(np.asarray(ids[None] == values[:, None, None]))
