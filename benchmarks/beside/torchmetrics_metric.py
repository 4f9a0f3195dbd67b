"""torchmetrics: its metric of mean AP."""

from __future__ import annotations

from benchmarks.beside.boxes import boxes
from benchmarks.beside.kit import Case, Kit, average_precision

__all__ = ["KIT"]


def _made(quick: bool) -> Case:
    import torch
    from torchmetrics.detection import MeanAveragePrecision

    held = boxes(quick)
    sides = [
        [
            {
                "boxes": torch.tensor(each["boxes"], dtype=torch.float32),
                "labels": torch.tensor(each["labels"]),
                "scores": torch.tensor(each["scores"], dtype=torch.float32),
            }
            for each in side
        ]
        for side in (held.predicted, held.true)
    ]

    def theirs() -> float:
        metric = MeanAveragePrecision()
        metric.update(*sides)
        return float(metric.compute()["map"])

    return Case(held.title, average_precision(held.truth, held.found, KIT.protocol), theirs)


KIT = Kit(
    package="torchmetrics", distribution="torchmetrics", protocol="torchmetrics", made=_made, within=1e-6
)
