"""Parts of pairs: what is looked at, and what is passed over."""

from __future__ import annotations

from dataclasses import replace
from math import pi
from typing import Any

import numpy as np

import truebox as tb
from made.cuboid_worlds import argoverse_tables, cuboid_rows
from truebox.fitting.cuboids.layout import layout_of
from truebox.fitting.cuboids.pairs import _ENOUGH_IN_IMAGE, CuboidPairs, _medians


def pairs(change: Any = dict) -> CuboidPairs:
    """Every object beside itself as it was changed."""
    rows, _ = cuboid_rows(frames=6)
    truth = tb.read_truth(argoverse_tables(rows))
    found = tb.read_predictions(argoverse_tables([row | change(row) | {"score": 0.5} for row in rows]))
    layout = layout_of(truth, found)
    assert layout is not None
    every = np.arange(len(rows))
    return CuboidPairs(layout, truth, found, every, every)


def test_what_is_right_has_no_other_reading() -> None:
    looked = pairs()
    parts = (looked.shift, looked.sizes, looked.heights, looked.directions, looked.views, looked.speeds)
    assert [part() for part in parts] == [None] * 6


def test_a_reading_mends_all_rows() -> None:
    looked = pairs(lambda row: {"yaw": row["yaw"] + pi / 2, "l": row["w"], "w": row["l"], "x": row["x"] + 2})
    for part in ("shift", "sizes", "directions"):
        other = getattr(looked, part)()
        assert other is not None
        assert other.read is not None
        assert other.better == other.sampled
        looked = replace(looked, predictions=other.read(looked.predictions))
    for name in ("x_3d", "length_3d", "width_3d"):
        assert np.allclose(looked.predictions.attributes[name], looked.truth.attributes[name])
    assert looked.directions() is None


def test_few_pairs_say_nothing() -> None:
    looked = pairs(lambda row: {"yaw": row["yaw"] + pi})
    few = np.arange(9)
    assert replace(looked, found=few, true=few).directions() is None


def test_medians_of_groups_are_those_of_numpy() -> None:
    chance = np.random.default_rng(3)
    for _ in range(40):
        groups = chance.integers(0, 6, 60)
        values = np.round(chance.normal(size=(60, 3)), 1)
        values[chance.random((60, 3)) < chance.choice([0.0, 0.02])] = np.nan
        found = _medians(values, groups, 8)
        for group in range(8):
            own = values[groups == group]
            expected = np.median(own, axis=0) if len(own) >= _ENOUGH_IN_IMAGE else np.zeros(3)
            assert np.array_equal(found[group], expected, equal_nan=True)


def turned_pairs(true: Any, found: Any) -> CuboidPairs:
    """A hundred objects with these directions beside detections with those."""
    rows, _ = cuboid_rows(frames=20)
    rows = rows[: len(true)]
    assert len(rows) == len(true)
    held = [row | {"yaw": float(yaw)} for row, yaw in zip(rows, true, strict=True)]
    truth = tb.read_truth(argoverse_tables(held))
    other = [row | {"yaw": float(yaw), "score": 0.5} for row, yaw in zip(rows, found, strict=True)]
    predictions = tb.read_predictions(argoverse_tables(other))
    layout = layout_of(truth, predictions)
    assert layout is not None
    every = np.arange(len(rows))
    return CuboidPairs(layout, truth, predictions, every, every)


def test_directions_near_zero_are_no_quaternions_in_another_order() -> None:
    """Read as x, y, z, w all would be 0, which is near those that are."""
    chance = np.random.default_rng(1)
    true = chance.normal(0, 0.05, 100)
    assert turned_pairs(true, true + chance.normal(0, 0.5, 100)).directions() is None


def test_a_detector_of_one_direction_is_called_that() -> None:
    chance = np.random.default_rng(2)
    true = np.where(chance.random(100) < 0.95, 0.6, 0.6 + pi) + chance.normal(0, 0.05, 100)
    for one in (0.0, 0.6 - pi / 2):
        said = turned_pairs(np.where(np.arange(100) < 85, 0.6, true + 1), np.full(100, one)).directions()
        assert said is not None
        assert said.read is None
        assert "whatever their objects have" in said.what


def test_directions_modulo_half_a_turn_lack_no_sign() -> None:
    """On a road along y half a turn and the other sign are the same."""
    chance = np.random.default_rng(3)
    true = chance.choice([-pi / 2, pi / 2], 100) + chance.normal(0, 0.05, 100)
    said = turned_pairs(true, true % pi).directions()
    assert said is None or "below 0" not in said.what
