"""`MeanAveragePrecision` in the place of the one of torchmetrics: one line to change.

Examples
--------
>>> import torch
>>> from truebox.integrations.torchmetrics import MeanAveragePrecision
>>> metric = MeanAveragePrecision()
>>> box, label = torch.tensor([[0.0, 0.0, 10.0, 10.0]]), torch.tensor([0])
>>> found = {"boxes": box, "labels": label, "scores": torch.tensor([0.5])}
>>> metric.update([found], [{"boxes": box, "labels": label}])
>>> round(float(metric.compute()["map"]), 6)
1.0
"""

from __future__ import annotations

from truebox.integrations.torchmetrics.mean_average_precision import MeanAveragePrecision

__all__ = ["MeanAveragePrecision"]
