"""Modified panoptic quality: stuff by its overlap alone, without a threshold."""

from __future__ import annotations

from functools import reduce
from operator import add
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._native.threads import thread_count
from truebox.evaluation.panoptic.matching import pixels_per_row
from truebox.evaluation.panoptic.pairs import VOID, segment_pairs

if TYPE_CHECKING:
    from truebox.evaluation.panoptic.result import PanopticResult
    from truebox.typing import FloatArray

__all__ = ["ModifiedQuality", "modified_panoptic_quality"]


class ModifiedQuality(NamedTuple):
    """Modified panoptic quality of all classes, and of each.

    Parameters
    ----------
    value : float or None
        The mean over the classes that have one; None where none has.
    per_class : tuple of float or None [K]
        In the order of ``result.per_class``.

    Examples
    --------
    >>> ModifiedQuality(0.25, (0.25, None)).per_class
    (0.25, None)
    """

    value: float | None
    per_class: tuple[float | None, ...]


@refuses_other_kinds
def modified_panoptic_quality(result: PanopticResult, *, threads: int | None = None) -> ModifiedQuality:
    """PQ of things, and of stuff the mean overlap of its true segments: PQ† of Porzi et al.

    A true segment of stuff has the sum of its overlaps with predicted segments of its class in its image,
    however small, and one that nothing meets has 0; predicted segments count no more than that. Pixels that
    are VOID in the truth do not count, and crowds are no true segments. Stuff without a true segment has no
    value and no part in the mean, and neither have things without a segment.

    Parameters
    ----------
    result : PanopticResult
        As `evaluate_panoptic` gives it, of files or of maps in memory. The maps are read again.
    threads : int, optional
        That decode PNGs.

    Returns
    -------
    ModifiedQuality
        Areas are those of the maps, in either mode.

    Raises
    ------
    InputError
        A map cannot be read again (E-172, E-173).

    References
    ----------
    Porzi et al., "Seamless Scene Segmentation", CVPR 2019, sec. 4; arXiv:1905.01220.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.evaluation import evaluate_panoptic, modified_panoptic_quality
    >>> sky = [{"id": 1, "category_id": 2}]
    >>> truth = {
    ...     "categories": [{"id": 2, "name": "sky", "isthing": 0}],
    ...     "annotations": [{"image_id": 7, "segmentation": np.array([[1, 1, 1, 1]]), "segments_info": sky}],
    ... }
    >>> found = {
    ...     "annotations": [{"image_id": 7, "segmentation": np.array([[1, 0, 0, 0]]), "segments_info": sky}]
    ... }
    >>> result = evaluate_panoptic(truth, found, mode="corrected")
    >>> result.metrics["PQ"], modified_panoptic_quality(result).value
    (0.0, 0.25)
    """
    overlaps = _overlaps_of_stuff(result, thread_count(threads))
    values = tuple(
        each.metrics["PQ"] if each.thing else total / each.truths if each.truths else None
        for each, total in zip(result.per_class, overlaps.tolist(), strict=True)
    )
    known = [value for value in values if value is not None]
    # One after the other: from Python 3.12 on, sum() gives other last bits.
    return ModifiedQuality(reduce(add, known) / len(known) if known else None, values)


def _overlaps_of_stuff(result: PanopticResult, threads: int) -> FloatArray:
    """The sum over all pairs of one class of their IoU [K]; of things it is not asked for."""
    truth, predictions = result.truth, result.predictions
    places = [{image: row for row, image in enumerate(side.images)} for side in (truth, predictions)]
    images = [(places[0][image], places[1][image]) for image in result.state.images]
    pairs = segment_pairs(truth, predictions, images, threads=threads)
    found = np.flatnonzero((pairs.truth != VOID) & (pairs.predicted != VOID))
    t, p, shared = pairs.truth[found], pairs.predicted[found], pairs.pixels[found]
    on_truth = np.where(pairs.truth != VOID, pairs.predicted, VOID)
    area = pixels_per_row(on_truth, pairs.pixels, len(predictions))
    true_area = pixels_per_row(pairs.truth, pairs.pixels, len(truth))
    iou = shared / (area[p] + true_area[t] - shared)
    same = (truth.category[t] == predictions.category[p]) & ~truth.crowd[t]
    sums = np.bincount(truth.category[t[same]], weights=iou[same], minlength=len(result.per_class))
    return sums.astype(np.float64)
