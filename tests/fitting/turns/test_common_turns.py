"""Directions that are off by one rule are found; noise, and directions near zero, are no rule."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.fitting.turns.common_turns import CommonTurn, common_turns

TURN = 2 * np.pi


def off(first, second, period):
    return np.abs((first - second + period / 2) % period - period / 2)


def directions(seed, count=120, noise=0.05):
    chance = np.random.default_rng(seed)
    true = chance.uniform(-np.pi / 2, np.pi / 2, count)
    return true, true + noise * chance.standard_normal(count)


@pytest.mark.parametrize("period", [np.pi, TURN])
@pytest.mark.parametrize("degrees", [20, -35, 45, -45, 60])
def test_a_turn_of_all_is_found_and_undoes_it(degrees, period):
    true, found = directions(1)
    (rule,) = common_turns(found - np.radians(degrees), true, period)
    assert rule.factor == 1
    assert np.degrees(rule.shift) == pytest.approx(degrees, abs=2)
    assert np.median(off(rule.of(found - np.radians(degrees)), true, period)) < 0.08


def test_the_other_way_round_from_an_angle_on():
    true, found = directions(2)
    (rule,) = common_turns(np.radians(135) - found, true, np.pi)
    assert (rule.factor, rule.what) == (-1, "counted the other way round from -45 degrees on")
    assert np.median(off(rule.of(np.radians(135) - found), true, np.pi)) < 0.08


@pytest.mark.parametrize(("times", "what"), [(0.5, "half of what they are"), (2.0, "twice what they are")])
def test_half_and_twice(times, what):
    true, found = directions(3)
    assert what in [each.what for each in common_turns(times * found, true, TURN)]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("noise", [0.02, 0.15, 0.6, 3.0])
def test_noise_is_no_rule(seed, noise):
    true, found = directions(seed, noise=noise)
    assert list(common_turns(found, true, np.pi)) == []


@pytest.mark.parametrize("seed", range(12))
def test_halving_directions_at_random_is_nearer_to_those_near_zero_and_no_rule(seed):
    chance = np.random.default_rng(seed)
    true, found = 0.1 * chance.standard_normal(200), chance.uniform(-np.pi / 2, np.pi / 2, 200)
    assert np.abs(found / 2 - true).mean() < np.abs(found - true).mean()
    assert list(common_turns(found, true, np.pi)) == []


@pytest.mark.parametrize("quarter", [-90, 90, 180])
def test_whole_quarters_have_names_of_their_own(quarter):
    true, found = directions(4)
    assert list(common_turns(found + np.radians(quarter), true, TURN)) == []


def test_few_or_unknown_directions_say_nothing():
    true, found = directions(5, count=9)
    assert list(common_turns(found + 0.5, true, np.pi)) == []
    assert list(common_turns(np.full(40, np.nan), np.zeros(40), np.pi)) == []


def test_what_is_meant():
    assert CommonTurn("", "", -1.0, 0.5).of(np.array([0.25, -1.0])).tolist() == [0.25, 1.5]


@pytest.mark.parametrize("period", [np.pi, TURN])
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("spread", "noise"), [(6, 8), (6, 12), (10, 15), (3, 10), (9, 17)])
def test_noise_of_directions_near_zero_is_not_twice_or_half(spread, noise, seed, period):
    chance = np.random.default_rng(seed)
    true = np.radians(chance.normal(0, spread, 400))
    found = true + np.radians(chance.normal(0, noise, 400))
    assert list(common_turns(found, true, period)) == []


@pytest.mark.parametrize("degrees", [8, -10, 12])
def test_a_bias_that_detectors_have_is_no_rule(degrees):
    true, found = directions(6)
    assert list(common_turns(found + np.radians(degrees), true, np.pi)) == []


@pytest.mark.parametrize(("degrees", "refused"), [(17, "none"), (-18, "none"), (25, "headline")])
def test_a_turn_that_may_be_a_detectors_own_is_never_refused(degrees, refused):
    true, found = directions(6, noise=0.01)
    (rule,) = common_turns(found + np.radians(degrees), true, np.pi)
    assert rule.refused == refused


@pytest.mark.parametrize("middle", [20, 30, 70])
@pytest.mark.parametrize("every", [np.pi / 2, np.pi])
def test_directions_that_a_detector_does_not_tell_have_no_rule(middle, every):
    true = np.radians(np.random.default_rng(7).normal(middle, 4, 200))
    for found in (np.zeros(200), np.full(200, 0.8), np.round(true / every) * every):
        assert list(common_turns(found, true, np.pi)) == []


@pytest.mark.parametrize("seed", range(6))
def test_objects_that_all_lie_one_way_are_turned_rather_than_mirrored(seed):
    chance = np.random.default_rng(seed)
    true = np.radians(chance.normal(30, 4, 200))
    found = true + np.radians(chance.normal(0, 3, 200))
    assert list(common_turns(found, true, np.pi)) == []
    (rule,) = common_turns(found - np.radians(40), true, np.pi)
    assert rule.what in {f"turned by +{by} degrees" for by in (39, 40, 41)}
