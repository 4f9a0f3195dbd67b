"""Boxes of one object in every frame in, a `SingleObjectResult` out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from truebox._kinds import refuse_masked, refuses_other_kinds
from truebox._native import followed as native
from truebox._writing.nearest import did_you_mean
from truebox.errors import ArgumentError
from truebox.evaluation.single_objects.beside import (
    covers_of,
    image_size,
    limits_of,
    refuse_other_names,
    said_beside,
    visible_frames,
)
from truebox.evaluation.single_objects.measures import (
    ERRORS,
    NORMALIZED_ERRORS,
    center_errors,
    clipped,
    frame_overlaps,
    passing_shares,
)
from truebox.evaluation.single_objects.result import SingleObjectResult, SingleObjectSequence

if TYPE_CHECKING:
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = ["evaluate_single_object"]

_RULES = ("otb", "lasot", "got10k")
_ALONE = "sequence"
_PIXELS = 20
_SIZES = 20  # the threshold .2


@refuses_other_kinds
def evaluate_single_object(
    truth: Any,
    predictions: Any,
    *,
    rules: Literal["otb", "lasot", "got10k"],
    resolution: Any = None,
    cover: Any = None,
) -> SingleObjectResult:
    """Success and precision of a tracker of one object, under the rules of OTB, LaSOT or GOT-10k.

    Parameters
    ----------
    truth, predictions : array [T, 4], or mapping of sequence name to such
        x, y, width, height of the object in every frame, in pixels; both sides have the same sequences and
        frames. A box without area overlaps nothing: so a tracker says that it found nothing.
    rules : {"otb", "lasot", "got10k"}
        ``"otb"``: every frame counts, the first box of a prediction is replaced by the true one;
        ``success_score`` is the mean of the success curve at 21 overlaps, ``success_rate`` its value at 0.5,
        ``precision_score`` the share of frames whose centers are at most 20 pixels apart. Curves of sequences
        are averaged.
        ``"lasot"``: the same, but frames whose true box is NaN do not count, and
        ``normalized_precision_score``, the mean of 51 thresholds up to half the true box, and its value at
        0.2 are added.
        ``"got10k"``: boxes are clipped to the image, the first frame and those without cover do not count;
        ``AO`` is the mean overlap of all frames of all sequences together, ``SR.50`` and ``SR.75`` the share
        above.
    resolution : (width, height), or mapping of sequence name to such
        Size of the images; of ``"got10k"``, which needs it, alone.
    cover : array [T], or mapping of sequence name to such, optional
        How much of the object is visible, 0 for nothing, or flags; of ``"got10k"`` alone. By default the
        object is visible in every frame.

    Returns
    -------
    SingleObjectResult

    Raises
    ------
    ArgumentError
        A shape, a length, a name or a value cannot be taken; NaN, infinity or a negative size stands in a
        frame that counts.

    Notes
    -----
    The numbers are those of got-10k/toolkit at 956e728, every bit of them. What others do otherwise stands in
    ``docs/protocols/single-objects.md``.

    Examples
    --------
    >>> truth = [[0, 0, 10, 10], [0, 0, 10, 10], [50, 50, 10, 10]]
    >>> found = [[0, 0, 10, 10], [0, 0, 10, 8], [0, 0, 10, 10]]
    >>> result = evaluate_single_object(truth, found, rules="got10k", resolution=(640, 480))
    >>> result.metrics
    {'AO': 0.4, 'SR.50': 0.5, 'SR.75': 0.5}
    >>> evaluate_single_object(truth, found, rules="otb").metrics["precision_score"]
    0.6666666666666666
    """
    if rules not in _RULES:
        hint = did_you_mean(rules, _RULES) if isinstance(rules, str) else ""
        raise ArgumentError(f"rules: {rules!r} is unknown.{hint} Fix: pass 'otb', 'lasot' or 'got10k'.")
    true, found = _named(truth), _named(predictions)
    refuse_other_names("predictions", found, true)
    if not true:
        raise ArgumentError("truth: there is no sequence. Fix: pass at least one.")
    sizes, covers = said_beside("resolution", resolution, true), said_beside("cover", cover, true)
    if rules != "got10k" and (sizes or covers):
        raise ArgumentError(
            f"{'resolution' if sizes else 'cover'}: the rules {rules!r} have none. "
            "Fix: leave it out, or pass rules='got10k'."
        )
    if rules == "got10k" and not sizes:
        raise ArgumentError(
            "resolution: the rules 'got10k' clip boxes to the image. Fix: pass (width, height) of the images."
        )
    thresholds = {"success": np.linspace(0, 1, 101 if rules == "got10k" else 21)}
    if rules != "got10k":
        thresholds["precision"] = ERRORS
    if rules == "lasot":
        thresholds["normalized_precision"] = NORMALIZED_ERRORS
    if rules == "got10k":
        measured = _Measured.clipped_at_once(true, found, thresholds, sizes=sizes, covers=covers)
    else:
        measured = _Measured.at_once(true, found, thresholds, rules)
    if measured is None:
        checked = [
            _checked(
                name, boxes, found[name], rules=rules, resolution=sizes.get(name), cover=covers.get(name)
            )
            for name, boxes in true.items()
        ]
        measured = _Measured.of(checked, thresholds, rules)
    sequences = measured.sequences()
    if rules == "got10k":
        overlaps = measured.overlaps
        curves = {}
        if len(overlaps):
            whole = np.array([0, len(overlaps)])
            curves["success"] = passing_shares(overlaps, whole, thresholds["success"], above=True)[0]
        metrics = _overlap_metrics(overlaps, curves)
    else:
        curves = {name: np.mean(each, axis=0) for name, each in measured.curves.items()}
        metrics = _curve_metrics(curves)
    return SingleObjectResult(
        rules=rules, metrics=metrics, curves=curves, thresholds=thresholds, per_sequence=sequences
    )


class _Frames(NamedTuple):
    """The frames of one sequence that count, and the boxes of both sides there."""

    name: str
    length: int
    frames: Int64Array
    true: FloatArray
    found: FloatArray
    size: tuple[float, float] | None


def _checked(name: str, truth: Any, predictions: Any, *, rules: str, resolution: Any, cover: Any) -> _Frames:
    true, found = _boxes("truth", name, truth), _boxes("predictions", name, predictions)
    if len(true) != len(found):
        raise ArgumentError(
            f"predictions[{name!r}]: {len(found)} boxes for the {len(true)} frames of the truth. "
            "Fix: pass one box per frame; one without area where the tracker found nothing."
        )
    counts: BoolArray = np.ones(len(true), dtype=bool)
    if rules == "got10k":
        counts = visible_frames(name, cover, len(true))
        counts[:1] = False
    elif rules == "lasot":
        counts = np.logical_not(np.isnan(true).any(axis=1))
    if rules != "got10k":
        if not counts.any():
            raise ArgumentError(
                f"truth[{name!r}]: no frame has a true box. Fix: leave the sequence out on both sides."
            )
        found[0] = true[0]
    frames = np.flatnonzero(counts).astype(np.int64)
    _refuse_unfit("truth", name, true, frames, rules)
    _refuse_unfit("predictions", name, found, frames, rules)
    size = image_size(name, resolution) if rules == "got10k" else None
    if len(frames) < len(true):
        true, found = true[frames], found[frames]
    return _Frames(name, len(counts), frames, true, found, size)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Measured:
    """What the frames of all sequences give, one after another."""

    names: Sequence[str]
    lengths: Sequence[int]
    frames: Sequence[Int64Array]
    offsets: Int64Array
    overlaps: FloatArray
    errors: FloatArray | None
    curves: Mapping[str, FloatArray]

    @classmethod
    def at_once(
        cls,
        true: Mapping[str, Any],
        found: Mapping[str, Any],
        thresholds: Mapping[str, FloatArray],
        rules: str,
    ) -> _Measured | None:
        """Read where they lie, without copies; None where a sequence must be looked at by itself."""
        measured = native.measure_sequences(
            [*true.values()], [found[name] for name in true], rules == "lasot"
        )
        if measured is None:
            return None
        offsets, frames, overlaps, errors, normalized = measured
        passed = {"precision": errors} | ({"normalized_precision": normalized} if rules == "lasot" else {})
        curves = _curves(overlaps, passed, offsets, thresholds)
        return cls._of_columns(true, offsets, frames, overlaps=overlaps, errors=errors, curves=curves)

    @classmethod
    def clipped_at_once(
        cls,
        true: Mapping[str, Any],
        found: Mapping[str, Any],
        thresholds: Mapping[str, FloatArray],
        *,
        sizes: Mapping[str, Any],
        covers: Mapping[str, Any],
    ) -> _Measured | None:
        """The same by the rules of GOT-10k."""
        limits = limits_of(true, sizes)
        if limits is None:
            return None
        measured = native.measure_clipped(
            [*true.values()], [found[name] for name in true], limits, covers_of(true, covers)
        )
        if measured is None:
            return None
        offsets, frames, overlaps = measured
        curves = _curves(overlaps, {}, offsets, thresholds)
        return cls._of_columns(true, offsets, frames, overlaps=overlaps, errors=None, curves=curves)

    @classmethod
    def _of_columns(
        cls, true: Mapping[str, Any], offsets: Int64Array, frames: Int64Array, **measured: Any
    ) -> _Measured:
        return cls(
            names=[*true],
            lengths=[len(each) for each in true.values()],
            frames=[frames[begin:end] for begin, end in pairwise(offsets.tolist())],
            offsets=offsets,
            **measured,
        )

    @classmethod
    def of(cls, checked: Sequence[_Frames], thresholds: Mapping[str, FloatArray], rules: str) -> _Measured:
        counts = [len(each.frames) for each in checked]
        offsets = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])
        true = np.concatenate([each.true for each in checked])
        found = np.concatenate([each.found for each in checked])
        errors, passed = None, {}
        if rules == "got10k":
            limit = np.repeat(np.array([each.size for each in checked], dtype=np.float64), counts, axis=0)
            true, found = clipped(true, limit), clipped(found, limit)
        else:
            errors = passed["precision"] = center_errors(true, found)
        if rules == "lasot":
            passed["normalized_precision"] = center_errors(true, found, normalized=True)
        overlaps = frame_overlaps(true, found)
        return cls(
            names=[each.name for each in checked],
            lengths=[each.length for each in checked],
            frames=[each.frames for each in checked],
            offsets=offsets,
            overlaps=overlaps,
            errors=errors,
            curves=_curves(overlaps, passed, offsets, thresholds),
        )

    def sequences(self) -> tuple[SingleObjectSequence, ...]:
        """Each sequence by itself."""
        averaged = {} if self.errors is None else self.curves
        means = {name: each.mean(axis=1).tolist() for name, each in averaged.items()}
        found = []
        for place, (begin, end) in enumerate(pairwise(self.offsets.tolist())):
            overlaps = self.overlaps[begin:end]
            errors = None if self.errors is None else self.errors[begin:end]
            curves = {name: held[place] for name, held in self.curves.items()} if begin < end else {}
            mean = {name: held[place] for name, held in means.items()}
            found.append(
                SingleObjectSequence(
                    name=self.names[place],
                    length=self.lengths[place],
                    frames=self.frames[place],
                    overlaps=overlaps,
                    errors=errors,
                    metrics=_curve_metrics(curves, mean) if averaged else _overlap_metrics(overlaps, curves),
                    curves=curves,
                )
            )
        return tuple(found)


def _curves(
    overlaps: FloatArray, passed: Mapping[str, FloatArray], offsets: Int64Array, thresholds: Mapping[str, Any]
) -> dict[str, FloatArray]:
    """A curve of each sequence, by the name of what is within its thresholds; of overlaps what is above."""
    curves = {"success": passing_shares(overlaps, offsets, thresholds["success"], above=True)}
    return curves | {name: passing_shares(each, offsets, thresholds[name]) for name, each in passed.items()}


def _curve_metrics(
    curves: Mapping[str, FloatArray], means: Mapping[str, float] | None = None
) -> dict[str, float | None]:
    """The scores and rates of curves, whose means may be known."""
    if means is None:
        means = {name: float(np.mean(each)) for name, each in curves.items()}
    metrics: dict[str, float | None] = {
        "success_score": means["success"],
        "success_rate": float(curves["success"][len(curves["success"]) // 2]),
        "precision_score": float(curves["precision"][_PIXELS]),
    }
    if "normalized_precision" in curves:
        metrics["normalized_precision_score"] = means["normalized_precision"]
        metrics["normalized_precision_at_0.2"] = float(curves["normalized_precision"][_SIZES])
    return metrics


def _overlap_metrics(overlaps: FloatArray, curves: Mapping[str, FloatArray]) -> dict[str, float | None]:
    if not len(overlaps):
        return {"AO": None, "SR.50": None, "SR.75": None}
    # Of 101 thresholds .5 and .75 are two.
    above_half, above_most = curves["success"][[50, 75]].tolist()
    mean = float(np.add.reduce(overlaps) / len(overlaps))
    return {"AO": mean, "SR.50": above_half, "SR.75": above_most}


def _named(given: Any) -> dict[str, Any]:
    """Sequences by name; an array is the only one."""
    return dict(given) if isinstance(given, Mapping) else {_ALONE: given}


def _boxes(argument: str, name: str, given: Any) -> FloatArray:
    """A copy of the boxes of one sequence."""
    refuse_masked(given, f"{argument}[{name!r}]")
    try:
        boxes = np.array(given, dtype=np.float64, order="C")
        problem = "" if boxes.ndim == 2 and boxes.shape[1] == 4 else f"shape {boxes.shape}"
    except (TypeError, ValueError):
        problem = "no numbers in four columns"
    problem = problem or ("" if len(boxes) else "no frames")
    if problem:
        raise ArgumentError(
            f"{argument}[{name!r}]: expected an array [T, 4], got {problem}. "
            "Fix: pass x, y, width, height of every frame."
        )
    return boxes


def _refuse_unfit(argument: str, name: str, boxes: FloatArray, frames: Any, rules: str) -> None:
    """Refuse what is no box in a frame that counts."""
    held = boxes[frames] if len(frames) < len(boxes) else boxes
    if np.isfinite(held).all() and (held[:, 2:] >= 0).all():
        return
    unfit = ~np.isfinite(held).all(axis=1) | (held[:, 2:] < 0).any(axis=1)
    frame = int(frames[np.argmax(unfit)])
    fix = "pass a box without area where the tracker found nothing"
    if argument == "truth":
        fix = {
            "otb": "leave the frame out on both sides, or pass rules='lasot', which leaves out NaN",
            "lasot": "pass four NaN where the object is absent",
            "got10k": "pass cover, 0 where the object is not visible",
        }[rules]
    raise ArgumentError(
        f"{argument}[{name!r}][{frame}]: {boxes[frame].tolist()} is no box (x, y, width, height). Fix: {fix}."
    )
