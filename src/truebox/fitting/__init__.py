"""Whether predictions sit on their truth as read, or would under another reading."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from truebox.fitting.fit import Fit, fit_of

__all__ = ["Fit", "fit_of"]

_HOME = {"Fit": "fit", "fit_of": "fit"}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'truebox.fitting' has no attribute {name!r}")
    value = getattr(import_module(f"truebox.fitting.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)
