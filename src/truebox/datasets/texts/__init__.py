"""Bytes to JSON, XML, CSV and tables; no annotation is known here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.datasets.texts.arrow_table import names_of_arrow

__all__ = [
    "names_of_arrow",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "arrow_table": "names_of_arrow",
    },
)
