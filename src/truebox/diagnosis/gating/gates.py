"""Gates: whether a result is good enough, and no worse than an earlier one."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast, get_args

from truebox._kinds import refuses_other_kinds
from truebox.diagnosis.certainty.compared import compared_results
from truebox.diagnosis.certainty.difference import p_text
from truebox.diagnosis.certainty.unscored.kinds import parts_of
from truebox.diagnosis.gating.drop_judging import drops_from_document, drops_from_result
from truebox.diagnosis.gating.drops_of_parts import part_drops_from_document, part_drops_from_result
from truebox.diagnosis.gating.gate import Gate, Gates
from truebox.diagnosis.gating.gate_baseline import BaselineDocument, read_document
from truebox.diagnosis.gating.gate_expression import GateExpression, parse_gate
from truebox.diagnosis.gating.gate_figures import Figures
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.difference import Difference
    from truebox.diagnosis.certainty.drawn_units import Groups
    from truebox.evaluation import Result
    from truebox.evaluation.any_result import AnyResult

__all__ = ["Baseline", "Unjudged", "check_gates"]

Baseline: TypeAlias = "AnyResult | Mapping[str, Any] | str | os.PathLike[str]"

Unjudged: TypeAlias = Literal["fail", "pass"]

_ROUNDING = 1e-12
"""A drop of exactly the limit passes, whatever its last bit."""


@refuses_other_kinds
def check_gates(
    result: AnyResult,
    expressions: Sequence[str] = (),
    *,
    baseline: Baseline | None = None,
    max_drop: Sequence[str] = (),
    significant: bool = False,
    unjudged: Unjudged = "fail",
    groups: Groups = None,
    threads: int | None = None,
) -> Gates:
    """Hold numbers of a result against limits, and against those of an earlier result.

    A metric is any of ``result.metrics``, or ``precision``, ``recall`` and ``F1`` at the score of the best
    F1. In brackets stand the name of a class (or ``id:7``), or a slice such as ``size:small`` (of ``AP``,
    ``AP50`` and ``recall``; see `truebox.diagnosis.slices`). An undefined metric fails its gate.

    Parameters
    ----------
    result : Result
        Of any protocol. Of those without scores (panoptic segments, label maps, tracks) metrics and classes
        can be asked for, and whether a drop of those that `compare` shows is significant.
    expressions : sequence of str
        Such as ``"AP=0.40"``, ``"AP50[person]=0.60"``, ``"AP[size:small]>=0.2"``: at least so much; ``<=``
        asks for at most.
    baseline : Result, document or path, optional
        An earlier result, or what ``Result.to_dict()`` or ``truebox eval --json`` made of it.
    max_drop : sequence of str
        Such as ``"AP=0.005"``: the metric may be so much lower than in the baseline, and no more; of a miss
        rate, or another number of which less is better, so much higher.
    significant : bool
        Fail only where the drop is shown to be larger than that: by more than chance explains (95 %,
        corrected for the number of drops asked for), of an earlier result by a paired swap test, of a
        document by the errors of both numbers. That a gate passes does not show that nothing was lost.
    unjudged : {"fail", "pass"}
        What becomes of a drop beyond its limit that cannot be judged, because fewer than ten images hold
        truths of it.
    groups : str or sequence, optional
        What belongs together, such as the frames of a video; as in `compare`.
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
    if unjudged not in get_args(Unjudged):
        raise ArgumentError(f"unjudged: expected 'fail' or 'pass', got {unjudged!r}. Fix: pass 'fail'.")
    if baseline is None:
        return Gates(tuple(gates))
    earlier = _Earlier(baseline, result)
    dropped = [_drop(figures, asked, earlier) for asked in drops]
    if significant:
        judged = earlier.judged(drops, dropped, groups, threads)
        dropped = [
            gate if entry is None else _by_chance(gate, asked, entry, unjudged)
            for gate, asked, entry in zip(dropped, drops, judged, strict=True)
        ]
    return Gates((*gates, *dropped), tuple(earlier.notes))


def _absolute(figures: Figures, asked: GateExpression) -> Gate:
    value, reason = figures.of(asked)
    met = value is not None and (value >= asked.limit if asked.relation == ">=" else value <= asked.limit)
    return Gate(
        expression=asked.text,
        subject=asked.subject,
        name=figures.result.predictions.source.shown,
        value=value,
        limit=asked.limit,
        relation=asked.relation,
        passed=met,
        reason=reason,
    )


def _drop(figures: Figures, asked: GateExpression, earlier: _Earlier) -> Gate:
    if asked.relation == "<=":
        raise ArgumentError(
            f"{asked.text!r}: a largest drop is written with =. Fix: write {asked.subject}=..."
        )
    value, reason = figures.of(asked)
    before, why = earlier.of(asked)
    less = _less_is_better(figures, asked)
    limit = None if before is None else before + asked.limit if less else before - asked.limit
    apart = 0.0 if value is None or limit is None else (limit - value if less else value - limit)
    passed = value is not None and limit is not None and apart >= -_ROUNDING
    if value is not None and before is not None:
        reason = f"baseline {before:.3f}{', less is better' if less else ''}"
    return Gate(
        expression=f"max-drop {asked.text}",
        subject=asked.subject,
        name=figures.result.predictions.source.shown,
        value=value,
        limit=limit,
        relation="<=" if less else ">=",
        passed=passed,
        reason=reason or why,
    )


def _less_is_better(figures: Figures, asked: GateExpression) -> bool:
    errors: frozenset[str] = getattr(figures.result, "less_is_better", frozenset())
    return asked.subject in errors or asked.metric in errors


def _by_chance(gate: Gate, asked: GateExpression, entry: Difference, unjudged: Unjudged) -> Gate:
    """The gate as chance has it: a drop beyond the limit fails where it is shown, and not else."""
    beyond = f" beyond {asked.limit:g}" if asked.limit else ""
    if gate.passed:
        return replace(gate, reason=f"{gate.reason}, no drop{beyond}")
    if entry.corrected_p is None:
        why = f"cannot be judged ({entry.reason}); unjudged gates {unjudged}"
        return replace(gate, passed=unjudged == "pass", reason=f"{gate.reason}, {why}")
    shown = entry.verdict == ("better" if gate.relation == "<=" else "worse")  # verdicts are of the number
    said = f"a significant drop{beyond}" if shown else f"no significant drop{beyond}"
    return replace(
        gate, passed=not shown, reason=f"{gate.reason}, {said} (p {p_text(entry.corrected_p, bare=False)})"
    )


class _Earlier:
    """The baseline: where its numbers come from, and which drops from it chance does not explain."""

    def __init__(self, given: Baseline, result: AnyResult) -> None:
        self.result = result
        is_document = isinstance(given, Mapping | str | os.PathLike)
        self.figures = None if is_document else Figures(cast("AnyResult", given))
        self.document = _document(cast("str", given), result) if is_document else None
        self.notes = [] if self.document is None else self.document.notes

    def of(self, asked: GateExpression) -> tuple[float | None, str | None]:
        """The number of the baseline, or None and why."""
        if self.document is not None:
            return self.document.of(asked)
        assert self.figures is not None  # it is one or the other
        value, reason = self.figures.of(asked)
        return value, None if value is not None else f"undefined in the baseline: {reason}"

    def judged(
        self, drops: Sequence[GateExpression], gates: Sequence[Gate], groups: Groups, threads: int | None
    ) -> list[Difference | None]:
        """Each number against the lowest it may be; None where one of them is undefined."""
        asked = [
            (drop, gate.value, gate.limit)
            for drop, gate in zip(drops, gates, strict=True)
            if gate.value is not None and gate.limit is not None
        ]
        own, parts = cast("Result", self.result), parts_of(self.result)
        if parts is not None and self.document is not None:
            found = iter(part_drops_from_document(self.document, parts, asked))
        elif parts is not None:
            assert self.figures is not None  # it is one or the other
            found = iter(part_drops_from_result(self.figures.result, parts, asked))
        elif self.document is not None:
            found = iter(drops_from_document(self.document, own, asked, groups=groups, threads=threads))
        else:
            assert self.figures is not None  # it is one or the other
            before = cast("Result", self.figures.result)
            compared_results([before, own], threads, {})
            found = iter(drops_from_result(before, own, asked, groups=groups, threads=threads))
        return [None if gate.value is None or gate.limit is None else next(found) for gate in gates]


def _document(given: Mapping[str, Any] | str | os.PathLike[str], result: AnyResult) -> BaselineDocument:
    if isinstance(given, Mapping):
        return BaselineDocument(given, "baseline", result)
    return BaselineDocument(read_document(given), os.path.basename(os.fspath(given)), result)
