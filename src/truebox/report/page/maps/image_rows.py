"""The number of every image, and the counts beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.evaluation import PanopticResult, SemanticResult

__all__ = ["ImageRow", "rows_of_maps", "rows_of_segments"]


@dataclass(frozen=True, slots=True)
class ImageRow:
    """One image.

    Parameters
    ----------
    value : float or None
        Its own number; None where nothing in it counts.
    counts : tuple of int
        What stands beside it.
    """

    value: float | None
    counts: tuple[int, ...]


def rows_of_maps(result: SemanticResult) -> list[ImageRow]:
    """Of each image the mean IoU of the classes in it; its pixels that count, and those that are wrong.

    Examples
    --------
    >>> rows_of_maps(result)[0].value                                   # doctest: +SKIP
    0.5
    """
    rows = []
    for true, found, right in result.of_images.astype(np.float64):
        union = true + found - right
        held = union > 0
        mean = float((right[held] / union[held]).mean()) if held.any() else None
        rows.append(ImageRow(mean, (int(true.sum()), int(true.sum() - right.sum()))))
    return rows


def rows_of_segments(result: PanopticResult) -> list[ImageRow]:
    """Of each image the panoptic quality of its segments, classes together; true, missed and wrong ones.

    Examples
    --------
    >>> rows_of_segments(result)[0].counts                              # doctest: +SKIP
    (3, 1, 0)
    """
    state = result.state
    images = len(state.images)
    matched = np.bincount(state.image, minlength=images)
    overlaps = np.bincount(state.image, weights=state.iou, minlength=images)
    wrong, missed = (
        np.bincount(state.unmatched[state.unmatched[:, 3] == outcome, 0], minlength=images)
        for outcome in (0, 1)
    )
    rows = []
    for tp, total, fp, fn in zip(
        matched.tolist(), overlaps.tolist(), wrong.tolist(), missed.tolist(), strict=True
    ):
        weight = tp + 0.5 * fp + 0.5 * fn
        rows.append(ImageRow(total / weight if weight else None, (tp + fn, fn, fp)))
    return rows
