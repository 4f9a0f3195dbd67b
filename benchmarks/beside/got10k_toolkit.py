"""The GOT-10k toolkit: success of one object over time by the rules of OTB, in memory."""

from __future__ import annotations

import numpy as np

from benchmarks.beside.kit import Case, Kit
from truebox.evaluation import evaluate_single_object

__all__ = ["KIT"]


def _made(quick: bool) -> Case:
    from got10k.experiments import ExperimentOTB

    sequences, frames = (4, 200) if quick else (100, 600)
    chance = np.random.default_rng(1)
    truth, found = {}, {}
    for place in range(sequences):
        walk = 300 + chance.normal(0, 3, (frames, 2)).cumsum(axis=0)
        size = chance.uniform(30, 90, 2) + chance.normal(0, 1, (frames, 2))
        truth[f"s{place}"] = np.column_stack([walk, size])
        found[f"s{place}"] = truth[f"s{place}"] + chance.normal(0, 8, (frames, 4)) * (1, 1, 0.3, 0.3)
        found[f"s{place}"][0] = truth[f"s{place}"][0]
    kit = object.__new__(ExperimentOTB)  # without the pictures that it would ask for
    kit.nbins_iou, kit.nbins_ce = 21, 51

    def theirs() -> float:
        curves = [
            kit._calc_curves(*kit._calc_metrics(found[name].copy(), anno))[0] for name, anno in truth.items()
        ]
        return float(np.mean(np.mean(curves, axis=0)))

    def ours() -> float:
        return float(evaluate_single_object(truth, found, rules=KIT.protocol).metrics[KIT.number])

    return Case(f"{sequences:,} sequences of {frames:,} frames", ours, theirs)


KIT = Kit(
    package="got10k", distribution="got10k", protocol="otb", made=_made, number="success_score", within=1e-12
)
