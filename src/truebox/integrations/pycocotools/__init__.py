"""The names of pycocotools with the same numbers: ``COCO``, ``COCOeval``, ``Params``, ``mask``.

`replace_pycocotools` puts them where ``import pycocotools`` looks, so that code that nobody may change uses
them too; ``python -m truebox.run train.py`` does it for a program.

Examples
--------
>>> from truebox.integrations.pycocotools import COCO, COCOeval, mask
>>> mask.area({"size": [2, 2], "counts": b"13"}).item()
3
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.integrations.pycocotools.coco import COCO
    from truebox.integrations.pycocotools.cocoeval import COCOeval
    from truebox.integrations.pycocotools.matching.params import Params
    from truebox.integrations.pycocotools.replacing import replace_pycocotools

__all__ = ["COCO", "COCOeval", "Params", "replace_pycocotools"]

__getattr__, __dir__ = lazily(
    __name__,
    {"coco": "COCO", "cocoeval": "COCOeval", "matching.params": "Params", "replacing": "replace_pycocotools"},
)
