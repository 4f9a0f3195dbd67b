"""av2-api: AP and the three errors of Argoverse 2."""

from __future__ import annotations

from typing import Any

import numpy as np

import truebox as tb
from benchmarks.beside.kit import Case, Kit, average_precision

__all__ = ["KIT"]


_CUBOID = ("tx_m", "ty_m", "tz_m", "length_m", "width_m", "height_m", "qw", "qx", "qy", "qz")


def _made(quick: bool) -> Case:
    import pandas
    from av2.evaluation.detection.eval import evaluate
    from av2.evaluation.detection.utils import DetectionCfg

    sweeps, each = (10, 40) if quick else (40, 60)
    sides = _cuboids(sweeps, each)
    frames = [pandas.DataFrame(side) for side in sides]
    rules = DetectionCfg(eval_only_roi_instances=False)

    def theirs() -> float:
        return float(
            evaluate(frames[1].copy(), frames[0].copy(), rules, n_jobs=1)[2].loc["AVERAGE_METRICS", "AP"]
        )

    truth, found = tb.read_truth(sides[0]), tb.read_predictions(sides[1])
    title = f"{sweeps:,} sweeps, {len(sides[1]['score']):,} cuboids"
    return Case(title, average_precision(truth, found, KIT.protocol), theirs)


def _cuboids(sweeps: int, each: int) -> tuple[dict[str, list[Any]], dict[str, list[Any]]]:
    """Columns of both sides: objects, and three detections near each of them."""
    chance = np.random.default_rng(1)
    count = sweeps * each
    center, size = chance.uniform(-60, 60, (count, 3)), chance.uniform(0.5, 5, (count, 3))
    yaw = chance.uniform(-3, 3, count)
    names = np.array(["REGULAR_VEHICLE", "PEDESTRIAN", "BOLLARD", "BUS"])[chance.integers(0, 4, count)]
    sweep = np.repeat(np.arange(sweeps), each)
    sides = []
    for copies in (1, 3):
        rows = np.repeat(np.arange(count), copies)
        spread = 0.0 if copies == 1 else 0.6
        turned = yaw[rows] + chance.normal(0, spread, len(rows))
        columns = np.column_stack(
            [
                center[rows] + chance.normal(0, spread, (len(rows), 3)),
                size[rows],
                *(np.cos(turned / 2), np.zeros(len(rows)), np.zeros(len(rows)), np.sin(turned / 2)),
            ]
        )
        named = dict(zip(_CUBOID, columns.T, strict=True))
        sides.append(
            {key: column.tolist() for key, column in named.items()}
            | {"log_id": ["log"] * len(rows), "timestamp_ns": (10**9 + sweep[rows]).tolist()}
            | {"category": names[rows].tolist()}
        )
    sides[0]["num_interior_pts"] = [9] * count
    sides[1]["score"] = chance.random(3 * count).tolist()
    return sides[0], sides[1]


KIT = Kit(package="av2", distribution="av2", protocol="argoverse2", made=_made, within=5e-4)
