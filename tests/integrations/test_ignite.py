"""`DetectionMetric` in Ignite's own engine where that is installed; else called as an engine does."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from reference_coco import reference_coco  # noqa: E402  after the skip
from torch_batches import batches  # noqa: E402  after the skip
from training_scenes import results_of, scene  # noqa: E402  after the skip

import truebox as tb  # noqa: E402  after the skip
from truebox.errors import ArgumentError  # noqa: E402  after the skip

with warnings.catch_warnings():  # of Ignite itself
    warnings.simplefilter("ignore")
    from truebox.integrations.ignite import DetectionMetric

pytestmark = pytest.mark.filterwarnings("ignore")


def ignite_batches(**how):
    for found, true in batches(5, 4, **how):
        yield (
            [{**each, "bbox": each["boxes"]} for each in found],
            [{name: value for name, value in each.items() if name != "image_id"} for each in true],
        )


@pytest.mark.parametrize("kind", ["bbox", "segm"])
def test_numbers_are_those_of_one_evaluation(kind):
    metric = DetectionMetric(range(4), iou_types=[kind], prefix="val/")
    everything = [], []
    for found, true in ignite_batches(masks=kind == "segm"):
        metric.update((found, true))
        for side, entries in zip(everything, (true, found), strict=True):
            side.extend({name: value for name, value in each.items() if name != "bbox"} for each in entries)
    geometry = {"bbox": "boxes", "segm": "masks"}[kind]
    single = tb.Evaluator(range(4), geometry=geometry)
    single.update(*everything)
    # Tensors in single precision: sizes are subtracted there, as pycocotools is given them.
    assert metric.compute() == pytest.approx(single.metrics("val/"), abs=1e-6)
    assert len(metric.result().per_class) == 4
    metric.reset()
    assert metric.compute() == {}


def test_with_the_truth_beforehand_numbers_are_those_of_pycocotools():
    truth, outputs = scene(13, 2)
    metric = DetectionMetric(truth=truth, iou_types=["bbox", "segm", "keypoints"])
    for image, found in outputs.items():
        metric.update(([found], [{"image_id": torch.tensor([image])}]))
    numbers = metric.compute()
    for kind in ("bbox", "segm", "keypoints"):
        expected = reference_coco(truth, results_of(outputs, kind), kind=kind)["stats"]
        assert numbers[f"{kind}/AP"] == expected[0]
        assert numbers[f"{kind}/AP50"] == expected[1]
    with pytest.raises(ArgumentError, match="image_id"):
        metric.update(([outputs[2]], [{}]))


def test_in_an_engine_of_ignite():
    engine_room = pytest.importorskip("ignite.engine")
    from ignite.metrics import Metric

    metric = DetectionMetric(range(4), prefix="coco/")
    assert isinstance(metric, Metric)
    engine = engine_room.Engine(lambda _, batch: batch)
    metric.attach(engine, "numbers")
    for _ in range(2):
        state = engine.run(list(ignite_batches()))
    alone = DetectionMetric(range(4), prefix="coco/")
    for batch in ignite_batches():
        alone.update(batch)
    assert state.metrics["numbers"] == alone.compute()
    assert state.metrics["coco/AP"] == alone.compute()["coco/AP"]


def test_numbers_are_those_of_ignites_own_metric():
    pytest.importorskip("ignite")
    from ignite.metrics.vision.object_detection_average_precision_recall import (
        ObjectDetectionAvgPrecisionRecall,
    )

    own = ObjectDetectionAvgPrecisionRecall(num_classes=4)
    thresholds = torch.linspace(0.5, 0.95, 10).tolist()
    metric = DetectionMetric(
        range(4), iou_thresholds=thresholds, recall_thresholds=torch.linspace(0, 1, 101).tolist()
    )
    for found, given in ignite_batches():
        # Its rules for crowds are not those of COCO.
        true = [{"bbox": each["boxes"], "labels": each["labels"]} for each in given]
        own.update((found, true))
        metric.update((found, true))
    precision, recall = own.compute()
    numbers = metric.compute()
    assert np.float32(numbers["AP"]) == pytest.approx(np.float32(precision), abs=1e-6)
    assert np.float32(numbers["AR100"]) == pytest.approx(np.float32(recall), abs=1e-6)
