"""`pycocotools._mask`: what `mask` stands on, for those who import that."""

from __future__ import annotations

from truebox.integrations.pycocotools.encoding.objects import frBbox, frPoly, frPyObjects, frUncompressedRLE
from truebox.integrations.pycocotools.mask import (
    area_of_list as area,
)
from truebox.integrations.pycocotools.mask import (
    boxes_of_list as toBbox,
)
from truebox.integrations.pycocotools.mask import (
    decode_list as decode,
)
from truebox.integrations.pycocotools.mask import (
    encode_stack as encode,
)
from truebox.integrations.pycocotools.mask import (
    iou,
    merge,
)

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
