"""KITTI's matching of one image: truth after truth takes a detection, anew for every cut of the scores.

At a cut, each truth in the order of its file takes, of the detections that are left, that of the greatest
overlap. One more detection changes little: it is taken by the first truth that prefers it, whose former
detection goes on to the truths behind, until one that had none takes it, or nobody does. So every detection,
by falling score, adds one true positive, or one false, or nothing, and sums over these are the counts at any
cut.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.typing import AnyArray, BoolArray, FloatArray, Int64Array

__all__ = ["FALSE", "HIT", "NEUTRAL", "ImageOutcome", "ImageSides", "match_image"]

NEUTRAL, HIT, FALSE = 0, 1, 2
_NONE = -1


@dataclass(frozen=True, slots=True, eq=False)
class ImageSides:
    """The detections and truths of one image that one class looks at, each in the order of its file.

    Parameters
    ----------
    score : array [D]
    overlap : array [D, G]
    counting : bool array [D]
        Of the class, and high enough.
    neutral : bool array [D]
        Takes part in the choice of thresholds, and counts nowhere.
    excused : bool array [D]
        Lies in a DontCare area.
    ignored : bool array [G]
        Truths that are neither found nor missed.
    likeness : array [D, G]
        How near the directions are, from 0 to 1.
    """

    score: FloatArray
    overlap: FloatArray
    counting: BoolArray
    neutral: BoolArray
    excused: BoolArray
    ignored: BoolArray
    likeness: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class ImageOutcome:
    """What each detection [D] adds.

    Parameters
    ----------
    kind : int array
        `NEUTRAL`, `HIT` or `FALSE`.
    likeness : array
        How much it adds to the sum over true positives.
    sampled : bool array
        Whether its score may become a threshold.
    partner : int array
        The truth that is taken since this detection is there, -1 where none is.
    """

    kind: Int64Array
    likeness: FloatArray
    sampled: BoolArray
    partner: Int64Array


def match_image(sides: ImageSides, threshold: float) -> ImageOutcome:
    """Both passes of the kit over one image.

    Examples
    --------
    Two truths; the second detection overlaps the first truth more, whose former detection moves on.

    >>> found = match_image(
    ...     ImageSides(
    ...         score=np.array([0.9, 0.8]), overlap=np.array([[0.6, 0.6], [0.9, 0.0]]),
    ...         counting=np.ones(2, bool), neutral=np.zeros(2, bool), excused=np.zeros(2, bool),
    ...         ignored=np.zeros(2, bool), likeness=np.ones((2, 2))), 0.5)
    >>> found.kind.tolist(), found.partner.tolist()
    ([1, 1], [0, 1])
    """
    reached = sides.overlap > threshold
    count = len(sides.score)
    kind, partner = np.zeros(count, dtype=np.int64), np.full(count, _NONE)
    likeness = np.zeros(count)
    holder = [_NONE] * len(sides.ignored)
    for first in np.argsort(-sides.score, kind="stable").tolist():
        if not sides.counting[first]:
            continue
        extra, kind[first] = first, NEUTRAL
        for truth in range(len(holder)):
            if not reached[extra, truth]:
                continue
            held = holder[truth]
            if held != _NONE and not _preferred(sides.overlap[:, truth], extra, held):
                continue
            holder[truth] = extra
            if not sides.ignored[truth]:
                likeness[first] += sides.likeness[extra, truth]
                likeness[first] -= 0.0 if held == _NONE else sides.likeness[held, truth]
            extra = held
            if held == _NONE:
                partner[first] = truth
                kind[first] = NEUTRAL if sides.ignored[truth] else HIT
                break
        if extra != _NONE and not sides.excused[extra]:
            kind[first] = FALSE
    return ImageOutcome(kind, likeness, _sampled(sides, reached), partner)


def _preferred(overlap: FloatArray, new: int, held: int) -> bool:
    """The greater overlap; of equal ones the detection that stands first in the file."""
    better: bool = (overlap[new], -new) > (overlap[held], -held)
    return better


def _sampled(sides: ImageSides, reached: AnyArray) -> BoolArray:
    """The first pass: each truth takes the highest score of what is left."""
    free = sides.counting | sides.neutral
    sampled = np.zeros(len(free), dtype=bool)
    for truth, ignored in enumerate(sides.ignored.tolist()):
        asked = np.flatnonzero(free & reached[:, truth])
        if len(asked):
            taken = asked[np.argmax(sides.score[asked])]
            free[taken] = False
            sampled[taken] = not ignored and bool(sides.counting[taken])
    return sampled
