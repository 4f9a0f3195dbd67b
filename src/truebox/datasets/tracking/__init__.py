"""Sequences of tracked objects: which files a path holds, and their rows as columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.datasets.tracking.layout import all_are_tracked

__all__ = ["all_are_tracked"]

__getattr__, __dir__ = lazily(__name__, {"layout": "all_are_tracked"})
