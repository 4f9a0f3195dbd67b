"""The page on this machine's own address: pictures on demand, for data sets of any size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.report.serving.serve import serve_page

__all__ = [
    "serve_page",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "serve": "serve_page",
    },
)
