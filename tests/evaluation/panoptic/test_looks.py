"""Panoptic classes that have the segments of others, and stuff in pieces, are named with what PQ would be."""

from __future__ import annotations

import re

import numpy as np
import pytest

from truebox.evaluation import evaluate_panoptic

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

CATEGORIES = [{"id": k, "name": f"kind{k}", "isthing": int(k < 4)} for k in range(1, 7)]


def sides(seed=1, wrong=0.05, images=30):
    """Two kinds of stuff with things before them; some segments found as of another class."""
    chance = np.random.default_rng(seed)
    truth, found = [], []
    for image in range(images):
        ids = np.ones((40, 60), dtype=np.int64)
        ids[:, 30:] = 2
        rows = [{"id": 1, "category_id": 4 + image % 3}, {"id": 2, "category_id": 4 + (image + 1) % 3}]
        for n in range(3):
            ids[4 + 12 * n : 12 + 12 * n, 22:36] = 3 + n
            rows.append({"id": 3 + n, "category_id": int(chance.integers(1, 4))})
        truth.append({"image_id": image, "segmentation": ids, "segments_info": rows})
        seen = [
            row | ({"category_id": int(chance.integers(1, 7))} if chance.random() < wrong else {})
            for row in rows
        ]
        found.append({"image_id": image, "segmentation": np.roll(ids, 1, axis=0), "segments_info": seen})
    return {"categories": CATEGORIES, "annotations": truth}, {"annotations": found}


def reclassed(found, ids):
    return {
        "annotations": [
            part
            | {
                "segments_info": [
                    row | {"category_id": ids[row["category_id"]]} for row in part["segments_info"]
                ]
            }
            for part in found["annotations"]
        ]
    }


def said(truth, found, code):
    result = evaluate_panoptic(truth, found, mode="corrected")
    return result, [each.message for each in result.warnings if each.code == code]


@pytest.mark.parametrize("ids", [{1: 2, 2: 3, 3: 4, 4: 5, 5: 6, 6: 1}, {1: 1, 2: 3, 3: 2, 4: 4, 5: 5, 6: 6}])
def test_classes_that_are_numbered_otherwise(ids):
    truth, found = sides()
    result, (message,) = said(truth, reclassed(found, ids), "W-322")
    better, given = map(float, re.findall(r"PQ would be ([.\d]+) instead of ([.\d]+)", message)[0])
    assert given == pytest.approx(result.metrics["PQ"], abs=1e-4)
    assert better == pytest.approx(said(truth, found, "W-322")[0].metrics["PQ"], abs=1e-4)


def test_stuff_in_pieces():
    truth, found = sides()
    parts = []
    for part in found["annotations"]:
        ids, rows = part["segmentation"].copy(), list(part["segments_info"])
        for row in part["segments_info"][:2]:
            lower = (ids == row["id"]) & (np.arange(40)[:, None] >= 20)
            ids[lower] = 10 + row["id"]
            rows.append(row | {"id": 10 + row["id"]})
        parts.append(part | {"segmentation": ids, "segments_info": rows})
    result, (message,) = said(truth, {"annotations": parts}, "W-332")
    better, given = map(float, re.findall(r"PQ would be ([.\d]+) instead of ([.\d]+)", message)[0])
    assert given == pytest.approx(result.metrics["PQ"], abs=1e-4)
    assert better == pytest.approx(said(truth, found, "W-332")[0].metrics["PQ"], abs=0.02)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("wrong", [0.0, 0.3, 0.7, 1.0])
def test_of_segments_as_they_are_nothing_is_said(seed, wrong):
    result, _ = said(*sides(seed, wrong), "W-322")
    assert {each.code for each in result.warnings} & {"W-322", "W-332"} == set()
