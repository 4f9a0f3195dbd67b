"""What the detections beyond the largest number that counts would change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.detection.memory_need import largest_group
from truebox.evaluation.states.deferred import state_at, tables_of_state

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.evaluation.result import Result
    from truebox.evaluation.states.deferred import AnyCurves
    from truebox.evaluation.states.parameters import CocoParameters
    from truebox.evaluation.states.state import MatchState
    from truebox.records import Finding, Predictions, Truth

__all__ = ["is_small", "said_beyond_cap", "with_uncapped_value"]

_CUT = "W-306"
_SAID = "; with them "
# Matching what does not count takes time and memory: of larger results the warning says how many were cut.
_MOST_DETECTIONS = 200_000
_MOST_PAIRS = 50_000_000


def said_beyond_cap(
    findings: Sequence[Finding], uncapped: MatchState | None, curves: AnyCurves, threads: int
) -> list[Finding]:
    """The findings, of which that of detections that were cut (W-306) also gives AP without the limit.

    `uncapped` is of the same matching, with the detections beyond the limit; `curves` are of those within it.
    """
    if uncapped is None or "all" not in uncapped.parameters.area_ranges:
        return list(findings)
    parameters = uncapped.parameters
    every = replace(uncapped, parameters=replace(parameters, max_detections=(len(uncapped),)))
    a = list(parameters.area_ranges).index("all")
    alone = state_at(every, a, 0, np.arange(len(uncapped.truths)))
    value = _mean(tables_of_state(alone, threads=threads or None), alone, 0)
    return _said(findings, _mean(curves, uncapped, a), value)


def with_uncapped_value(result: Result, evaluate_again: Callable[[CocoParameters], Result]) -> Result:
    """`result` with what `said_beyond_cap` says, where its matching did not tell.

    Parameters
    ----------
    result : Result
        Of COCO's rules; LVIS has its limit in the protocol.
    evaluate_again : callable
        Evaluates the same records with other parameters.
    """
    cut = [finding for finding in result.warnings if finding.code == _CUT]
    if not cut or _SAID in cut[0].message:
        return result
    if result.metrics.get("AP") is None or "all" not in result.parameters.area_ranges:
        return result
    if not is_small(result.truth, result.predictions):
        return result
    a = list(result.parameters.area_ranges).index("all")
    caps = (*result.parameters.max_detections[:-1], len(result.predictions))
    again = evaluate_again(replace(result.parameters, max_detections=caps))
    shown, value = (_mean(each.curves, each.state, a) for each in (result, again))
    return replace(result, warnings=tuple(_said(result.warnings, shown, value)))


def _said(findings: Sequence[Finding], shown: float, uncapped: float) -> list[Finding]:
    here, there = f"{shown:.6f}", f"{uncapped:.6f}"
    change = "AP would be the same" if here == there else f"AP would be {there} instead of {here}"
    return [
        replace(finding, message=f"{finding.message}{_SAID}{change}") if finding.code == _CUT else finding
        for finding in findings
    ]


def _mean(curves: AnyCurves, state: MatchState, a: int) -> float:
    """AP at the largest number that counts; the reference's own name for it is tied to 100."""
    there = np.flatnonzero(state.truths[:, a] > 0)
    last = np.array([len(state.parameters.max_detections) - 1])
    precision = np.moveaxis(curves.of_classes(there, a, last)[..., 0], 0, 2)
    return float(precision[precision > -1].mean())


def is_small(truth: Truth, predictions: Predictions) -> bool:
    """Whether every detection can be compared with every truth of its image in little time and memory."""
    detections = len(predictions)
    return detections <= _MOST_DETECTIONS and detections * largest_group(truth.image) <= _MOST_PAIRS
