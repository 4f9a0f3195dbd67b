"""How many images each metric rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.replicates import Resampling
    from truebox.typing import Int32Array, Int64Array

__all__ = ["ImagesHeld", "images_held"]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ImagesHeld:
    """Images that hold a truth: one that each metric counts, and one of each class, of any counted size.

    Examples
    --------
    >>> ImagesHeld(of_metric={"AP": 3, "APs": 1}, of_class=np.array([2, 1])).of_metric["APs"]
    1
    """

    of_metric: Mapping[str, int]
    of_class: Int64Array


def images_held(resampling: Resampling, sampled: Int32Array) -> ImagesHeld:
    """Count, among the sampled images, those that each metric and each class rests on."""
    truths, state = resampling.truths, resampling.result.state
    chosen = np.zeros(len(state.images), dtype=bool)
    chosen[sampled] = True
    among = chosen[truths.image]
    of_metric = {}
    for key, place in resampling.places.items():
        held = among & truths.counts_in(place.area_range)
        if place.classes is not None:
            held &= place.classes[truths.category]
        of_metric[key] = _distinct(truths.image[held], len(state.images))
    whole = resampling.places.get("AP")
    counted = among & truths.counts_in(whole.area_range if whole else 0)
    pairs = np.zeros((len(state.truths), len(state.images)), dtype=bool)
    pairs[truths.category[counted], truths.image[counted]] = True
    return ImagesHeld(of_metric=of_metric, of_class=pairs.sum(axis=1))


def _distinct(images: Int32Array, count: int) -> int:
    return int(np.count_nonzero(np.bincount(images, minlength=count)))
