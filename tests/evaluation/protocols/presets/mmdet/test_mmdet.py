"""MMDetection's presets beside each other, by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import truebox as tb
from truebox.overlap import pairwise_iou

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


def outcomes_of_mmdet(found: list[Any], true: list[Any], ignored: list[Any]) -> list[str]:
    """MMDetection's walk over one image and class: ignored truths stand behind all others."""
    overlaps = pairwise_iou(np.array([box for box, _ in found]), np.array(true + ignored))
    taken, said = set(), [""] * len(found)
    for k in sorted(range(len(found)), key=lambda k: -found[k][1]):
        best = int(overlaps[k].argmax())
        if overlaps[k, best] < 0.5:
            said[k] = "false positive"
        elif best >= len(true):
            said[k] = "ignored"
        else:
            said[k] = "false positive" if best in taken else "true positive"
            taken.add(best)
    return said


@pytest.mark.parametrize("name", ["mmdet_voc", "mmdet_voc07"])
def test_of_truths_that_are_overlapped_alike_one_that_counts_is_taken(name: str) -> None:
    """Half of the truths stand there twice, and one of the two may be ignored, before or behind the other."""
    ties = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        boxes = np.c_[rng.integers(0, 40, (4, 2)), rng.integers(20, 40, (4, 2))].astype(float)
        rows = [(boxes[k].tolist(), bool(rng.random() < 0.4)) for k in rng.integers(0, 4, 7)]
        moved = boxes[rng.integers(0, 4, 9)] + np.c_[rng.integers(-6, 7, (9, 2)), np.zeros((9, 2))]
        found = list(zip(moved.tolist(), (rng.permutation(9) / 16).tolist(), strict=True))
        truth = {
            "images": [{"id": 1, "width": 100, "height": 100}],
            "categories": [{"id": 1, "name": "cat"}],
            "annotations": [
                {
                    "id": k + 1,
                    "image_id": 1,
                    "category_id": 1,
                    "bbox": box,
                    "area": 1,
                    "iscrowd": 0,
                    "ignore": int(out),
                }
                for k, (box, out) in enumerate(rows)
            ],
        }
        results = [{"image_id": 1, "category_id": 1, "bbox": box, "score": score} for box, score in found]
        corners = [([x, y, x + w, y + h], out) for (x, y, w, h), out in rows]
        counted, ignored = ([box for box, out in corners if out is each] for each in (False, True))
        at_corners = [([x, y, x + w, y + h], score) for (x, y, w, h), score in found]
        expected = outcomes_of_mmdet(at_corners, counted, ignored)
        table = tb.evaluate(truth, results, protocol=name, fit_test=False).matches.to_dict()["detections"]
        said = dict(zip(table["row"], table["outcome"], strict=True))
        assert [said[k] for k in range(9)] == expected, seed
        ties += any(box in ignored for box in counted) and "true positive" in expected
    assert ties > 10
