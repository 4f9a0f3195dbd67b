"""MMDetection's presets beside each other, by hand."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

import truebox as tb
from truebox.evaluation.protocols.presets.mmdet.mmdet_voc import RULES

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

SMALL, LARGE = [20.0, 20, 30, 30], [0.0, 0, 100, 100]


def ap(name: str, true: list[float], found: list[float]) -> Any:
    """Of one detection of one truth."""
    return tb.evaluate(
        [{"boxes": [true], "labels": ["cat"]}],
        [{"boxes": [found], "labels": ["cat"], "scores": [0.9]}],
        protocol=name,
        fit_test=False,
    ).metrics["AP"]


@pytest.mark.parametrize(
    ("name", "small", "large"), [("mmdet_voc", 0, 0), ("mmdet_voc07", 0, 0), ("mmdet_imagenet", 1, 0)]
)
def test_imagenet_forgives_small_truths_alone(name: str, small: float, large: float) -> None:
    """Of 10 x 10 pixels a quarter is enough; the detection is taken as a pixel further on."""
    assert ap(name, SMALL, [19, 19, 29, 22.5]) == small
    assert ap(name, LARGE, [-1, -1, 99, 34]) == large
    assert ap(name, LARGE, [-1, -1, 99, 99]) == 1


def test_eleven_points_are_more_than_all_where_half_is_found() -> None:
    truth = [{"boxes": [SMALL, LARGE], "labels": ["cat", "cat"]}]
    found = [{"boxes": [LARGE], "labels": ["cat"], "scores": [0.9]}]
    for name, wanted in (("mmdet_voc", 0.5), ("mmdet_voc07", 6 / 11)):
        metrics = tb.evaluate(truth, found, protocol=name, fit_test=False).metrics
        assert metrics["AP"] == pytest.approx(wanted)


def area(found: list[tuple[float, bool | None]], truths: int) -> float:
    """Under the curve of (score, found); None is neither found nor false."""
    hits = misses = 0
    curve = []
    for _, found_one in sorted(found, key=lambda each: -each[0]):
        hits, misses = hits + (found_one is True), misses + (found_one is False)
        if hits + misses:
            curve.append((Fraction(hits, truths), Fraction(hits, hits + misses)))
    total, before = Fraction(0), Fraction(0)
    for place, (recall, _) in enumerate(curve):
        total += (recall - before) * max(precision for _, precision in curve[place:])
        before = recall
    return float(total)


def iou(a: list[int], b: list[int]) -> Fraction:
    sides = [max(0, min(a[k + 2], b[k + 2]) - max(a[k], b[k])) for k in (0, 1)]
    both = sides[0] * sides[1]
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (a, b)]
    return Fraction(both, sum(areas) - both)


def by_hand(truth: list[dict[str, Any]], found: list[dict[str, Any]]) -> float:
    """`eval_map` of mmdet 3.3.0, mode area, step by step: truths to ignore are listed last."""
    seen: list[tuple[float, bool | None]] = []
    for true, rows in zip(truth, found, strict=True):
        order = sorted(range(len(true["boxes"])), key=lambda row: true["ignore"][row])
        covered = set()
        for score, box in sorted(zip(rows["scores"], rows["boxes"], strict=True), key=lambda each: -each[0]):
            overlaps = [iou(box, true["boxes"][row]) for row in order]
            best = max(overlaps, default=Fraction(0))
            if best < Fraction(1, 2):
                seen.append((score, False))
                continue
            row = order[overlaps.index(best)]
            if true["ignore"][row]:
                seen.append((score, None))
                continue
            seen.append((score, row not in covered))
            covered.add(row)
    return area(seen, sum(each["ignore"].count(0) for each in truth))


@pytest.mark.parametrize("name", ["mmdet_voc", "mmdet_voc07"])
def test_of_equal_overlaps_a_truth_that_counts_is_taken(name: str) -> None:
    """An ignored truth of the same box, listed first, hides it from nobody."""
    truth = [{"boxes": [LARGE, LARGE], "labels": ["cat", "cat"], "ignore": [1, 0]}]
    found = [{"boxes": [LARGE], "labels": ["cat"], "scores": [0.9]}]
    assert tb.evaluate(truth, found, protocol=name, fit_test=False).metrics["AP"] == 1


def test_worlds_of_repeated_and_ignored_truths_give_what_the_steps_give() -> None:
    chance = random.Random(7)
    moved = 0
    for _ in range(300):
        places = [[x, y, x + side, y + side] for x in (0, 4, 9) for y in (0, 5) for side in (8, 12)]
        scores = chance.sample(range(1, 1000), 40)
        truth, found = [], []
        for _ in range(2):
            boxes, rows = chance.choices(places, k=chance.randrange(6)), chance.choices(places, k=6)
            flags = [chance.choice((0, 0, 1)) for _ in boxes]
            truth.append({"boxes": boxes, "labels": [1] * len(boxes), "ignore": flags})
            found.append({"boxes": rows, "labels": [1] * 6, "scores": [scores.pop() / 1000 for _ in rows]})
        if not any(0 in each["ignore"] for each in truth):
            continue
        given = tb.evaluate(truth, found, protocol="mmdet_voc", fit_test=False).metrics["AP"]
        assert given == pytest.approx(by_hand(truth, found), abs=1e-12)
        first = replace(RULES, equal_overlaps="first")
        other = tb.evaluation.by_rules("first", "", "", first, iou=(0.5,))
        moved += tb.evaluate(truth, found, protocol=other, fit_test=False).metrics["AP"] != given
    assert moved > 10
