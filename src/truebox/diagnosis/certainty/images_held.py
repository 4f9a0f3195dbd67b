"""How many images, or groups of images, each metric rests on, and what to say of classes on few."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.visible_text import cut_middle

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.drawn_units import DrawnUnits
    from truebox.diagnosis.certainty.replicates import Resampling
    from truebox.typing import Int64Array

__all__ = ["FEW_IMAGES", "ImagesHeld", "few_classes", "images_held"]

FEW_IMAGES = 10
"""A class on fewer images makes intervals of means over the classes too short."""

_MOST_NAMED = 3
_LONGEST = 40


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


def images_held(resampling: Resampling, units: DrawnUnits) -> ImagesHeld:
    """Count the drawn images, or groups of images, that each metric and each class rests on."""
    truths, state = resampling.truths, resampling.result.state
    of_truth = units.of_image[truths.image]
    among = of_truth >= 0
    of_metric = {}
    for key, place in resampling.places.items():
        held = among & truths.counts_in(place.area_range)
        if place.classes is not None:
            held &= place.classes[truths.category]
        of_metric[key] = int(np.count_nonzero(np.bincount(of_truth[held], minlength=units.count)))
    whole = resampling.places.get("AP")
    counted = among & truths.counts_in(whole.area_range if whole else 0)
    pairs = np.zeros((len(state.truths), units.count), dtype=bool)
    pairs[truths.category[counted], of_truth[counted]] = True
    return ImagesHeld(of_metric=of_metric, of_class=pairs.sum(axis=1))


def few_classes(few: Sequence[str], of: int, counted: str = "images", below: int = FEW_IMAGES) -> str | None:
    """Which classes lie on too few images, in a sentence; None where all have enough.

    Parameters
    ----------
    few : sequence of str
        Their names.
    of : int
        How many classes there are.
    counted : {"images", "groups"}
        What is few.
    below : int
        How many would be enough.

    Examples
    --------
    >>> few_classes(["cat"], 2)
    '1 class lies on fewer than 10 images (`cat`): the interval may be too short'
    >>> few_classes([], 2) is None
    True
    """
    if not few:
        return None
    named = (cut_middle(name, _LONGEST) for name in few[:_MOST_NAMED])
    names = ", ".join(f"`{name}`" for name in named)
    more = f" and {len(few) - _MOST_NAMED:,} more" if len(few) > _MOST_NAMED else ""
    lie = "1 class lies" if len(few) == 1 else f"{len(few):,} of {of:,} classes lie"
    return f"{lie} on fewer than {below} {counted} ({names}{more}): the interval may be too short"
