"""What the fit test finds: how well detections sit on the truth, and what fits far better."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from truebox._frozen import dataclass

__all__ = ["LEAST_ROWS", "TIMES_BETTER", "Fit", "far_better"]

# A reading must explain at least this share of the sample, this many rows, and this many times what
# the given one explains. Tried on fixtures and on 1,000 made pairs, weak detectors included.
_LEAST_SHARE = 0.3
LEAST_ROWS = 3
TIMES_BETTER = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """How well a sample of the most confident detections sits on the truth.

    Parameters
    ----------
    sampled : int
        Detections that were looked at.
    share : float
        How many of them overlap a truth by at least half, as read; for classes, how many of those
        that overlap have the class of what they overlap.
    better : str
        What fits far better, completing "if the boxes were ..." or "if the classes were ..."; empty
        when nothing does.
    about : {"boxes", "classes", "points", "masks", ""}
        What `better` speaks of.
    flag : str
        The option that reads it so; empty where there is none.
    fix : str
        What mends it, in words.
    better_share : float
        As `share`, under that reading.
    ids : mapping, optional
        Of another reading of classes: predicted id to id of the truth.

    Examples
    --------
    >>> Fit(sampled=120, share=0.8).better
    ''
    """

    sampled: int
    share: float
    better: str = ""
    about: str = ""
    flag: str = ""
    fix: str = ""
    better_share: float = 0.0
    ids: Mapping[Any, int | str] | None = None


def far_better(other: float, given: float, count: int) -> bool:
    """Whether another reading explains enough of so many detections, and far more than the given one."""
    return other >= max(_LEAST_SHARE, TIMES_BETTER * given) and other * count >= LEAST_ROWS
