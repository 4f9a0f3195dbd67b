"""Boxes that lie beside their objects all alike are named, with the AP that they would have."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

import truebox as tb
from truebox.fitting import CommonShift
from truebox.generation import make_dataset

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def sides(seed=3):
    """Objects, and detections of nearly all that are off by a hundredth of their sides."""
    chance = np.random.default_rng(seed)
    truth, _ = make_dataset(60, 3, seed=seed, crowds=0)
    kept = np.flatnonzero(chance.random(len(truth)) < 0.9)
    size = np.tile(truth.boxes[kept, 2:], 2)
    rows = [
        {
            "image_id": truth.image[row],
            "category_id": truth.category[row],
            "bbox": box.tolist(),
            "score": score,
        }
        for row, box, score in zip(
            kept.tolist(),
            truth.boxes[kept] + size * chance.normal(0, 0.01, size.shape),
            chance.uniform(0.3, 1, len(kept)).tolist(),
            strict=True,
        )
    ]
    return truth, tb.read_predictions(rows)


def said(truth, found):
    return [each.message for each in tb.evaluate(truth, found).warnings if each.code == "W-324"]


@pytest.mark.parametrize(
    ("shift", "words"),
    [
        (CommonShift((0, 0), (1.35, 1.35)), r"0\.7[345] times as wide and 0\.7[345] times as high"),
        (CommonShift((5, -3), (1, 1)), r"moved by -(4\.9|5\.0|5\.1) in x and \+(2\.9|3\.0|3\.1) in y"),
    ],
)
def test_what_undoes_it_is_named(shift, words):
    truth, found = sides()
    moved = replace(found, boxes=shift.of(found.boxes))
    (message,) = said(truth, moved)
    assert re.search(words, message)
    better, given = map(float, re.findall(r"AP would be ([.\d]+) instead of ([.\d]+)", message)[0])
    assert given == pytest.approx(tb.evaluate(truth, moved).metrics["AP"], abs=1e-4)
    assert better == pytest.approx(tb.evaluate(truth, found).metrics["AP"], abs=0.06)


@pytest.mark.parametrize("off", [0.02, 0.1, 0.2])
@pytest.mark.parametrize("seed", [1, 2])
def test_detectors_that_are_off_to_every_side_are_not(off, seed):
    truth, found = sides(seed)
    chance = np.random.default_rng(seed)
    size = np.tile(found.boxes[:, 2:], 2)
    boxes = found.boxes + size * chance.normal(0, off, size.shape)
    boxes[:, 2:] = np.abs(boxes[:, 2:])
    assert said(truth, replace(found, boxes=boxes)) == []


@pytest.mark.parametrize("scale", [0.9, 1.12])
def test_a_tenth_too_large_or_small_is_named(scale):
    truth, found = sides()
    moved = replace(found, boxes=CommonShift((0, 0), (scale, scale)).of(found.boxes))
    (message,) = said(truth, moved)
    better, _ = map(float, re.findall(r"AP would be ([.\d]+) instead of ([.\d]+)", message)[0])
    assert better == pytest.approx(tb.evaluate(truth, found).metrics["AP"], abs=0.03)


def test_masks_beside_their_objects_are_named_by_the_boxes_around_them():
    chance = np.random.default_rng(2)
    corners = chance.uniform(0, 200, (80, 2)).round()
    size = chance.uniform(30, 70, (80, 2)).round()

    def rows(step, **more):
        found = []
        for n, ((x, y), (w, h)) in enumerate(zip(corners + step, size, strict=True)):
            ring = [x, y, x + w, y, x + w / 2, y + h]
            row = {"image_id": n % 20 + 1, "category_id": 1, "segmentation": [[float(each) for each in ring]]}
            found.append(row | {name: values[n] for name, values in more.items()})
        return found

    bbox = np.concatenate([corners, size], axis=1).tolist()
    area = (size.prod(axis=1) / 2).tolist()
    truth = {
        "images": [{"id": n, "width": 300, "height": 300} for n in range(1, 21)],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": rows(0, id=list(range(1, 81)), bbox=bbox, area=area, iscrowd=[0] * 80),
    }
    for step, count in ((0, 0), (6, 1)):
        result = tb.evaluate(truth, rows(step, score=[0.5] * 80), geometry="masks")
        messages = [each.message for each in result.warnings if each.code == "W-324"]
        assert len(messages) == count, result.metrics
        assert all("if they were moved by -6.0 in x and -6.0 in y" in each for each in messages)
