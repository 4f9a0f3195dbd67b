"""Predictions as columns: one row per detection."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Literal

from truebox._frozen import dataclass
from truebox._writing.counted import grouped
from truebox._writing.escaping import escape_html

if TYPE_CHECKING:
    from truebox.records.finding import Finding
    from truebox.records.ids import Ids
    from truebox.records.keypoints import Keypoints
    from truebox.records.segmentations import Segmentations
    from truebox.records.source import Source
    from truebox.typing import AnyArray, FloatArray, Int64Array

__all__ = ["Predictions"]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class Predictions:
    """Detections, one row each, in file order.

    Parameters
    ----------
    source : Source
    image, category : Ids [N]
        As read.
    boxes : float64 array [N, 4]
        ``x, y, width, height`` in absolute pixels exactly as read; where `boxed` is false, the extent
        of the keypoints, or zeros until an evaluation measures the masks.
    scores : float64 array [N]
        Finite; higher is more certain.
    findings : tuple of Finding
        What was noticed while reading.
    boxed : bool
        Whether the source gives boxes; results of masks and keypoints often do not.
    segmentations : Segmentations [N] or None
        Present when read for masks.
    keypoints : Keypoints [N] or None
        Present when read for keypoints.
    image_by, category_by : {"id", "name"}
        Whether `image` and `category` are ids of the truth, or names (of a file with or without its
        folder and suffix; of a class) that `truebox.datasets.join` replaces by ids.
    attributes : mapping of name to array [N]
        Whatever else the source says about its rows.
    units : {"pixels", "fractions"}
        Fractions of the image's size become pixels when they are joined to a truth.
    source_rows : int64 array [N] or None
        The row of each in the source, where some were left out.
    """

    source: Source
    image: Ids
    category: Ids
    boxes: FloatArray
    scores: FloatArray
    findings: tuple[Finding, ...] = ()
    boxed: bool = True
    segmentations: Segmentations | None = None
    keypoints: Keypoints | None = None
    image_by: Literal["id", "name"] = "id"
    category_by: Literal["id", "name"] = "id"
    attributes: Mapping[str, AnyArray] = field(default_factory=dict)
    units: Literal["pixels", "fractions"] = "pixels"
    source_rows: Int64Array | None = None

    def __len__(self) -> int:
        return len(self.boxes)

    def __repr__(self) -> str:
        if not len(self):
            return f"<Predictions {self.source.name}: 0 detections>"
        scores = f"scores {self.scores.min():.4g} to {self.scores.max():.4g}"
        return f"<Predictions {self.source.name}: {grouped(len(self), 'detection')}, {scores}>"

    def _repr_html_(self) -> str:
        return f"<code>{escape_html(repr(self)[1:-1])}</code>"
