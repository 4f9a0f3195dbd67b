"""Panoptic annotations as columns: one row per segment, and where the pixels of each image are."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from truebox.records.finding import Finding
    from truebox.records.source import Source
    from truebox.typing import AnyArray, BoolArray, Int64Array

__all__ = ["PanopticCategories", "PanopticSegments"]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PanopticCategories:
    """The classes of a panoptic truth, in file order, each id once.

    Parameters
    ----------
    ids : tuple of int or str [K]
    names : tuple of str [K]
    things : bool array [K]
        True for things (countable objects), False for stuff.
    """

    ids: tuple[int | str, ...]
    names: tuple[str, ...]
    things: BoolArray

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PanopticSegments:
    """The segments of all images, and the maps that say which pixel belongs to which.

    Parameters
    ----------
    source : Source
    images : tuple of int or str [I]
        Ids, each once.
    maps : tuple of (Path or array) [I]
        A PNG file, or ids uint8 [H, W, 3] or uint32 [H, W]; 0 is VOID, without a segment.
    sizes : int64 array [I, 2]
        Width and height as the file states them; 0 where it does not.
    offsets : int64 array [I + 1]
        Image ``i`` has the segments ``offsets[i]`` up to ``offsets[i + 1]``.
    ids : int64 array [S]
        Segment ids; unique within an image, in file order.
    category : int64 array [S]
        Row of the categories of the truth.
    area : int64 array [S]
        Pixels as the file states them; -1 where it does not.
    crowd : bool array [S]
    findings : tuple of Finding
    """

    source: Source
    images: tuple[int | str, ...]
    maps: tuple[Path | AnyArray, ...]
    sizes: Int64Array
    offsets: Int64Array
    ids: Int64Array
    category: Int64Array
    area: Int64Array
    crowd: BoolArray
    findings: tuple[Finding, ...] = ()

    def __len__(self) -> int:
        return len(self.ids)

    def of(self, image: int) -> slice:
        """The rows of the segments of image number `image`."""
        return slice(int(self.offsets[image]), int(self.offsets[image + 1]))
