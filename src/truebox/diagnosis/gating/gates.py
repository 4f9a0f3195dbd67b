"""Gates: whether a result is good enough, and no worse than an earlier one."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from truebox.diagnosis.certainty.comparison import compare
from truebox.diagnosis.certainty.intervals import intervals
from truebox.diagnosis.gating.gate import Gate, Gates
from truebox.diagnosis.gating.gate_baseline import BaselineDocument, read_document
from truebox.diagnosis.gating.gate_expression import GateExpression, parse_gate
from truebox.diagnosis.gating.gate_figures import Figures, place_of_class
from truebox.errors import ArgumentError
from truebox.evaluation import Result

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.comparison import PairComparison
    from truebox.diagnosis.certainty.intervals import Intervals

__all__ = ["Baseline", "check_gates"]

Baseline: TypeAlias = "Result | Mapping[str, Any] | str | os.PathLike[str]"

_ROUNDING = 1e-12
"""A drop of exactly the limit passes, whatever its last bit."""


def check_gates(
    result: Result,
    expressions: Sequence[str] = (),
    *,
    baseline: Baseline | None = None,
    max_drop: Sequence[str] = (),
    significant: bool = False,
    threads: int | None = None,
) -> Gates:
    """Hold numbers of a result against limits, and against those of an earlier result.

    A metric is any of ``result.metrics``, or ``precision``, ``recall`` and ``F1`` at the score of the best
    F1. In brackets stand the name of a class (or ``id:7``), or a slice such as ``size:small`` (of ``AP``,
    ``AP50`` and ``recall``; see `truebox.diagnosis.slices`). An undefined metric fails its gate.

    Parameters
    ----------
    result : Result
        Of any protocol but panoptic.
    expressions : sequence of str
        Such as ``"AP=0.40"``, ``"AP50[person]=0.60"``, ``"AP[size:small]>=0.2"``: at least so much; ``<=``
        asks for at most.
    baseline : Result, document or path, optional
        An earlier result, or what ``Result.to_dict()`` or ``truebox eval --json`` made of it.
    max_drop : sequence of str
        Such as ``"AP=0.005"``: the metric may be so much lower than in the baseline, and no more.
    significant : bool
        Let pass a larger drop that chance explains: of an earlier result by a paired bootstrap, of a document
        where its number lies inside the interval of this one (95 %).
    threads : int or None
        As in `truebox.evaluate`.

    Returns
    -------
    Gates

    Raises
    ------
    ArgumentError
        An expression cannot be read, names nothing that is known, or has no interval to judge by.
    InputError
        The baseline is no such document (E-550), of another protocol (E-551), or does not hold the
        number (E-552).

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> from truebox.generation import make_dataset
    >>> result = evaluate(*make_dataset(20, 2, 9, 3.0, 1), mode="corrected")
    >>> [(gate.subject, gate.passed) for gate in check_gates(result, ["AP=0.1", "AP50=0.999"])]
    [('AP', True), ('AP50', False)]
    >>> check_gates(result, baseline=result, max_drop=["AP=0"]).passed
    True
    """
    absolute = [parse_gate(text) for text in expressions]
    drops = [parse_gate(text) for text in max_drop]
    if bool(drops) != (baseline is not None):
        raise ArgumentError(
            "baseline, max_drop: one is of no use without the other. Fix: pass both, or neither."
        )
    if significant and not drops:
        raise ArgumentError("significant: nothing is compared. Fix: pass baseline and max_drop too.")
    figures = Figures(result)
    gates = [_absolute(figures, asked) for asked in absolute]
    if baseline is None:
        return Gates(tuple(gates))
    earlier = _Earlier(baseline, result, threads)
    gates += [_drop(figures, asked, earlier, significant=significant) for asked in drops]
    return Gates(tuple(gates), tuple(earlier.notes))


def _absolute(figures: Figures, asked: GateExpression) -> Gate:
    value, reason = figures.of(asked)
    met = value is not None and (value >= asked.limit if asked.relation == ">=" else value <= asked.limit)
    return Gate(
        expression=asked.text,
        subject=asked.subject,
        name=figures.result.predictions.source.name,
        value=value,
        limit=asked.limit,
        relation=asked.relation,
        passed=met,
        reason=reason,
    )


def _drop(figures: Figures, asked: GateExpression, earlier: _Earlier, *, significant: bool) -> Gate:
    if asked.relation == "<=":
        raise ArgumentError(
            f"{asked.text!r}: a largest drop is written with =. Fix: write {asked.subject}=..."
        )
    value, reason = figures.of(asked)
    before, why = earlier.of(asked)
    limit = None if before is None else before - asked.limit
    passed = value is not None and limit is not None and value >= limit - _ROUNDING
    if value is not None and before is not None:
        reason = f"baseline {before:.3f}"
        if significant and not earlier.is_lower(asked, before):
            reason += ", no significant drop"
            passed = True
    return Gate(
        expression=f"max-drop {asked.text}",
        subject=asked.subject,
        name=figures.result.predictions.source.name,
        value=value,
        limit=limit,
        passed=passed,
        reason=reason or why,
    )


class _Earlier:
    """The baseline: where its numbers come from, and whether one is higher than chance explains."""

    def __init__(self, given: Baseline, result: Result, threads: int | None) -> None:
        self.result, self.threads = result, threads
        self.figures = Figures(given) if isinstance(given, Result) else None
        self.document = None if isinstance(given, Result) else _document(given, result)
        self.notes = [] if self.document is None else self.document.notes
        self._pair: PairComparison | None = None
        self._intervals: Intervals | None = None

    def of(self, asked: GateExpression) -> tuple[float | None, str | None]:
        """The number of the baseline, or None and why."""
        if self.document is not None:
            return self.document.of(asked)
        assert self.figures is not None  # it is one or the other
        value, reason = self.figures.of(asked)
        return value, None if value is not None else f"undefined in the baseline: {reason}"

    def is_lower(self, asked: GateExpression, before: float) -> bool:
        """Whether the result is below the baseline by more than chance explains."""
        if self.figures is not None:
            if self._pair is None:
                (self._pair,) = compare(self.figures.result, self.result, threads=self.threads).pairs
            entry = _judged(asked, self._pair.metrics, self._pair.per_class)
            # A gate that cannot be judged fails.
            return entry.verdict in ("worse", "undefined")
        if self._intervals is None:
            self._intervals = intervals(self.result, threads=self.threads)
        own = _judged(asked, self._intervals.metrics, self._intervals.per_class)
        return own.high is None or before > own.high


def _judged(asked: GateExpression, metrics: Mapping[str, Any], per_class: Sequence[Any]) -> Any:
    """The interval or the difference of what is asked for."""
    if asked.subject in metrics:
        return metrics[asked.subject]
    if asked.selector is not None:
        place = place_of_class(asked.selector, [(each.id, each.name) for each in per_class])
        if place is not None and asked.metric in per_class[place].metrics:
            return per_class[place].metrics[asked.metric]
    raise ArgumentError(
        f"{asked.text!r}: whether a drop of {asked.subject} is significant is not known. Fix: leave "
        "significance out, or use a headline metric, or AP, AP50 or AP75 of a class."
    )


def _document(given: Mapping[str, Any] | str | os.PathLike[str], result: Result) -> BaselineDocument:
    if isinstance(given, Mapping):
        return BaselineDocument(given, "baseline", result)
    return BaselineDocument(read_document(given), os.path.basename(os.fspath(given)), result)
