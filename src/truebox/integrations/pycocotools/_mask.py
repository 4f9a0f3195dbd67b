"""`pycocotools._mask`: what `mask` stands on, for those who import that."""

from __future__ import annotations

from truebox.integrations.pycocotools.mask import (
    area_of_list as area,
    boxes_of_list as toBbox,
    decode_list as decode,
    encode_stack as encode,
    iou,
    merge,
)
from truebox.integrations.pycocotools.objects import frBbox, frPoly, frPyObjects, frUncompressedRLE

__all__ = [
    "area",
    "decode",
    "encode",
    "frBbox",
    "frPoly",
    "frPyObjects",
    "frUncompressedRLE",
    "iou",
    "merge",
    "toBbox",
]
