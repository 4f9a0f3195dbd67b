"""Everything that is odd about files, before anyone trusts a number made of them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from truebox.checking.check import check
    from truebox.checking.report import CheckItem, CheckReport

__all__ = ["CheckItem", "CheckReport", "check"]

_HOME = {"CheckItem": "report", "CheckReport": "report", "check": "check"}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'truebox.checking' has no attribute {name!r}")
    value = getattr(import_module(f"truebox.checking.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)
