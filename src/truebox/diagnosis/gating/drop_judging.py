"""Whether a drop is larger than its limit by more than chance explains."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from truebox.diagnosis.certainty.bootstrap_arguments import chosen_images
from truebox.diagnosis.certainty.difference import Difference, difference, holm
from truebox.diagnosis.certainty.drawn_units import drawn_units
from truebox.diagnosis.certainty.images_held import images_held
from truebox.diagnosis.certainty.intervals import intervals
from truebox.diagnosis.certainty.replicates import CLASS_METRICS, Resampling
from truebox.diagnosis.certainty.student import student_tail
from truebox.diagnosis.certainty.swapping import SwapTest
from truebox.diagnosis.gating.gate_figures import place_of_class
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.drawn_units import Groups
    from truebox.diagnosis.gating.gate_baseline import BaselineDocument
    from truebox.diagnosis.gating.gate_expression import GateExpression
    from truebox.evaluation import Result

__all__ = ["LEVEL", "REPLICATES", "drops_from_document", "drops_from_result", "of_both"]

LEVEL = 0.95
"""Of every verdict: equal models fail a gate in 2.5 % of cases, any of several gates together too."""

REPLICATES = 4999
"""Swaps of a gate."""


def drops_from_result(
    earlier: Result,
    result: Result,
    asked: Sequence[tuple[GateExpression, float, float]],
    *,
    groups: Groups = None,
    threads: int | None = None,
) -> list[Difference]:
    """Of each gate the result against the lowest value allowed, by a paired swap test, Holm over the gates.

    Parameters
    ----------
    earlier, result : Result
        Of one truth.
    asked : sequence of tuples
        Of each gate the expression, the value, and the lowest value allowed.
    groups, threads
        As in `truebox.diagnosis.compare`.

    Examples
    --------
    >>> from truebox.diagnosis.gating.gate_expression import parse_gate
    >>> from truebox.evaluation import evaluate
    >>> from truebox.generation import make_dataset
    >>> result = evaluate(*make_dataset(20, 2, 9, 3.0, 1), mode="corrected")
    >>> value = result.metrics["AP"]
    >>> drops_from_result(result, result, [(parse_gate("AP=0"), value, value)])[0].p
    1.0
    """
    units = drawn_units(result, chosen_images(None, result), groups)
    held = images_held(Resampling(result), units)
    classes = [(each.id, each.name) for each in result.per_class]
    keys = {gate.subject for gate, *_ in asked if gate.subject in result.metrics}
    of_class = {gate: _class_of(gate, classes) for gate, *_ in asked if gate.subject not in result.metrics}
    # Where no mean over the classes is asked for, only the classes that are need be looked at.
    classes_asked = None if keys else np.unique(list(of_class.values()))
    keys |= {gate.metric for gate in of_class}
    test = SwapTest(earlier, result, units, keys=keys, classes=classes_asked)
    swapped = test.swapped(REPLICATES, 0, 0, threads=threads)
    found = []
    for gate, value, lowest in asked:
        place = of_class.get(gate)
        if place is None:
            by_chance = swapped.metrics.get(gate.subject, np.empty(0))
            images = held.of_metric.get(gate.subject, 0)
        else:
            column = place if classes_asked is None else int(np.searchsorted(classes_asked, place))
            by_chance = swapped.per_class[gate.metric][:, column]
            images = int(held.of_class[place])
        found.append(difference(lowest, value, by_chance, images=images, level=LEVEL, counted=units.counted))
    return holm(found, LEVEL)


def drops_from_document(
    earlier: BaselineDocument,
    result: Result,
    asked: Sequence[tuple[GateExpression, float, float]],
    *,
    groups: Groups = None,
    threads: int | None = None,
) -> list[Difference]:
    """The same against numbers that were written down: both have an error, and nothing pairs their images.

    The error of the earlier number is the one its document holds (written with ``--diagnosis``), else that
    of the present one is taken for both. A bootstrap over n images is narrower than the truth by
    ``sqrt((n - 1) / n)``, and how wide it is not known exactly: the drop is held against Student's t, with
    the degrees of freedom of the images (or groups) that hold truths of the metric.

    Notes
    -----
    Sources: T. Hesterberg, What Teachers Should Know About the Bootstrap, The American Statistician, 2015;
    B. L. Welch, The Generalization of "Student's" Problem when Several Different Population Variances are
    Involved, Biometrika, 1947.

    Examples
    --------
    >>> from truebox.diagnosis.gating.gate_baseline import BaselineDocument
    >>> from truebox.diagnosis.gating.gate_expression import parse_gate
    >>> from truebox.evaluation import evaluate
    >>> from truebox.generation import make_dataset
    >>> result = evaluate(*make_dataset(20, 2, 9, 3.0, 1), mode="corrected")
    >>> document, value = BaselineDocument(result.to_dict(), "last.json", result), result.metrics["AP"]
    >>> drops_from_document(document, result, [(parse_gate("AP=0"), value, value)])[0].p
    1.0
    """
    own = intervals(result, groups=groups, threads=threads)
    units = drawn_units(result, chosen_images(None, result), groups)
    held = images_held(Resampling(result), units)
    times = (
        earlier.drawn or units.count
    ) / units.count  # its images of a class are taken to be in proportion
    found = []
    for gate, value, lowest in asked:
        entry = _judged(gate, own.metrics, own.per_class)
        if entry.error is None:
            found.append(Difference(first=lowest, second=value, value=value - lowest, reason=entry.reason))
            continue
        stored = earlier.error_of(gate)
        if gate.subject in own.metrics:
            images = held.of_metric.get(gate.subject, 0)
        else:
            images = int(held.of_class[_class_of(gate, [(each.id, each.name) for each in own.per_class])])
        theirs = None if stored is None else (stored, round(times * images))
        error, freedom = of_both((entry.error, images), theirs)
        p = student_tail(abs(value - lowest) / error, freedom)
        found.append(Difference(first=lowest, second=value, value=value - lowest, error=error, p=p))
    return holm(found, LEVEL)


def of_both(own: tuple[float, int], earlier: tuple[float, int] | None) -> tuple[float, int]:
    """The error of a difference of two numbers, and its degrees of freedom, from each one's error and images.

    What is not known of the earlier is as of the present one, and tells nothing more about it.

    Examples
    --------
    >>> error, freedom = of_both((0.3, 10), (0.3, 10))
    >>> round(error, 4), freedom, of_both((0.3, 10), None) == (error, 9)
    (0.4472, 18, True)
    """
    both = [
        (error**2 * images / (images - 1), images - 1)
        for error, counted in (own, own if earlier is None else earlier)
        for images in (max(counted, 2),)
    ]
    whole = sum(variance for variance, _ in both)
    parts = sum(variance**2 / freedom for variance, freedom in both)
    known = int(whole**2 / parts + 1e-9)
    return math.sqrt(whole), max(1, known if earlier is not None else both[0][1])


def _class_of(asked: GateExpression, classes: Sequence[tuple[object, str]]) -> int:
    place = None if asked.selector is None else place_of_class(asked.selector, classes)
    if place is None or asked.metric not in CLASS_METRICS:
        raise _not_known(asked)
    return place


def _judged(asked: GateExpression, metrics: Mapping[str, Any], per_class: Sequence[Any]) -> Any:
    """The interval of what is asked for."""
    if asked.subject in metrics:
        return metrics[asked.subject]
    place = _class_of(asked, [(each.id, each.name) for each in per_class])
    if asked.metric not in per_class[place].metrics:
        raise _not_known(asked)
    return cast("Any", per_class[place].metrics[asked.metric])


def _not_known(asked: GateExpression) -> ArgumentError:
    return ArgumentError(
        f"{asked.text!r}: whether a drop of {asked.subject} is significant is not known. Fix: leave "
        "significance out, or use a headline metric, or AP, AP50 or AP75 of a class."
    )
