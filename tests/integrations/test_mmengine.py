"""`TrueboxMetric` in MMEngine's own evaluator, and beside mmdet's `CocoMetric`, where those are installed."""

from __future__ import annotations

import importlib.util
import json
import sys
import types
import warnings

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from pycocotools import mask as reference_mask  # noqa: E402  after the skip
from reference_coco import reference_coco  # noqa: E402  after the skip
from training_scenes import CATEGORIES, results_of, scene  # noqa: E402  after the skip

from truebox.errors import ArgumentError, InputError, TrueboxWarning  # noqa: E402  after the skip

with warnings.catch_warnings():  # of MMEngine itself
    warnings.simplefilter("ignore")
    from truebox.integrations.mmengine import TrueboxMetric

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning:mmengine")
IDS, NAMES = list(CATEGORIES), list(CATEGORIES.values())
ITEMS = ("mAP", "mAP_50", "mAP_75", "mAP_s", "mAP_m", "mAP_l")


def samples(truth, outputs, *, runs=False):
    """Data samples as dictionaries, which MMEngine's evaluator hands to metrics."""
    for image, found in outputs.items():
        masks = found["masks"][:, 0] > 0.5
        if runs:
            masks = [
                reference_mask.encode(np.asfortranarray(mask.numpy().astype(np.uint8))) for mask in masks
            ]
        yield {
            "img_id": image,
            "ori_shape": (96, 128),
            "pred_instances": {
                "bboxes": found["boxes"],
                "scores": found["scores"],
                "labels": torch.tensor([IDS.index(label) for label in found["labels"].tolist()]).long(),
                "masks": masks,
            },
            "instances": [
                {
                    "bbox": [row["bbox"][0], row["bbox"][1], *corner(row["bbox"])],
                    "bbox_label": IDS.index(row["category_id"]),
                    "ignore_flag": row["iscrowd"],
                }
                for row in truth["annotations"]
                if row["image_id"] == image
            ],
        }


def corner(box):
    return box[0] + box[2], box[1] + box[3]


def doubled(rows, outputs):
    """Boxes of results with sizes subtracted in double precision, as mmdet's metric does."""
    boxes = [box for found in outputs.values() for box in found["boxes"].double().tolist()]
    for row, (x, y, right, below) in zip(rows, boxes, strict=True):
        row["bbox"] = [x, y, right - x, below - y]
    return rows


def evaluated(metric, given, size):
    metric.dataset_meta = {"classes": tuple(NAMES)}
    for sample in given:
        metric.process(None, [sample])
    return metric.evaluate(size)


@pytest.mark.parametrize("runs", [False, True])
def test_numbers_are_those_of_pycocotools(runs, tmp_path):
    truth, outputs = scene(13, 2)
    path = tmp_path / "truth.json"
    path.write_text(json.dumps(truth))
    metric = TrueboxMetric(path, ["bbox", "segm"], classwise=True)
    for _ in range(2):  # it forgets after each
        numbers = evaluated(metric, samples(truth, outputs, runs=runs), 13)
    for kind in ("bbox", "segm"):
        rows = results_of(outputs, kind)
        rows = doubled(rows, outputs) if kind == "bbox" else rows
        expected = reference_coco(truth, rows, kind=kind)
        for item, value in zip(ITEMS, expected["stats"], strict=False):
            assert numbers[f"coco/{kind}_{item}"] == value, (kind, item)
        values = expected["precision"][:, :, 0, 0, -1]
        assert numbers[f"coco/{kind}_cat_precision"] == pytest.approx(values[values > -1].mean(), abs=1e-12)


def test_without_a_file_the_truth_is_that_of_the_samples():
    truth, outputs = scene(13, 2)
    numbers = evaluated(TrueboxMetric(), samples(truth, outputs), 13)
    plain = {**truth, "annotations": [dict(row) for row in truth["annotations"]]}
    for row in plain["annotations"]:
        x, y, right, below = row["bbox"][0], row["bbox"][1], *corner(row["bbox"])
        row["bbox"] = [x, y, right - x, below - y]
        row["area"] = row["bbox"][2] * row["bbox"][3]
    expected = reference_coco(plain, doubled(results_of(outputs, "bbox"), outputs))["stats"]
    assert [numbers[f"coco/bbox_{item}"] for item in ITEMS] == expected[:6].tolist()


def test_some_classes_of_the_file(tmp_path):
    truth, outputs = scene(13, 3)
    path = tmp_path / "truth.json"
    path.write_text(json.dumps(truth))
    metric = TrueboxMetric(path)
    metric.dataset_meta = {"classes": ("dog", "cow")}
    for sample in samples(truth, outputs):
        held = sample["pred_instances"]
        kept = held["labels"] > 0
        sample["pred_instances"] = {name: values[kept] for name, values in held.items()}
        sample["pred_instances"]["labels"] -= 1
        metric.process(None, [sample])
    rows = doubled(results_of(outputs, "bbox"), outputs)
    expected = reference_coco(truth, rows, categories=IDS[1:])["stats"]
    assert metric.evaluate(13)["coco/bbox_mAP"] == expected[0]


def test_what_is_missing_is_said(tmp_path):
    truth, outputs = scene(9, 2)
    path = tmp_path / "truth.json"
    path.write_text(json.dumps(truth))
    some = dict(list(outputs.items())[:5])
    with pytest.warns(TrueboxWarning) as said:
        numbers = evaluated(TrueboxMetric(path), samples(truth, some), 9)
    texts = [str(each.message) for each in said]
    assert any("5 images came, of 9" in text for text in texts)
    assert any("4 images of" in text for text in texts)
    expected = reference_coco(truth, doubled(results_of(some, "bbox"), some))["stats"]
    assert numbers["coco/bbox_mAP"] == expected[0]
    wrong = next(samples(truth, outputs))
    wrong["pred_instances"]["labels"] = wrong["pred_instances"]["labels"] * 0 - 1
    with pytest.raises(InputError, match="E-131"):
        evaluated(TrueboxMetric(path), [wrong], 9)
    with pytest.raises(ArgumentError, match="ann_file"):
        TrueboxMetric(metric="segm")
    with pytest.raises(ArgumentError, match="metric"):
        TrueboxMetric(metric="proposal")
    with pytest.raises(ArgumentError, match="classes"):
        TrueboxMetric().process(None, [])


@pytest.mark.filterwarnings("ignore")
def test_in_the_evaluator_of_mmengine(tmp_path):
    evaluation = pytest.importorskip("mmengine.evaluator")
    from mmengine.structures import BaseDataElement, InstanceData

    truth, outputs = scene(13, 2)
    path = tmp_path / "truth.json"
    path.write_text(json.dumps(truth))
    evaluator = evaluation.Evaluator({"type": "TrueboxMetric", "ann_file": str(path), "prefix": "val"})
    assert isinstance(evaluator.metrics[0], evaluation.BaseMetric)
    evaluator.dataset_meta = {"classes": tuple(NAMES)}
    for sample in samples(truth, outputs):
        held = BaseDataElement(metainfo={"img_id": sample["img_id"]})
        held.pred_instances = InstanceData(
            **{name: values for name, values in sample["pred_instances"].items() if name != "masks"}
        )
        evaluator.process([held], None)
    expected = reference_coco(truth, doubled(results_of(outputs, "bbox"), outputs))["stats"]
    assert evaluator.evaluate(13)["val/bbox_mAP"] == expected[0]


class _Operations(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *_: pytest.fail(f"{name} is called")


def _without_compiled_operations(monkeypatch):
    """Of mmcv-lite, which installs everywhere: mmdet imports their names, and its metric calls none."""
    if importlib.util.find_spec("mmcv._ext") is None:
        monkeypatch.setitem(sys.modules, "mmcv._ext", _Operations("mmcv._ext"))


@pytest.mark.filterwarnings("ignore")
def test_beside_the_metric_of_mmdet_which_runs_on_our_pycocotools(tmp_path, monkeypatch):
    pytest.importorskip("mmdet")
    _without_compiled_operations(monkeypatch)
    module = pytest.importorskip("mmdet.evaluation.metrics.coco_metric")
    truth, outputs = scene(13, 5)
    path = tmp_path / "truth.json"
    path.write_text(json.dumps(truth))
    how = {"ann_file": str(path), "metric": ["bbox", "segm"], "classwise": True}
    expected = evaluated(module.CocoMetric(**how), samples(truth, outputs), 13)
    found = evaluated(TrueboxMetric(**how), samples(truth, outputs), 13)
    # It rounds to three digits, and has one name for the boxes and the masks of a class.
    named = {name: round(value, 3) for name, value in found.items() if not name.endswith("precision")}
    named |= {f"coco/{name}_precision": round(found[f"coco/segm_{name}_precision"], 3) for name in NAMES}
    assert named == expected

    # The same code over our pycocotools, in the place of the class that its own ones inherit.
    from truebox.integrations import pycocotools as replaced

    class Renamed(replaced.COCO):
        def get_cat_ids(self, cat_names=(), sup_names=(), cat_ids=()):
            return self.getCatIds(cat_names, sup_names, cat_ids)

        def get_img_ids(self, img_ids=(), cat_ids=()):
            return self.getImgIds(img_ids, cat_ids)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "COCO", Renamed)
        patch.setattr(module, "COCOeval", replaced.COCOeval)
        after = evaluated(module.CocoMetric(**how), samples(truth, outputs), 13)
    assert after == expected
