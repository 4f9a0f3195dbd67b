"""powerboxes with its R-tree: the suppression meant for boxes that lie apart."""

from __future__ import annotations

import powerboxes

from benchmarks.call import Array, Call

TOOL = "powerboxes (R-tree)"


def suppress(boxes: Array, scores: Array, threshold: float) -> Call:
    return Call(lambda: powerboxes.rtree_nms(boxes, scores, threshold, -1.0))
