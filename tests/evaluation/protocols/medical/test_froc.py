"""Free-response curves by hand."""

from __future__ import annotations

import numpy as np
import pytest

import truebox as tb
from truebox.evaluation import ClassOutcomes
from truebox.evaluation.protocols.medical.froc import pooled_sensitivity, sensitivity

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def outcomes(marks: str, scores: list[float], truths: int, images: int) -> ClassOutcomes:
    """By falling score: h a hit, f false."""
    hit = np.array([[mark == "h"] for mark in marks], dtype=bool).reshape(-1, 1)
    return ClassOutcomes(
        score=np.array(scores, dtype=float),
        image=np.zeros(len(marks), np.int32),
        row=np.arange(len(marks)),
        hit=hit,
        false=~hit,
        truths=truths,
        images=images,
    )


def test_straight_lines_between_points() -> None:
    """Points (0, 0), (0, 1/4), (1, 2/4): a false positive and a hit of one score are one step."""
    found = sensitivity([outcomes("hfh", [0.9, 0.5, 0.5], 4, 1)])[0, 1:]
    shares = [0.25 + 0.25 * alarms for alarms in (1 / 8, 1 / 4, 1 / 2, 1)]
    assert found.tolist() == pytest.approx([*shares, 0.5, 0.5, 0.5], abs=1e-15)


def test_equal_scores_are_one_point_whatever_their_order() -> None:
    one, other = (sensitivity([outcomes(marks, [0.5, 0.5], 1, 1)]) for marks in ("hf", "fh"))
    np.testing.assert_array_equal(one, other)


def test_nothing_found_is_zero() -> None:
    """F1."""
    assert sensitivity([outcomes("ff", [0.9, 0.8], 3, 2)]).tolist() == [[0.0] * 8]
    assert sensitivity([outcomes("", [], 3, 2)]).tolist() == [[0.0] * 8]
    assert np.isnan(sensitivity([outcomes("f", [0.9], 0, 2)])).all()


def test_all_findings_as_of_one_class() -> None:
    first, second = outcomes("h", [0.9], 1, 8), outcomes("fh", [0.8, 0.7], 3, 8)
    pooled = pooled_sensitivity([first, second])
    assert pooled[0].tolist() == pooled[1].tolist()
    assert pooled[0, 1] == pytest.approx(0.5, abs=1e-15)  # one false positive of eight images is 1/8


def by_definition(classes: list[ClassOutcomes]) -> list[float]:
    """Counts behind every score, and straight lines between them."""
    rows = [row for each in classes for row in zip(each.score, each.hit[:, 0], strict=True)]
    truths, images = sum(each.truths for each in classes), classes[0].images
    points = [(0.0, 0.0)]
    for cut in sorted({score for score, _ in rows}, reverse=True):
        hits = sum(bool(hit) for score, hit in rows if score >= cut)
        false = sum(not hit for score, hit in rows if score >= cut)
        points.append((false / images, hits / truths))
    alarms, shares = zip(*points, strict=True)
    return np.interp([1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8], alarms, shares).tolist()


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("decimals", [1, 2, 9])
def test_many_findings_an_image_are_read_as_all_of_them(seed: int, decimals: int) -> None:
    rng = np.random.default_rng(seed)
    images = int(rng.integers(1, 4))
    classes = []
    for _ in range(3):
        scores = np.round(np.sort(rng.random(rng.integers(0, 40)))[::-1], decimals)
        marks = "".join(rng.choice(list("hf"), len(scores), p=[0.2, 0.8]))
        classes.append(outcomes(marks, scores.tolist(), 1 + marks.count("h"), images))
    assert pooled_sensitivity(classes)[0, 1:] == pytest.approx(by_definition(classes), abs=1e-12)
    assert sensitivity(classes)[1, 1:] == pytest.approx(by_definition(classes[1:2]), abs=1e-12)


def test_flags_are_not_read_and_the_headline_is_the_mean() -> None:
    truth = [{"boxes": [[0, 0, 10, 10], [50, 50, 60, 60]], "labels": ["a", "b"], "iscrowd": [0, 1]}]
    found = [{"boxes": [[0, 0, 10, 2]], "labels": ["a"], "scores": [0.9]}]
    result = tb.evaluate(truth, found, protocol="froc", fit_test=False)
    assert result.truths == 2
    assert result.metrics["FROC"] == 0.5  # an overlap of a fifth is enough at 0.1
    assert result.metrics["FROC50"] == 0.0
    assert [each.metrics["FROC[class]"] for each in result.per_class] == [1.0, 0.0]
