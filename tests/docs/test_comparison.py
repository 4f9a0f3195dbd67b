"""What docs/comparison.md says was run with other tools, run."""

from __future__ import annotations

import copy
import importlib
import json
import re

import numpy as np
import pytest
from project_tree import ROOT

import truebox as tb

PAGE = (ROOT / "docs" / "comparison.md").read_text(encoding="utf-8")
TRUTH = {
    "images": [{"id": number, "width": 100, "height": 100} for number in (1, 2)],
    "categories": [{"id": 1, "name": "cat"}],
    "annotations": [
        {"image_id": n % 2 + 1, "category_id": 1, "bbox": [10 + n * 9, 10, 20, 20], "area": 400, "iscrowd": 0}
        | {"id": n + 1}
        for n in range(6)
    ],
}
FOUND = [
    {"image_id": n % 2 + 1, "category_id": 1, "bbox": [11 + n * 9, 10, 20, 20], "score": 0.9 - n * 0.1}
    for n in range(6)
]
TOOLS = {
    "pycocotools": ("pycocotools.coco", "COCO", "pycocotools.cocoeval", "COCOeval"),
    "faster-coco-eval": ("faster_coco_eval", "COCO", "faster_coco_eval", "COCOeval_faster"),
    "hotcoco": ("hotcoco", "COCO", "hotcoco", "COCOeval"),
}


def first_annotation_has_id_0():
    truth = copy.deepcopy(TRUTH)
    truth["annotations"][0]["id"] = 0
    return truth, FOUND


def no_detections():
    return TRUTH, []


def an_unknown_image():
    return TRUTH, [*FOUND, {"image_id": 99, "category_id": 1, "bbox": [1, 1, 5, 5], "score": 0.9}]


def a_nan_score():
    return TRUTH, [{**FOUND[0], "score": float("nan")}, *FOUND[1:]]


def texts_as_ids():
    truth, found = copy.deepcopy(TRUTH), copy.deepcopy(FOUND)
    for image in truth["images"]:
        image["id"] = str(image["id"])
    for row in (*truth["annotations"], *found):
        row["image_id"] = str(row["image_id"])
    return truth, found


ROWS = {
    "annotation with id 0": first_annotation_has_id_0,
    "no detections at all": no_detections,
    "detections of images that the truth lacks": an_unknown_image,
    "a NaN score": a_nan_score,
    "image ids that are texts": texts_as_ids,
}
# AP, or the name of the exception; of the tools in the versions that the page names.
OUTCOMES = {
    ("annotation with id 0", "pycocotools"): 0.6237623762376238,
    ("annotation with id 0", "faster-coco-eval"): 0.6237623762376238,
    ("annotation with id 0", "hotcoco"): 0.9,
    ("no detections at all", "pycocotools"): "IndexError",
    ("no detections at all", "faster-coco-eval"): 0.0,
    ("no detections at all", "hotcoco"): 0.0,
    ("detections of images that the truth lacks", "pycocotools"): "AssertionError",
    ("detections of images that the truth lacks", "faster-coco-eval"): "AssertionError",
    ("detections of images that the truth lacks", "hotcoco"): 0.9,
    ("a NaN score", "pycocotools"): 0.9,
    ("a NaN score", "faster-coco-eval"): "ValueError",
    ("a NaN score", "hotcoco"): "ValueError",
    ("image ids that are texts", "pycocotools"): 0.9,
    ("image ids that are texts", "faster-coco-eval"): "AssertionError",
    ("image ids that are texts", "hotcoco"): "ValueError",
}


def outcome_of(tool: str, truth, found, folder) -> float | str:
    module, coco, evaluating, evaluator = TOOLS[tool]
    pytest.importorskip(module.split(".")[0], reason=f"{tool} is not installed")
    (folder / "truth.json").write_text(json.dumps(truth), encoding="utf-8")
    (folder / "found.json").write_text(json.dumps(found), encoding="utf-8")
    try:
        read = getattr(importlib.import_module(module), coco)(str(folder / "truth.json"))
        results = read.loadRes(str(folder / "found.json"))
        evaluation = getattr(importlib.import_module(evaluating), evaluator)(read, results, "bbox")
        evaluation.evaluate()
        evaluation.accumulate()
        evaluation.summarize()
    except Exception as error:  # which one is the answer
        return type(error).__name__
    return float(np.asarray(evaluation.stats)[0])


@pytest.mark.parametrize(("row", "tool"), OUTCOMES, ids=" | ".join)
@pytest.mark.filterwarnings("ignore")
def test_another_tool_does_what_the_page_says(row, tool, tmp_path):
    outcome = outcome_of(tool, *ROWS[row](), tmp_path)
    expected = OUTCOMES[row, tool]
    assert outcome == (expected if isinstance(expected, str) else pytest.approx(expected, abs=1e-12))


@pytest.mark.parametrize(
    ("row", "code"),
    [("detections of images that the truth lacks", "E-130"), ("a NaN score", "E-124")],
)
def test_truebox_refuses_what_the_page_says(row, code):
    with pytest.raises(tb.errors.InputError) as caught:
        tb.evaluate(*ROWS[row]())
    assert caught.value.code == code


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_truebox_evaluates_what_the_page_says():
    assert tb.evaluate(*ROWS["no detections at all"]()).metrics["AP"] == 0
    assert tb.evaluate(*ROWS["image ids that are texts"]()).metrics["AP"] == pytest.approx(0.9)
    strict = tb.evaluate(*ROWS["annotation with id 0"]())
    assert strict.metrics["AP"] == pytest.approx(0.6237623762376238)
    assert any("Q1 " in finding.message for finding in strict.warnings)
    mended = tb.evaluate(*ROWS["annotation with id 0"](), mode="corrected")
    assert mended.metrics["AP"] == pytest.approx(0.9)


def test_every_row_that_was_run_is_a_row_of_the_page():
    run = re.findall(r"^\| ([^|(]+) \(\*run\*\)", PAGE, re.MULTILINE)
    # The first two rows are kept by tests/parity and the benchmarks.
    assert run[2:] == list(ROWS)
