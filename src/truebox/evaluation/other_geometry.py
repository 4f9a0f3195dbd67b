"""Options that only one geometry heeds, said where another is evaluated: they would change nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from truebox.errors import ArgumentError
from truebox.typing import Geometry

__all__ = ["HEEDED_BY", "heeded", "refuse_of_others"]

HEEDED_BY: dict[str, tuple[Geometry, object]] = {
    "sigmas": ("keypoints", None),
    "dilation_ratio": ("boundary", 0.02),
}
"""By option the geometry that heeds it, and the value that says nothing."""


def heeded(given: Mapping[str, Any], geometry: str) -> dict[str, Any]:
    """What was given, as it is for one of several geometries: what says nothing to it is as if not given.

    Examples
    --------
    >>> heeded({"sigmas": (0.1,), "dilation_ratio": 0.1}, "keypoints")
    {'sigmas': (0.1,), 'dilation_ratio': 0.02, 'geometry': 'keypoints'}
    """
    others = {name: usual for name, (heeding, usual) in HEEDED_BY.items() if heeding != geometry}
    return {**given, **others, "geometry": geometry}


def refuse_of_others(given: Mapping[str, Any], geometries: Sequence[str]) -> None:
    """Refuse options that say something to none of these geometries, in the words of the command line.

    Parameters
    ----------
    given : mapping
        Options by their names; those that are not there were not given.
    geometries : sequence of str
        What is evaluated. One that is not known is left to what names those that are.

    Raises
    ------
    ArgumentError
        The first such option is named.

    Examples
    --------
    >>> refuse_of_others({"sigmas": (0.1,), "dilation_ratio": 0.02}, ["boxes", "keypoints"])
    >>> refuse_of_others({"dilation_ratio": 0.1}, ["masks"])
    Traceback (most recent call last):
    truebox.errors.ArgumentError: dilation_ratio= goes with geometry='boundary', and masks are evaluated. \
Fix: leave it out.
    """
    for name, (geometry, usual) in HEEDED_BY.items():
        value = given.get(name, usual)
        idle = value is usual or (isinstance(value, float) and value == usual)
        if idle or geometry in geometries or not set(get_args(Geometry)).issuperset(geometries):
            continue
        flag = name.replace("_", "-")
        raise ArgumentError(
            f"--{flag} goes with --geometry {geometry}, and {' and '.join(geometries)} are evaluated. "
            "Fix: leave it out."
        )
