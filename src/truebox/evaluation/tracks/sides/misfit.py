"""Predictions that fit the truth only under another reading: found by trying, and said with what mends it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from truebox._native import tracks as native
from truebox._native.threads import thread_count
from truebox.errors import InputError
from truebox.evaluation.tracks.sides.layouts import boxes_read_as
from truebox.evaluation.tracks.sides.stepped import ordinal
from truebox.records import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from truebox.evaluation.tracks.result import MatchedTracks, TrackResult
    from truebox.records import TrackedSequence
    from truebox.typing import AnyArray, FloatArray

__all__ = ["look_for_misfit"]

_POOR = 0.3
"""Of the true boxes matched: below, a better reading is refused rather than mentioned."""
_GOOD = 0.5
_DOUBTFUL = 0.6
"""Below, boxes are read otherwise too: of those 1.25 times too large many are still matched."""
_BETTER = 1.25
_CLOSER = 1.04
"""By how much nearer boxes must be in other frames to be worth a word: a tracker's own lag is less."""
_NOTHING = 0.1
"""Below, and under every reading: these are hardly results of the same video."""
_FRACTIONS, _PIXELS = 2.0, 20.0
_MOST_ROWS = 10_000
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
_SHIFTS = (-1, 1, -2, 2)
_DENOMINATOR, _AS_GOOD = 12, 0.99
_FEWEST_FRAMES = 3
_FEWEST = 20
"""Boxes: of fewer, nothing is said of their video."""
_SCALES = (0.5, 2.0, 1.5, 1 / 1.5, 3.0, 1 / 3, 0.25, 4.0, 0.8, 1.25, 0.75, 4 / 3)


def look_for_misfit(result: TrackResult, threads: int | None = None) -> list[Finding]:
    """Look whether another reading of the predictions fits much better; threads share the first readings.

    Returns
    -------
    list of Finding
        Where it fits better, and the numbers are not poor as they are (W-588).

    Raises
    ------
    InputError
        The numbers are poor, and good under another reading (E-584).
    """
    cell = _sample(result)
    if cell is None:
        return []
    trial = _Trial(result, cell)
    shifts = [trial.frame + np.int32(shift) for shift in (0, *_SHIFTS)]
    (as_read, overlap), *others = trial.fits([(frame, trial.boxes) for frame in shifts], threads)
    best, words, fix = as_read, "", ""
    nearest, shifted = overlap, 0
    for shift, (share, closer) in zip(_SHIFTS, others, strict=True):
        if share > best:
            best, words, fix = share, f"with frames shifted by {shift:+d}", trial.offset(shift)
        if closer > nearest:
            nearest, shifted = closer, shift
    if as_read < _DOUBTFUL:
        for share, text, flag in trial.readings():
            if share > best:
                best, words, fix = share, text, flag
    name = result.predictions.source.name
    if best < _POOR and trial.are_fractions():
        problem = "all boxes lie between 0 and 1: they are fractions of the picture, where pixels are read"
        fix = "multiply them by the width and height of the frames; --no-fit-test evaluates them as they are"
        raise InputError("E-584", name, problem, fix)
    if best < max(_GOOD if as_read < _POOR else 0.0, _BETTER * as_read):
        return [
            *_missing_frames(trial),
            *_shifted(name, trial, overlap, nearest, shifted),
            *_hardly_found(name, trial, as_read, (best, words, fix)),
        ]
    numbers = (
        f"{best:.0%} of the true boxes of {trial.true.name} are found {words}, {as_read:.0%} as they are read"
    )
    if as_read < _POOR:
        raise InputError("E-584", name, numbers, f"{fix}; --no-fit-test evaluates them as they are")
    return [Finding("W-588", f"{name}: {numbers}; {fix}")]


def _sample(result: TrackResult) -> MatchedTracks | None:
    """The sequence and class with the most boxes on both sides."""
    sides = [
        each for each in result.matched if len(each.partner_of_truth) and len(each.partner_of_prediction)
    ]
    return max(sides, key=lambda each: len(each.partner_of_truth), default=None)


def _first_rows(cell: MatchedTracks, frame: AnyArray, length: int) -> tuple[AnyArray, int]:
    """True rows that count (all, where none does), of the first frames if too many; and the frames."""
    counted = cell.partner_of_truth != -2
    if not counted.any():
        counted[:] = True
    held = int(np.count_nonzero(counted))
    frame = frame if cell.chosen_truths is None else frame[cell.chosen_truths]
    bound = length
    if held > _MOST_ROWS:
        bound = 2 + length * _MOST_ROWS // held
        while bound < length and np.count_nonzero(counted & (frame < bound)) <= _MOST_ROWS:
            bound *= 2
        counted &= frame < bound
    places = np.flatnonzero(counted)
    if held > _MOST_ROWS:
        before = np.cumsum(np.bincount(frame[places]))
        last = int(np.searchsorted(before, _MOST_ROWS, side="right"))
        places, length = places[frame[places] < last], max(last, 1)
    return places if cell.chosen_truths is None else np.flatnonzero(cell.chosen_truths)[places], length


class _Trial:
    """Some frames of a sequence, matched again under other readings of its predictions."""

    def __init__(self, result: TrackResult, cell: MatchedTracks) -> None:
        self.result = result
        self.true = result.truth.sequences[cell.sequence]
        self.found = result.predictions.sequences[cell.sequence]
        self.rows, self.frames = _first_rows(cell, self.true.frame, self.true.length)
        near = np.flatnonzero(self.found.frame < self.frames + max(_SHIFTS))
        self.frame, self.track = self.found.frame[near], self.found.track[near]
        self.boxes = self.found.boxes[near]
        self.truths = self._native(self.true, self.true.frame, self.true.boxes, self.rows)

    def _native(
        self, side: TrackedSequence, frame: AnyArray, boxes: FloatArray, rows: AnyArray
    ) -> native.TrackRows:
        return native.TrackRows(
            np.ascontiguousarray(frame[rows], dtype=np.int32),
            np.ascontiguousarray(side.track[rows], dtype=np.int64),
            np.ascontiguousarray(boxes[rows], dtype=np.float64),
            np.ones(len(rows), dtype=np.uint8),
        )

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
        jobs = [self._job(frame, boxes) for frame, boxes in readings]
        outcomes = native.evaluate_tracks(jobs, self._rules(), thread_count(threads))
        count = max(1, len(self.rows))
        return [
            (0.0, 0.0)
            if isinstance(each, tuple)
            else (each["clear_tp"] / count, each["clear_similarity"] / count)
            for each in outcomes
        ]

    def _job(self, frame: AnyArray, boxes: FloatArray) -> native.TrackSequence:
        rows = np.flatnonzero((frame >= 0) & (frame < self.frames))
        found = native.TrackRows(
            np.ascontiguousarray(frame[rows], dtype=np.int32),
            np.ascontiguousarray(self.track[rows], dtype=np.int64),
            np.ascontiguousarray(boxes[rows], dtype=np.float64),
            np.zeros(len(rows), dtype=np.uint8),
        )
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
        yield share, f"with {self.rows_are} {scale:.3g} times as large", self.scale(scale)
        yield from self._steps()
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


def _shifted(name: str, trial: _Trial, overlap: float, nearest: float, shift: int) -> Iterator[Finding]:
    """Slow objects still match when frames are shifted, but less closely."""
    if shift and nearest >= max(_POOR, _CLOSER * overlap):
        text = (
            f"{name}: the boxes of {trial.true.name} overlap by {nearest:.3f} with frames shifted by "
            f"{shift:+d}, by {overlap:.3f} as they are read (mean over true boxes); if frames are counted "
            f"otherwise, {trial.offset(shift)}"
        )
        yield Finding("W-588", text)


def _hardly_found(name: str, trial: _Trial, share: float, other: tuple[float, str, str]) -> Iterator[Finding]:
    """What fits nowhere, however it is read, or hardly."""
    if share >= _NOTHING or min(len(trial.rows), len(trial.boxes)) < _FEWEST:
        return
    best, words, fix = other
    text = f"{name}: {share:.0%} of the true boxes of {trial.true.name or 'the sequence'} are found"
    if best >= 2 * _NOTHING:
        yield Finding("W-588", f"{text}, {best:.0%} {words}; {fix}")
    else:
        yield Finding("W-588", f"{text}, and not more under any other reading: is this another video?")


def _missing_frames(trial: _Trial) -> Iterator[Finding]:
    """Results of every n-th frame only."""
    true = np.flatnonzero(np.bincount(trial.true.frame[trial.rows]))
    found = np.flatnonzero(np.bincount(trial.frame[(trial.frame >= 0) & (trial.frame < trial.frames)]))
    if len(found) < _FEWEST_FRAMES or len(true) < 2 * len(found):
        return
    steps = np.diff(found)
    step = int(np.median(steps))
    if step >= 2 and float((steps == step).mean()) > 0.9 and len(true) > 1.5 * len(found):
        text = (
            f"{trial.result.predictions.source.name}: results of {trial.true.name} are of every "
            f"{ordinal(step)} frame only, those between count as missed; "
            f"pass --frame-step {step} to leave these out"
        )
        yield Finding("W-588", text, len(true) - len(found))
