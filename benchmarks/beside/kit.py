"""A kit that the package index has, and what it is asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import truebox as tb

__all__ = ["Case", "Kit", "average_precision"]

Ask = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Case:
    """One number asked of both.

    Parameters
    ----------
    title : str
        What of.
    ours, theirs : callable
        Gives the number; timed once both have given the same.
    """

    title: str
    ours: Ask
    theirs: Ask


@dataclass(frozen=True, slots=True, kw_only=True)
class Kit:
    """A kit.

    Parameters
    ----------
    package : str
        As it is imported.
    distribution : str
        As it is installed.
    protocol : str
        Ours.
    number : str
        What is compared: ``"AP"``.
    made : callable
        From ``quick`` to the `Case`.
    within : float
        How far the kit's number may lie from ours: it rounds, or counts in single precision.
    """

    package: str
    distribution: str
    protocol: str
    made: Callable[[bool], Case]
    number: str = "AP"
    within: float = 0.0


def average_precision(truth: Any, found: Any, protocol: str) -> Ask:
    """The mean AP of records by a protocol of ours."""
    return lambda: float(tb.evaluate(truth, found, protocol=protocol).metrics["AP"])
