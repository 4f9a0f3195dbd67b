"""What happened in which frame: every switch, gap, miss and false track, one row each.

An identity switch is one of three: an *exchange*, where the new track followed another object before, a
*return* under a new id after a gap, or a *new id* in the middle. Their numbers add up to IDSW.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.evaluation.tracks.similarities.overlaps import covered_by

if TYPE_CHECKING:
    from truebox.evaluation.tracks.result import MatchedTracks, TrackResult
    from truebox.records import TrackedSequence
    from truebox.typing import AnyArray, Int64Array

__all__ = ["KINDS", "TrackEvents", "events_of"]

KINDS = ("exchange", "new id", "return", "fragmentation", "merge", "split", "miss", "false track")
"""The first three are identity switches."""

_EXCHANGE, _NEW, _RETURN, _FRAGMENTATION, _MERGE, _SPLIT, _MISS, _FALSE = range(len(KINDS))
_NONE = np.iinfo(np.int64).min
_SIDE = 0.5


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TrackEvents:
    """Events as columns, by sequence, class and frame.

    Parameters
    ----------
    sequences, classes : tuple of str
        Names.
    sequence, category, kind : int arrays [E]
        Places among these and among `KINDS`.
    frame : int64 array [E]
        As the files count it.
    truth, prediction, before : int64 arrays [E]
        Ids of the tracks: the true one, the predicted one, and that which the truth had before; the smallest
        whole number where there is none.
    gap : int64 array [E]
        Frames that the truth was there without a partner; of misses and false tracks, how many in a row.
    iou : float64 array [E]
        NaN where there is none.

    Examples
    --------
    >>> from truebox.evaluation import evaluate_tracks
    >>> truth = {"frames": [1, 2, 3], "ids": [7, 7, 7], "boxes": [[0, 0, 9, 9]] * 3}
    >>> found = {"frames": [1, 2, 3], "ids": [1, 1, 2], "boxes": [[0, 0, 9, 9]] * 3}
    >>> [(row[2], row[3], row[4]) for row in evaluate_tracks(truth, found).events.rows()]
    [(3, 'new id', 7)]
    """

    kinds: ClassVar[tuple[str, ...]] = KINDS

    sequences: tuple[str, ...]
    classes: tuple[str, ...]
    sequence: AnyArray
    category: AnyArray
    kind: AnyArray
    frame: AnyArray
    truth: AnyArray
    prediction: AnyArray
    before: AnyArray
    gap: AnyArray
    iou: AnyArray

    names = ("sequence", "class", "frame", "kind", "truth", "prediction", "before", "gap", "iou")

    def __len__(self) -> int:
        return len(self.kind)

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """One tuple per event, as `names` says; what is missing is None."""
        ids = [[None if value == _NONE else value for value in column.tolist()] for column in self._ids()]
        iou = [None if math.isnan(value) else value for value in self.iou.tolist()]
        columns = zip(
            self.sequence.tolist(),
            self.category.tolist(),
            self.frame.tolist(),
            self.kind.tolist(),
            *ids,
            self.gap.tolist(),
            iou,
            strict=True,
        )
        for sequence, category, frame, kind, *others in columns:
            yield (self.sequences[sequence], self.classes[category], frame, KINDS[kind], *others)

    def counts(self) -> dict[str, int]:
        """How many there are of each kind."""
        found = np.bincount(self.kind, minlength=len(KINDS)).tolist()
        return dict(zip(KINDS, found, strict=True))

    @refuses_other_kinds
    def gravest(self, most: int, kinds: Collection[str] = KINDS) -> Int64Array:
        """Places of at most `most` events, the gravest first: by kind, by the longest gap, then by frame.

        Parameters
        ----------
        most : int
            How many are wanted.
        kinds : collection of str
            Only these of `KINDS`.
        """
        order = np.lexsort((self.truth, self.frame, self.sequence, -self.gap, self.kind))
        wanted = np.isin(self.kind[order], [KINDS.index(name) for name in kinds])
        found: Int64Array = order[wanted][:most].astype(np.int64)
        return found

    def to_dict(self) -> dict[str, list[Any]]:
        """Columns by name, for data frames: ``polars.DataFrame(events.to_dict())``."""
        rows = list(self.rows())
        return {name: [row[place] for row in rows] for place, name in enumerate(self.names)}

    def _ids(self) -> tuple[AnyArray, AnyArray, AnyArray]:
        return self.truth, self.prediction, self.before


def events_of(result: TrackResult) -> TrackEvents:
    """Return all events of a result."""
    columns: list[list[AnyArray]] = []
    own_gaps = result.mode == "corrected" or result.state.counts_own_gaps
    for cell in result.matched:
        true = result.truth.sequences[cell.sequence]
        found = result.predictions.sequences[cell.sequence]
        corners = result.truth.layout == "xyxy"
        events = _Cell(cell, true, found, corners=corners, gaps_of_tracker=own_gaps).events()
        events = events[np.lexsort((events["truth"], events["kind"], events["frame"]))]
        where = [np.full(len(events), place) for place in (cell.sequence, cell.category)]
        columns.append([*where, *(events[name] for name in _DTYPE.names or ())])
    joined = (
        [np.concatenate(each) for each in zip(*columns, strict=True)] if columns else [np.zeros(0, int)] * 9
    )
    names = ("sequence", "category", "kind", "frame", "truth", "prediction", "before", "gap", "iou")
    return TrackEvents(
        sequences=tuple(each.name for each in result.truth.sequences),
        classes=tuple(name for _, name in result.state.classes),
        **dict(zip(names, joined, strict=True)),
    )


_DTYPE = np.dtype(
    [
        ("kind", np.int64),
        ("frame", np.int64),
        ("truth", np.int64),
        ("prediction", np.int64),
        ("before", np.int64),
        ("gap", np.int64),
        ("iou", np.float64),
    ]
)


def _made(kind: AnyArray | int, frame: AnyArray, **columns: AnyArray) -> AnyArray:
    events = np.zeros(len(frame), dtype=_DTYPE)
    events["truth"] = events["prediction"] = events["before"] = _NONE
    events["iou"] = np.nan
    events["kind"], events["frame"] = kind, frame
    for name, values in columns.items():
        events[name] = values
    return events


class _Cell:
    """One sequence and class: its true rows by track and frame."""

    def __init__(
        self,
        cell: MatchedTracks,
        true: TrackedSequence,
        found: TrackedSequence,
        *,
        corners: bool,
        gaps_of_tracker: bool,
    ) -> None:
        self.cell, self.true, self.found, self.corners = cell, true, found, corners
        self.gaps_of_tracker = gaps_of_tracker
        counted = np.flatnonzero(cell.partner_of_truth != -2)
        rows = cell.truth_rows[counted]
        order = np.lexsort((true.frame[rows], true.track[rows]))
        self.places = counted[order]  # among the rows that took part
        self.rows = rows[order]  # of the sequence
        self.track, self.frame = true.track[self.rows], true.frame[self.rows].astype(np.int64)
        partner = cell.partner_of_truth[self.places]
        self.matched = partner >= 0
        found_rows = cell.prediction_rows
        self.partner_row = np.where(self.matched, found_rows[partner] if len(found_rows) else -1, -1)
        self.partner = np.where(self.matched, found.track[self.partner_row] if len(found) else _NONE, _NONE)
        self.iou = cell.similarity[self.places]

    def events(self) -> AnyArray:
        return np.concatenate([self._changes(), self._misses(), self._false_tracks(), *self._shared()])

    def _changes(self) -> AnyArray:
        """Switches and fragmentations: between a match and the one before it of the same object."""
        at = np.flatnonzero(self.matched)
        if len(at) < 2:
            return _made(0, np.zeros(0))
        earlier, later = at[:-1], at[1:]
        same = self.track[earlier] == self.track[later]
        earlier, later = earlier[same], later[same]
        gap = later - earlier - 1  # rows of the object between: frames in which it is there
        switched = self.partner[earlier] != self.partner[later]
        kind = np.where(self._followed_another(later), _EXCHANGE, np.where(gap > 0, _RETURN, _NEW))
        common = [
            {
                "truth": self.track[later],
                "prediction": self.partner[later],
                "before": self.partner[earlier],
                "gap": gap,
                "iou": self.iou[later],
            }
        ]

        def chosen(mask: AnyArray, kinds: AnyArray) -> AnyArray:
            columns = {name: values[mask] for name, values in common[0].items()}
            return _made(kinds, self._shown(self.frame[later][mask]), **columns)

        broken = gap > 0 if self.gaps_of_tracker else self._left_out_between(earlier, later)
        fragments = np.full(int(broken.sum()), _FRAGMENTATION)
        return np.concatenate([chosen(switched, kind[switched]), chosen(broken, fragments)])

    def _left_out_between(self, earlier: AnyArray, later: AnyArray) -> AnyArray:
        """Whether a frame with rows of both sides lies between, also without the object, as in TrackEval."""
        found = self.found.frame[self.cell.prediction_rows[self.cell.partner_of_prediction != -2]]
        counted = np.cumsum(
            np.isin(np.arange(self.true.length), found) & np.isin(np.arange(self.true.length), self.frame)
        )
        between: AnyArray = np.asarray(counted[self.frame[later]] - counted[self.frame[earlier]] > 1)
        return between

    def _followed_another(self, at: AnyArray) -> AnyArray:
        """Whether the partner there was that of another object when it was last matched."""
        rows = np.flatnonzero(self.matched)
        order = rows[np.lexsort((self.frame[rows], self.partner[rows]))]
        before = np.full(len(self.track), _NONE)
        if len(order) > 1:
            same = self.partner[order[1:]] == self.partner[order[:-1]]
            before[order[1:][same]] = self.track[order[:-1][same]]
        another: AnyArray = (before[at] != _NONE) & (before[at] != self.track[at])
        return another

    def _misses(self) -> AnyArray:
        """Runs of frames in which an object has no partner."""
        begins, lengths = self._runs(~self.matched)
        return _made(_MISS, self._shown(self.frame[begins]), truth=self.track[begins], gap=lengths)

    def _runs(self, mask: AnyArray) -> tuple[AnyArray, AnyArray]:
        new = np.r_[True, self.track[1:] != self.track[:-1]] if len(self.track) else np.zeros(0, dtype=bool)
        starts = mask & (new | ~np.r_[False, mask[:-1]]) if len(mask) else mask
        begins = np.flatnonzero(starts)
        run = np.cumsum(starts)[mask]
        return begins, np.bincount(run, minlength=len(begins) + 1)[1:] if len(begins) else np.zeros(
            0, dtype=np.int64
        )

    def _false_tracks(self) -> AnyArray:
        """Predicted tracks that are nobody's in any frame."""
        partner = self.cell.partner_of_prediction
        kept = np.flatnonzero(partner != -2)
        rows = self.cell.prediction_rows[kept]
        tracks, inverse = np.unique(self.found.track[rows], return_inverse=True)
        ever = np.bincount(inverse, weights=partner[kept] >= 0, minlength=len(tracks)) > 0
        first = np.full(len(tracks), np.iinfo(np.int64).max)
        np.minimum.at(first, inverse, self.found.frame[rows].astype(np.int64))
        count = np.bincount(inverse, minlength=len(tracks))
        false = ~ever
        return _made(_FALSE, self._shown(first[false]), prediction=tracks[false], gap=count[false])

    def _shared(self) -> list[AnyArray]:
        """Where merges (a missed object under another's box) and splits (a second box on one) begin."""
        missed, _ = self._runs(~self.matched)
        cover, overlap = covered_by(
            self.true, self.rows[missed], self.found, self._found_rows(True), self.corners
        )
        hit = (overlap >= _SIDE) & (cover >= 0)
        at = missed[hit]
        merges = _made(
            _MERGE,
            self._shown(self.frame[at]),
            truth=self.track[at],
            prediction=self.found.track[cover[hit]],
            iou=overlap[hit],
        )
        spare = self._spare_rows()
        cover, overlap = covered_by(self.found, spare, self.true, self.rows[self.matched], self.corners)
        hit = (overlap >= _SIDE) & (cover >= 0)
        splits = _made(
            _SPLIT,
            self._shown(self.found.frame[spare[hit]].astype(np.int64)),
            truth=self.true.track[cover[hit]],
            prediction=self.found.track[spare[hit]],
            iou=overlap[hit],
        )
        return [merges, splits]

    def _found_rows(self, matched: bool) -> AnyArray:
        partner = self.cell.partner_of_prediction
        return self.cell.prediction_rows[partner >= 0 if matched else partner == -1]

    def _spare_rows(self) -> AnyArray:
        """Of every predicted track, the first frame of each run without a partner."""
        rows = self._found_rows(False)
        order = np.lexsort((self.found.frame[rows], self.found.track[rows]))
        rows = rows[order]
        track, frame = self.found.track[rows], self.found.frame[rows]
        begins = np.r_[True, (track[1:] != track[:-1]) | (frame[1:] != frame[:-1] + 1)] if len(rows) else []
        first: AnyArray = rows[np.asarray(begins, dtype=bool)]
        return first

    def _shown(self, frame: AnyArray) -> AnyArray:
        """Frames as the file of the truth counts them."""
        shown: AnyArray = np.asarray(frame, dtype=np.int64) + self.true.first
        return shown
