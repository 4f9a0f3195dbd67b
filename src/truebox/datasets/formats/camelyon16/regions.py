"""From outlines of metastases to the regions that count: grown, filled and told apart at level 5.

What the script does with the mask of a slide: tumour is grown by 37.5 µm on every side, so that clusters
less than 75 µm apart are one; holes are filled; what touches, by a corner too, is one region. A region whose
major axis is below 275 µm, 200 µm before it grew, is isolated tumour cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from truebox._frozen import dataclass
from truebox.masks import connected_pixels, decode_masks, polygons_to_masks

if TYPE_CHECKING:
    from truebox.typing import AnyArray, BoolArray, FloatArray

__all__ = ["PIXEL", "Region", "grown", "regions_of_labels", "regions_of_outlines"]

PIXEL = 32
"""Pixels of the slide along a side of one of level 5."""

_MICRONS = 0.243 * PIXEL
_JOINED, _ISOLATED = 75.0, 275.0


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """One region that is found or missed.

    Parameters
    ----------
    left, top : int
        Of its cut-out, in pixels of level 5.
    mask : bool array [h, w]
    isolated : bool
        Whether it is isolated tumour cells, which do not count.

    Examples
    --------
    >>> Region(3, 4, np.ones((2, 5), dtype=bool), False).box
    (96, 128, 160, 64)
    """

    left: int
    top: int
    mask: BoolArray
    isolated: bool

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, width and height in pixels of the slide."""
        height, width = self.mask.shape
        return self.left * PIXEL, self.top * PIXEL, width * PIXEL, height * PIXEL


def regions_of_outlines(outlines: Sequence[FloatArray], holes: Sequence[FloatArray]) -> list[Region]:
    """Regions of polygons [N, 2], in pixels of the slide.

    Examples
    --------
    >>> square = np.array([[0, 0], [1280, 0], [1280, 1280], [0, 1280]], dtype=float)
    >>> [(each.box, each.isolated) for each in regions_of_outlines([square], [])]
    [((0, 0, 1408, 1408), False)]
    """
    if not outlines:
        return []
    corners = np.concatenate(outlines) / PIXEL
    low = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 1, 0)
    width, height = (np.ceil(corners.max(axis=0)).astype(int) + 2 - low).tolist()
    canvas = np.zeros((height, width), dtype=bool)
    for value, polygons in ((True, outlines), (False, holes)):
        for polygon in polygons:
            flat = (polygon / PIXEL - low).ravel().tolist()
            canvas[decode_masks(polygons_to_masks([[flat]], (height, width)))[0].astype(bool)] = value
    mask, left, top = grown(canvas, int(low[0]), int(low[1]))
    return regions_of_labels(connected_pixels(mask, diagonal=True), left, top)


def grown(canvas: BoolArray, left: int, top: int) -> tuple[BoolArray, int, int]:
    """The mask of a cut-out grown and filled, and where it begins: never left of or above the slide."""
    reach = _JOINED / (_MICRONS * 2)
    rows = int(np.ceil(reach)) - 1 if reach == int(reach) else int(reach)
    before = min(rows + 1, top), min(rows + 1, left)
    wide = np.pad(canvas, ((before[0], rows + 1), (before[1], rows + 1)))
    found = np.zeros_like(wide)
    height, width = wide.shape
    for down in range(-rows, rows + 1):
        # Nearer than the reach: of the squares of whole numbers below its square the widest.
        across = max(k for k in range(rows + 1) if k == 0 or k * k + down * down < reach * reach)
        if across * across + down * down >= reach * reach:
            continue
        total = np.zeros((height, width + 2 * across + 1), dtype=np.int64)
        np.cumsum(np.pad(wide, ((0, 0), (across, across))), axis=1, out=total[:, 1:])
        row = total[:, 2 * across + 1 :] > total[:, :width]
        found[max(down, 0) : height + min(down, 0)] |= row[max(-down, 0) : height - max(down, 0)]
    empty = connected_pixels(~found, diagonal=False)
    edge = np.unique(np.concatenate([empty[0], empty[-1], empty[:, 0], empty[:, -1]]))
    return found | ~np.isin(empty, edge) & ~found, left - before[1], top - before[0]


def regions_of_labels(labels: AnyArray, left: int = 0, top: int = 0) -> list[Region]:
    """Regions of a label image of level 5: pixels of one number above 0 are one region.

    Examples
    --------
    >>> [each.isolated for each in regions_of_labels(np.repeat([[1, 0, 2]], 40, axis=0))]
    [False, False]
    """
    rows, columns = np.nonzero(labels)
    number = np.asarray(labels)[rows, columns]
    order = np.argsort(number, kind="stable")
    _, first = np.unique(number[order], return_index=True)
    found = []
    for pixels in np.split(order, first[1:]) if len(order) else []:
        y, x = rows[pixels], columns[pixels]
        mask = np.zeros((int(np.ptp(y)) + 1, int(np.ptp(x)) + 1), dtype=bool)
        mask[y - y.min(), x - x.min()] = True
        isolated = _major_axis(y, x) < _ISOLATED / _MICRONS
        found.append(Region(left + int(x.min()), top + int(y.min()), mask, isolated))
    return found


def _major_axis(y: AnyArray, x: AnyArray) -> float:
    """Of the ellipse with the same second moments."""
    a, c = y.var(), x.var()
    b = ((y - y.mean()) * (x - x.mean())).mean()
    return float(4 * np.sqrt((a + c) / 2 + np.sqrt(((a - c) / 2) ** 2 + b * b)))
