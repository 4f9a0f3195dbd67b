"""Classes with objects and without a single detection, whose AP of 0 lowers the mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._writing.counted import agreeing, counted
from truebox._writing.saying import say
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.evaluation.result import Result

__all__ = ["undetected_classes"]

_FEWEST_OBJECTS = 10
_LOWERED = 0.02
_SHOWN = 3


def undetected_classes(result: Result) -> Finding | None:
    """What to say (W-319) where classes of ten objects or more have no detection and AP is .02 lower for it.

    Parameters
    ----------
    result : Result
        Of several classes.
    """
    absent = [each for each in result.per_class if each.truths >= _FEWEST_OBJECTS and not each.detections]
    if not absent or not any(each.detections for each in result.per_class):
        return None
    left = {each.id for each in absent}
    others = [
        value
        for each in result.per_class
        if each.id not in left and (value := each.metrics.get("AP")) is not None
    ]
    overall = result.metrics.get("AP")
    if overall is None or not others or sum(others) / len(others) < overall + _LOWERED:
        return None
    shown = ", ".join(f"{say(each.name)} with {each.truths:,} objects" for each in absent[:_SHOWN])
    many = len(absent)
    more = ", ..." if len(absent) > _SHOWN else ""
    return Finding(
        "W-319",
        f"{many} of {counted(len(result.per_class), 'class', 'classes')} {agreeing(many, 'has', 'have')} "
        f"no detection ({shown}{more}); {agreeing(many, 'its', 'their')} AP is 0, and the mean of the "
        f"others is {sum(others) / len(others):.4f} instead of {overall:.4f}",
        many,
    )
