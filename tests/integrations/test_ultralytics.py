"""`report_coco` with a real validator of Ultralytics where that is installed, else with a stand-in.

The stand-in has what is used: ``names``, ``_prepare_batch``, ``_prepare_pred``, ``scale_preds``, and the four
steps of a validation in their order. Numbers are judged by pycocotools.
"""

from __future__ import annotations

import logging
import math

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from reference_coco import reference_coco  # noqa: E402  after the skip
from training_scenes import CATEGORIES, HEIGHT, WIDTH, results_of, scene  # noqa: E402  after the skip

from truebox.errors import ArgumentError  # noqa: E402  after the skip
from truebox.integrations.ultralytics import report_coco  # noqa: E402  after the skip

IDS = list(CATEGORIES)


class Validator:
    """Pictures are twice as large as what the network sees."""

    def __init__(self):
        self.names = dict(enumerate(CATEGORIES.values()))
        self.said = []

    def _prepare_batch(self, place, batch):
        return {**batch["images"][place], "imgsz": (HEIGHT // 2, WIDTH // 2)}

    def _prepare_pred(self, pred):
        return pred

    def scale_preds(self, predn, pbatch):
        return {**predn, "bboxes": predn["bboxes"] * 2}

    def update_metrics(self, preds, batch):
        self.said.append("update")

    def gather_stats(self):
        self.said.append("gather")

    def get_stats(self):
        return {"metrics/mAP50(B)": 0.5}

    def print_results(self):
        self.said.append("table")


class Model:
    def __init__(self):
        self.callbacks = []

    def add_callback(self, event, function):
        assert event == "on_val_start"
        self.callbacks.append(function)

    def val(self, batches, validator=None):
        validator = validator or Validator()
        for callback in self.callbacks:
            callback(validator)
        for preds, batch in batches:
            validator.update_metrics(preds, batch)
        validator.gather_stats()
        stats = validator.get_stats()
        validator.print_results()
        return stats, validator


def world(seed=2):
    """Truth, outputs, and batches in the picture of the network; coordinates survive halving."""
    truth, outputs = scene(13, seed)
    for image in truth["images"]:
        image["file_name"] = f"pictures/no-{image['id']}.jpg"
    batches = []
    for image, found in outputs.items():
        rows = [row for row in truth["annotations"] if row["image_id"] == image]
        true = np.array([row["bbox"] for row in rows], dtype=np.float32).reshape(-1, 4)
        held = {
            "im_file": f"/data/no-{image}.jpg",
            "bboxes": torch.tensor(np.hstack([true[:, :2], true[:, :2] + true[:, 2:]]) / 2),
            "cls": torch.tensor([IDS.index(row["category_id"]) for row in rows]),
        }
        pred = {
            "bboxes": found["boxes"] / 2,
            "conf": found["scores"],
            "cls": torch.tensor([float(IDS.index(label)) for label in found["labels"].tolist()]),
        }
        batches.append(([pred], {"images": [held]}))
    return truth, outputs, batches


def test_with_the_truth_numbers_are_those_of_pycocotools(caplog):
    truth, outputs, batches = world()
    model = Model()
    report_coco(model, truth)
    with caplog.at_level(logging.INFO, "ultralytics"):
        for _ in range(2):  # an evaluation of its own each
            stats, validator = model.val(batches)
    expected = reference_coco(truth, results_of(outputs, "bbox"))["stats"]
    for name, value in zip(("AP", "AP50", "AP75", "APs", "APm", "APl"), expected, strict=False):
        found = stats[f"coco/{name}"]
        assert found == value or (value < 0 and math.isnan(found)), name
    assert stats["metrics/mAP50(B)"] == 0.5
    assert validator.said == ["update"] * 13 + ["gather", "table"]
    lines = [record.getMessage() for record in caplog.records]
    assert len(lines) == 2
    assert f"COCO-exact  AP {expected[0]:.4f}" in lines[0]


def test_without_it_the_truth_is_that_of_the_labels():
    truth, outputs, batches = world()
    for row in truth["annotations"]:
        row["bbox"] = [float(np.float32(value)) for value in row["bbox"]]
        row["area"], row["iscrowd"] = row["bbox"][2] * row["bbox"][3], 0
    # Images are known by their paths, and equal scores go in their order.
    rows = results_of(outputs, "bbox")
    for row in (*rows, *truth["annotations"]):
        row["image_id"] = f"/data/no-{row['image_id']}.jpg"
    for image in truth["images"]:
        image["id"] = f"/data/no-{image['id']}.jpg"
    model = Model()
    report_coco(model)
    expected = reference_coco(truth, rows)["stats"]
    assert model.val(batches)[0]["coco/AP"] == pytest.approx(expected[0], abs=1e-6)


def test_what_does_not_fit_is_refused():
    truth, _, batches = world()
    model = Model()
    report_coco(model, {**truth, "categories": [{"id": each, "name": f"no{each}"} for each in IDS]})
    with pytest.raises(ArgumentError, match="no category is called 'cat'"):
        model.val(batches)
    turned = Model()
    report_coco(turned, truth)
    batches[0][0][0]["bboxes"] = torch.zeros((1, 5))
    with pytest.raises(ArgumentError, match="turned"):
        turned.val(batches)


@pytest.mark.filterwarnings("ignore")
def test_in_a_validation_of_ultralytics(tmp_path, monkeypatch):
    monkeypatch.setenv("YOLO_CONFIG_DIR", str(tmp_path))
    pytest.importorskip("ultralytics")
    pytest.importorskip("torchvision")
    import json

    from PIL import Image
    from ultralytics.models.yolo.detect import DetectionValidator

    truth, outputs = scene(6, 4)
    (tmp_path / "images").mkdir()
    (tmp_path / "labels").mkdir()
    for image in truth["images"]:
        image["file_name"] = f"{image['id']}.png"
        Image.new("RGB", (WIDTH, HEIGHT)).save(tmp_path / "images" / image["file_name"])
        lines = []
        for row in truth["annotations"]:
            if row["image_id"] == image["id"]:
                x, y, w, h = row["bbox"]
                w, h = min(w, WIDTH - x), min(h, HEIGHT - y)
                row["bbox"], row["area"], row["iscrowd"] = [x, y, w, h], w * h, 0
                numbers = (x + w / 2) / WIDTH, (y + h / 2) / HEIGHT, w / WIDTH, h / HEIGHT
                lines.append(" ".join(map(str, (IDS.index(row["category_id"]), *numbers))))
        (tmp_path / "labels" / f"{image['id']}.txt").write_text("\n".join(lines))
    data = tmp_path / "data.yaml"
    data.write_text(json.dumps({"path": str(tmp_path), "train": "images", "val": "images",
                                "names": dict(enumerate(CATEGORIES.values()))}))  # fmt: skip

    seen = {}

    class Planted(DetectionValidator):
        """The network's detections are those of the scene, in the picture of the network."""

        def preprocess(self, batch):
            self.now = super().preprocess(batch)
            return self.now

        def postprocess(self, preds):
            planted = []
            for place in range(len(self.now["im_file"])):
                held = self._prepare_batch(place, self.now)
                image = int(held["im_file"].rsplit("/", 1)[-1].split(".")[0])
                found = outputs[image]
                (gain, _), (left, top) = held["ratio_pad"]
                boxes = found["boxes"] * gain + torch.tensor([left, top, left, top])
                labels = torch.tensor([float(IDS.index(label)) for label in found["labels"].tolist()])
                each = {"bboxes": boxes, "conf": found["scores"], "cls": labels, "extra": boxes[:, :0]}
                planted.append(each)
                seen[image] = {**found, "boxes": self.scale_preds(each, held)["bboxes"]}
            return planted

    from ultralytics import YOLO

    network = YOLO("yolov8n.yaml").model
    network.names = dict(enumerate(CATEGORIES.values()))
    validator = Planted(
        args={
            "data": str(data),
            "imgsz": 128,
            "batch": 2,
            "plots": False,
            "device": "cpu",
            "workers": 0,
            "project": str(tmp_path / "runs"),
        }
    )
    report_coco(validator, truth)
    stats = validator(model=network)
    expected = reference_coco(truth, results_of(seen, "bbox"))["stats"]
    assert stats["coco/AP"] == expected[0] > 0
    assert stats["coco/AP50"] == expected[1]
    assert 0 < stats["metrics/mAP50-95(B)"] < 1
