"""Overlaps of all classes, frame by frame: what TETA looks at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from truebox.evaluation.tracks.similarities.slack import EPSILON

if TYPE_CHECKING:
    from truebox.records import TrackedSequence
    from truebox.typing import AnyArray, FloatArray, Int64Array

__all__ = ["FrameSides", "OverlapFrames"]

_NEAR = 0.5


class FrameSides(NamedTuple):
    """Tracks and classes of both sides in one frame, and their IoU."""

    true: Int64Array
    true_class: Int64Array
    found: Int64Array
    found_class: Int64Array
    overlap: FloatArray


class OverlapFrames:
    """The frames of a sequence.

    Parameters
    ----------
    truth, found : TrackedSequence
        With boxes x, y, width, height.
    every : bool
        Also those without any truth.
    """

    def __init__(self, truth: TrackedSequence, found: TrackedSequence, *, every: bool) -> None:
        self._frames: list[FrameSides] = []
        own, other = _by_frame(truth), _by_frame(found)
        track = found.attributes.get("number", found.track)
        nothing = np.empty(0, dtype=np.int64)
        for number in sorted({*own, *other} if every else own):
            g, p = own.get(number, nothing), other.get(number, nothing)
            overlap = _iou(truth.boxes[g], found.boxes[p])
            self._frames.append(FrameSides(truth.track[g], truth.label[g], track[p], found.label[p], overlap))
        # All frames together, where one call does for many small ones.
        self._begins = np.cumsum([0, *(len(each.found) for each in self._frames)]).tolist()
        self._tracks = np.concatenate([nothing, *(each.found for each in self._frames)])

    def __iter__(self) -> Iterator[FrameSides]:
        return iter(self._frames)

    def __len__(self) -> int:
        return len(self._frames)

    @property
    def repeats(self) -> bool:
        """Whether a track is twice in a frame, under two classes."""
        return any(len(np.unique(ids)) < len(ids) for each in self for ids in (each.true, each.found))

    def near(
        self, rows: Sequence[AnyArray], elsewhere: Sequence[Set[int]] | None = None
    ) -> tuple[list[AnyArray], list[AnyArray]]:
        """Predictions that may be of some truths.

        Parameters
        ----------
        rows : sequence of bool arrays
            Of every frame, those truths.
        elsewhere : sequence of sets of int, optional
            Of every frame, tracks that belong to other truths.

        Returns
        -------
        kept : list of bool arrays
            Of every frame, the rows of tracks that are near somewhere.
        near : list of int arrays
            Of every frame, the tracks that overlap one of the truths by a half.
        """
        nobody = np.empty(0, dtype=np.int64)
        near = [
            each.found[(each.overlap[own] >= _NEAR).any(axis=0)] if own.any() else nobody
            for each, own in zip(self, rows, strict=True)
        ]
        if elsewhere is not None:
            near = [
                ids[[track not in out for track in ids.tolist()]] if out and len(ids) else ids
                for ids, out in zip(near, elsewhere, strict=True)
            ]
        ids = np.unique(np.concatenate(near)) if near else np.empty(0, dtype=np.int64)
        every = np.isin(self._tracks, ids)
        return [every[begin:end] for begin, end in pairwise(self._begins)], near


def _by_frame(side: TrackedSequence) -> dict[int, AnyArray]:
    order = np.argsort(side.frame, kind="stable")
    numbers, begins = np.unique(side.frame[order], return_index=True)
    return dict(zip(numbers.tolist(), np.split(order, begins[1:]), strict=False)) if len(order) else {}


def _iou(a: FloatArray, b: FloatArray) -> FloatArray:
    """Corners first, as TrackEval has them: the last bits of areas are those of corners."""
    a, b = (np.concatenate([each[:, :2], each[:, :2] + each[:, 2:]], axis=1) for each in (a, b))
    low, high = np.maximum(a[:, None, :2], b[None, :, :2]), np.minimum(a[:, None, 2:], b[None, :, 2:])
    sides = np.maximum(high - low, 0)
    common = sides[..., 0] * sides[..., 1]
    own, other = ((each[:, 2] - each[:, 0]) * (each[:, 3] - each[:, 1]) for each in (a, b))
    union = own[:, None] + other[None] - common
    common[(own <= EPSILON)[:, None] | (other <= EPSILON)[None] | (union <= EPSILON)] = 0
    union[union <= EPSILON] = 1
    return common / union  # type: ignore[no-any-return]
