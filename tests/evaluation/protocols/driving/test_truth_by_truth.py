"""What each detection adds, against the rule taken at its word at every cut, in every view."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from truebox.evaluation.protocols.driving.truth_by_truth import (
    FALSE,
    HIT,
    SAMPLED,
    SAMPLED_ALONE,
    DrivingSides,
    taken_by_truths,
)

THRESHOLD, LEAST = 0.5, 25
VIEWS = {"picture": 0, "ground": 1, "space": 2}


def some_boxes(rng: Any, count: int) -> tuple[Any, Any]:
    """In pictures, and in space without rotation: quarters of metres, so that overlaps are often equal."""
    boxes = np.stack(
        [
            rng.integers(0, 8, count) * 10.0,
            np.zeros(count),
            np.full(count, 100.0),
            rng.choice([20.0, 100.0], count, p=[0.1, 0.9]),
        ],
        axis=1,
    )
    unturned, x = np.zeros(count), rng.integers(0, 6, count) / 4
    space = [np.full(count, 2.0), np.full(count, 2.0), np.full(count, 4.0), x, rng.integers(0, 3, count) / 4]
    return boxes, np.stack([*space, np.full(count, 20.0), unturned], axis=1)


def a_world(seed: int) -> DrivingSides:
    rng = np.random.default_rng(seed)
    found, truths = int(rng.integers(1, 8)), int(rng.integers(0, 7))
    boxes, space = some_boxes(rng, found)
    true_boxes, true_space = some_boxes(rng, truths)
    kind = rng.choice(3, truths, p=[0.6, 0.3, 0.1])  # of the class, its neighbour, or an area
    return DrivingSides(
        boxes=boxes,
        true_boxes=true_boxes,
        space=space,
        true_space=true_space,
        angle=rng.random(found) * 6,
        true_angle=rng.random(truths) * 6,
        image=np.zeros(found, int),
        true_image=np.zeros(truths, int),
        score=rng.integers(0, 6, found) / 5,
        label=(-(rng.random(found) < 0.2).astype(np.int32)),
        counts_for=np.where(kind == 0, 0, -1),
        neutral_for=np.where(kind == 1, 0, -1),
        area=kind == 2,
        ignored=(rng.random(truths) < 0.2).astype(np.uint64),
    )


def shared(one: Any, other: Any, lengths: Any) -> float:
    """What two boxes share, of their first corners and their lengths along each side."""
    near = [min(a + s, b + t) - max(a, b) for a, b, (s, t) in zip(one, other, lengths, strict=True)]
    return math.prod(near) if min(near) > 0 else 0.0


def overlap(sides: DrivingSides, i: int, j: int, view: str) -> tuple[float, float]:
    """Of the union, and of the detection."""
    corners: Any
    sizes: Any
    if view == "picture":
        a, b = sides.boxes[i], sides.true_boxes[j]
        corners, sizes = (a[:2], b[:2]), (a[2:], b[2:])
    else:
        assert sides.space is not None
        assert sides.true_space is not None
        both = sides.space[i], sides.true_space[j]
        order = [(2, 3), (1, 5)] + ([(0, 4)] if view == "space" else [])  # sizes, and where they stand
        sizes = tuple([each[size] for size, _ in order] for each in both)
        # Boxes stand on y, and around x and z.
        corners = tuple(
            [each[at] - each[size] / (1 if at == 4 else 2) for size, at in order] for each in both
        )
    common = shared(corners[0], corners[1], list(zip(*sizes, strict=True)))
    mine, its = (math.prod(each) for each in sizes)
    return common / (mine + its - common), common / mine


def counted_at(sides: DrivingSides, cut: float, view: str) -> tuple[int, int, float]:
    """True and false positives and the sum of likeness: truth after truth takes the greatest overlap."""
    own = (sides.label == 0) & (sides.boxes[:, 3] >= LEAST) & (sides.score >= cut)
    free, hits, likeness = set(np.flatnonzero(own).tolist()), 0, 0.0
    for truth in np.flatnonzero((sides.counts_for == 0) | (sides.neutral_for == 0)).tolist():
        overlaps = {each: overlap(sides, each, truth, view)[0] for each in sorted(free)}
        good = {each: value for each, value in overlaps.items() if value > THRESHOLD}
        if not good:
            continue
        best = max(good, key=good.__getitem__)
        free.remove(best)
        if sides.counts_for[truth] == 0 and not sides.ignored[truth]:
            hits += 1
            likeness += (1 + math.cos(sides.angle[best] - sides.true_angle[truth])) / 2
    areas = np.flatnonzero(sides.area).tolist()
    false = [each for each in free if all(overlap(sides, each, j, view)[1] <= THRESHOLD for j in areas)]
    return hits, len(false), likeness


def sampled(sides: DrivingSides, view: str, *, others: bool) -> set[int]:
    """Detections whose scores may become thresholds: each truth takes the highest score that is left."""
    low = sides.boxes[:, 3] < LEAST
    free = set(np.flatnonzero((sides.label == 0) | (low & others)).tolist())
    found = set()
    for truth in np.flatnonzero((sides.counts_for == 0) | (sides.neutral_for == 0)).tolist():
        good = [each for each in sorted(free) if overlap(sides, each, truth, view)[0] > THRESHOLD]
        if not good:
            continue
        best = max(good, key=lambda each: sides.score[each])
        free.remove(best)
        if sides.counts_for[truth] == 0 and not sides.ignored[truth] and not low[best]:
            found.add(best)
    return found


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("seed", range(60))
def test_sums_are_the_counts_at_every_cut(seed: int, view: str) -> None:
    sides = a_world(seed)
    outcome = taken_by_truths(sides, 1, thresholds=[THRESHOLD], least=[LEAST])
    flags = outcome.flags[:, 0, VIEWS[view]]
    assert set(np.flatnonzero(flags & SAMPLED).tolist()) == sampled(sides, view, others=True)
    assert set(np.flatnonzero(flags & SAMPLED_ALONE).tolist()) == sampled(sides, view, others=False)
    for cut in np.unique(sides.score):
        there = sides.score >= cut
        hits, false, likeness = counted_at(sides, cut, view)
        assert np.count_nonzero(flags[there] & HIT) == hits
        assert np.count_nonzero(flags[there] & FALSE) == false
        if view == "picture":
            assert outcome.likeness[there, 0].sum() == pytest.approx(likeness, abs=1e-12)


def test_turned_boxes() -> None:
    """A box of 4 by 2 turned by a right angle shares 4 of 12 with itself; a half turn changes nothing."""
    none = np.full(1, -1, np.int32)

    def flags(angle: float, threshold: float) -> Any:
        upright = np.array([[1.5, 2, 4, 3, 1, 9, 0.3]])
        turned = upright + np.array([0, 0, 0, 0, 0, 0, angle])
        sides = DrivingSides(
            boxes=np.array([[0.0, 0, 50, 50]]),
            true_boxes=np.array([[0.0, 0, 50, 50]]),
            space=turned,
            true_space=upright,
            angle=np.zeros(1),
            true_angle=np.zeros(1),
            image=np.zeros(1, int),
            true_image=np.zeros(1, int),
            score=np.ones(1),
            label=none + 1,
            counts_for=none + 1,
            neutral_for=none,
            area=np.zeros(1, bool),
            ignored=np.zeros(1, np.uint64),
        )
        found = taken_by_truths(sides, 1, thresholds=[threshold], least=[25])
        return (found.flags[0, 0] & HIT).tolist()

    assert flags(math.pi / 2, 0.3333) == [1, 1, 1]
    assert flags(math.pi / 2, 0.3334) == [1, 0, 0]
    assert flags(math.pi, 0.999) == [1, 1, 1]


def overlap_of_corners(one: Any, other: Any) -> float:
    """As the kit computes it, from the corners that files hold."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    area, its = ((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other))
    return wide * high / (area + its - wide * high)


@pytest.mark.parametrize("decimals", [1, 2, 4, 6])
@pytest.mark.parametrize(("part", "threshold"), [(7, 0.7), (5, 0.5)])
def test_overlaps_that_are_the_threshold_round_as_corners_do(
    decimals: int, part: int, threshold: float
) -> None:
    """Rows of left, top, width, height do not hold the right edge; what was written is known all the same."""
    rng, scale, count = np.random.default_rng(decimals), 10**decimals, 4000
    left, top = rng.integers(-100 * scale, 500 * scale, count), rng.integers(0, 300 * scale, count)
    wide, high = (
        10 * rng.integers(scale // 2, 20 * scale, count),
        rng.integers(45 * scale, 100 * scale, count),
    )
    cut = wide // 10 * part
    begin = left + rng.integers(0, 3, count) * ((wide - cut) // 2)
    found = np.stack([begin, top, begin + cut, top + high], axis=1) / scale
    true = np.stack([left, top, left + wide, top + high], axis=1) / scale
    sides = [np.concatenate([each[:, :2], each[:, 2:] - each[:, :2]], axis=1) for each in (found, true)]
    none, image = np.full(count, -1, np.int32), np.arange(count)
    outcome = taken_by_truths(
        DrivingSides(
            boxes=sides[0],
            true_boxes=sides[1],
            space=None,
            true_space=None,
            angle=np.zeros(count),
            true_angle=np.zeros(count),
            image=image,
            true_image=image,
            score=np.full(count, 0.5),
            label=none + 1,
            counts_for=none + 1,
            neutral_for=none,
            area=np.zeros(count, bool),
            ignored=np.zeros(count, np.uint64),
        ),
        count,
        thresholds=[threshold],
        least=[LEAST],
    )
    pairs = zip(found.tolist(), true.tolist(), strict=True)
    assert (outcome.flags[:, 0, 0] & HIT).tolist() == [
        int(overlap_of_corners(*each) > threshold) for each in pairs
    ]
