"""The losses that a transform of IoU can be put on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from truebox import formulas
from truebox.errors import ArgumentError

__all__ = ["Base", "base_formula"]

Base: TypeAlias = Literal["iou", "giou", "diou", "ciou", "eiou", "siou"]

_FORMULAS: dict[str, Callable[..., Any]] = {
    "iou": formulas.iou,
    "giou": formulas.giou,
    "diou": formulas.diou,
    "ciou": formulas.ciou,
    "eiou": formulas.eiou,
    "siou": formulas.siou,
}


def base_formula(base: str) -> Callable[..., Any]:
    """The formula named `base`.

    Raises
    ------
    ArgumentError
        If there is none; the message lists them.
    """
    if base not in _FORMULAS:
        raise ArgumentError(f"base is {base!r}; expected one of {', '.join(_FORMULAS)}")
    return _FORMULAS[base]
