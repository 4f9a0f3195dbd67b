"""The report page, a file or folder that opens offline and lets every number be looked behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.report.page.page import page_parts, to_page, write_page
    from truebox.report.page.parted.folder import write_folder
    from truebox.report.page.parted.folder_names import names_folder
    from truebox.report.page.parted.page_parts import PageParts

__all__ = [
    "PageParts",
    "names_folder",
    "page_parts",
    "to_page",
    "write_folder",
    "write_page",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "page": "page_parts to_page write_page",
        "parted.folder": "write_folder",
        "parted.folder_names": "names_folder",
        "parted.page_parts": "PageParts",
    },
)
