"""Segments that would match otherwise: of classes that are numbered otherwise, or stuff in several pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.counted import counted
from truebox._writing.saying import say
from truebox.evaluation.panoptic.matching import match_segments, pixels_per_row
from truebox.evaluation.panoptic.pairs import VOID, SegmentPairs
from truebox.evaluation.panoptic.quality import class_qualities, mean_qualities
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.records.panoptic import PanopticCategories, PanopticSegments
    from truebox.typing import Int64Array, Mode

__all__ = ["PanopticQuestion", "seen_in_segments"]

_FEWEST, _MOST, _HARDLY = 5, 2 / 3, 1 / 3
_BETTER, _TIMES_BETTER = 0.02, 1.05
_FEWEST_PIECES, _SHARE_OF_PIECES, _TIMES_BETTER_JOINED = 10, 0.2, 1.15
"""Where things are taken for stuff, putting pieces together betters PQ too, by a tenth at most."""
_SHOWN = 3


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PanopticQuestion:
    """What is asked of the segments of some images, and can be asked again of others."""

    pairs: SegmentPairs
    truth: PanopticSegments
    predictions: PanopticSegments
    categories: PanopticCategories
    images: Sequence[tuple[int, int]]
    mode: Mode

    def quality(self) -> float | None:
        """The mean PQ."""
        state = match_segments(
            self.pairs, self.truth, self.predictions, self.categories, images=self.images, mode=self.mode
        )
        return mean_qualities(class_qualities(state, self.categories)).metrics["PQ"]


def seen_in_segments(asked: PanopticQuestion, quality: float | None) -> list[Finding]:
    """Classes with the segments of others (W-322) and stuff in pieces (W-332), where PQ is better otherwise.

    Parameters
    ----------
    asked : PanopticQuestion
        As it was evaluated.
    quality : float or None
        Its mean PQ.
    """
    if quality is None or not len(asked.predictions) or not len(asked.truth):
        return []
    return [*filter(None, (_traded(asked, quality), _pieces(asked, quality)))]


def _better(asked: PanopticQuestion, quality: float) -> float | None:
    otherwise = asked.quality()
    return (
        None
        if otherwise is None or otherwise < max(quality + _BETTER, _TIMES_BETTER * quality)
        else otherwise
    )


def _traded(asked: PanopticQuestion, quality: float) -> Finding | None:
    """Predicted classes that mostly have the segments of one other class, which its own do not find."""
    moved = _moved(asked)
    if not moved:
        return None
    meant = np.arange(len(asked.categories))
    meant[list(moved)] = list(moved.values())
    found = replace(asked.predictions, category=meant[asked.predictions.category])
    otherwise = _better(replace(asked, predictions=found), quality)
    if otherwise is None:
        return None
    names, ids = asked.categories.names, asked.categories.ids
    shown = ", ".join(
        f"{ids[found]!r} ({say(names[found])}) on {ids[true]!r} ({say(names[true])})"
        for found, true in list(moved.items())[:_SHOWN]
    )
    return Finding(
        "W-322",
        f"most segments of {counted(len(moved), 'class', 'classes')} that overlap a true one by half lie "
        f"on one of another class, {shown}{' ...' if len(moved) > _SHOWN else ''}, whose own find hardly "
        f"any; PQ would be {otherwise:.4f} instead of {quality:.4f} if they were of that class",
        len(moved),
    )


def _moved(asked: PanopticQuestion) -> Mapping[int, int]:
    pairs, count = asked.pairs, len(asked.categories)
    both = (pairs.truth != VOID) & (pairs.predicted != VOID)
    t, p, common = pairs.truth[both], pairs.predicted[both], pairs.pixels[both]
    area = pixels_per_row(pairs.predicted, pairs.pixels, len(asked.predictions))
    void = pixels_per_row(
        np.where(pairs.truth == VOID, pairs.predicted, VOID), pairs.pixels, len(asked.predictions)
    )
    true_area = pixels_per_row(pairs.truth, pairs.pixels, len(asked.truth))
    on = (2 * common > area[p] - void[p] + true_area[t] - common) & ~asked.truth.crowd[t]
    found, true = asked.predictions.category[p[on]], asked.truth.category[t[on]]
    times = np.bincount(found * count + true, minlength=count * count).reshape(count, count)
    of_found, of_true = times.sum(axis=1), times.sum(axis=0)
    best = times.argmax(axis=1)
    moved = {
        each: int(best[each])
        for each in np.flatnonzero(of_found >= _FEWEST).tolist()
        if best[each] != each
        and times[each, best[each]] >= _MOST * of_found[each]
        and times[best[each], best[each]] <= _HARDLY * of_true[best[each]]
    }
    several = [*moved.values()]
    return {each: other for each, other in moved.items() if several.count(other) == 1}


def _pieces(asked: PanopticQuestion, quality: float) -> Finding | None:
    """Stuff of which an image has several predicted segments of a class, where the truth has one."""
    found = asked.predictions
    image = np.repeat(np.arange(len(found.images)), np.diff(found.offsets))
    key = image * len(asked.categories) + found.category
    stuff = ~asked.categories.things[found.category]
    key = np.where(stuff, key, -1 - np.arange(len(found)))  # things stay apart
    _, first, of_row = np.unique(key, return_index=True, return_inverse=True)
    first = first[of_row.reshape(-1)]
    more = int(np.count_nonzero(first != np.arange(len(found))))
    if more < max(_FEWEST_PIECES, _SHARE_OF_PIECES * np.count_nonzero(stuff)):
        return None
    otherwise = _better(_joined(asked, first), quality)
    if otherwise is None or otherwise < _TIMES_BETTER_JOINED * quality:
        return None
    return Finding(
        "W-332",
        f"{more:,} of {np.count_nonzero(stuff):,} predicted segments of stuff are further ones of their "
        f"class and image, which has one in the truth; PQ would be {otherwise:.4f} instead of "
        f"{quality:.4f} if they were one",
        more,
    )


def _joined(asked: PanopticQuestion, first: Int64Array) -> PanopticQuestion:
    """With each predicted segment taken as part of the one in row `first`."""
    found, pairs = asked.predictions, asked.pairs
    kept = np.unique(first)
    row = np.searchsorted(kept, first)
    predicted = np.where(pairs.predicted == VOID, VOID, row[pairs.predicted])
    cells, of_pair = np.unique(np.stack([pairs.truth, predicted], axis=1), axis=0, return_inverse=True)
    pixels = np.bincount(of_pair.reshape(-1), weights=pairs.pixels, minlength=len(cells)).astype(np.int64)
    segments = replace(
        found,
        offsets=np.searchsorted(kept, found.offsets).astype(np.int64),
        ids=found.ids[kept],
        category=found.category[kept],
        area=np.full(len(kept), -1),
        crowd=found.crowd[kept],
    )
    return replace(asked, pairs=SegmentPairs(cells[:, 0], cells[:, 1], pixels), predictions=segments)
