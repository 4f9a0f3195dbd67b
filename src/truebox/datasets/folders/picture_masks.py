"""Masks of many pictures: files are opened, unpacked and encoded by the compiled module, several at once."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from truebox._native import pixels as native
from truebox._native.threads import thread_count
from truebox._png import kinds_of, most_plain_pixels, sound_path
from truebox.masks import Masks

if TYPE_CHECKING:
    from pathlib import Path

    from truebox.typing import BoolArray, Int64Array

__all__ = ["PictureMasks", "masks_of_pictures"]


@dataclass(frozen=True, slots=True, eq=False)
class PictureMasks:
    """What the plain ones of P pictures hold.

    Parameters
    ----------
    plain : bool array [P]
        Whether a picture was read. Of the others nothing is known: they are broken, absent or of another
        kind, and whoever reads them one by one says what is wrong.
    sizes : int64 array [P, 2]
        Height and width.
    bounds : int64 array [P + 1]
        Picture ``i`` has the masks ``bounds[i]`` to before ``bounds[i + 1]``.
    values : int64 array [M]
        Of the pixels of each mask; rising in each picture.
    masks : Masks [M]
    """

    plain: BoolArray
    sizes: Int64Array
    bounds: Int64Array
    values: Int64Array
    masks: Masks


def masks_of_pictures(
    files: Sequence[str | Path], kinds: Collection[str], *, apart: bool, threads: int | None
) -> PictureMasks:
    """The masks of plain PNGs.

    Parameters
    ----------
    files : sequence of str or Path [P]
        In any folders.
    kinds : collection of str
        Those taken, as in `truebox._png.stored_pixels`; of one channel, and of a byte unless `apart`.
    apart : bool
        A mask for every value that occurs, zero too; else one of all pixels that are not zero, with the
        value 1, and none of a picture of zeros.
    threads : int or None
        As in `truebox.evaluate`.

    Examples
    --------
    >>> found = masks_of_pictures(["no.png"], ["grey"], apart=True, threads=None)
    >>> found.plain.tolist(), len(found.masks)
    ([False], 0)
    """
    plain, sizes, ends, values, runs, offsets = native.png_masks(
        [sound_path(file) for file in files],
        *(kinds_of(kinds), most_plain_pixels(), apart, thread_count(threads)),
    )
    bounds = np.append(np.int64(0), ends)
    masks = Masks.trusted(runs, offsets, np.repeat(sizes, np.diff(bounds), axis=0))
    return PictureMasks(plain.astype(bool), sizes, bounds, values, masks)
