"""Generated scans of LUNA16's task: columns as its tables have them, from a seed."""

from __future__ import annotations

import random
from typing import Any

__all__ = ["KINDS", "luna16_world"]

KINDS = ("plain", "plain", "ties", "many", "overlapping", "excluded", "clean", "few", "plain", "many ties")
_AXES = ("coordX", "coordY", "coordZ")


def luna16_world(seed: int) -> tuple[dict[str, list[Any]], dict[str, list[Any]]]:
    """Findings (with `excluded` and `scans`) and marks of one kind of `KINDS`."""
    chance, kind = random.Random(seed), KINDS[seed % len(KINDS)]
    scans = [f"1.3.6.{k}" for k in range(3 if kind == "few" else 9)]
    truth: list[list[Any]] = []
    found: list[list[Any]] = []
    decimals = 1 if kind == "ties" else 2 if kind == "many ties" else 6

    def score(mean: float) -> float:
        return round(min(max(chance.gauss(mean, 0.2), 0.0), 1.0), decimals)

    for scan in scans:
        for _ in range(chance.choice((0, 1, 1, 2, 4))):
            center = [round(chance.uniform(-150, 150), 3) for _ in range(3)]
            excluded = int(chance.random() < (0.6 if kind == "excluded" else 0.3))
            diameter = -1.0 if excluded and chance.random() < 0.7 else round(chance.uniform(3, 25), 3)
            truth.append([scan, *center, diameter, excluded])
            if kind == "overlapping":
                near = [round(value + chance.gauss(0, 3), 3) for value in center]
                truth.append([scan, *near, round(chance.uniform(8, 25), 3), int(chance.random() < 0.3)])
            for _ in range(chance.choice((0, 1, 1, 2, 3))):
                off = chance.choice((0.5, 2, 6))
                found.append([scan, *(value + chance.gauss(0, off) for value in center), score(0.6)])
        false = {"many": 140, "many ties": 160, "clean": 0}.get(kind, chance.randint(0, 12))
        for _ in range(false if chance.random() < 0.8 else 0):
            found.append([scan, *(chance.uniform(-150, 150) for _ in range(3)), score(0.4)])
    if kind == "clean":
        found = [row for row in found if any(_inside(row, each) for each in truth)]
    chance.shuffle(found)
    names = ("seriesuid", *_AXES, "diameter_mm", "excluded")
    sides = [
        {name: [row[k] for row in rows] for k, name in enumerate(columns)}
        for rows, columns in ((truth, names), (found, ("seriesuid", *_AXES, "probability")))
    ]
    return {**sides[0], "scans": scans}, sides[1]


def _inside(mark: list[Any], finding: list[Any]) -> bool:
    radius = (10.0 if finding[4] < 0 else finding[4]) / 2
    apart = sum((a - b) ** 2 for a, b in zip(mark[1:4], finding[1:4], strict=True))
    return mark[0] == finding[0] and apart < radius**2
