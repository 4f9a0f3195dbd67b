"""Predicted boxes near their targets, as a training sees them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks.call import Array

COUNTS = (10, 100, 1_000, 100_000)
LOSSES = ("iou", "giou", "diou", "ciou")


@dataclass(frozen=True, slots=True)
class LossesData:
    """By their number: predictions and targets, corners [N, 4] of float32."""

    pairs: dict[int, tuple[Array, Array]]


def losses_data(quick: bool) -> LossesData:
    """The same at every call."""
    return LossesData({count: _pairs(count) for count in (COUNTS[:3] if quick else COUNTS)})


def _pairs(count: int) -> tuple[Array, Array]:
    chance = np.random.default_rng(count)
    low = chance.uniform(0, 600, (count, 2))
    targets = np.concatenate((low, low + chance.uniform(20, 100, (count, 2))), axis=1)
    return (targets + chance.normal(0, 3, targets.shape)).astype(np.float32), targets.astype(np.float32)
