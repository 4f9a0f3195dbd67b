"""Predictions meet their truth: ids, class numbers, sizes of images."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.datasets.joining.joining import join
    from truebox.datasets.joining.unknown_ids import (
        proposed_classes,
        refuse_unknown_categories,
        refuse_unknown_images,
    )

__all__ = [
    "join",
    "proposed_classes",
    "refuse_unknown_categories",
    "refuse_unknown_images",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "joining": "join",
        "unknown_ids": "proposed_classes refuse_unknown_categories refuse_unknown_images",
    },
)
