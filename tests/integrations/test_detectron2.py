"""`TrueboxEvaluator` beside detectron2's own `COCOEvaluator` where that is installed.

Elsewhere with a stand-in for `Instances`: fields by name, ``has``, boxes with ``tensor``. pycocotools judges.
"""

from __future__ import annotations

import json
import math
import warnings

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from reference_coco import reference_coco  # noqa: E402  after the skip
from training_scenes import CATEGORIES, results_of, scene  # noqa: E402  after the skip

from truebox.errors import ArgumentError, InputError, TrueboxWarning  # noqa: E402  after the skip

with warnings.catch_warnings():  # of detectron2 itself
    warnings.simplefilter("ignore")
    from truebox.integrations.detectron2 import TrueboxEvaluator

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
ORDER = sorted(CATEGORIES)
KINDS = ["bbox", "keypoints", "segm"]


class Boxes:
    """What is used of detectron2's: the tensor."""

    def __init__(self, tensor):
        self.tensor = tensor


class Instances:
    """What is used of detectron2's: fields, and whether there is one."""

    def __init__(self, fields):
        self.__dict__.update(fields)
        self.fields = fields

    def has(self, name):
        return name in self.fields


def fields_of(found, boxes=Boxes):
    """As a model of detectron2 gives them; its points lie half a pixel beside those of the annotations."""
    points = found["keypoints"].clone()
    points[..., :2] += 0.5
    return {
        "pred_boxes": boxes(found["boxes"]),
        "scores": found["scores"],
        "pred_classes": torch.tensor([ORDER.index(label) for label in found["labels"].tolist()]).long(),
        "pred_masks": found["masks"][:, 0] > 0.5,
        "pred_keypoints": points,
    }


def processed(evaluator, outputs, instances=Instances):
    evaluator.reset()
    for image, found in outputs.items():
        evaluator.process([{"image_id": image}], [{"instances": instances(fields_of(found))}])
    return evaluator


def rows_of(outputs, kind):
    """As detectron2 writes them: rows of keypoints hold boxes too, from which pycocotools takes sizes."""
    rows = results_of(outputs, kind)
    if kind == "keypoints":
        for row, boxed in zip(rows, results_of(outputs, "bbox"), strict=True):
            row["bbox"] = boxed["bbox"]
    return rows


def whole_points(outputs):
    """With points that half a pixel more and less leave as they are."""
    for found in outputs.values():
        found["keypoints"] = found["keypoints"].round()
    return outputs


@pytest.mark.parametrize("limit", [None, 100])
def test_percents_are_those_of_pycocotools(limit):
    truth, outputs = scene(13, 2)
    whole_points(outputs)
    numbers = processed(TrueboxEvaluator(truth, max_dets_per_image=limit), outputs).evaluate()
    assert sorted(numbers) == KINDS
    for kind in KINDS:
        expected = reference_coco(truth, rows_of(outputs, kind), kind=kind)
        sizes = ["APm", "APl"] if kind == "keypoints" else ["APs", "APm", "APl"]
        for name, value in zip(["AP", "AP50", "AP75", *sizes], expected["stats"], strict=False):
            found = numbers[kind][name]
            assert found == value * 100 if value >= 0 else math.isnan(found), (kind, name)
        for place, category in enumerate(ORDER):
            values = expected["precision"][:, :, place, 0, -1]
            assert numbers[kind][f"AP-{CATEGORIES[category]}"] == np.mean(values[values > -1]) * 100


@pytest.mark.parametrize("seed", range(4))
def test_the_size_of_detected_keypoints_is_that_of_their_box(seed):
    truth, outputs = scene(13, seed)
    for row in truth["annotations"]:
        row["area"] *= 9
    whole_points(outputs)
    wide = {image: {**found, "boxes": found["boxes"] * (1 + seed)} for image, found in outputs.items()}
    expected = reference_coco(truth, rows_of(wide, "keypoints"), kind="keypoints")["stats"]
    numbers = processed(TrueboxEvaluator(truth, ["keypoints"]), wide).evaluate()["keypoints"]
    found = [numbers[name] for name in ("AP", "AP50", "AP75", "APm", "APl")]
    assert found == [
        value * 100 if value >= 0 else pytest.approx(math.nan, nan_ok=True) for value in expected[:5]
    ]


def test_images_that_were_not_processed_count_and_are_said():
    truth, outputs = scene(9, 2)
    some = dict(list(outputs.items())[:5])
    with pytest.warns(TrueboxWarning, match="4 images of the truth were not given"):
        numbers = processed(TrueboxEvaluator(truth, ["bbox"]), some).evaluate()
    expected = reference_coco(truth, results_of(some, "bbox"))["stats"]
    assert numbers["bbox"]["AP"] == expected[0] * 100
    only = processed(TrueboxEvaluator(truth, ["bbox"]), some).evaluate(img_ids=list(some))
    expected = reference_coco(truth, results_of(some, "bbox"), images=list(some))["stats"]
    assert only["bbox"]["AP"] == expected[0] * 100
    with pytest.raises(ArgumentError, match="img_ids"):
        processed(TrueboxEvaluator(truth, ["bbox"]), some).evaluate(img_ids=[2])


def test_nothing_and_what_does_not_fit():
    truth, outputs = scene(9, 2)
    assert TrueboxEvaluator(truth).evaluate() == {}
    none = {image: {name: values[:0] for name, values in found.items()} for image, found in outputs.items()}
    assert math.isnan(processed(TrueboxEvaluator(truth), none).evaluate()["bbox"]["AP"])
    evaluator = TrueboxEvaluator(truth)
    with pytest.raises(ArgumentError, match="instances"):
        evaluator.process([{"image_id": 2}], [{"proposals": None}])
    wrong = {**fields_of(outputs[2]), "pred_classes": torch.full((len(outputs[2]["labels"]),), 3)}
    with pytest.raises(InputError, match="E-131"):
        evaluator.process([{"image_id": 2}], [{"instances": Instances(wrong)}])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("limit", [None, 7])
def test_beside_the_evaluator_of_detectron2(limit, tmp_path):
    pytest.importorskip("detectron2")
    from detectron2.data import MetadataCatalog
    from detectron2.data.datasets import register_coco_instances
    from detectron2.evaluation import COCOEvaluator, DatasetEvaluator
    from detectron2.structures import Boxes as RealBoxes
    from detectron2.structures import Instances as RealInstances

    truth, outputs = scene(13, 5)
    path, name = tmp_path / "truth.json", f"made_{limit}"
    path.write_text(json.dumps(truth))
    register_coco_instances(name, {}, str(path), str(tmp_path))
    MetadataCatalog.get(name).set(
        thing_classes=[CATEGORIES[each] for each in ORDER],
        thing_dataset_id_to_contiguous_id={each: place for place, each in enumerate(ORDER)},
    )

    def instances(fields):
        fields["pred_boxes"] = RealBoxes(fields["pred_boxes"].tensor)
        return RealInstances((96, 128), **fields)

    theirs = COCOEvaluator(name, distributed=False, max_dets_per_image=limit, use_fast_impl=False)
    ours = TrueboxEvaluator(name, distributed=False, max_dets_per_image=limit)
    assert isinstance(ours, DatasetEvaluator)
    expected = processed(theirs, outputs, instances).evaluate()
    found = processed(ours, outputs, instances).evaluate()
    assert sorted(found) == sorted(expected)
    for kind, numbers in expected.items():
        assert list(found[kind]) == list(numbers), kind
        for key, value in numbers.items():
            assert found[kind][key] == value or (math.isnan(value) and math.isnan(found[kind][key])), (
                kind,
                key,
            )


@pytest.mark.filterwarnings("ignore")
def test_detectron2s_own_evaluator_on_our_pycocotools(tmp_path):
    pytest.importorskip("detectron2")
    from detectron2.data.datasets import register_coco_instances
    from detectron2.evaluation import coco_evaluation
    from detectron2.structures import Boxes as RealBoxes
    from detectron2.structures import Instances as RealInstances

    from truebox.integrations import pycocotools as replaced

    truth, outputs = scene(13, 6)
    path = tmp_path / "truth.json"
    path.write_text(json.dumps(truth))
    register_coco_instances("made_before", {}, str(path), str(tmp_path))
    numbers = []
    for names in (None, {"COCO": replaced.COCO, "COCOeval": replaced.COCOeval, "mask_util": replaced.mask}):
        with pytest.MonkeyPatch.context() as patch:
            for key, value in (names or {}).items():
                patch.setattr(coco_evaluation, key, value)
            evaluator = coco_evaluation.COCOEvaluator("made_before", distributed=False, use_fast_impl=False)
            processed(
                evaluator,
                outputs,
                lambda fields: RealInstances(
                    (96, 128), **{**fields, "pred_boxes": RealBoxes(fields["pred_boxes"].tensor)}
                ),
            )
            numbers.append(evaluator.evaluate())
    assert repr(numbers[0]) == repr(numbers[1])
