"""Assignments beside a plain search over all of them, at every cut."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from waymo_worlds import waymo_world

import truebox as tb

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def overlap(a: list[float], b: list[float]) -> float:
    wide = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    high = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    if wide <= 0 or high <= 0:
        return 0.0
    return wide * high / (a[2] * a[3] + b[2] * b[3] - wide * high)


def most_found(found: list[list[float]], true: list[list[float]], least: float) -> int:
    """Pairs of the assignment whose overlaps add up to the most, by trying all."""
    best, pairs = -1.0, 0
    places = [*range(len(true)), *[None] * len(found)]
    for chosen in set(permutations(places, len(found))):
        values = [overlap(found[i], true[j]) for i, j in enumerate(chosen) if j is not None]
        values = [value for value in values if value >= least]
        if sum(values) > best:
            best, pairs = sum(values), len(values)
    return pairs


@pytest.mark.parametrize("seed", range(12))
def test_every_cut_is_assigned_best(seed: int) -> None:
    """Boxes in one heap, so that objects compete; in memory, in pictures."""
    chance = np.random.default_rng(seed)
    true = (chance.uniform(0, 9, (3, 4)) + np.array([0, 0, 30, 30])).tolist()
    found = (chance.uniform(0, 9, (4, 4)) + np.array([0, 0, 30, 30])).tolist()
    scores = np.sort(chance.uniform(0.1, 0.9, 4).round(2))[::-1].tolist()
    sides = (
        [{"boxes": true, "labels": ["PEDESTRIAN"] * 3}],
        [{"boxes": found, "labels": ["PEDESTRIAN"] * 4, "scores": scores}],
    )
    result = tb.evaluate(*sides, protocol="waymo_camera", categories=["PEDESTRIAN"], box_format="xywh")
    state = result.state
    assert state.values is not None
    added = state.values[:, 0, 0]
    hits = {float(score): float(added[state.score >= score].sum()) for score in scores}
    for score in scores:
        there = [box for box, own in zip(found, scores, strict=True) if own >= score]
        assert hits[score] == most_found(there, true, 0.5)


def test_a_cut_below_finds_no_less(tmp_path: Path) -> None:
    """Which the sums over detections rely on: each adds one object or none."""
    for seed in range(20):
        files = [tmp_path / "truth.bin", tmp_path / "found.bin"]
        for file, message in zip(files, waymo_world(seed), strict=True):
            file.write_bytes(message)
        state = tb.evaluate(*files, protocol="waymo").state
        assert state.values is not None
        values = state.values
        assert (values[..., 0] >= 0).all()
        assert (values[..., 3] >= 0).all()
        assert (values[..., 3] <= values[..., 0]).all()
