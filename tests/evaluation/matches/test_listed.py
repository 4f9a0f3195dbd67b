"""One table of all matches, against those of pycocotools."""

from __future__ import annotations

import contextlib
import io
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from match_worlds import small_result

import truebox as tb
from truebox.evaluation.matches import listed_matches
from truebox.records import Ids

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

RANGES = {"small": (0, 32**2), "medium": (32**2, 96**2), "large": (96**2, 1e10)}


def made(seed: int) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    chance = np.random.default_rng(seed)
    truths, found = [], []
    for image in range(1, 13):
        for _ in range(int(chance.integers(0, 8))):
            x, y, w, h = (int(each) for each in chance.integers((0, 0, 8, 8), (300, 300, 150, 150)))
            row = {"image_id": image, "category_id": int(chance.integers(1, 4)), "bbox": [x, y, w, h]}
            crowd = int(chance.random() < 0.1)
            truths.append({**row, "id": len(truths) + 1, "area": float(w * h), "iscrowd": crowd})
            for _ in range(int(chance.integers(0, 3))):
                moved = [x + int(chance.integers(-9, 10)), y, w, h]
                found.append({**row, "bbox": moved, "score": float(chance.random())})
    classes = [{"id": number, "name": name} for number, name in ((1, "ant"), (2, "bee"), (3, "cow"))]
    images = [{"id": image, "width": 640, "height": 640} for image in range(1, 13)]
    return {"images": images, "categories": classes, "annotations": truths}, found


@pytest.mark.parametrize("seed", range(12))
def test_partners_are_those_of_pycocotools(seed: int) -> None:
    coco = pytest.importorskip("pycocotools.coco")
    cocoeval = pytest.importorskip("pycocotools.cocoeval")
    truth, found = made(seed)
    with contextlib.redirect_stdout(io.StringIO()):
        theirs = coco.COCO()
        theirs.dataset = truth
        theirs.createIndex()
        evaluation = cocoeval.COCOeval(theirs, theirs.loadRes([dict(row) for row in found]), "bbox")
        evaluation.evaluate()
    expected, missed = {}, set()
    of_all = [each for each in evaluation.evalImgs if each is not None and each["aRng"] == [0, 1e10]]
    for each in of_all:
        for place, number in enumerate(each["dtIds"]):
            partner = int(each["dtMatches"][0, place])
            outcome = (
                "ignored" if each["dtIgnore"][0, place] else ("true" if partner else "false") + " positive"
            )
            expected[number - 1] = (outcome, partner or None)
        hit = each["gtMatches"][0]
        missed |= {
            number
            for number, partner, ignored in zip(each["gtIds"], hit, each["gtIgnore"], strict=True)
            if not partner and not ignored
        }
    columns = listed_matches(tb.evaluate(truth, found)).to_dict()
    mine = {
        row: (outcome, partner)
        for row, outcome, partner in zip(columns["row"], columns["outcome"], columns["truth_id"], strict=True)
        if row is not None
    }
    assert mine == expected
    of_missed = [place for place, row in enumerate(columns["row"]) if row is None]
    assert {columns["truth_id"][place] for place in of_missed} == missed
    assert {columns["outcome"][place] for place in of_missed} <= {"missed"}
    names = {1: "ant", 2: "bee", 3: "cow"}
    for place, row in enumerate(columns["row"]):
        of_truth = columns["truth_id"][place]
        side = truth["annotations"][of_truth - 1] if row is None else found[row]
        assert (columns["image_id"][place], columns["class"][place]) == (
            side["image_id"],
            names[side["category_id"]],
        )
        assert [columns[key][place] for key in ("x", "y", "width", "height")] == side["bbox"]
        if of_truth is not None and row is not None and not truth["annotations"][of_truth - 1]["iscrowd"]:
            pair = (found[row]["bbox"], truth["annotations"][of_truth - 1]["bbox"])
            assert columns["overlap"][place] == pytest.approx(tb.iou(*pair, box_format="xywh"), abs=1e-12)
        if columns["outcome"][place] in ("true positive", "missed"):
            area = truth["annotations"][of_truth - 1]["area"]
            held = [label for label, (low, high) in RANGES.items() if low <= area <= high]
            assert columns["size"][place] == " ".join(held)


def test_of_a_false_positive_the_nearest_truth_is_named_whatever_its_class() -> None:
    truth = [{"boxes": [[0, 0, 10, 10], [0, 0, 10, 4]], "labels": ["cat", "dog"]}]
    found = [{"boxes": [[0, 0, 10, 4], [90, 0, 99, 9]], "labels": ["cat", "cat"], "scores": [0.9, 0.8]}]
    columns = listed_matches(tb.evaluate(truth, found, mode="corrected")).to_dict()
    assert columns["outcome"] == ["false positive", "false positive", "missed", "missed"]
    assert (columns["nearest_class"][:2], columns["nearest_truth_row"][:2]) == (["dog", ""], [1, None])
    assert columns["nearest_overlap"][0] == 1
    assert columns["truth_row"] == [None, None, 0, 1]


def test_ids_of_texts_and_ids_below_0() -> None:
    result = small_result()
    number = len(result.truth)
    below = replace(result, truth=replace(result.truth, ids=Ids(-np.arange(1, number + 1, dtype=np.int64))))
    rows = listed_matches(below).to_dict()
    texts = replace(result, truth=replace(result.truth, ids=Ids.of([f"a{row}" for row in range(number)])))
    of_texts = listed_matches(texts).to_dict()
    for place, row in enumerate(rows["truth_row"]):
        assert rows["truth_id"][place] == ("" if row is None else str(-1 - row))
        assert of_texts["truth_id"][place] == ("" if row is None else f"a{row}")


def test_without_classes_and_sizes_there_is_no_column_of_them() -> None:
    columns = listed_matches(small_result(class_agnostic=True, area_ranges={"all": (0, 1e10)})).columns
    assert not {"class", "truth_class", "nearest_class", "size"} & set(columns)
