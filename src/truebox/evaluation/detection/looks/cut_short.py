"""Images with more objects than detections were kept: predictions cut to the best few of each image."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._widened import held_values
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.evaluation.result import Result

__all__ = ["cut_short"]

_FEWEST = 10
_SHARE = 0.5
_BEYOND = 0.05
_CUT = "W-306"
_AT_ONCE = 1 << 20
_FEW_TIMES = 16
"""Ids of images that are so much further apart than there are objects are not counted by number."""


def cut_short(result: Result) -> Finding | None:
    """What to say (W-318) where most images have the same largest number of detections, and more objects.

    Ten images and half of all must have exactly so many, and one object in twenty be beyond it.

    Parameters
    ----------
    result : Result
        Of any geometry; where the evaluation itself left detections out, nothing is said.
    """
    state, truth = result.state, result.truth
    if not len(state) or not result.truths or any(finding.code == _CUT for finding in result.warnings):
        return None
    if not _may_have_more(result):
        return None
    counts = np.zeros(len(state.images), dtype=np.int64)
    for begin in range(0, len(state), _AT_ONCE):  # of all at once NumPy would make a wider copy
        counts += np.bincount(state.image[begin : begin + _AT_ONCE], minlength=len(counts))
    most = int(counts.max())
    full = np.flatnonzero(counts == most)
    if len(full) < max(_FEWEST, _SHARE * np.count_nonzero(counts)):
        return None
    images, objects = np.unique(truth.image.values[truth.crowd == 0], return_counts=True)
    of_image = dict(zip(images.tolist(), objects.tolist(), strict=True))
    if truth.image.names is not None:
        of_image = {truth.image.names[place]: many for place, many in of_image.items()}
    beyond = sum(max(0, of_image.get(state.images[place], 0) - most) for place in full.tolist())
    if beyond < _BEYOND * result.truths:
        return None
    return Finding(
        "W-318",
        f"no image has more than {most} {'detection' if most == 1 else 'detections'}, {len(full):,} of "
        f"{np.count_nonzero(counts):,} have exactly so many, and they have {beyond:,} objects more "
        f"({beyond / result.truths:.0%} of all), which cannot be found: were the predictions cut to the best "
        "of each image?",
        beyond,
    )


def _may_have_more(result: Result) -> bool:
    """Whether enough objects can be beyond the largest number of detections, which is the mean at least.

    Nearly always a detector writes more detections for each image than the fullest has objects.
    """
    state, truth = result.state, result.truth
    image = held_values(truth.image, "values")
    if not len(image):
        return True
    low = int(image.min())
    if int(image.max()) - low >= _FEW_TIMES * len(image) + len(state.images):
        return True
    objects = np.bincount(image - low if low else image)
    mean = -(-len(state) // len(state.images))
    return bool(np.maximum(objects - mean, 0).sum() >= _BEYOND * result.truths)
