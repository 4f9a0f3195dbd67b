"""MMRotate's metric beside the eleven points and the walk of its own code, in plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import truebox as tb
from truebox.overlap import pairwise_rotated_iou

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

HOW = {"geometry": "rotated", "box_format": "radians"}


def eleven_points(hits: list[bool], count: int) -> float:
    found = np.cumsum(hits)
    recall, precision = found / count, found / np.arange(1, len(hits) + 1)
    best = [precision[recall >= at].max(initial=0) for at in np.arange(0, 1.001, 0.1)]
    return float(np.mean(best))


def expected(images: list[tuple[list[Any], list[bool], list[Any], list[float]]]) -> float:
    """Ignored truths stand behind all others; each detection asks for its best truth alone."""
    said: list[tuple[float, bool]] = []
    for true, ignored, found, scores in images:
        order = sorted(range(len(true)), key=lambda k: ignored[k])
        overlaps = pairwise_rotated_iou(found, [true[k] for k in order], unit="radians", direction="x_to_y")
        taken: set[int] = set()
        for k in sorted(range(len(found)), key=lambda k: -scores[k]):
            best = int(overlaps[k].argmax())
            if overlaps[k, best] < 0.5:
                said.append((scores[k], False))
            elif not ignored[order[best]]:
                said.append((scores[k], best not in taken))
                taken.add(best)
    said.sort(key=lambda each: -each[0])
    return eleven_points([hit for _, hit in said], sum(not each for image in images for each in image[1]))


def test_its_own_walk_gives_the_same() -> None:
    values = []
    for seed in range(30):
        rng = np.random.default_rng(seed)
        scores = iter((rng.permutation(100) / 128).tolist())
        images, annotations, results = [], [], []
        for image in range(1, 4):
            boxes = np.c_[rng.uniform(40, 80, (4, 2)), rng.uniform(20, 60, (4, 2)), rng.uniform(-1.5, 1.5, 4)]
            true = [boxes[k].tolist() for k in [0, 1, *rng.integers(0, 4, 4)]]  # some of them twice
            ignored = [False, *(rng.random(5) < 0.4).tolist()]
            moved = boxes[rng.integers(0, 4, 8)] + np.c_[rng.uniform(-6, 6, (8, 2)), np.zeros((8, 3))]
            images.append((true, ignored, moved.tolist(), [next(scores) for _ in range(8)]))
            place = {"image_id": image, "category_id": 1}
            for box, out in zip(true, ignored, strict=True):
                row = {"id": len(annotations) + 1, "bbox": box, "area": 1, "iscrowd": 0, "ignore": int(out)}
                annotations.append({**place, **row})
            results += [
                {**place, "bbox": box, "score": score} for box, score in zip(*images[-1][2:], strict=True)
            ]
        truth = tb.read_truth(
            {
                "images": [{"id": k, "width": 200, "height": 200} for k in range(1, 4)],
                "categories": [{"id": 1, "name": "ship"}],
                "annotations": annotations,
            },
            **HOW,
        )
        found = tb.read_predictions(results, **HOW)
        result = tb.evaluate(truth, found, protocol="mmrotate", geometry="rotated", fit_test=False)
        assert result.metrics["AP"] == pytest.approx(expected(images), abs=1e-12), seed
        assert result.parameters.protocol == "mmrotate"
        values.append(result.metrics["AP"])
    assert min(values) > 0
    assert max(values) < 1


def test_its_metrics_are_those_of_voc_2007() -> None:
    box = {"image_id": 1, "category_id": 1}
    truth = {
        "images": [{"id": 1, "width": 200, "height": 200}],
        "categories": [{"id": 1, "name": "ship"}],
        "annotations": [{"id": 1, "bbox": [50, 50, 40, 20, 0.3], "area": 800, "iscrowd": 0, **box}],
    }
    found = [{**box, "bbox": [50, 50, 40, 10, 0.3], "score": 0.9}]
    sides = tb.read_truth(truth, **HOW), tb.read_predictions(found, **HOW)
    for protocol in ("mmrotate", "voc2007"):
        metrics = tb.evaluate(*sides, protocol=protocol, geometry="rotated", fit_test=False).metrics
        assert set(metrics) == {"AP", "AR"}
