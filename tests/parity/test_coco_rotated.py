"""Rotated boxes by COCO's rules: pycocotools itself, given the overlaps of another polygon code."""

from __future__ import annotations

import contextlib
import io
from typing import Any

import numpy as np
import pytest
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval
from rotated_worlds import rotated_world

from truebox import evaluate

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def clipped(one: np.ndarray, other: np.ndarray) -> float:
    """Area that two convex outlines share, by cutting one with every edge of the other."""
    points = one if signed(one) > 0 else one[::-1]
    edges = other if signed(other) > 0 else other[::-1]
    for k in range(len(edges)):
        a, b = edges[k], edges[(k + 1) % len(edges)]
        kept: list[np.ndarray] = []
        for i in range(len(points)):
            p, q = points[i], points[(i + 1) % len(points)]
            at_p, at_q = side(a, b, p), side(a, b, q)
            if at_p >= 0:
                kept.append(p)
            if at_p * at_q < 0:
                kept.append(p + (q - p) * at_p / (at_p - at_q))
        points = np.array(kept).reshape(-1, 2)
        if len(points) < 3:
            return 0.0
    return abs(signed(points))


def side(a: np.ndarray, b: np.ndarray, p: np.ndarray) -> float:
    return float((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]))


def signed(points: np.ndarray) -> float:
    x, y = points.T
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2


class Reference(COCOeval):
    """COCOeval with overlaps of rotated boxes."""

    def computeIoU(self, imgId: int, catId: int) -> Any:
        true, found = self._gts[imgId, catId], self._dts[imgId, catId]
        if not true and not found:
            return []
        order = np.argsort([-each["score"] for each in found], kind="mergesort")
        found = [found[place] for place in order][: self.params.maxDets[-1]]
        overlap = np.zeros((len(found), len(true)))
        for d, detection in enumerate(found):
            for g, truth in enumerate(true):
                a = np.array(detection["segmentation"][0]).reshape(-1, 2)
                b = np.array(truth["segmentation"][0]).reshape(-1, 2)
                shared, one, other = clipped(a, b), abs(signed(a)), abs(signed(b))
                overlap[d, g] = shared / (one if truth["iscrowd"] else one + other - shared)
        return overlap


def reference(truth: dict[str, Any], found: list[dict[str, Any]]) -> np.ndarray:
    with contextlib.redirect_stdout(io.StringIO()):
        loaded, results = COCO(), COCO()
        loaded.dataset = truth
        loaded.createIndex()
        rows = [{**row, "id": place + 1, "iscrowd": 0} for place, row in enumerate(found)]
        results.dataset = {**truth, "annotations": rows}
        results.createIndex()
        evaluation = Reference(loaded, results, "bbox")
        evaluation.evaluate()
        evaluation.accumulate()
        evaluation.summarize()
    return np.array(evaluation.stats)


@pytest.mark.parametrize("seed", range(6))
def test_the_twelve_numbers_are_those_of_pycocotools_on_rotated_overlaps(seed):
    truth, found = rotated_world(seed)
    ours = evaluate(truth, found, geometry="rotated")
    assert ours.stats == pytest.approx(reference(truth, found), abs=1e-12)
    assert 0 < ours.metrics["AP"] < 1


@pytest.mark.parametrize("seed", range(3))
def test_upright_boxes_are_as_boxes(seed):
    truth, found = rotated_world(seed, upright=True)
    turned, plain = evaluate(truth, found, geometry="rotated"), evaluate(truth, found)
    assert turned.stats == pytest.approx(plain.stats, abs=1e-12)
