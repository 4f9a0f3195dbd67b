"""The default diagnosis of a result in one call, and what it says in words."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar, cast, overload

from truebox._kinds import refuses_other_kinds
from truebox._native.meanwhile import Meanwhile
from truebox._writing.watched import say_done
from truebox.diagnosis.causes.class_confusion import confusion_matrix
from truebox.diagnosis.causes.error_types import errors
from truebox.diagnosis.causes.outcomes import half_or_lowest
from truebox.diagnosis.certainty.bootstrap_arguments import (
    Draws,
    check_bootstrap,
    chosen_images,
    is_reduced,
    usual_replicates,
)
from truebox.diagnosis.certainty.comparison import compare
from truebox.diagnosis.certainty.drawn_units import drawn_units
from truebox.diagnosis.certainty.intervals import intervals
from truebox.diagnosis.diagnosed import Diagnosis
from truebox.diagnosis.equal_scores.ties import ties
from truebox.diagnosis.parts.slices import slices_at
from truebox.diagnosis.suspects.wrong_labels import label_errors
from truebox.diagnosis.thresholds.calibration import calibration
from truebox.diagnosis.thresholds.confidence_curves import confidence_curves
from truebox.diagnosis.thresholds.operating_points import best_points
from truebox.diagnosis.thresholds.point_intervals import best_f1_intervals, calibration_interval
from truebox.diagnosis.unscored_diagnosis import UnscoredDiagnosis, intervals_of_parts
from truebox.diagnosis.words.followed import followed_sentences
from truebox.diagnosis.words.label_maps import map_sentences
from truebox.diagnosis.words.panoptic import panoptic_sentences
from truebox.diagnosis.words.reading import Reading
from truebox.diagnosis.words.tracks import track_sentences
from truebox.diagnosis.words.verdicts import comparison_sentence
from truebox.errors import ArgumentError, InputError
from truebox.evaluation import FollowedResult, PanopticResult, Result, SemanticResult, TrackResult

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.drawn_units import DrawnUnits, Groups
    from truebox.diagnosis.certainty.estimate import Estimate
    from truebox.diagnosis.certainty.unscored.kinds import Unscored
    from truebox.diagnosis.thresholds.calibration import Calibration
    from truebox.diagnosis.thresholds.operating_points import OperatingPoints

__all__ = ["diagnose", "in_words"]

_Part = TypeVar("_Part")
_TIDE_CAP = 100
_FEWER = 200
"""Replicates of what is read to two figures: losses, the best F1, its score, the calibration error."""

_LEAST_SUSPICION = 0.8
"""What one detector says with less is more often wrong than right."""


@overload
def diagnose(
    result: Result,
    *,
    replicates: int | None = None,
    level: float = 0.95,
    seed: int = 0,
    groups: Groups = None,
    threads: int | None = None,
) -> Diagnosis: ...
@overload
def diagnose(
    result: Unscored,
    *,
    replicates: int | None = None,
    level: float = 0.95,
    seed: int = 0,
    groups: Groups = None,
    threads: int | None = None,
) -> UnscoredDiagnosis: ...
@refuses_other_kinds
def diagnose(
    result: Result | Unscored,
    *,
    replicates: int | None = None,
    level: float = 0.95,
    seed: int = 0,
    groups: Groups = None,
    threads: int | None = None,
) -> Diagnosis | UnscoredDiagnosis:
    """Everything that is worth knowing about a result: where the AP went, how sure it is, where to cut.

    Error types, curves and the score of the best F1, the confusion matrix at that score, intervals of every
    metric, ties, calibration, slices, likely label errors, and sentences that read them out. Overlaps of at
    least 0.5 count as found (where that was not evaluated, the lowest threshold). Of results without scores,
    as tracks and panoptic segments are, sentences and intervals.

    Parameters
    ----------
    result : Result
        Of any protocol, evaluated in this process.
    replicates : int or None
        Of the intervals, as in `truebox.diagnosis.intervals`. None is 1,000, and fewer (at least 200) where a
        protocol has measures of its own and there are very many detections; outputs say how many.
    level, seed
        As in `truebox.diagnosis.intervals`.
    groups : str or sequence, optional
        What belongs together, such as the frames of a video; as in `truebox.diagnosis.compare`.
    threads : int or None
        As in `truebox.evaluate`.

    Returns
    -------
    Diagnosis or UnscoredDiagnosis
        A part that has no meaning for this result is None, with the reason in ``skipped``.

    Raises
    ------
    ArgumentError
        The result cannot be diagnosed, or an argument is out of range.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> from truebox.generation import make_dataset
    >>> found = diagnose(evaluate(*make_dataset(30, 2, 20, 3.0, 1), mode="corrected"), replicates=100)
    >>> found.errors.largest, found.points.asked
    ('location', 'best F1')
    """
    sentences = next((make for kind, make in _SENTENCES if isinstance(result, kind)), None)
    if sentences is not None:
        if groups is not None:
            raise ArgumentError(
                f"groups: a {type(result).__name__} is drawn by its sequences or images. Fix: leave groups "
                "out."
            )
        draws = 1000 if replicates is None else replicates
        return UnscoredDiagnosis(
            result=cast("Unscored", result),
            words=Reading(tuple(sentences(result))),
            intervals=intervals_of_parts(cast("Unscored", result), replicates=draws, level=level, seed=seed),
        )
    if not isinstance(result, Result):
        raise ArgumentError(
            f"result: a {type(result).__name__} has no diagnosis. Fix: pass what truebox.evaluate returns."
        )
    asked = replicates is not None
    replicates = usual_replicates(result) if replicates is None else replicates
    check_bootstrap(replicates, level, seed)
    # Before the parts: groups that cannot be are refused, not skipped.
    units = drawn_units(result, chosen_images(None, result), groups)
    skipped: dict[str, str] = {}

    def part(name: str, make: Callable[[], _Part]) -> _Part | None:
        say_done(name.replace("_", " "), 0, 0)
        try:
            return make()
        except (ArgumentError, InputError) as error:
            skipped[name] = str(error)
            return None

    iou = half_or_lowest(result.parameters)
    cap = min(_TIDE_CAP, result.parameters.max_detections[-1])
    curves = confidence_curves(result, iou=iou)
    points = best_points(curves)
    score = points.overall.score
    fewer = Draws(replicates=min(replicates, _FEWER), level=level, seed=seed)
    with suppress(ArgumentError, InputError):
        result.matches  # noqa: B018  made before several threads ask for it
    with Meanwhile.on(threads) as meanwhile:
        # The bootstrap takes longest and has all threads; Ctrl-C ends it, because it runs on this one.
        sliced = meanwhile.begin(lambda: slices_at(result, score, iou=iou, groups=groups))
        labelled = meanwhile.begin(lambda: label_errors(result, least=_LEAST_SUSPICION))
        tied = meanwhile.begin(lambda: ties(result, threads=threads))
        calibrated = meanwhile.begin(lambda: _calibrated(result, iou, units, fewer))
        pointed = meanwhile.begin(lambda: _of_points(result, points, units, fewer))
        return Diagnosis(
            result=result,
            curves=curves,
            errors=part(
                "errors",
                lambda: errors(
                    result,
                    iou=iou,
                    max_detections=cap,
                    replicates=fewer.replicates,
                    level=level,
                    seed=seed,
                    groups=groups,
                    threads=threads,
                ),
            ),
            confusion=part("confusion", lambda: confusion_matrix(result, iou, score or 0.0)),
            intervals=part(
                "intervals",
                lambda: intervals(
                    result, replicates=replicates, level=level, seed=seed, groups=groups, threads=threads
                ),
            ),
            ties=part("ties", tied),
            calibration=part("calibration", calibrated),
            slices=part("slices", sliced),
            label_errors=part("label_errors", labelled),
            points=replace(points, intervals=pointed()),
            skipped=skipped,
            groups=groups,
            reduced=not asked and is_reduced(replicates),
        )


def _of_points(
    result: Result, points: OperatingPoints, units: DrawnUnits, draws: Draws
) -> dict[str, Estimate]:
    best = points.overall
    names = ("F1", "score")
    made = best_f1_intervals(result, points.iou, (best.f1, best.score), units, draws)
    return dict(zip(names, made, strict=True))


def _calibrated(result: Result, iou: float, units: DrawnUnits, draws: Draws) -> Calibration:
    made = calibration(result, iou=iou)
    return replace(made, interval=calibration_interval(result, made, units, draws))


_SENTENCES: tuple[tuple[type, Callable[..., list[str]]], ...] = (
    (TrackResult, track_sentences),
    (FollowedResult, followed_sentences),
    (SemanticResult, map_sentences),
    (PanopticResult, panoptic_sentences),
)
"""Of results without scores."""


@refuses_other_kinds
def in_words(
    found: Result | Unscored | Diagnosis,
    other: Result | Unscored | None = None,
    *,
    threads: int | None = None,
) -> Reading:
    """What to know about a result in three to five sentences; with another one, also which is better.

    Every figure in a sentence is one of the diagnosis. What is not significant, or rests on a handful of
    cases, is left out.

    Parameters
    ----------
    found : Diagnosis or any result
        A result is diagnosed first; of tracks the sentences say what costs HOTA, of panoptic segments what
        costs PQ, of one object over time and of label maps how sure the headline is, and where it is weakest.
    other : Result, optional
        Compared with the first by a paired swap test; the sentence about it comes first.
    threads : int or None
        As in `truebox.evaluate`.

    Returns
    -------
    Reading

    Raises
    ------
    ArgumentError
        The result cannot be diagnosed, or both are not of one truth.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> from truebox.generation import make_dataset
    >>> print(in_words(evaluate(*make_dataset(100, 2, 20, 3.0, 1), mode="corrected")).sentences[-1][:15])
    Best threshold
    """
    sentences = next((make for kind, make in _SENTENCES if isinstance(found, kind)), None)
    if sentences is not None:
        words = Reading(tuple(sentences(found)))
        if other is None:
            return words
        (pair,) = compare(found, other, threads=threads).pairs
        return Reading((comparison_sentence(pair), *words))
    diagnosis = found if isinstance(found, Diagnosis) else diagnose(cast("Result", found), threads=threads)
    if other is None:
        return diagnosis.words
    (pair,) = compare(diagnosis.result, other, groups=diagnosis.groups, threads=threads).pairs
    return Reading((comparison_sentence(pair), *diagnosis.words))
