"""What is found against false positives an image: what a miss rate and FROC are read from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError
from truebox.evaluation import OutcomeOrder
from truebox.evaluation.registry import protocol_of
from truebox.evaluation.states.summary import questions

if TYPE_CHECKING:
    from truebox.evaluation import Result
    from truebox.typing import FloatArray

__all__ = ["alarm_curves", "alarm_names"]


@refuses_other_kinds
def alarm_curves(result: Result, area: str | None = None) -> dict[str, tuple[FloatArray, FloatArray]]:
    """Of each set the share of truths found within each number of false positives an image.

    Parameters
    ----------
    result : Result
        From `truebox.evaluate`, at its first IoU threshold.
    area : str, optional
        An area range or set of the evaluation; by default all that have truths.

    Returns
    -------
    dict of str to two arrays
        False positives an image, from 1e-4 to 100 in even steps of their logarithm, and the share of truths
        that is found within so many; of several classes the mean. Where the protocol reads its numbers from
        straight lines between the cuts of its scores, these lines, and all classes as it takes them together.

    Raises
    ------
    ArgumentError
        A set that was not evaluated.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> truth = [{"boxes": [[10, 10, 60, 90]], "labels": ["person"]}]
    >>> result = evaluate(truth, [{**truth[0], "scores": [0.9]}], protocol="voc", mode="corrected")
    >>> alarms, found = alarm_curves(result)["all"]
    >>> float(alarms[0]), float(found[0])
    (0.0001, 1.0)
    """
    labels = list(result.parameters.area_ranges)
    if area is not None and area not in labels:
        raise ArgumentError(f"area is {area!r}; evaluated were {', '.join(labels)}")
    cap, grid = result.parameters.max_detections[-1], np.logspace(-4, 2, 601)
    within = protocol_of(result.parameters).found_within
    if within is not None:
        shares = within(result.state, grid)
        return {} if np.isnan(shares).any() else {labels[0]: (grid, shares)}
    found = {}
    for label in labels if area is None else [area]:
        order = OutcomeOrder(result.state, labels.index(label), cap, np.array([0]))
        curves = []
        for each in order.as_it_is():
            if each.truths > 0:
                there = each.at(0)
                alarms = np.cumsum(there.false[:, 0]) / max(there.images, 1)
                recall = np.concatenate([[0.0], there.recall()])
                curves.append(recall[np.searchsorted(alarms, grid, side="right")])
        if curves:
            found[label] = grid, np.mean(curves, axis=0)
    return found


@refuses_other_kinds
def alarm_names(result: Result) -> dict[str, str]:
    """What a legend says of the line of each set: its name, and the number that is read from the line.

    Parameters
    ----------
    result : Result
        From `truebox.evaluate`.

    Returns
    -------
    dict of str to str
        By the sets of the evaluation. Where the protocol reads no number from such a line, the name alone.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> truth = [{"boxes": [[10, 10, 60, 90]], "labels": ["person"]}]
    >>> found = [{**truth[0], "scores": [0.9]}]
    >>> alarm_names(evaluate(truth, found, protocol="froc")), alarm_names(evaluate(truth, found))["all"]
    ({'all': 'FROC 1.000'}, 'all')
    """
    names = {label: label for label in result.parameters.area_ranges}
    if protocol_of(result.parameters).alarms is None:
        return names
    for asked in reversed(questions(result.state, result.truth)):
        if asked.measure is not None and not asked.is_precision and asked.key in result.metrics:
            value = result.metrics[asked.key]
            said = f"{asked.key} {'n/a' if value is None else f'{value:.3f}'}"
            names[asked.label] = said if len(names) == 1 else f"{asked.label}: {said}"
    return names
