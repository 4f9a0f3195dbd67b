"""How often gates fail: of equal detectors, and of one that is worse."""

from __future__ import annotations

import numpy as np

from benchmarks.statistics.trials import Tally, evaluated
from benchmarks.statistics.worlds import World
from truebox.diagnosis import check_gates, intervals

__all__ = ["GATES", "gates_failing"]

GATES: dict[str, tuple[str, ...]] = {
    "AP=0": ("AP=0",),
    "AP=0.02": ("AP=0.02",),
    "AP[c2]=0": ("AP[c2]=0",),
    "AP[c0]=0, AP[c1]=0, AP[c2]=0": ("AP[c0]=0", "AP[c1]=0", "AP[c2]=0"),
}


def gates_failing(
    world: World, images: int, worlds: int, skill: float, *, seed: int = 0
) -> tuple[Tally, dict[str, float]]:
    """Gates of a second detector of another skill, with ``significant``, and by how much its AP is lower.

    Held against the first detector's predictions; against a document of it with the errors of its numbers;
    and against such a document of other images of the same world.
    """
    tally, lost = Tally(), {"AP": [], "AP[c2]": []}
    elsewhere = None
    for _, (first, second) in evaluated(world, images, worlds, seed, (0.0, skill)):
        lost["AP"].append(first.metrics["AP"] - second.metrics["AP"])
        lost["AP[c2]"].append(first.per_class[2].metrics["AP"] - second.per_class[2].metrics["AP"])
        document = first.to_dict()
        made = intervals(first, replicates=300, threads=1).to_dict()
        document["results"][0]["diagnosis"] = {"intervals": made}
        baselines = {"predictions": first, "document": document, "document of other images": elsewhere}
        for kind, baseline in baselines.items():
            if baseline is None:
                continue
            for name, drops in GATES.items():
                found = check_gates(
                    second, baseline=baseline, max_drop=drops, significant=True, unjudged="pass", threads=1
                )
                tally[f"{kind}: {name}"].add(not found.passed)
        elsewhere = document
    return tally, {name: float(np.mean(values)) for name, values in lost.items()}
