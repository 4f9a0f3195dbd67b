"""Predictions meet their truth: ids, class numbers, sizes of images."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.datasets.joining.joining import join
    from truebox.datasets.joining.layout_trial import tried_on_truth
    from truebox.datasets.joining.partners import partners_of
    from truebox.datasets.joining.unknown_ids import (
        proposed_classes,
        refuse_unknown_categories,
        refuse_unknown_images,
    )

__all__ = [
    "join",
    "partners_of",
    "proposed_classes",
    "refuse_unknown_categories",
    "refuse_unknown_images",
    "tried_on_truth",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "joining": "join",
        "layout_trial": "tried_on_truth",
        "partners": "partners_of",
        "unknown_ids": "proposed_classes refuse_unknown_categories refuse_unknown_images",
    },
)
