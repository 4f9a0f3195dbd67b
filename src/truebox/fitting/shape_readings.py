"""What coordinates of predicted points and masks may mean instead: other units, another scale, y before x."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.datasets.joining.adjusting import sizes_of_rows
from truebox.fitting.fit import Fit, far_better
from truebox.fitting.overlaps import HIT, overlaps_of
from truebox.fitting.samples import sample_pairs
from truebox.records import SegmentationKind

if TYPE_CHECKING:
    from truebox.fitting.samples import Sample
    from truebox.records import Predictions, Truth
    from truebox.typing import FloatArray, Int64Array

__all__ = ["fit_of_shapes", "shapes_read_so"]

_SIDES = (192, 224, 256, 320, 384, 416, 512, 640, 768, 1024, 1280)
_SCALES = (0.5, 2.0, 0.25, 4.0, 0.125, 8.0, 16.0)
_FORGIVEN = 0.2
"""How far points may be apart, in sides of the object: wider than any sigma of a benchmark."""


@dataclass(frozen=True, slots=True, eq=False)
class _ShapeReading:
    """Where points lie under another meaning: ``factor * point + shift``, after y and x traded places."""

    what: str
    fix: str
    factor: FloatArray
    shift: FloatArray
    traded: bool = False

    def of(self, points: FloatArray) -> FloatArray:
        """Of points [S, K, 2]."""
        moved: FloatArray = (points[..., ::-1] if self.traded else points) * self.factor[:, None]
        return moved + self.shift[:, None]


@refuses_other_kinds
def fit_of_shapes(truth: Truth, predictions: Predictions, *, masks_are: str = "masks") -> Fit:
    """As `fit_of` for boxes: whether points or masks would sit on those of the truth in other units.

    Masks are looked at by the boxes around them, which an evaluation measures.

    Parameters
    ----------
    truth : Truth
        With keypoints where the predictions have them.
    predictions : Predictions
        Joined to the truth.
    masks_are : str
        What masks are called.

    Returns
    -------
    Fit
        ``better`` is empty unless another reading explains at least 30 % of the sample, three rows, and
        twice as much as the given one.

    Examples
    --------
    >>> import truebox as tb
    >>> person = {"boxes": [[0, 0, 80, 60]], "labels": [1], "keypoints": [[[20, 10, 2], [60, 50, 2]]]}
    >>> truth = tb.read_truth([person] * 3, geometry="keypoints")
    >>> points = [[[10, 5, 1], [30, 25, 1]]]
    >>> found = {"boxes": [[0, 0, 40, 30]], "labels": [1], "scores": [0.5], "keypoints": points}
    >>> fit_of_shapes(truth, tb.read_predictions([found] * 3, geometry="keypoints")).better
    '2 times as large'
    """
    sample = sample_pairs(truth, predictions).of_known_size()
    if len(sample) == 0:
        return Fit(sampled=0, share=0.0)
    points = _points(predictions, sample.detections)
    about = masks_are if predictions.keypoints is None else "points"

    def share_of(points: FloatArray) -> float:
        near = _nearness(sample, truth, predictions, points)
        return float((np.maximum.reduceat(near, sample.first_pair) >= HIT).mean())

    share, best, best_share = share_of(points), None, 0.0
    for reading in _readings(sample.sizes):
        other = share_of(reading.of(points))
        if other > best_share:
            best, best_share = reading, other
    if best is None or not far_better(best_share, share, len(sample)):
        return Fit(sampled=len(sample), share=share)
    return Fit(
        sampled=len(sample),
        share=share,
        better=best.what,
        about=about,
        fix=best.fix,
        better_share=best_share,
    )


@refuses_other_kinds
def shapes_read_so(truth: Truth, predictions: Predictions, fit: Fit) -> Predictions:
    """All keypoints under the better reading of a `Fit`, and the boxes around them; masks stay.

    Examples
    --------
    >>> import truebox as tb
    >>> person = {"boxes": [[0, 0, 80, 60]], "labels": [1], "keypoints": [[[20, 10, 2], [60, 50, 2]]]}
    >>> truth = tb.read_truth([person] * 3, geometry="keypoints")
    >>> points = [[[10, 5, 1], [30, 25, 1]]]
    >>> found = {"boxes": [[0, 0, 40, 30]], "labels": [1], "scores": [0.5], "keypoints": points}
    >>> predictions = tb.read_predictions([found] * 3, geometry="keypoints")
    >>> shapes_read_so(truth, predictions, fit_of_shapes(truth, predictions)).keypoints.points[0].tolist()
    [[20.0, 10.0, 1.0], [60.0, 50.0, 1.0]]
    """
    keypoints = predictions.keypoints
    if keypoints is None:
        return predictions
    sizes = sizes_of_rows(truth, predictions)
    known = np.asarray((sizes > 0).all(axis=1))
    if known.any():
        sizes = np.where(known[:, None], sizes, 1)
    reading = next(each for each in _readings(sizes) if each.what == fit.better)
    points = keypoints.points.copy()
    points[..., :2] = reading.of(points[..., :2])
    low, high = points[..., :2].min(axis=1), points[..., :2].max(axis=1)
    extents = np.concatenate([low, high - low], axis=1)
    return replace(
        predictions,
        keypoints=replace(keypoints, points=points, extents=extents),
        boxes=predictions.boxes if predictions.boxed else extents,
    )


def _points(predictions: Predictions, rows: Int64Array) -> FloatArray:
    """Points [S, K, 2] of some rows; of masks two corners of the boxes around them, beyond the image too."""
    if predictions.keypoints is not None:
        return predictions.keypoints.taken(rows).points[:, :, :2]
    low, size = predictions.boxes[rows, :2], predictions.boxes[rows, 2:]
    corners = np.stack([low, low + size], axis=1)
    held = predictions.segmentations
    if held is not None and len(held.numbers):
        ends = held.part_offsets[held.row_offsets]
        of_polygons = (held.kinds == SegmentationKind.POLYGONS) & (ends[1:] > ends[:-1])
        for place in np.flatnonzero(of_polygons[rows]).tolist():
            points = held.numbers[ends[rows[place]] : ends[rows[place] + 1]].reshape(-1, 2)
            corners[place] = points.min(axis=0), points.max(axis=0)
    return corners


def _nearness(sample: Sample, truth: Truth, predictions: Predictions, points: FloatArray) -> FloatArray:
    """From 0 to 1, how near each pair lies."""
    if predictions.keypoints is None or truth.keypoints is None:
        low, high = points.min(axis=1), points.max(axis=1)
        return overlaps_of(sample, truth, np.concatenate([low, high - low], axis=1))
    true = truth.keypoints.taken(sample.truth).points
    labelled = true[..., 2] > 0
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        apart = ((points[sample.detection] - true[..., :2]) ** 2).sum(axis=2)
        area = truth.boxes[sample.truth, 2:].prod(axis=1)[:, None]
        near = np.where(labelled, np.exp(-apart / (2 * _FORGIVEN**2 * area)), 0.0).sum(axis=1)
        share: FloatArray = near / labelled.sum(axis=1)
    return np.nan_to_num(share)


def _readings(sizes: FloatArray) -> Iterator[_ShapeReading]:
    """Every other meaning of coordinates that were read as pixels, x before y."""
    ones, none = np.ones_like(sizes), np.zeros_like(sizes)
    for scale in _SCALES:
        what = f"{scale:g} times as large"
        yield _ShapeReading(what, f"multiply them by {scale:g}", ones * scale, none)
    yield _ShapeReading("y before x", "write x before y", ones, none, traded=True)
    if not (len(sizes) and bool((sizes > 0).all())):
        return
    upwards = "with y counted from the bottom of the image"
    yield _ShapeReading(upwards, "take y from the height of their image", ones * [1, -1], sizes * [0, 1])
    sides = "multiply x by the width and y by the height of their image"
    for units, what in ((1, "fractions"), (100, "percent"), (1000, "thousandths")):
        fix = sides if units == 1 else f"{sides}, and divide both by {units}"
        yield _ShapeReading(f"{what} of the image", fix, sizes / units, none)
        traded = f"write x before y, then {fix}"
        yield _ShapeReading(f"{what} of the image, y before x", traded, sizes / units, none, traded=True)
    longer = sizes.max(axis=1, keepdims=True)
    for side in _SIDES:
        what = f"of the image scaled until its longer side is {side}"
        fix = f"multiply them by the longer side of their image and divide them by {side}"
        yield _ShapeReading(what, fix, ones * longer / side, none)
        fix = f"{sides}, and divide both by {side}"
        yield _ShapeReading(f"of the image stretched to {side} x {side}", fix, sizes / side, none)
        what = f"of the image letterboxed to {side} x {side}"
        fix = f"take the border off, multiply by the longer side of their image and divide by {side}"
        border = (side - sizes * side / longer) / 2
        yield _ShapeReading(what, fix, ones * longer / side, -border * longer / side)
