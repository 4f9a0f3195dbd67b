"""Panoptic images that are mixed up, written otherwise or left empty are said; honest ones are not."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.evaluation import evaluate_panoptic

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

CATEGORIES = [{"id": k, "name": f"kind{k}", "isthing": int(k < 4)} for k in range(1, 7)]


def sides(missed=0.1, images=40):
    """Two kinds of stuff and three things in each image, some not found."""
    chance = np.random.default_rng(5)
    truth, found = [], []
    for image in range(images):
        ids = np.ones((40, 60), dtype=np.int64)
        ids[:, 30:] = 2
        rows = [
            {"id": 1, "category_id": 4 + int(chance.integers(3))},
            {"id": 2, "category_id": 4 + int(chance.integers(3))},
        ]
        for n in range(3):
            top, left = 4 + 12 * n, int(chance.integers(0, 46))
            ids[top : top + 8, left : left + 14] = 3 + n
            rows.append({"id": 3 + n, "category_id": int(chance.integers(1, 4))})
        truth.append({"image_id": image, "segmentation": ids, "segments_info": rows})
        kept = [row for row in rows if chance.random() >= missed]
        seen = np.where(np.isin(ids, [row["id"] for row in kept]), np.roll(ids, 1, axis=0), 0)
        kept = [row for row in kept if (seen == row["id"]).any()]
        seen = np.where(np.isin(seen, [row["id"] for row in kept]), seen, 0)
        found.append({"image_id": image, "segmentation": seen, "segments_info": kept})
    return {"categories": CATEGORIES, "annotations": truth}, found


def said(truth, found):
    result = evaluate_panoptic(truth, {"annotations": found})
    return {each.code: each for each in result.warnings if each.code in ("W-301", "W-323")}


@pytest.mark.parametrize("missed", [0.05, 0.2, 0.5])
def test_nothing_is_said_of_honest_images(missed):
    assert said(*sides(missed)) == {}


def test_images_left_empty():
    truth, found = sides()
    empty = [
        each | {"segmentation": 0 * each["segmentation"], "segments_info": []}
        if each["image_id"] % 2
        else each
        for each in found
    ]
    finding = said(truth, empty)["W-301"]
    assert finding.count == 20
    assert finding.message == (
        "20 of 40 images have no predicted segment (id 1, 3, 5, ...); their true segments count as missed"
    )


def test_classes_of_some_images_that_are_numbered_otherwise():
    truth, found = sides()
    wrong = [
        each
        | {
            "segments_info": [
                row | {"category_id": (row["category_id"] + 2) % 6 + 1} for row in each["segments_info"]
            ]
        }
        if each["image_id"] < 12
        else each
        for each in found
    ]
    finding = said(truth, wrong)["W-323"]
    assert finding.count >= 11  # of 12; one may have fewer than three segments
    assert "none matches (1, 2, 3, ...)" in finding.message
