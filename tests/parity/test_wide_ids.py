"""Integer ids beyond 64 bits against pycocotools 2.0.11: as numbers are ordered, in files and in memory."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import coco_worlds
import numpy as np
import pytest
from reference_coco import assert_identical, reference_coco

import truebox as tb

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

# In the order of text 10**19 comes before 9 * 10**18.
_EXACT = (9 * 10**18, 10**19, 2**63, 2**62, 7, 3 * 2**61)
_BEYOND = (*_EXACT, 2**64 + 1, 10**30, 2**53 + 1, 2**53, -(2**63) - 1)


def _renumbered(rng: np.random.Generator, ids: list[int], numbers: tuple[int, ...]) -> dict[int, int]:
    taken = rng.choice(len(numbers), size=len(ids), replace=False)
    return {each: numbers[place] for each, place in zip(ids, taken, strict=True)}


def _wide(seed: int) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A world with wide ids of images, classes or annotations, and scores that tie across images."""
    rng = np.random.default_rng(seed)
    truth, found = coco_worlds.world(rng, images=4, classes=3, truths=4, detections=8)
    for row in found:
        row["score"] = float(rng.choice([0.5, 0.75]))
    kinds = seed % 7 + 1
    listed = {row["id"] for row in truth["images"]}
    truth["annotations"] = [row for row in truth["annotations"] if row["image_id"] in listed]
    numbers = _EXACT
    if seed % 2:
        numbers = _BEYOND[6:]
    if kinds & 1:
        images = _renumbered(rng, [row["id"] for row in truth["images"]], numbers)
        for row in truth["images"]:
            row["id"] = images[row["id"]]
        for row in [*truth["annotations"], *found]:
            row["image_id"] = images[row["image_id"]]
    if kinds & 2:
        classes = _renumbered(rng, [row["id"] for row in truth["categories"]], numbers)
        for row in truth["categories"]:
            row["id"] = classes[row["id"]]
        for row in [*truth["annotations"], *found]:
            row["category_id"] = classes[row["category_id"]]
    if kinds & 4:
        for place, row in enumerate(truth["annotations"]):
            row["id"] = place + (
                2**63 if rng.random() < 0.5 else 0
            )  # 0 too, which the reference cannot match
    return truth, found


@pytest.mark.parametrize("seed", range(42))
def test_wide_integers_are_ids(seed: int, tmp_path: Path) -> None:
    truth, found = _wide(seed)
    theirs = reference_coco(truth, found)
    assert_identical(tb.evaluate(truth, found).to_coco_eval(), theirs)
    at, there = tmp_path / "t.json", tmp_path / "p.json"
    at.write_text(json.dumps(truth))
    there.write_text(json.dumps(found))
    assert_identical(tb.evaluate(at, there).to_coco_eval(), theirs)


def test_texts_of_the_same_digits_keep_the_order_of_texts() -> None:
    truth, found = _wide(0)
    for row in truth["images"]:
        row["id"] = str(row["id"])
    for row in [*truth["annotations"], *found]:
        row["image_id"] = str(row["image_id"])
    assert_identical(tb.evaluate(truth, found).to_coco_eval(), reference_coco(truth, found))


def test_ids_that_the_reference_confuses_are_exact() -> None:
    # Q27: NumPy makes float64 of numbers on both sides of 2**63, and the reference then misses images.
    truth, found = coco_worlds.world(np.random.default_rng(1), images=4, classes=2, irregular=False)
    expected = reference_coco(truth, found)  # of the ids 1, 2, ..., in the same order
    ordered = sorted(row["id"] for row in truth["images"])
    new = dict(zip(ordered, [-1, 2**53 + 1, 2**63 + 1, 2**63 + 3], strict=True))
    for row in truth["images"]:
        row["id"] = new[row["id"]]
    for row in [*truth["annotations"], *found]:
        row["image_id"] = new[row["image_id"]]
    assert_identical(tb.evaluate(truth, found).to_coco_eval(), expected)
    theirs = reference_coco(truth, found)
    assert not np.array_equal(theirs["recall"], expected["recall"])
