"""One thing to draw: where, in which colour, and what its label says."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from truebox.drawing.painting.stencil import Stencil, filled, mask_stencil
from truebox.masks import Masks, decode_masks, encode_masks

if TYPE_CHECKING:
    from truebox.drawing.colours import Colour
    from truebox.typing import BoolArray, FloatArray

__all__ = ["Mark"]


@dataclass(slots=True, eq=False, kw_only=True)
class Mark:
    """A box, an outline, a mask, a skeleton or a trail; several of these at once where an object has them.

    Parameters
    ----------
    colour : (red, green, blue)
    anchor : float64 array [4]
        Corners of the box around it: the label goes there.
    framed : bool
        Draw the box itself.
    outlines : tuple of arrays [P, 2]
        Closed polygons, drawn and lightly filled.
    mask : Masks of length 1 or None
        Filled lightly, with its edge drawn.
    limbs : array [L, 2, 2]
        Lines between two points each.
    dots : array [K, 2]
    hollow : bool array [K]
        Dots that are drawn as rings.
    trail : array [T, 2]
        An open line; thinner where it is older (first).
    dashed : bool
        Frames and outlines are dashed.
    caption : tuple of str
        Lines of the label; without lines there is none.
    """

    colour: Colour
    anchor: FloatArray
    framed: bool = False
    outlines: tuple[FloatArray, ...] = ()
    mask: Masks | None = None
    limbs: FloatArray | None = None
    dots: FloatArray | None = None
    hollow: BoolArray | None = None
    trail: FloatArray | None = None
    dashed: bool = False
    caption: tuple[str, ...] = ()

    def is_seen(self, size: tuple[int, int]) -> bool:
        """Whether its box meets a picture of this size.

        Examples
        --------
        >>> Mark(colour=(0, 0, 0), anchor=np.array([12.0, 1.0, 15.0, 4.0])).is_seen((10, 10))
        False
        """
        x0, y0, x1, y1 = self.anchor.tolist()
        return bool(x0 <= size[0] and y0 <= size[1] and x1 >= 0 and y1 >= 0)

    def enlarged(self, scale: int) -> Mark:
        """The same on a picture `scale` times as large.

        Examples
        --------
        >>> Mark(colour=(0, 0, 0), anchor=np.array([1.0, 2.0, 3.0, 4.0])).enlarged(10).anchor.tolist()
        [10.0, 20.0, 30.0, 40.0]
        """

        def larger(points: FloatArray | None) -> FloatArray | None:
            return None if points is None else points * scale

        return replace(
            self,
            anchor=self.anchor * scale,
            outlines=tuple(outline * scale for outline in self.outlines),
            mask=None if self.mask is None else _enlarged(self.mask, scale),
            limbs=larger(self.limbs),
            dots=larger(self.dots),
            trail=larger(self.trail),
        )

    def region(self, size: tuple[int, int]) -> Stencil | None:
        """The pixels it covers: of the mask, else the outlines, else the box.

        Examples
        --------
        >>> mark = Mark(colour=(0, 0, 0), anchor=np.array([1.0, 1.0, 3.0, 4.0]))
        >>> mark.region((10, 10)).cover.shape
        (3, 2)
        """
        if self.mask is not None:
            return mask_stencil(self.mask)
        if self.outlines:
            return filled(self.outlines, size)
        x0, y0, x1, y1 = self.anchor.tolist()
        return filled([np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])], size)


def _enlarged(mask: Masks, scale: int) -> Masks:
    """Pixels stay sharp squares."""
    return encode_masks(decode_masks(mask).repeat(scale, axis=1).repeat(scale, axis=2))
