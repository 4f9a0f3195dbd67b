"""The GOT-10k toolkit: the mean overlap of one object over time by the rules of GOT-10k, in memory."""

from __future__ import annotations

import numpy as np

from benchmarks.beside.kit import Case, Kit
from truebox.evaluation import evaluate_single_object

__all__ = ["KIT"]

_SIZE = (640, 480)


def _made(quick: bool) -> Case:
    from got10k.experiments import ExperimentGOT10k
    from got10k.utils.metrics import rect_iou

    sequences, frames = (4, 200) if quick else (100, 600)
    chance = np.random.default_rng(1)
    truth, found, cover = {}, {}, {}
    for place in range(sequences):
        walk = 300 + chance.normal(0, 3, (frames, 2)).cumsum(axis=0)
        size = chance.uniform(30, 90, 2) + chance.normal(0, 1, (frames, 2))
        truth[f"s{place}"] = np.column_stack([walk, size])
        found[f"s{place}"] = truth[f"s{place}"] + chance.normal(0, 8, (frames, 4)) * (1, 1, 0.3, 0.3)
        cover[f"s{place}"] = chance.integers(0, 9, frames)
    kit = object.__new__(ExperimentGOT10k)  # without the pictures that it would ask for
    kit.nbins_iou = 101

    def theirs() -> float:
        # As its report does, of each sequence and of all of them.
        overlaps, times = [], np.ones(1)
        for name, boxes in truth.items():
            each = rect_iou(found[name][1:], boxes[1:], bound=_SIZE)
            overlaps.append(each[cover[name][1:] > 0])
            kit._evaluate(overlaps[-1], times)
        return float(kit._evaluate(np.concatenate(overlaps), times)[0])

    def ours() -> float:
        result = evaluate_single_object(truth, found, rules=KIT.protocol, resolution=_SIZE, cover=cover)
        return float(result.metrics[KIT.number])

    return Case(f"{sequences:,} sequences of {frames:,} frames", ours, theirs)


KIT = Kit(package="got10k", distribution="got10k", protocol="got10k", made=_made, number="AO", within=1e-12)
