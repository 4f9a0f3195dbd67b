"""Classes whose detections lie on each other's objects: refused, not reported, or said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from truebox import fitting
from truebox._writing.counted import counted
from truebox._writing.saying import say
from truebox.errors import InputError
from truebox.evaluation.detection.looks.gained import gained
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.evaluation.result import Result
    from truebox.records import Predictions

__all__ = ["refuse_classes", "refuse_traded"]

_WEAK = 0.15
_FEWEST = 5
_MOST = 2 / 3
_SHOWN = 3
_FAR_BETTER = 2


def refuse_classes(
    result: Result, evaluate_again: Callable[[Predictions], Result], *, suspicious: bool
) -> Finding | None:
    """Raise E-470 where classes of shapes, told by the boxes around them, are numbered otherwise.

    Parameters
    ----------
    result : Result
        Of masks, keypoints or rotated boxes; its predictions have boxes.
    evaluate_again : callable
        Evaluates other predictions in the same way.
    suspicious : bool
        Whether AP is near zero, so that the classes may all be others.
    """
    if suspicious:
        fit = fitting.fit_of_classes(result.truth, result.predictions)
        given = _loose(result.metrics)
        otherwise = None
        if fit.better:
            again = evaluate_again(fitting.read_so(result.truth, result.predictions, fit))
            otherwise = _loose(again.metrics)
        if given is not None and otherwise is not None and otherwise >= max(_WEAK, 3 * given):
            raise InputError(
                "E-470",
                result.predictions.source.name,
                f"AP {result.metrics['AP'] or 0:.2f} as given; {again.metrics['AP'] or 0:.2f} if the classes "
                f"were {fit.better}",
                f"{fit.fix}, or {'' if fit.flag else 'rerun '}with --no-fit-test if they are right",
            )
    return refuse_traded(result, evaluate_again)


def refuse_traded(result: Result, evaluate_again: Callable[[Predictions], Result]) -> Finding | None:
    """Raise E-470 where classes of an AP near zero have each other's objects, and AP is better so.

    Returns what to say (W-322) where AP is better, but not by so much or of one class alone.

    The other classes may be right, so that AP alone shows nothing. Each of the classes has five detections on
    objects at least, of which two in three are objects of one other class. In a ring each has the objects of
    the next; of others AP must be twice as high so.

    Parameters
    ----------
    result : Result
        Of boxes, or of shapes with boxes around them.
    evaluate_again : callable
        Evaluates other predictions in the same way.
    """
    names, given = _weak(result), result.metrics.get("AP")
    if len(names) < 2 or given is None:
        return None
    told = _told(result, names)
    ring = _ring(told)
    otherwise = None
    for moved, least in ((ring, 1.0), (told, _FAR_BETTER)):
        otherwise = _read_so(result, moved, evaluate_again) if moved else None
        if otherwise is None or otherwise <= least * given or len(moved) < 2:
            continue
        whose = (
            f"{len(moved)} classes traded places" if moved is ring else f"{len(moved)} classes were others"
        )
        raise InputError(
            "E-470",
            result.predictions.source.name,
            f"AP {given:.2f} as given; {otherwise:.2f} if {whose}: most detections of each that overlap an "
            f"object lie on one of another, {_shown(moved, result)}",
            "give the predictions the class ids of the truth, or rerun with --no-fit-test if they are right",
        )
    if not gained(otherwise, given):
        return None
    return Finding(
        "W-322",
        f"most detections of {counted(len(told), 'class', 'classes')} that overlap an object lie on one of "
        f"another class, {_shown(told, result)}, whose own find hardly any; AP would be {otherwise:.4f} "
        f"instead of {given:.4f} if they were of that class",
        len(told),
    )


def _loose(metrics: Mapping[str, float | None]) -> float | None:
    overall = metrics.get("AP")
    return overall if metrics.get("AP50") is None else metrics["AP50"]


def _weak(result: Result) -> dict[int | str, str]:
    """Classes with objects, or with detections, of which hardly any is right."""
    return {
        each.id: each.name
        for each in result.per_class
        if max(each.truths, each.detections) >= _FEWEST and (_loose(each.metrics) or 0) < _WEAK
    }


def _told(result: Result, weak: Mapping[int | str, str]) -> dict[int | str, int | str]:
    """Predicted class to the one class that most of its detections have the objects of, both of them weak."""
    seen: dict[int | str, Counter[int | str]] = {each: Counter() for each in weak}
    for found, true in fitting.class_pairs(result.truth, result.predictions):
        if found in seen:
            seen[found][true] += 1
    told: dict[int | str, int | str] = {}
    for each, on in seen.items():
        if on.total() < _FEWEST:
            continue
        true, times = on.most_common(1)[0]
        if true != each and true in weak and times >= _MOST * on.total():
            told[each] = true
    several = {true for true, many in Counter(told.values()).items() if many > 1}
    return {found: true for found, true in told.items() if true not in several}


def _ring(told: Mapping[int | str, int | str]) -> dict[int | str, int | str]:
    """Those whose objects are of classes that have the objects of others in turn."""
    ring = dict(told)
    while any(true not in ring for true in ring.values()):
        ring = {found: true for found, true in ring.items() if true in ring}
    return ring


def _read_so(
    result: Result, ids: Mapping[int | str, int | str], evaluate_again: Callable[[Predictions], Result]
) -> float | None:
    read = fitting.Fit(sampled=0, share=0, better="traded", about="classes", ids=dict(ids))
    return evaluate_again(fitting.read_so(result.truth, result.predictions, read)).metrics["AP"]


def _shown(ids: Mapping[int | str, int | str], result: Result) -> str:
    names = {each.id: each.name for each in result.per_class}
    shown = ", ".join(
        f"{say(found)} ({names[found]}) on {say(true)} ({names[true]})"
        for found, true in list(ids.items())[:_SHOWN]
    )
    return f"{shown}{' ...' if len(ids) > _SHOWN else ''}"
