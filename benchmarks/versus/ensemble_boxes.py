"""ensemble-boxes: fusion of boxes in NumPy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from ensemble_boxes import non_maximum_weighted, weighted_boxes_fusion

from benchmarks.call import Array, Call
from benchmarks.few_boxes_data import FewBoxesData

TOOL = "ensemble-boxes"


def fuse(boxes: Sequence[Array], scores: Sequence[Array], labels: Sequence[Array]) -> Call:
    return Call(lambda: weighted_boxes_fusion(boxes, scores, labels), read=lambda found: np.asarray(found[0]))


def few_boxes(data: FewBoxesData) -> dict[str, Call]:
    calls = {}
    for count, lists in data.models.items():
        calls |= {
            f"3 models × {count} boxes, weighted fusion": fuse(*lists),
            f"3 models × {count} boxes, non-maximum weighted": Call(
                lambda m=lists: non_maximum_weighted(*m), read=lambda found: np.asarray(found[0])
            ),
        }
    return calls
