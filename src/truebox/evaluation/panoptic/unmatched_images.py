"""Images of which no segment is found, among others in which most are: mixed up, or left empty."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.counted import agreeing, counted
from truebox._writing.saying import say
from truebox.records import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from truebox.evaluation.panoptic.state import PanopticState
    from truebox.typing import BoolArray, Int64Array

__all__ = ["unmatched_images"]

_HIGH = 0.8
"""Above this PQ hardly any image can be so."""
_AT_LEAST = 3
"""Segments of either side in an image: of fewer, none matches by chance."""
_FEWEST, _SHARE, _TIMES_CHANCE, _MOSTLY = 5, 0.1, 5, 0.4
_EMPTY = 0.05
_SHOWN = 3
_WRONG, _MISSED = 0, 1


def unmatched_images(state: PanopticState, quality: float | None) -> Iterator[Finding]:
    """Images without any predicted segment (W-301), and such of which none matches (W-323).

    Parameters
    ----------
    state : PanopticState
        Of all images.
    quality : float or None
        The mean PQ.

    Examples
    --------
    >>> from truebox.evaluation import evaluate_panoptic
    >>> cat = {"id": 4, "category_id": 1}
    >>> part = {"image_id": 7, "segmentation": [[4, 0]], "segments_info": [cat]}
    >>> truth = {"categories": [{"id": 1, "name": "cat", "isthing": 1}], "annotations": [part]}
    >>> list(unmatched_images(evaluate_panoptic(truth, {"annotations": [part]}).state, 1.0))
    []
    """
    if quality is None or quality >= _HIGH:
        return
    count = len(state.images)
    right = np.bincount(state.image, minlength=count)
    missed, wrong = (
        np.bincount(state.unmatched[state.unmatched[:, 3] == kind, 0], minlength=count)
        for kind in (_MISSED, _WRONG)
    )
    ignored = np.bincount(state.unmatched[:, 0], minlength=count) - missed - wrong
    true, seen = right + missed, right + wrong + ignored
    yield from _empty(state, right, true, seen)
    looked_at = (true >= _AT_LEAST) & (right + wrong >= _AT_LEAST)
    none_right = looked_at & (right == 0)
    number, others = int(np.count_nonzero(none_right)), looked_at & (right > 0)
    if number < max(_FEWEST, _SHARE * np.count_nonzero(looked_at)) or not others.any():
        return
    share = float(right[others].sum() / true[others].sum())
    by_chance = float(((1 - share) ** true[looked_at]).sum())
    if share < _MOSTLY or number < _TIMES_CHANCE * by_chance:
        return
    yield Finding(
        "W-323",
        f"in {number:,} of {counted(int(looked_at.sum()), 'image')} with {_AT_LEAST} segments or more on "
        f"both sides none matches ({_shown(state, none_right)}), in the others {share:.0%} of the true ones "
        "do: are these images mixed up with others, or their classes or segments written otherwise?",
        number,
    )


def _empty(state: PanopticState, right: Int64Array, true: Int64Array, seen: Int64Array) -> Iterator[Finding]:
    count = len(state.images)
    empty: BoolArray = (true > 0) & (seen == 0)
    without, others = int(np.count_nonzero(empty)), (true > 0) & ~empty
    if not 0 < without < count or without < _EMPTY * count or not others.any():
        return
    by_chance = float(((1 - right[others].sum() / true[others].sum()) ** true[true > 0]).sum())
    if without < _TIMES_CHANCE * by_chance:
        return
    yield Finding(
        "W-301",
        f"{without:,} of {counted(count, 'image')} {agreeing(without, 'has', 'have')} no predicted segment "
        f"(id {_shown(state, empty)}); {agreeing(without, 'its', 'their')} true segments count as missed",
        without,
    )


def _shown(state: PanopticState, chosen: BoolArray) -> str:
    rows = np.flatnonzero(chosen).tolist()
    return ", ".join(say(state.images[row]) for row in rows[:_SHOWN]) + (
        ", ..." if len(rows) > _SHOWN else ""
    )
