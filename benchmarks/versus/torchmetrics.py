"""torchmetrics: confusion of label maps, as tensors of whole numbers."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

import numpy as np

from benchmarks.call import Array, Call

if find_spec("torchmetrics") is None:
    raise ImportError("torchmetrics")

TOOL = "torchmetrics"


def confuse(truths: Sequence[Array], predictions: Sequence[Array], classes: int) -> Call:
    import torch
    from torchmetrics.functional.classification import multiclass_confusion_matrix

    sides = [[torch.from_numpy(each.astype(np.int64)) for each in side] for side in (truths, predictions)]

    def run() -> Array:
        total = torch.zeros((classes, classes), dtype=torch.int64)
        for truth, predicted in zip(*sides, strict=True):
            total += multiclass_confusion_matrix(predicted, truth, classes)
        return total.numpy()

    return Call(run)
