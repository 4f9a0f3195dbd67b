"""The annotations of a dataset: read, completed, drawn, fetched, as columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.integrations.pycocotools.content.files import parsed_file, uncollected
    from truebox.integrations.pycocotools.content.results import (
        complete_results,
        fetch_images,
        results_of_array,
    )
    from truebox.integrations.pycocotools.content.rows import RowColumns, columns_of_rows
    from truebox.integrations.pycocotools.content.showing import show_annotations

__all__ = [
    "RowColumns",
    "columns_of_rows",
    "complete_results",
    "fetch_images",
    "parsed_file",
    "results_of_array",
    "show_annotations",
    "uncollected",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "files": "parsed_file uncollected",
        "results": "complete_results fetch_images results_of_array",
        "rows": "RowColumns columns_of_rows",
        "showing": "show_annotations",
    },
)
