"""Outlines with any number of corners as a source of overlaps: polygons, compared as they are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._native import evaluation as native
from truebox._native import overlap as areas
from truebox._native.threads import thread_count
from truebox.errors import ArgumentError, InputError
from truebox.evaluation.matching.policy import QuadMeasure
from truebox.evaluation.matching.quads import QuadSource
from truebox.records import Outlines, outline_rows

if TYPE_CHECKING:
    from truebox.evaluation.states.alignment import Alignment
    from truebox.evaluation.states.quirks import Quirk
    from truebox.records import Predictions, Truth
    from truebox.typing import ByteArray, FloatArray, Int32Array

__all__ = ["OutlineSource", "outline_areas", "outline_source", "with_outline_areas"]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class OutlineSource(QuadSource):
    """Overlaps of polygons; see `OverlapSource`.

    Parameters
    ----------
    found_outlines, true_outlines : Outlines
        Four zeros for rows that take no part.
    """

    found_outlines: Outlines
    true_outlines: Outlines

    def area(self, mended: Quirk) -> FloatArray:
        """What the corners enclose."""
        del mended
        return outline_areas(self.found_outlines)

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return _remade, (self.predictions, self.found_outlines, self.true_outlines, self.uncounted)


def _made(predictions: Predictions, found: Outlines, true: Outlines) -> OutlineSource:
    overlaps = native.QuadOverlaps(
        QuadMeasure.EXACT, found.coordinates, true.coordinates, found.offsets, true.offsets
    )
    none = np.empty((0, 8))
    return OutlineSource(
        predictions, QuadMeasure.EXACT, none, none, overlaps, found_outlines=found, true_outlines=true
    )


def _remade(
    predictions: Predictions, found: Outlines, true: Outlines, uncounted: ByteArray | None
) -> OutlineSource:
    """Unpickle: what was compared is compared again when it is asked for."""
    return replace(_made(predictions, found, true), uncounted=uncounted)


def outline_areas(outlines: Outlines) -> FloatArray:
    """What each outline encloses; of one that crosses itself what its corners add up to.

    Examples
    --------
    >>> outline_areas(Outlines(np.array([0.0, 0, 4, 0, 4, 2]), np.array([0, 3]))).tolist()
    [4.0]
    """
    area = np.empty(len(outlines.offsets) - 1)
    areas.polygon_areas(*outlines, thread_count(None), area)
    for row in np.flatnonzero(area < 0).tolist():
        points = outlines.row(row) - outlines.row(row)[0]
        x, y = points.T
        area[row] = abs(float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))) / 2
    return area


def outline_source(truth: Truth, predictions: Predictions, alignment: Alignment) -> OutlineSource:
    """Take the outlines of both sides.

    Raises
    ------
    InputError
        A row that is evaluated is no polygon of three or more finite corners (E-195).
    ArgumentError
        The records were not read for rotated boxes.
    """
    found = _outlines("predictions", predictions, alignment.predicted_image, alignment.predicted_category)
    true = _outlines("truth", truth, alignment.true_image, alignment.true_category)
    return _made(replace(predictions, boxes=found.extents()), found, true)


def with_outline_areas(truth: Truth, alignment: Alignment) -> Truth:
    """The truth with the areas of its outlines where the source names none."""
    if truth.area_missing is None:
        return truth
    outlines = _outlines("truth", truth, alignment.true_image, alignment.true_category)
    return replace(truth, area=np.where(truth.area_missing, outline_areas(outlines), truth.area))


def _outlines(name: str, side: Truth | Predictions, image: Int32Array, category: Int32Array) -> Outlines:
    if side.segmentations is None:
        raise ArgumentError(
            f"{name}: {side.source.name} was read without outlines. Fix: read it with geometry='rotated'."
        )
    outlines, known = outline_rows(side.segmentations, side.boxes)
    bad = np.flatnonzero((image >= 0) & (category >= 0) & ~known)
    if len(bad):
        row = int(bad[0])
        problem = "it is no single outline of three or more finite corners"
        fix = "write one polygon x1, y1, x2, y2, ... for each word"
        raise InputError("E-195", f"{side.source.name} row {row}", problem, fix, row=row)
    return outlines
