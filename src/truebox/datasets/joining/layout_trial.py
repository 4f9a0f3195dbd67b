"""Readings of predicted boxes that a file leaves open, each tried on the truth before one is proposed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from truebox.datasets.columns.layout_evidence import UndecidedLayoutError
from truebox.datasets.joining.partners import partners_of
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.records import Predictions, Truth

__all__ = ["tried_on_truth"]

_LEAST_SHARE, _TIMES_BETTER, _LEAST_ROWS = 0.3, 2, 3


def tried_on_truth(error: InputError, truth: Truth, read_as: Callable[[str], Predictions]) -> InputError:
    """The refusal with what each reading gives; it proposes one alone where that fits clearly better.

    Parameters
    ----------
    error : InputError
        An `UndecidedLayoutError`, whose layouts are tried; any other is given back.
    truth : Truth
        What the predictions belong to.
    read_as : callable
        From a layout to the predictions read so, joined to the truth; what it refuses does not fit.

    Examples
    --------
    >>> import truebox as tb
    >>> box = {"boxes": [[20, 20, 50, 60]], "labels": [1]}
    >>> truth = tb.read_truth([box] * 4)
    >>> def read_as(layout):
    ...     return tb.read_predictions([box | {"scores": [0.5]}] * 4, box_format=layout)
    >>> open_ = UndecidedLayoutError("a.csv", "nothing says it", ("xyxy", "xywh"), "--box-format", "")
    >>> tried_on_truth(open_, truth, read_as).fix
    'say it with --box-format xyxy'
    """
    if not isinstance(error, UndecidedLayoutError):
        return error
    shares = {layout: _share_on_objects(truth, read_as, layout) for layout in error.layouts}
    sampled = max(count for _, count in shares.values())
    if sampled < _LEAST_ROWS:
        return error
    ranked = sorted(shares, key=lambda layout: -shares[layout][0])
    best, others = shares[ranked[0]][0], [shares[layout][0] for layout in ranked[1:]]
    clear = best >= max([_LEAST_SHARE, *(_TIMES_BETTER * other for other in others)])
    first, *rest = (f"{shares[layout][0]:.0%}" for layout in ranked)
    said = "".join(f", {share} as {layout}" for share, layout in zip(rest, ranked[1:], strict=True))
    problem = f"{error.problem}; as {ranked[0]} {first} of the most confident boxes lie on an object{said}"
    return error.with_layouts(problem, tuple(ranked[:1]) if clear else error.layouts)


def _share_on_objects(truth: Truth, read_as: Callable[[str], Predictions], layout: str) -> tuple[float, int]:
    """How many of the confident boxes lie on an object, and of how many."""
    try:
        found = partners_of(truth, read_as(layout))
    except InputError:
        return 0.0, 0
    return found.share, len(found.overlaps)
