"""The compiled kernels, one submodule per room; Python validates before it calls them."""

from __future__ import annotations

from truebox._native._core import (
    __version__,
    datasets,
    evaluation,
    keypoints,
    masks,
    matching,
    overlap,
    pixels,
    suppression,
    tables,
)

__all__ = [
    "__version__",
    "datasets",
    "evaluation",
    "keypoints",
    "masks",
    "matching",
    "overlap",
    "pixels",
    "suppression",
    "tables",
]
