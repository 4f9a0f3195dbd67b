"""What docs/comparison.md says that stands in for pycocotools, run beside pycocotools."""

from __future__ import annotations

import contextlib
import copy
import importlib
import io
import json
import re

import numpy as np
import pytest
from coco_worlds import world
from project_tree import ROOT

PAGE = (ROOT / "docs" / "comparison.md").read_text(encoding="utf-8")
TOOLS = {
    "pycocotools": ("pycocotools.coco.COCO", "pycocotools.cocoeval.COCOeval"),
    "Truebox": ("truebox.integrations.pycocotools.COCO", "truebox.integrations.pycocotools.COCOeval"),
    "faster-coco-eval": ("faster_coco_eval.COCO", "faster_coco_eval.COCOeval_faster"),
    "hotcoco": ("hotcoco.COCO", "hotcoco.COCOeval"),
}


def _named(path):
    module, _, name = path.rpartition(".")
    pytest.importorskip(module.split(".")[0])
    return getattr(importlib.import_module(module), name)


class Asked:
    """One tool on one made world."""

    def __init__(self, tool, folder):
        self.coco, self.evaluator = map(_named, TOOLS[tool])
        truth, found = world(np.random.default_rng(21), irregular=False, images=8)
        for place, row in enumerate(found):
            row["score"] = round(row["score"], 1)
            row["category_id"] = (
                truth["categories"][place % 3]["id"] if place % 5 == 0 else row["category_id"]
            )
        truth["annotations"][0]["iscrowd"] = 1
        self.truth, self.found, self.folder = truth, found, folder
        self.printed = ""

    def evaluation(self, change=lambda params: None, evaluator=None, found=None):
        (self.folder / "truth.json").write_text(json.dumps(self.truth), encoding="utf-8")
        truth = self.coco(str(self.folder / "truth.json"))
        results = truth.loadRes(copy.deepcopy(self.found) if found is None else found)
        made = (evaluator or self.evaluator)(truth, results, "bbox")
        change(made.params)
        return made

    def tables(self, change=lambda params: None, **options):
        made = self.evaluation(change, **options)
        made.evaluate()
        made.accumulate()
        return [np.asarray(made.eval[name]) for name in ("precision", "recall")]

    def stats(self, change=lambda params: None, **options):
        made = self.evaluation(change, **options)
        made.evaluate()
        made.accumulate()
        made.summarize()
        return np.asarray(made.stats)


def _set(**fields):
    def change(params):
        for name, value in fields.items():
            setattr(params, name, value(params) if callable(value) else value)

    return change


def precision_bit_for_bit(asked):
    return asked.tables()


def limits_without_100(asked):
    return asked.stats(_set(maxDets=[1, 10, 50]))


def some_images(asked):
    return asked.stats(_set(imgIds=lambda params: sorted(image["id"] for image in asked.truth["images"])[:3]))


def some_images_cut_off_the_list(asked):
    return asked.stats(_set(imgIds=lambda params: params.imgIds[:3]))


def areas_of_ones_own(asked):
    return asked.tables(_set(areaRng=[[0, 1e10], [0, 700]], areaRngLbl=["all", "tiny"]))


def recalls_of_ones_own(asked):
    return asked.tables(_set(recThrs=np.linspace(0, 1, 11)))


def thresholds_of_ones_own(asked):
    return asked.tables(_set(iouThrs=np.array([0.3, 0.4])))


def without_categories(asked):
    return asked.tables(_set(useCats=0))


def evaluated_entries(asked):
    made = asked.evaluation()
    made.evaluate()
    return [entry["dtMatches"] for entry in made.evalImgs if entry is not None]


def merged_entries(asked):
    made = asked.evaluation()
    made.evaluate()
    entries = [None if number % 3 == 0 else entry for number, entry in enumerate(made.evalImgs)]
    made.evalImgs = entries
    made._paramsEval = copy.deepcopy(made.params)
    made.accumulate()
    return [np.asarray(made.eval["recall"])]


def overlaps_of_a_subclass(asked):
    class Halved(asked.evaluator):
        def computeIoU(self, imgId, catId):
            overlaps = super().computeIoU(imgId, catId)
            return overlaps * 0.5 if len(overlaps) else overlaps

    return asked.tables(evaluator=Halved)


def results_changed_in_place(asked):
    made = asked.evaluation()
    for row in made.cocoDt.dataset["annotations"]:
        row["score"] = 1 - row["score"]
    made.evaluate()
    made.accumulate()
    return [np.asarray(made.eval["precision"])]


def no_results(asked):
    return asked.stats(found=[])


def printed_lines(asked):
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        asked.stats()
    return "".join(line for line in told.getvalue().splitlines(True) if line.startswith(" Average"))


ROWS = {
    "precision, bit for bit": precision_bit_for_bit,
    "the twelve printed lines": printed_lines,
    "`maxDets = [1, 10, 50]`": limits_without_100,
    "`imgIds` set to a list": some_images,
    "`imgIds = params.imgIds[:3]`": some_images_cut_off_the_list,
    "two `areaRng`": areas_of_ones_own,
    "eleven `recThrs`": recalls_of_ones_own,
    "two `iouThrs`": thresholds_of_ones_own,
    "`useCats = 0`, equal scores": without_categories,
    "`evalImgs` read": evaluated_entries,
    "`evalImgs` merged and put back": merged_entries,
    "a subclass with its own `computeIoU`": overlaps_of_a_subclass,
    "results changed in place": results_changed_in_place,
    "no results": no_results,
}


def answer(row, tool, folder):
    """What a tool gives: a value, or the name of its error."""
    asked = Asked(tool, folder)
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            return ROWS[row](asked)
    except Exception as error:
        return type(error)


def word(row, tool, folder):
    """As the table says it."""
    theirs, found = answer(row, "pycocotools", folder), answer(row, tool, folder)
    if isinstance(found, type) or isinstance(theirs, type):
        if found is theirs or (
            isinstance(found, type) and isinstance(theirs, type) and issubclass(found, theirs)
        ):
            return "same"
        return f"`{found.__name__}`" if isinstance(found, type) else "a number"
    if isinstance(theirs, str):
        return "same" if found == theirs else "other"
    pairs = list(zip(found, theirs, strict=False)) if isinstance(theirs, list) else [(found, theirs)]
    if len(found) != len(theirs):
        return "other"
    if all(np.array_equal(one, other) for one, other in pairs):
        return "same"
    close = all(
        np.shape(one) == np.shape(other) and np.allclose(one, other, atol=1e-12) for one, other in pairs
    )
    return "same but for last bits" if close else "other"


def said():
    table = PAGE.partition("## Standing in")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (.+?) \| (.+?) \| (.+?) \| (.+?) \|$", table, re.MULTILINE)
    return {row: dict(zip(list(TOOLS)[1:], cells, strict=True)) for row, *cells in rows}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("tool", ["Truebox", "faster-coco-eval", "hotcoco"])
def test_the_table_says_what_each_honours(row, tool, tmp_path):
    assert word(row, tool, tmp_path) == said()[row][tool]


def test_every_row_of_the_table_was_run():
    assert set(ROWS) == {row for row in said() if row.strip("- ")}


def test_every_comparison_with_a_metric_of_a_framework_is_a_test():
    section = PAGE.partition("## In the place of")[2].partition("\n## ")[0]
    named = re.findall(r"`(test_\w+)`", section)
    written = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "integrations").rglob("test_*.py")
    )
    assert len(named) >= 7
    assert [name for name in named if f"def {name}(" not in written] == []
