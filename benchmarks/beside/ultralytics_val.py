"""Ultralytics: the matching and the metric of ``yolo val``, on its own tensors."""

from __future__ import annotations

from types import SimpleNamespace

from benchmarks.beside.boxes import boxes
from benchmarks.beside.kit import Case, Kit, average_precision

__all__ = ["KIT"]


def _made(quick: bool) -> Case:
    import numpy as np
    import torch
    from ultralytics.engine.validator import BaseValidator
    from ultralytics.utils.metrics import ap_per_class, box_iou

    held = boxes(quick)
    asking = SimpleNamespace(iouv=torch.linspace(0.5, 0.95, 10))
    tensors = [
        [
            (torch.tensor(each["boxes"], dtype=torch.float32), torch.tensor(each["labels"]), each["scores"])
            for each in side
        ]
        for side in (held.true, held.predicted)
    ]

    def theirs() -> float:
        right, scores, labels, wanted = [], [], [], []
        for (true, true_label, _), (found, label, score) in zip(*tensors, strict=True):
            order = np.argsort(-score, kind="stable")
            overlaps = box_iou(true, found[order])
            right.append(BaseValidator.match_predictions(asking, label[order], true_label, overlaps).numpy())
            scores.append(score[order])
            labels.append(label[order].numpy())
            wanted.append(true_label.numpy())
        found = ap_per_class(*(np.concatenate(each) for each in (right, scores, labels, wanted)))
        return float(found[5].mean())

    return Case(held.title, average_precision(held.truth, held.found, KIT.protocol), theirs)


KIT = Kit(package="ultralytics", distribution="ultralytics", protocol="ultralytics", made=_made, within=1e-4)
