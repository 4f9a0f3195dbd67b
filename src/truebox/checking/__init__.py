"""Whether files make sense: findings of every kind, and whether predictions sit on their truth."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from truebox.checking.fit import Fit, fit_of

__all__ = ["Fit", "fit_of"]

_HOME = {"Fit": "fit", "fit_of": "fit"}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'truebox.checking' has no attribute {name!r}")
    value = getattr(import_module(f"truebox.checking.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)
