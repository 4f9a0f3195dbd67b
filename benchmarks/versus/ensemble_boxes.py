"""ensemble-boxes: fusion of boxes in NumPy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from ensemble_boxes import weighted_boxes_fusion

from benchmarks.call import Array, Call

TOOL = "ensemble-boxes"


def fuse(boxes: Sequence[Array], scores: Sequence[Array], labels: Sequence[Array]) -> Call:
    return Call(lambda: weighted_boxes_fusion(boxes, scores, labels), read=lambda found: np.asarray(found[0]))
