"""The number that a gate asks for, of any metric, class and slice."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias, cast

from truebox.diagnosis.parts.slice_keys import BUILT_IN
from truebox.diagnosis.parts.slices import Slices, slices
from truebox.diagnosis.thresholds.operating_points import OperatingPoints, operating_points
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.diagnosis.gating.gate_expression import GateExpression
    from truebox.evaluation import Result
    from truebox.evaluation.any_result import AnyResult

__all__ = ["AT_BEST", "Figure", "Figures", "place_of_class", "unknown"]

Figure: TypeAlias = "tuple[float | None, str | None]"
"""A value, or None and the reason."""

AT_BEST = ("precision", "recall", "F1")
"""Of the score with the best F1; for all classes together, or for one."""

_OF_SLICES = {"AP": "ap", "AP50": "ap50", "recall": "recall"}


class Figures:
    """Looks numbers up in a result; what has to be computed is computed once.

    Examples
    --------
    >>> from truebox.diagnosis.gating.gate_expression import parse_gate
    >>> from truebox.evaluation import evaluate
    >>> box = {"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40]}
    >>> truth = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "cat"}], "annotations": [
    ...     {"id": 1, "area": 1600, "iscrowd": 0, **box}]}
    >>> figures = Figures(evaluate(truth, [{"score": 0.9, **box}], mode="corrected"))
    >>> figures.of(parse_gate("AP50[cat]=0.6")), figures.of(parse_gate("APs=0.1"))
    ((1.0, None), (None, 'no truth of small size'))
    """

    def __init__(self, result: AnyResult) -> None:
        self.result = result
        # What a result of another kind lacks cannot be computed from it.
        self.diagnosed = not {"diagnosis", "scores"} & set(result.lacks)
        self._at_best = AT_BEST if self.diagnosed else ()
        self._slices: dict[str, Slices] = {}

    @cached_property
    def points(self) -> OperatingPoints:
        """Of the best F1."""
        return operating_points(cast("Result", self.result))

    def of(self, asked: GateExpression) -> Figure:
        """The value of the metric that is asked for, or None and why.

        Raises
        ------
        ArgumentError
            There is no such metric, class or slice; close names are given.
        """
        metrics = self.result.metrics
        if asked.subject in metrics:  # also of an area range, such as AP[tiny]
            return metrics[asked.subject], self.result.undefined.get(asked.subject)
        if asked.selector is None:
            if asked.metric not in self._at_best:
                raise unknown(asked, "metric", asked.metric, [*metrics, *self._at_best])
            point = self.points.overall
            return getattr(point, asked.metric.lower()), point.reason
        place = place_of_class(asked.selector, [(each.id, each.name) for each in self.result.per_class])
        if place is not None:
            return self._of_class(asked, place)
        by, colon, label = asked.selector.partition(":")
        if not colon or not self.diagnosed:
            names = [each.name for each in self.result.per_class]
            slices_by = [f"{each}:..." for each in BUILT_IN] if self.diagnosed else []
            raise unknown(asked, "class", asked.selector, [*names, *slices_by])
        return self._of_slice(asked, by.strip(), label.strip())

    def _of_class(self, asked: GateExpression, place: int) -> Figure:
        entry = self.result.per_class[place]
        if asked.metric in self._at_best:
            point = self.points.per_class[place]
            return getattr(point, asked.metric.lower()), point.reason
        if asked.metric not in entry.metrics:
            raise unknown(asked, "metric of classes", asked.metric, [*entry.metrics, *self._at_best])
        value = entry.metrics[asked.metric]
        return value, None if value is not None else self.result.layout.class_reason

    def _of_slice(self, asked: GateExpression, by: str, label: str) -> Figure:
        if asked.metric not in _OF_SLICES:
            raise unknown(asked, "metric of slices", asked.metric, list(_OF_SLICES))
        if by not in self._slices:
            self._slices[by] = slices(cast("Result", self.result), [by])
        rows = {row.label: row for row in self._slices[by].rows}
        if label not in rows:
            raise unknown(asked, f"slice by {by}", label, list(rows))
        value = getattr(rows[label], _OF_SLICES[asked.metric])
        none = "" if asked.metric == "recall" else self._slices[by].no_ap
        return value, None if value is not None else none or f"nothing to measure in {by}:{label}"


def place_of_class(selector: str, classes: Iterable[tuple[object, str]]) -> int | None:
    """Place of a class by name or as ``id:7``; None where there is none.

    Raises
    ------
    ArgumentError
        Several classes share the name.

    Examples
    --------
    >>> place_of_class("dog", [(1, "cat"), (2, "dog")]), place_of_class("id:1", [(1, "cat")])
    (1, 0)
    """
    listed = list(classes)
    named = [place for place, (_, name) in enumerate(listed) if name == selector]
    if len(named) > 1:
        ids = ", ".join(f"[id:{listed[place][0]}]" for place in named[:5])
        raise ArgumentError(f"{len(named)} classes are named {selector!r}. Fix: name one by its id: {ids}.")
    if named:
        return named[0]
    by_id = [place for place, (key, _) in enumerate(listed) if selector == f"id:{key}"]
    return by_id[0] if by_id else None


def unknown(asked: GateExpression, what: str, name: str, known: list[str]) -> ArgumentError:
    """The error for a name that is not known, with what was probably meant."""
    lower = {each.lower(): each for each in known}
    close = [lower[each] for each in get_close_matches(name.lower(), lower, n=3)]
    shown = close or known[:12]
    more = "" if close or len(known) <= len(shown) else f" and {len(known) - len(shown):,} more"
    hint = f"did you mean {', '.join(map(repr, shown))}" if close else f"known are {', '.join(shown)}{more}"
    return ArgumentError(f"{asked.text!r}: there is no {what} {name!r}; {hint}. Fix: correct the expression.")
