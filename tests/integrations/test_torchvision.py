"""`CocoEvaluator`, and the protocol of torchvision's references over our pycocotools; pycocotools judges."""

from __future__ import annotations

import contextlib
import copy
import io

import numpy as np
import pytest

pytest.importorskip("torch")

from reference_coco import reference_coco
from training_scenes import results_of, scene

from truebox.errors import InputError, TrueboxWarning
from truebox.integrations import pycocotools as ours
from truebox.integrations.torchvision import CocoEvaluator

KINDS = ["bbox", "segm", "keypoints"]


def batches(outputs, size=3):
    ids = list(outputs)
    for start in range(0, len(ids), size):
        # torchvision takes an empty mapping for an image without detections.
        yield {
            image: outputs[image] if len(outputs[image]["labels"]) else {}
            for image in ids[start : start + size]
        }


def driven(evaluator, outputs):
    said = io.StringIO()
    for batch in batches(outputs):
        evaluator.update(batch)
    evaluator.synchronize_between_processes()
    with contextlib.redirect_stdout(said):
        evaluator.accumulate()
        evaluator.summarize()
    return said.getvalue()


@pytest.mark.parametrize("seed", [1, 2])
def test_numbers_tables_and_lines_are_those_of_pycocotools(seed):
    truth, outputs = scene(13, seed)
    evaluator = CocoEvaluator(truth, KINDS)
    said = driven(evaluator, outputs)
    for kind in KINDS:
        expected = reference_coco(truth, results_of(outputs, kind), kind=kind)
        found = evaluator.coco_eval[kind]
        assert np.array_equal(found.stats, expected["stats"]), kind
        assert found.stats[1] > 0, kind
        for table in ("precision", "recall", "scores"):
            assert np.array_equal(found.eval[table], expected[table]), (kind, table)
        assert found.eval["params"].imgIds == evaluator.img_ids == sorted(outputs)
    assert said.count("IoU metric: ") == 3
    assert said.count(" Average Precision") == 6 + 6 + 5


def test_a_coco_object_as_the_references_make_it():
    from pycocotools import mask

    truth, outputs = scene(9, 2)
    truth["categories"] = [{"id": row["id"]} for row in truth["categories"]]
    for row in truth["annotations"]:
        del row["keypoints"], row["num_keypoints"]
        row["segmentation"] = mask.merge(mask.frPyObjects(row["segmentation"], 96, 128))
    loaded = ours.COCO()
    loaded.dataset = truth
    with contextlib.redirect_stdout(io.StringIO()):
        loaded.createIndex()
    evaluator = CocoEvaluator(loaded, ["bbox", "segm"])
    driven(evaluator, outputs)
    for kind in ("bbox", "segm"):
        expected = reference_coco(truth, results_of(outputs, kind), kind=kind)["stats"]
        assert np.array_equal(evaluator.coco_eval[kind].stats, expected)


@pytest.mark.parametrize("name", ["float16", "bfloat16"])
def test_half_precision_is_subtracted_as_the_references_do(name):
    import torch

    truth, outputs = scene(9, 2)
    for found in outputs.values():
        for key in ("boxes", "scores"):
            found[key] = found[key].to(getattr(torch, name))
    evaluator = CocoEvaluator(truth, ["bbox"])
    driven(evaluator, outputs)
    expected = reference_coco(truth, results_of(outputs, "bbox"))["stats"]
    assert np.array_equal(evaluator.coco_eval["bbox"].stats, expected)


def test_images_that_were_not_given_do_not_count():
    truth, outputs = scene(13, 3)
    some = {image: outputs[image] for image in list(outputs)[:5]}
    evaluator = CocoEvaluator(truth, ["bbox"])
    driven(evaluator, some)
    expected = reference_coco(truth, results_of(some, "bbox"), images=list(some))
    assert np.array_equal(evaluator.coco_eval["bbox"].stats, expected["stats"])


def test_a_class_that_the_truth_does_not_list_is_left_out_and_said():
    truth, outputs = scene(13, 2, unlisted=True)
    evaluator = CocoEvaluator(truth, ["bbox"])
    with pytest.warns(TrueboxWarning, match="of 1 class that the truth does not list"):
        driven(evaluator, outputs)
    expected = reference_coco(truth, results_of(outputs, "bbox"))
    assert np.array_equal(evaluator.coco_eval["bbox"].stats, expected["stats"])


def test_an_image_twice_counts_once_and_is_said():
    truth, outputs = scene(9, 2)
    evaluator = CocoEvaluator(truth, ["bbox"])
    evaluator.update({image: outputs[image] for image in list(outputs)[:2]})
    with pytest.warns(TrueboxWarning, match="W-570"):
        driven(evaluator, outputs)
    expected = reference_coco(truth, results_of(outputs, "bbox"))
    assert np.array_equal(evaluator.coco_eval["bbox"].stats, expected["stats"])


def test_an_image_that_the_truth_has_not_is_refused():
    truth, outputs = scene(9, 2)
    with pytest.raises(InputError, match="E-130"):
        CocoEvaluator(truth, ["bbox"]).update({4444: outputs[2]})


class References:
    """A stand-in for torchvision's ``references/detection/coco_eval.py``: its use of pycocotools.

    A batch is evaluated on its own; its ``evalImgs`` are kept as an array [class, area, image], put together
    over all batches, sorted by image, and given back for `accumulate`.
    """

    def __init__(self, package, truth, kind):
        self.coco = package.COCO()
        self.coco.dataset = copy.deepcopy(truth)
        self.coco.createIndex()
        self.evaluation = package.COCOeval(self.coco, iouType=kind)
        self.kind, self.package, self.images, self.entries = kind, package, [], []

    def update(self, outputs):
        rows = results_of({image: found for image, found in outputs.items() if len(found)}, self.kind)
        self.evaluation.cocoDt = self.coco.loadRes(rows) if rows else self.package.COCO()
        self.evaluation.params.imgIds = list(np.unique(list(outputs)))
        self.evaluation.evaluate()
        params = self.evaluation.params
        shape = len(params.catIds), len(params.areaRng), len(params.imgIds)
        self.images.extend(params.imgIds)
        self.entries.append(np.asarray(self.evaluation.evalImgs, dtype=object).reshape(shape))

    def synchronize_between_processes(self):
        images, places = np.unique(np.array(self.images), return_index=True)
        self.evaluation.evalImgs = list(np.concatenate(self.entries, 2)[..., places].flatten())
        self.evaluation.params.imgIds = list(images)
        self.evaluation._paramsEval = copy.deepcopy(self.evaluation.params)

    def accumulate(self):
        self.evaluation.accumulate()

    def summarize(self):
        self.evaluation.summarize()


@pytest.mark.parametrize("kind", KINDS)
def test_the_protocol_of_the_references_runs_on_our_pycocotools(kind):
    from types import SimpleNamespace

    import pycocotools.coco
    import pycocotools.cocoeval

    theirs = SimpleNamespace(COCO=pycocotools.coco.COCO, COCOeval=pycocotools.cocoeval.COCOeval)
    truth, outputs = scene(13, 5)
    with contextlib.redirect_stdout(io.StringIO()):
        both = [References(package, truth, kind) for package in (ours, theirs)]
        lines = [driven(each, outputs).splitlines()[-12:] for each in both]
    assert np.array_equal(both[0].evaluation.stats, both[1].evaluation.stats)
    assert [line for line in lines[0] if "Average" in line] == [
        line for line in lines[1] if "Average" in line
    ]


@pytest.mark.filterwarnings("ignore")
def test_the_evaluator_of_rf_detr_on_our_names(monkeypatch):
    # RF-DETR from 1.9: it calls faster-coco-eval, with the names of pycocotools.
    module = pytest.importorskip("rfdetr.evaluation.coco_eval", exc_type=ImportError)
    from truebox.integrations import faster_coco_eval as faster

    truth, outputs = scene(13, 6)
    both = []
    for names in ({}, {"COCO": faster.COCO, "COCOeval": faster.COCOeval_faster, "mask_util": faster.mask}):
        for name, value in names.items():
            monkeypatch.setattr(module, name, value)
        loaded = module.COCO(copy.deepcopy(truth))
        evaluator = module.CocoEvaluator(loaded, ["bbox", "segm"])
        assert isinstance(evaluator.coco_eval["bbox"], module.COCOeval)
        driven(evaluator, outputs)
        both.append([evaluator.coco_eval[kind].stats.tolist() for kind in ("bbox", "segm")])
    assert both[0] == both[1]
    assert both[0][0][0] > 0
