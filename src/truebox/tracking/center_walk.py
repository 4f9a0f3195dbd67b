"""Objects and tracks joined by the distance of their centers, frame by frame, above one score.

Facts relied on (nuscenes-devkit 1.2.0, `eval/tracking`; motmetrics 1.4.0, `MOTAccumulator.update`): an object
goes on with the last partner that it ever had while that is near enough; the others are joined as many as
possible, and of those ways the nearest. Frames in which nothing of a class is left have no number.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from truebox.matching import match_optimal

if TYPE_CHECKING:
    from truebox.typing import AnyArray, FloatArray

__all__ = ["CenterFrame", "Walked", "walk"]

_SAMPLE_SECONDS = 0.5
_MOSTLY, _HARDLY = 0.8, 0.2


class CenterFrame(NamedTuple):
    """What is in one frame: ids, and centers [N, 2] as float64; scores of those that were found."""

    truth: Sequence[Hashable]
    truth_centers: FloatArray
    found: Sequence[Hashable]
    found_centers: FloatArray
    scores: FloatArray


class Walked(NamedTuple):
    """The counts of a walk, and the scores of what went on with the object it had, or began with one."""

    frames: int
    objects: int
    matches: int
    switches: int
    misses: int
    false: int
    distance: float
    mostly_tracked: int
    mostly_lost: int
    fragmentations: int
    first_found: float
    longest_gap: float
    scores: list[float]


class _Scene:
    """One scene while it is walked through."""

    def __init__(self) -> None:
        self.partner: dict[Hashable, Hashable] = {}
        self.history: dict[Hashable, list[tuple[int, bool]]] = {}
        self.frames = self.matches = self.switches = self.misses = self.false = 0
        self.distances: list[float] = []
        self.scores: list[float] = []

    def step(self, frame: CenterFrame, chosen: AnyArray, limit: float) -> None:
        found = [frame.found[place] for place in chosen.tolist()]
        number, self.frames = self.frames, self.frames + 1
        joined, going_on = self._joined(frame, found, chosen, limit)
        matched = set(going_on)
        for row, column in joined.items():
            if self.partner.get(frame.truth[row], found[column]) == found[column]:
                matched.add(row)
            self.partner[frame.truth[row]] = found[column]
        self.matches += len(matched)
        self.switches += len(joined) - len(matched)
        self.misses += len(frame.truth) - len(joined)
        self.false += len(found) - len(joined)
        right = {joined[row] for row in matched}
        self.scores += [float(frame.scores[place]) for k, place in enumerate(chosen.tolist()) if k in right]
        for row, each in enumerate(frame.truth):
            self.history.setdefault(each, []).append((number, row in joined))

    def _joined(
        self, frame: CenterFrame, found: Sequence[Hashable], chosen: AnyArray, limit: float
    ) -> tuple[dict[int, int], list[int]]:
        """The column of each row that has one, and the rows that go on with their partner."""
        joined: dict[int, int] = {}
        if not len(frame.truth) or not found:
            self.distances += [0.0] * (len(frame.truth) + len(found))
            return joined, []
        apart = center_distances_as_sums(frame.truth_centers, frame.found_centers[chosen])
        apart[apart >= limit] = np.inf
        column_of = {each: column for column, each in enumerate(found)}
        for row, each in enumerate(frame.truth):
            column = column_of.get(self.partner[each]) if each in self.partner else None
            if column is not None and column not in joined.values() and apart[row, column] < limit:
                joined[row] = column
        going_on = list(joined)
        self.distances += [float(apart[row, column]) for row, column in joined.items()]
        apart[going_on, :] = np.inf
        apart[:, list(joined.values())] = np.inf
        others = match_optimal(apart)
        for row, column in zip(others.rows.tolist(), others.columns.tolist(), strict=True):
            joined[row] = column
            self.distances.append(float(apart[row, column]))
        self.distances += [0.0] * (len(frame.truth) + len(found) - 2 * len(joined))
        return joined, going_on


def walk(scenes: Sequence[Sequence[CenterFrame]], limit: float, least_score: float | None = None) -> Walked:
    """Count what is joined in scenes of one class.

    Parameters
    ----------
    scenes : sequence of sequence of CenterFrame
        Of one class.
    limit : float
        Centers this far apart, or farther, are not joined.
    least_score : float, optional
        What was found with less is left out.

    Examples
    --------
    >>> here, there = np.zeros((1, 2)), np.ones((1, 2))
    >>> one = CenterFrame(["a"], here, [7], there, np.array([0.5]))
    >>> walk([[one, one]], 2.0).matches, walk([[one]], 1.0).misses, walk([[one]], 2.0, 0.6).misses
    (2, 1, 1)
    """
    walked = []
    for frames in scenes:
        scene = _Scene()
        for frame in frames:
            keep = np.ones(len(frame.scores), dtype=bool)
            chosen = np.flatnonzero(keep if least_score is None else frame.scores >= least_score)
            if len(frame.truth) or len(chosen):
                scene.step(frame, chosen, limit)
        walked.append(scene)
    histories = [history for scene in walked for history in scene.history.values()]
    shares = [sum(hit for _, hit in history) / len(history) for history in histories]
    tracked = [history for history in histories if any(hit for _, hit in history)]
    count = len(tracked) or np.nan
    return Walked(
        frames=sum(scene.frames for scene in walked),
        objects=sum(map(len, histories)),
        matches=sum(scene.matches for scene in walked),
        switches=sum(scene.switches for scene in walked),
        misses=sum(scene.misses for scene in walked),
        false=sum(scene.false for scene in walked),
        distance=float(np.array([each for scene in walked for each in scene.distances]).sum()),
        mostly_tracked=sum(share >= _MOSTLY for share in shares),
        mostly_lost=sum(share < _HARDLY for share in shares),
        fragmentations=sum(map(_fragmentations, tracked)),
        first_found=_SAMPLE_SECONDS * sum(map(_first_found, tracked)) / count,
        longest_gap=_SAMPLE_SECONDS * sum(map(_longest_gap, tracked)) / count,
        scores=[score for scene in walked for score in scene.scores],
    )


def center_distances_as_sums(truth: FloatArray, found: FloatArray) -> FloatArray:
    """Distances [N, M] as scikit-learn has them: of squares and products, whose last bits differ.

    Examples
    --------
    >>> center_distances_as_sums(np.array([[0.0, 0.0]]), np.array([[3.0, 4.0]])).tolist()
    [[5.0]]
    """
    squares = -2 * (truth @ found.T)
    squares += np.einsum("ij,ij->i", truth, truth)[:, None]
    squares += np.einsum("ij,ij->i", found, found)[None, :]
    apart: FloatArray = np.sqrt(np.maximum(squares, 0))
    return apart


def _first_found(history: Sequence[tuple[int, bool]]) -> int:
    return next(frame for frame, hit in history if hit) - history[0][0]


def _longest_gap(history: Sequence[tuple[int, bool]]) -> int:
    """Frames in a row, from the object's first to its last, in which it is not found; or is not there."""
    hits = [frame for frame, hit in history if hit]
    bounds = [history[0][0] - 1, *hits, history[-1][0] + 1]
    return max(after - before - 1 for before, after in pairwise(bounds))


def _fragmentations(history: Sequence[tuple[int, bool]]) -> int:
    """How often an object is lost that is found again."""
    hits = [hit for _, hit in history]
    last = len(hits) - hits[::-1].index(True)
    return sum(before and not after for before, after in pairwise(hits[:last]))
