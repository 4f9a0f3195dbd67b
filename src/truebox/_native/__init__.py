"""The compiled kernels, one submodule per room; Python validates before it calls them."""

from __future__ import annotations

from truebox._native._core import (
    __version__,
    arrow,
    datasets,
    diagnosis,
    drawing,
    driving,
    drop_in,
    evaluation,
    followed,
    keypoints,
    label_files,
    masks,
    matching,
    overlap,
    packing,
    pixels,
    resampling,
    suppression,
    tables,
    tracks,
)

__all__ = [
    "__version__",
    "arrow",
    "datasets",
    "diagnosis",
    "drawing",
    "driving",
    "drop_in",
    "evaluation",
    "followed",
    "keypoints",
    "label_files",
    "masks",
    "matching",
    "overlap",
    "packing",
    "pixels",
    "resampling",
    "suppression",
    "tables",
    "tracks",
]
