"""Some frames of a sequence, matched again under other readings of its predictions."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from truebox._native import tracks as native
from truebox._native.threads import thread_count
from truebox.evaluation.tracks.sides.layouts import boxes_read_as
from truebox.evaluation.tracks.sides.stepped import ordinal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from truebox.evaluation.tracks.result import MatchedTracks, TrackResult
    from truebox.records import TrackedSequence
    from truebox.typing import AnyArray, FloatArray

__all__ = ["SHIFTS", "TrackTrial"]

SHIFTS = (-1, 1, -2, 2)
"""Frames by which results are often off."""
_FRACTIONS, _PIXELS = 2.0, 20.0
_MOST_ROWS, _FEW_ROWS = 10_000, 1_000
_LAYOUTS = {
    "xyxy": "with corners in place of sizes",
    "xywh": "with sizes in place of far corners",
    "cxcywh": "with centres in place of corners",
}
_MADE_WRONGLY = (
    (
        "xyxy",
        "with the near corner taken off the far one again",
        "write both corners as they are: the near one was added to the far one, as to a size",
    ),
    (
        "cxcywh",
        "moved by half their size",
        "make corners of centre - size / 2 and centre + size / 2: the centre was taken for the near corner",
    ),
)
_DENOMINATOR, _AS_GOOD = 12, 0.99
_SCALES = (0.5, 2.0, 1.5, 1 / 1.5, 3.0, 1 / 3, 0.25, 4.0, 0.8, 1.25, 0.75, 4 / 3)
_FEWEST_FRAMES = 3
_ROUNDING = 0.03
"""Scales so near to 1 are a detector's own."""
_FARTHEST = 40
"""Frames: so far off they are looked for with few rows."""


def _first_rows(cell: MatchedTracks, frame: AnyArray, length: int, most: int) -> tuple[AnyArray, int]:
    """True rows that count (all, where none does), of the first frames if too many; and the frames."""
    counted = cell.partner_of_truth != -2
    if not counted.any():
        counted[:] = True
    held = int(np.count_nonzero(counted))
    frame = frame if cell.chosen_truths is None else frame[cell.chosen_truths]
    bound = length
    if held > most:
        bound = 2 + length * most // held
        while bound < length and np.count_nonzero(counted & (frame < bound)) <= most:
            bound *= 2
        counted &= frame < bound
    places = np.flatnonzero(counted)
    if held > most:
        before = np.cumsum(np.bincount(frame[places]))
        last = int(np.searchsorted(before, most, side="right"))
        places, length = places[frame[places] < last], max(last, 1)
    return places if cell.chosen_truths is None else np.flatnonzero(cell.chosen_truths)[places], length


def _native_rows(
    frame: AnyArray, track: AnyArray, boxes: FloatArray, rows: AnyArray, flag: int
) -> native.TrackRows:
    return native.TrackRows(
        np.ascontiguousarray(frame[rows], dtype=np.int32),
        np.ascontiguousarray(track[rows], dtype=np.int64),
        np.ascontiguousarray(boxes[rows], dtype=np.float64),
        np.full(len(rows), flag, dtype=np.uint8),
    )


class TrackTrial:
    """Some frames of a sequence, matched again under other readings of its predictions.

    Parameters
    ----------
    result : TrackResult
        Of boxes or masks.
    cell : MatchedTracks
        Of the sequence, and of one class.
    most : int
        True boxes that are looked at, those of the first frames.

    Examples
    --------
    >>> from truebox.evaluation import evaluate_tracks
    >>> side = {"frames": [0, 1], "ids": [1, 1], "boxes": [[0, 0, 5, 5]] * 2}
    >>> result = evaluate_tracks(side, side)
    >>> trial = TrackTrial(result, result.matched[0])
    >>> trial.share(trial.frame, trial.boxes), trial.share(trial.frame + 1, trial.boxes)
    (1.0, 0.5)
    """

    def __init__(self, result: TrackResult, cell: MatchedTracks, most: int = _MOST_ROWS) -> None:
        self.result, self.cell = result, cell
        self.true = result.truth.sequences[cell.sequence]
        self.found = result.predictions.sequences[cell.sequence]
        self.rows, self.frames = _first_rows(cell, self.true.frame, self.true.length, most)
        near = np.flatnonzero(self.found.frame < self.frames + _FARTHEST)
        self.frame, self.track = self.found.frame[near], self.found.track[near]
        self.boxes = self.found.boxes[near]
        self.truths = _native_rows(self.true.frame, self.true.track, self.true.boxes, self.rows, 1)

    @property
    def name(self) -> str:
        """That of the sequence; in memory a single one has none."""
        return self.true.name or "the sequence"

    def share(self, frame: AnyArray, boxes: FloatArray) -> float:
        """Of the true boxes, how many have a partner."""
        return self.fit(frame, boxes)[0]

    def fit(self, frame: AnyArray, boxes: FloatArray) -> tuple[float, float]:
        """Of the true boxes, how many have a partner; and by how much these overlap, over all true boxes."""
        return self.fits([(frame, boxes)], 1)[0]

    def fits(
        self, readings: Sequence[tuple[AnyArray, FloatArray]], threads: int | None
    ) -> list[tuple[float, float]]:
        """The same of several readings."""
        return self._outcomes([self._job(frame, self.track, boxes) for frame, boxes in readings], threads)

    def _outcomes(
        self, jobs: Sequence[native.TrackSequence], threads: int | None
    ) -> list[tuple[float, float]]:
        outcomes = native.evaluate_tracks(jobs, self._rules(), thread_count(threads))
        count = max(1, len(self.rows))
        return [
            (0.0, 0.0)
            if isinstance(each, tuple)
            else (each["clear_tp"] / count, each["clear_similarity"] / count)
            for each in outcomes
        ]

    def _job(self, frame: AnyArray, track: AnyArray, boxes: FloatArray) -> native.TrackSequence:
        rows = np.flatnonzero((frame >= 0) & (frame < self.frames))
        found = _native_rows(frame, track, boxes, rows, 0)
        return native.TrackSequence(self.truths, found, self.frames, np.empty(0))

    def _rules(self) -> native.TrackRules:
        return native.TrackRules(
            corners=self.result.truth.layout == "xyxy",
            ids_of_kept=False,
            by_content=False,
            epsilon=0.0,
            beforehand=-1.0,
            unassigned=0.0,
            threshold=0.5,
            carries_memory=False,
            gaps_of_tracker=True,
            mostly_includes=True,
            measures_vace=False,
            alphas=np.empty(0),
        )

    def readings(self) -> Iterator[tuple[float, str, str]]:
        """Share, words and fix of every other reading of the boxes."""
        if not self.result.truth.has_masks:
            yield from self._layouts()
        for scale in _SCALES:
            text = f"with {self.rows_are} {scale:.3g} times as large"
            yield self.share(self.frame, self.boxes * scale), text, self.scale(scale)
        scale, share = self._nearest_scale()
        if abs(scale - 1) > _ROUNDING:
            yield share, f"with {self.rows_are} {scale:.3g} times as large", self.scale(scale)
        yield from self._steps()
        yield from self._far_frames()
        ratio = self._ratio()
        if ratio is not None:
            text = f"with {self.rows_are} {ratio:.3g} times as large"
            yield self.share(self.frame, self.boxes * ratio), text, self.scale(ratio)

    def _layouts(self) -> Iterator[tuple[float, str, str]]:
        """The numbers of the source taken for others, and corners made of numbers taken for others."""
        layout, read = self.result.truth.layout, self.result.predictions.source.boxes
        numbers = boxes_read_as(self.boxes, layout, read)
        for given, words in _LAYOUTS.items():
            if given != read:
                boxes = boxes_read_as(numbers, given, layout)
                yield self.share(self.frame, boxes), words, f"pass --box-format {given}"
        if read != "xyxy":
            return
        sizes = boxes_read_as(numbers, "xyxy", "xywh")
        for given, words, fix in _MADE_WRONGLY:
            yield self.share(self.frame, boxes_read_as(sizes, given, layout)), words, fix

    def _nearest_scale(self) -> tuple[float, float]:
        """Of scales from a quarter to four times the best, and how many boxes have a partner then.

        Looked for in steps of 5 %, then of 1 %, by how much boxes overlap; a fraction of small numbers that
        is as good is what was meant.
        """

        def fits(scale: float) -> tuple[float, float, float]:
            share, overlap = self.fit(self.frame, self.boxes * scale)
            return overlap, share, scale

        near = max(fits(1.05**step) for step in range(-28, 29))[2]
        found = max(fits(near * 1.01**step) for step in range(-4, 5))
        simple = fits(float(Fraction(found[2]).limit_denominator(_DENOMINATOR)))
        _, share, scale = simple if simple[0] >= _AS_GOOD * found[0] else found
        return scale, share

    def _steps(self) -> Iterator[tuple[float, str, str]]:
        """Where results are so few frames that they may count every n-th alone, from the first on."""
        seen = int(self.found.frame.max(initial=-1)) + 1
        if self.result.predictions.frame_step != 1 or not 0 < 3 * seen < 2 * self.true.length:
            return
        if len(np.unique(self.found.frame)) < _FEWEST_FRAMES:
            return
        near = round(self.true.length / seen)
        frame = self.true.frame[self.rows]
        for step in sorted({2, 3, 4, 5, 10, near - 1, near, near + 1} - {0, 1}):
            here = int((frame % step == 0).sum())
            share = self.share(self.frame * np.int32(step), self.boxes) * len(self.rows) / (here or 1)
            yield share, f"with frames that count every {ordinal(step)} alone", f"pass --frame-step {step}"

    def _far_frames(self) -> Iterator[tuple[float, str, str]]:
        """Frames shifted by more, the best of some rows looked at in all; and those counted from the end."""
        few = self if len(self.rows) <= _FEW_ROWS else TrackTrial(self.result, self.cell, _FEW_ROWS)
        near = max(SHIFTS)
        far = [shift for step in range(near + 1, _FARTHEST + 1) for shift in (-step, step)]
        fits = few.fits([(few.frame + np.int32(shift), few.boxes) for shift in far], 1)
        shift = far[max(range(len(far)), key=lambda place: fits[place])]
        share = self.share(self.frame + np.int32(shift), self.boxes)
        yield share, f"with frames shifted by {shift:+d}", self.offset(shift)
        if self.frames == self.true.length:
            text, fix = "with frames counted from the last to the first", "write the frames in their order"
            yield self.share(np.int32(self.frames - 1) - self.frame, self.boxes), text, fix

    def of_other(self, other: TrackedSequence) -> float:
        """Of the true boxes, how many have a partner among the boxes of another sequence."""
        return self._outcomes([self._job(other.frame, other.track, other.boxes)], 1)[0][0]

    def offset(self, more: int) -> str:
        """What mends frames that are to be shifted further."""
        total = self.result.predictions.frame_offset + more
        return f"pass --frame-offset {total}" if total else "leave --frame-offset out"

    @property
    def rows_are(self) -> str:
        """What is called otherwise than it is read: masks have boxes around them."""
        return "masks" if self.result.truth.has_masks else "boxes"

    def scale(self, more: float) -> str:
        """What mends boxes that are to be scaled further."""
        if self.result.truth.has_masks:
            return "write masks in the pixels of the truth's"
        return f"pass --box-scale {self.result.predictions.box_scale * more:.6g}"

    def are_fractions(self) -> bool:
        """Whether no box reaches far beyond 1, where true ones do."""
        farthest = float(np.abs(self.boxes).max()) if self.boxes.size else 0.0
        return 0 < farthest <= _FRACTIONS and float(self.true.boxes[self.rows].max()) > _PIXELS

    def _ratio(self) -> float | None:
        """Of the far ends of both sides, where that is no rounding."""
        if not len(self.boxes):
            return None
        true, found = (
            float(np.quantile(boxes[:, :2], 0.99)) for boxes in (self.true.boxes[self.rows], self.boxes)
        )
        return true / found if found > 0 and true > 0 and not 0.95 < true / found < 1.05 else None
