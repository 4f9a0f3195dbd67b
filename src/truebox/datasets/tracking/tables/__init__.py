"""Tables whose rows are objects followed through frames."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.datasets.tracking.tables.reader import read_track_table

__all__ = ["read_track_table"]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "reader": "read_track_table",
    },
)
