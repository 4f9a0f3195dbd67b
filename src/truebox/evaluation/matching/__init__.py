"""Which detection finds which truth, by boxes, masks or keypoints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.evaluation.matching.keypoints import keypoint_source
    from truebox.evaluation.matching.masks import mask_source, measured_masks, with_mask_areas
    from truebox.evaluation.matching.outlines import outline_source, with_outline_areas
    from truebox.evaluation.matching.quads import quad_source, with_quad_areas

__all__ = [
    "keypoint_source",
    "mask_source",
    "measured_masks",
    "outline_source",
    "quad_source",
    "with_mask_areas",
    "with_outline_areas",
    "with_quad_areas",
]

_find, __dir__ = lazily(
    __name__,
    {
        "keypoints": "keypoint_source",
        "masks": "mask_source measured_masks with_mask_areas",
        "matching": "MatchTruths Matched",
        "outlines": "outline_source with_outline_areas",
        "quads": "quad_source with_quad_areas",
    },
)

# This was a module before version 0.2: pickles look here for its classes, by the names they had.
_EARLIER = {"TruthColumns": "MatchTruths"}


def __getattr__(name: str) -> Any:
    return _find(_EARLIER.get(name, name))
