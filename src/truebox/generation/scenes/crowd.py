"""A crowd: so many small shapes close together that the annotator marks only the region."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from truebox.generation.chance import Chance
    from truebox.typing import BoolArray, FloatArray

__all__ = ["Crowd", "make_crowd"]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Crowd:
    """One crowd region.

    Parameters
    ----------
    image, kind : int
        Row of its image and of its class.
    centre, half : float64 arrays [2]
        Of the ellipse that holds it.
    size : (width, height)
        Of the image.
    members : float64 array [M, 3]
        Centre and radius of each shape in it.
    """

    image: int
    kind: int
    centre: FloatArray
    half: FloatArray
    size: tuple[int, int]
    members: FloatArray

    def mask(self) -> BoolArray:
        """Pixels [height, width] whose centre lies in the region."""
        x = (np.arange(self.size[0]) + 0.5 - self.centre[0]) / self.half[0]
        y = (np.arange(self.size[1]) + 0.5 - self.centre[1]) / self.half[1]
        inside: BoolArray = x * x + (y * y)[:, None] <= 1.0
        return inside

    def segmentation(self) -> dict[str, Any]:
        """Uncompressed COCO run lengths: column by column, background first."""
        flat = np.concatenate([[False], self.mask().ravel(order="F")])
        changes = np.flatnonzero(flat[1:] != flat[:-1])
        counts = np.diff(np.concatenate([[0], changes, [self.size[0] * self.size[1]]]))
        return {"counts": counts.tolist(), "size": [self.size[1], self.size[0]]}

    def box(self) -> FloatArray:
        """Tight box ``x, y, width, height`` of the mask."""
        mask = self.mask()
        columns, rows = np.flatnonzero(mask.any(axis=0)), np.flatnonzero(mask.any(axis=1))
        return np.array(
            [columns[0], rows[0], columns[-1] + 1 - columns[0], rows[-1] + 1 - rows[0]], np.float64
        )


def make_crowd(image: int, kind: int, size: tuple[int, int], chance: Chance) -> Crowd:
    """Draw a crowd: a loose grid of shapes in an ellipse of about a fifth of the image."""
    half = np.round(np.array(size) * chance.between(0.17, 0.26, 2), 1)
    centre = np.round(half + 4 + (np.array(size) - 2 * half - 8) * chance.uniform(2), 1)
    pitch = max(8.0, min(size) / 26)
    across = [np.arange(-half[axis] + pitch / 2, half[axis], pitch) for axis in (0, 1)]
    grid = np.stack(np.meshgrid(*across), axis=2).reshape(-1, 2)
    grid += pitch * 0.2 * chance.bell(grid.shape)
    radius = pitch * chance.between(0.28, 0.46, len(grid))
    fits = ((grid / (half - radius[:, None])) ** 2).sum(axis=1) <= 1.0
    kept = fits & chance.happens(0.85, len(grid))
    members = np.concatenate([grid[kept] + centre, radius[kept, None]], axis=1)
    return Crowd(image=image, kind=kind, centre=centre, half=half, size=size, members=members)
