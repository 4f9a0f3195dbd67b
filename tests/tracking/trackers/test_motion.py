"""Filters of motion learn constant speeds."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.tracking.trackers.motion import AreaMotion, HeightMotion


@pytest.mark.parametrize("kind", [AreaMotion, HeightMotion])
def test_a_filter_learns_a_constant_speed(kind):
    """After twenty frames of a box that moves by (3, -2), it is expected there."""
    box = np.array([[0.0, 100, 40, 180]])
    motion = kind.none().joined(kind.none().started(box))
    for _ in range(20):
        box = box + np.array([3, -2, 3, -2])
        motion.predict()
        motion.correct(np.array([0]), box)
    motion.predict()
    np.testing.assert_allclose(motion.boxes, box + np.array([3, -2, 3, -2]), atol=0.2)


def whole_filter(kind, boxes, steps):
    """A Kalman filter of one track in whole matrices, as textbooks have it; the noise is the papers'."""
    area = kind is AreaMotion
    size = 7 if area else 8
    step = np.eye(size) + np.eye(size, k=4)
    see = np.eye(4, size)

    def noise(mean):
        if area:
            return (
                np.diag([10, 10, 10, 10, 1e4, 1e4, 1e4]),
                np.diag([1, 1, 1, 1, 0.01, 0.01, 0.0001]),
                np.diag([1.0, 1, 10, 10]),
            )
        h = mean[3]
        begin = [h / 10, h / 10, 1e-2, h / 10, h / 16, h / 16, 1e-5, h / 16]
        moved = [h / 20, h / 20, 1e-2, h / 20, h / 160, h / 160, 1e-5, h / 160]
        return np.diag(begin) ** 2, np.diag(moved) ** 2, np.diag([h / 20, h / 20, 1e-1, h / 20]) ** 2

    mean = np.r_[kind.measured(boxes[:1])[0], np.zeros(size - 4)]
    spread = noise(mean)[0]
    for t in range(1, steps):
        of_step = noise(mean)[1]
        mean, spread = step @ mean, step @ spread @ step.T + of_step
        if t % 4 == 3:
            continue  # not seen
        gain = spread @ see.T @ np.linalg.inv(see @ spread @ see.T + noise(mean)[2])
        mean = mean + gain @ (kind.measured(boxes[t : t + 1])[0] - see @ mean)
        spread = (np.eye(size) - gain @ see) @ spread
    return mean, spread


@pytest.mark.parametrize("kind", [AreaMotion, HeightMotion])
def test_it_is_the_filter_of_whole_matrices(kind):
    """Boxes that walk at random and grow, one of four not seen: places, speeds and every covariance."""
    chance = np.random.default_rng(3)
    walk = np.cumsum(chance.normal(0, 3, (20, 4)), axis=0) * [1, 1, 0.3, 0.3] + [50, 80, 130, 190]
    motion = kind.none().joined(kind.none().started(walk[:1]))
    for t in range(1, 20):
        motion.predict()
        if t % 4 != 3:
            motion.correct(np.array([0]), walk[t : t + 1])
    mean, spread = whole_filter(kind, walk, 20)
    place, speed, places, both, speeds = motion.state[0]
    speeds_there = len(mean) - 4
    np.testing.assert_allclose(place, mean[:4], rtol=1e-9)
    np.testing.assert_allclose(speed[:speeds_there], mean[4:], rtol=1e-9)
    np.testing.assert_allclose(places, np.diag(spread)[:4], rtol=1e-9)
    np.testing.assert_allclose(speeds[:speeds_there], np.diag(spread)[4:], rtol=1e-9)
    np.testing.assert_allclose(both[:speeds_there], np.diag(spread, 4), rtol=1e-9)
    spread[np.arange(4), np.arange(4)] = 0  # what is left joins nothing
    spread[np.arange(4, len(mean)), np.arange(4, len(mean))] = 0
    spread -= np.diag(np.diag(spread, 4), 4) + np.diag(np.diag(spread, -4), -4)
    assert abs(spread).max() < 1e-12
    assert not speed[speeds_there:].any()


def test_no_tracks():
    for kind in (AreaMotion, HeightMotion):
        motion = kind.none()
        motion.predict()
        motion.correct(np.zeros(0, dtype=int), np.zeros((0, 4)))
        assert (len(motion), motion.boxes.shape) == (0, (0, 4))


@pytest.mark.parametrize(
    ("area", "growth", "after"), [(5.0, -6.0, 5.0), (5.0, -5.0, 5.0), (5.0, -4.0, 1.0), (5.0, 2.0, 7.0)]
)
def test_an_area_that_would_fall_to_nothing_stays(area, growth, after):
    """Whatever centre and aspect do meanwhile, which go on."""
    motion = AreaMotion.none().joined(AreaMotion.none().started(np.array([[0.0, 0, 2, 2]])))
    motion.state[0, 0], motion.state[0, 1] = [3.0, -9.0, area, 1.0], [-7.0, -1.0, growth, 0.0]
    motion.predict()
    assert motion.state[0, 0].tolist() == [-4.0, -10.0, after, 1.0]


def test_a_box_smaller_than_a_pixel_is_given_back_as_it_is():
    for box in ([[10.0, 20, 10.25, 20.5]], [[0.0, 0, 1e-3, 1e-3]], [[5.0, 5, 5.5, 9]]):
        motion = AreaMotion.none().started(np.array(box))
        np.testing.assert_allclose(motion.boxes, box, rtol=1e-12)
