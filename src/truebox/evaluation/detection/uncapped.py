"""What the detections beyond the largest number that counts would change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from truebox.evaluation.detection.memory_need import largest_group

if TYPE_CHECKING:
    from truebox.evaluation.result import Result
    from truebox.evaluation.states.parameters import CocoParameters

__all__ = ["with_uncapped_value"]

_CUT = "W-306"
# Evaluating again doubles the time: larger results are not, their warning says how many were cut.
_MOST_DETECTIONS = 200_000
_MOST_PAIRS = 50_000_000


def with_uncapped_value(result: Result, evaluate_again: Callable[[CocoParameters], Result]) -> Result:
    """`result` whose warning of detections that were cut (W-306) also gives AP without the limit.

    Parameters
    ----------
    result : Result
        Of COCO's rules; LVIS has its limit in the protocol.
    evaluate_again : callable
        Evaluates the same records with other parameters.
    """
    cut = [finding for finding in result.warnings if finding.code == _CUT]
    if not cut or result.metrics.get("AP") is None or "all" not in result.parameters.area_ranges:
        return result
    if not _is_small(result):
        return result
    caps = (*result.parameters.max_detections[:-1], len(result.predictions))
    value = _mean_precision(evaluate_again(replace(result.parameters, max_detections=caps)))
    shown, uncapped = f"{_mean_precision(result):.6f}", f"{value:.6f}"
    change = "AP would be the same" if shown == uncapped else f"AP would be {uncapped} instead of {shown}"
    said = replace(cut[0], message=f"{cut[0].message}; with them {change}")
    return replace(
        result,
        warnings=tuple(said if finding.code == _CUT else finding for finding in result.warnings),
    )


def _mean_precision(result: Result) -> float:
    """AP at the largest number that counts; the reference's own name for it is tied to 100."""
    table = result.curves.averaged
    precision = table[:, :, :, list(result.parameters.area_ranges).index("all"), -1]
    return float(precision[precision > -1].mean())


def _is_small(result: Result) -> bool:
    """Whether every detection can be compared with every truth of its image in little time and memory."""
    detections = len(result.predictions)
    return detections <= _MOST_DETECTIONS and detections * largest_group(result.truth.image) <= _MOST_PAIRS
