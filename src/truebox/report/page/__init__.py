"""The report page: one HTML file that opens offline and lets every number be looked behind."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from truebox.report.page.page import to_page, write_page

__all__ = ["to_page", "write_page"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'truebox.report.page' has no attribute {name!r}")
    value = getattr(import_module("truebox.report.page.page"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)
