"""Generated sweeps of Argoverse 2's task: columns as its tables have them, from a seed."""

from __future__ import annotations

import math
import random
from typing import Any

__all__ = ["KINDS", "argoverse2_world"]

KINDS = (*["plain"] * 4, "far", "many", "ties", "turned", "none", "tilted")
_CLASSES = ("REGULAR_VEHICLE", "PEDESTRIAN", "BOLLARD", "BUS", "STOP_SIGN", "ANIMAL")
_COLUMNS = ("tx_m", "ty_m", "tz_m", "length_m", "width_m", "height_m", "qw", "qx", "qy", "qz")


def argoverse2_world(seed: int) -> tuple[dict[str, list[Any]], dict[str, list[Any]]]:
    """Truth and detections of one kind of `KINDS`."""
    chance, kind = random.Random(seed), KINDS[seed % len(KINDS)]
    reach = 170 if kind == "far" else 25
    truth: list[dict[str, Any]] = []
    found: list[dict[str, Any]] = []

    def turned(yaw: float) -> list[float]:
        if kind == "turned" and chance.random() < 0.4:
            return [chance.choice((-1e-17, 0.0)), 0.0, 0.0, 1.0]
        if kind == "tilted":
            w, z, x = math.cos(yaw / 2), math.sin(yaw / 2), chance.gauss(0, 0.1)
            return [w, x * w, x * z, z]
        return [math.cos(yaw / 2), 0.0, 0.0, math.sin(yaw / 2)]

    def row(sweep: tuple[str, int], name: str, numbers: list[float], **more: Any) -> dict[str, Any]:
        held = dict(zip(_COLUMNS, numbers, strict=True))
        return {**held, "log_id": sweep[0], "timestamp_ns": sweep[1], "category": name, **more}

    def score(mean: float) -> float:
        return round(min(max(chance.gauss(mean, 0.25), 0.001), 0.999), 1 if kind == "ties" else 6)

    for log, count in (("b", 3), ("a", 2)):
        for time in range(count):
            sweep = (log, 315970000000000000 + 100000000 * time)
            for _ in range(chance.randint(1, 12)):
                name = chance.choice(_CLASSES)
                center = [round(chance.uniform(-reach, reach), 3) for _ in range(2)] + [
                    round(chance.gauss(0, 1), 3)
                ]
                size = [round(chance.uniform(0.4, 6), 3) for _ in range(3)]
                yaw = chance.uniform(-math.pi, math.pi)
                truth.append(
                    row(
                        sweep,
                        name,
                        center + size + turned(yaw),
                        num_interior_pts=chance.choice((0, 1, 9, 50)),
                    )
                )
                for _ in range(chance.choice((0, 1, 1, 2, 3))):
                    off = chance.choice((0.1, 0.3, 0.8, 2.0))
                    near = [value + chance.gauss(0, off) for value in center]
                    scaled = [value * chance.uniform(0.8, 1.25) for value in size]
                    label = name if chance.random() < 0.9 else chance.choice(_CLASSES)
                    around = turned(yaw + chance.gauss(0, 0.5) + (math.pi if chance.random() < 0.1 else 0))
                    found.append(row(sweep, label, near + scaled + around, score=score(0.6)))
            for _ in range(130 if kind == "many" else chance.randint(0, 6)):
                center = [chance.uniform(-reach, reach) for _ in range(3)]
                label = "BOLLARD" if kind == "many" else chance.choice(_CLASSES)
                found.append(
                    row(sweep, label, [*center, 1, 2, 1.5, *turned(chance.uniform(-3, 3))], score=score(0.4))
                )
    chance.shuffle(found)
    if kind == "none":
        found = found[:1]
    return tuple({name: [each[name] for each in rows] for name in rows[0]} for rows in (truth, found))  # type: ignore[return-value]
