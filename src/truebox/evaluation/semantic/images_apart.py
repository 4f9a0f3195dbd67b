"""Label maps that agree with the truth no more than by chance, among others that do: images mixed up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.counted import counted
from truebox._writing.saying import say
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.typing import FloatArray, Int64Array

__all__ = ["images_apart"]

_FEWEST, _SHARE = 5, 0.08
_CHANCE, _DOUBTFUL, _AGREEING = 0.1, 0.35, 0.5
"""Cohen's kappa of an image: no more than by chance, hardly, and well."""
_APART = 2.0
"""So many times as many images agree by chance as hardly: of maps bad all over most are in between."""
_NEARLY_ALL = 0.9
_SHOWN = 3


def images_apart(of_images: Int64Array, names: Sequence[str]) -> Finding | None:
    """What to say (W-323) where a twelfth of the images, and few others, agree by chance alone.

    Images of one class alone say nothing.

    Parameters
    ----------
    of_images : int64 array [I, 3, K]
        Of every image and class the true pixels, the predicted, and those that are both.
    names : sequence of str [I]
        Of the images.

    Examples
    --------
    >>> right, wrong = [[50, 50], [50, 50], [45, 45]], [[50, 50], [50, 50], [25, 25]]
    >>> images_apart(np.array([right] * 20 + [wrong] * 6), [f"{n}.png" for n in range(26)]).count
    6
    """
    if len(of_images) < _FEWEST:
        return None
    true, found, right = (of_images[:, k].astype(np.float64) for k in range(3))
    pixels = np.maximum(true.sum(axis=1), 1)
    predicted = np.maximum(found.sum(axis=1), 1)
    by_chance = ((true / pixels[:, None]) * (found / predicted[:, None])).sum(axis=1)
    looked_at = (true > 0).sum(axis=1) > 1
    kappa: FloatArray = (right.sum(axis=1) / pixels - by_chance) / np.maximum(1 - by_chance, 1e-9)
    wrong = np.flatnonzero(looked_at & (kappa <= _CHANCE))
    hardly = np.count_nonzero(looked_at & (kappa > _CHANCE) & (kappa <= _DOUBTFUL))
    well = np.count_nonzero(looked_at & (kappa >= _AGREEING))
    held = int(np.count_nonzero(looked_at))
    if len(wrong) < max(_FEWEST, _SHARE * held, _APART * hardly):
        return None
    if len(wrong) < _NEARLY_ALL * held and well < max(len(wrong), (held - len(wrong)) / 2):
        return None
    others = f", in {well:,} others they do" if well else ""
    shown = ", ".join(say(names[place]) for place in wrong[:_SHOWN].tolist())
    return Finding(
        "W-323",
        f"in {len(wrong):,} of {counted(held, 'image')} with several classes ({shown}, ...) the labels agree "
        f"with the truth no more than by chance{others}: are these images mixed up with others, or "
        "their labels or sides written otherwise?",
        len(wrong),
    )
