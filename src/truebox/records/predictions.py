"""Predictions as columns: one row per detection."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from truebox.records.finding import Finding
    from truebox.records.ids import Ids
    from truebox.records.keypoints import Keypoints
    from truebox.records.segmentations import Segmentations
    from truebox.records.source import Source
    from truebox.typing import FloatArray

__all__ = ["Predictions"]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
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

    def __len__(self) -> int:
        return len(self.boxes)
