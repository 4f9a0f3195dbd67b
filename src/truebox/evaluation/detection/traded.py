"""Two classes, or a ring of them, whose detections lie on each other's objects: refused, not reported."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from truebox import fitting
from truebox._writing.saying import say
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.evaluation.result import Result
    from truebox.records import Predictions

__all__ = ["refuse_traded"]

_WEAK = 0.15
_FEWEST = 5
_MOST = 2 / 3
_SHOWN = 3


def refuse_traded(result: Result, evaluate_again: Callable[[Predictions], Result]) -> None:
    """Raise E-470 where classes of an AP near zero have each other's objects, and AP is better so.

    The other classes may be right, so that AP alone shows nothing. Each of the classes has five detections on
    objects at least, of which two in three are objects of one other class.

    Parameters
    ----------
    result : Result
        Of boxes.
    evaluate_again : callable
        Evaluates other predictions in the same way.
    """
    weak = {
        each.id: each.name
        for each in result.per_class
        if min(each.truths, each.detections) >= _FEWEST and (each.metrics.get("AP50") or 0) < _WEAK
    }
    if len(weak) < 2:
        return
    ring = _ring(weak, fitting.class_pairs(result.truth, result.predictions))
    if not ring:
        return
    given = result.metrics["AP"]
    read = fitting.Fit(sampled=0, share=0, better="traded", about="classes", ids=ring)
    otherwise = evaluate_again(fitting.read_so(result.truth, result.predictions, read)).metrics["AP"]
    if given is None or otherwise is None or otherwise <= given:
        return
    shown = ", ".join(
        f"{say(found)} ({weak[found]}) on {say(true)} ({weak[true]})"
        for found, true in list(ring.items())[:_SHOWN]
    )
    raise InputError(
        "E-470",
        result.predictions.source.name,
        f"AP {given:.2f} as given; {otherwise:.2f} if {len(ring)} classes traded places: most detections of "
        f"each that overlap an object lie on one of another, {shown}{' ...' if len(ring) > _SHOWN else ''}",
        "give the predictions the class ids of the truth, or rerun with --no-fit-test if they are right",
    )


def _ring(weak: dict[int | str, str], pairs: list[tuple[int | str, int | str]]) -> dict[int | str, int | str]:
    """Predicted class to that of the objects its detections lie on, as far as all these are predicted too."""
    told: dict[int | str, int | str] = {}
    seen: dict[int | str, Counter[int | str]] = {each: Counter() for each in weak}
    for found, true in pairs:
        if found in seen:
            seen[found][true] += 1
    for each, on in seen.items():
        if on.total() < _FEWEST:
            continue
        true, times = on.most_common(1)[0]
        if true != each and times >= _MOST * on.total():
            told[each] = true
    while any(true not in told for true in told.values()):
        told = {found: true for found, true in told.items() if true in told}
    return told if len(set(told.values())) == len(told) else {}
