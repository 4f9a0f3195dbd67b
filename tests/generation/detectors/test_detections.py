"""Detectors do what they declare."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from truebox.generation import DETECTORS, Reason, World, make_world
from truebox.generation.scenes.overlap_of_boxes import iou_of
from truebox.generation.scenes.scene import size_class


@pytest.fixture(scope="module")
def world() -> World:
    return make_world(600)


@pytest.mark.parametrize("number", [0, 1])
def test_miss_rates_are_the_declared_ones(world: World, number: int) -> None:
    detector, detections = world.detectors[number], world.detections[number]
    heard = ~np.isin(world.scene.image, detections.silent_images)
    missed = np.isin(np.arange(len(world.scene)), detections.missed)
    sizes = size_class(world.scene.areas)
    for size in range(3):
        rate = missed[heard & (sizes == size)].mean()
        # Over 1,000 objects of each size: four standard deviations are at most 0.063.
        assert rate == pytest.approx(detector.misses[size], abs=0.065)


@pytest.mark.parametrize("number", [0, 1])
def test_shares_of_swaps_shifts_and_duplicates(world: World, number: int) -> None:
    detector, planted = world.detectors[number], world.planted.detectors["ab"[number]]
    found = planted["hits"] + planted["swapped"] + planted["shifted"]
    assert planted["swapped"] / found == pytest.approx(detector.swaps, abs=0.02)
    assert planted["shifted"] / found == pytest.approx(detector.shifts, abs=0.02)
    assert planted["duplicates"] / planted["hits"] == pytest.approx(detector.duplicates, abs=0.02)
    speaking = 600 - planted["silent_images"]
    assert planted["tail"] / speaking == pytest.approx(detector.tail, abs=0.5)
    assert 0.5 * detector.background < planted["background"] / speaking < 1.2 * detector.background


def test_reasons_keep_their_promises(world: World) -> None:
    for detections in world.detections:
        meant = detections.object >= 0
        iou = iou_of(detections.boxes[meant], world.scene.boxes[detections.object[meant]])
        reason = detections.reason[meant]
        right = detections.kind[meant] == world.scene.kind[detections.object[meant]]
        for well_found in (Reason.HIT, Reason.SWAPPED, Reason.DUPLICATE):
            assert iou[reason == well_found].min() >= 0.55
        assert iou[reason == Reason.SHIFTED].max() < 0.5
        assert iou[reason == Reason.SHIFTED].min() >= 0.1
        np.testing.assert_array_equal(right, reason != Reason.SWAPPED)
        low = detections.scores < 0.1
        np.testing.assert_array_equal(low, detections.reason == Reason.TAIL)
        assert set(detections.reason[~meant].tolist()) == {Reason.BACKGROUND, Reason.TAIL, Reason.CROWD}


def test_duplicates_score_less_than_their_hits(world: World) -> None:
    for detections in world.detections:
        hit = detections.reason == Reason.HIT
        best = dict(zip(detections.object[hit].tolist(), detections.scores[hit].tolist(), strict=True))
        again = detections.reason == Reason.DUPLICATE
        pairs = zip(detections.object[again].tolist(), detections.scores[again].tolist(), strict=True)
        assert all(score < best[known] for known, score in pairs)


def test_better_boxes_score_higher(world: World) -> None:
    for detections in world.detections:
        meant = np.isin(detections.reason, [Reason.HIT, Reason.SHIFTED])
        iou = iou_of(detections.boxes[meant], world.scene.boxes[detections.object[meant]])
        assert np.corrcoef(iou, detections.scores[meant])[0, 1] > 0.6


def test_swaps_follow_the_likely_confusions(world: World) -> None:
    detections = world.detections[0]
    rows = detections.reason == Reason.SWAPPED
    pairs = np.stack([world.scene.kind[detections.object[rows]], detections.kind[rows]])
    circle, ellipse, ring = (world.classes.index(name) for name in ("circle", "ellipse", "ring"))
    targets = pairs[1][pairs[0] == circle]
    assert set(targets.tolist()) == {ellipse, ring}
    assert (targets == ellipse).mean() > 0.5


def test_a_perfect_detector_hits_everything() -> None:
    perfect = replace(
        DETECTORS[0],
        misses=(0, 0, 0),
        jitter=(0, 0, 0),
        shifts=0,
        swaps=0,
        duplicates=0,
        background=0,
        tail=0,
        silent=0,
    )
    world = make_world(20, detectors=[perfect])
    planted = world.planted.detectors["a"]
    assert planted["hits"] == len(world.scene)
    assert len(world.predictions[0]) == len(world.scene) + planted["crowd"]
