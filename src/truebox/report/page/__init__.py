"""The report page: a file or folder that opens offline and lets every number be looked behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.report.page.page import to_page, write_page

__all__ = [
    "to_page",
    "write_page",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "page": "to_page write_page",
    },
)
