"""`TrainerMetrics` in a Trainer of Transformers where that is installed.

Elsewhere batches are handed over as the Trainer does: outputs in order, labels as image processors make them.
"""

from __future__ import annotations

from itertools import chain
from types import SimpleNamespace

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from reference_coco import reference_coco  # noqa: E402  after the skip
from training_scenes import CATEGORIES, HEIGHT, WIDTH, scene  # noqa: E402  after the skip

from truebox.errors import ArgumentError, TrueboxWarning  # noqa: E402  after the skip
from truebox.integrations.transformers import TrainerMetrics  # noqa: E402  after the skip

NAMES = dict(enumerate(CATEGORIES.values()))
QUERIES = 12


class Processor:
    """A stand-in for image processors: fractions to corners in pixels, the best class of each query."""

    def post_process_object_detection(self, outputs, threshold, target_sizes):
        scores, labels = outputs.logits.sigmoid().max(-1)
        x, y, w, h = outputs.pred_boxes.unbind(-1)
        corners = torch.stack([x - w / 2, y - h / 2, x + w / 2, y + h / 2], -1)
        found = []
        for place, (height, width) in enumerate(target_sizes):
            kept = scores[place] > threshold
            boxes = corners[place] * torch.tensor([width, height, width, height])
            found.append({"scores": scores[place][kept], "labels": labels[place][kept], "boxes": boxes[kept]})
        return found


def loop(images=9, size=2, seed=3):
    """Truth with classes from 0, and batches of (outputs, labels)."""
    truth, outputs = scene(images, seed)
    numbers = {each: place for place, each in enumerate(CATEGORIES)}
    truth["categories"] = [{"id": key, "name": name} for key, name in NAMES.items()]
    for row in truth["annotations"]:
        row["category_id"], row["iscrowd"] = numbers[row["category_id"]], 0
        row["area"] = row["bbox"][2] * row["bbox"][3]
    chance = torch.Generator().manual_seed(seed)
    batches, ids = [], list(outputs)
    for start in range(0, images, size):
        some = ids[start : start + size]
        logits = torch.randn((len(some), QUERIES, len(NAMES)), generator=chance)
        boxes = torch.rand((len(some), QUERIES, 4), generator=chance) * 0.4 + 0.3
        labels = []
        for place, image in enumerate(some):
            rows = [row for row in truth["annotations"] if row["image_id"] == image]
            true = np.array([row["bbox"] for row in rows], dtype=np.float64).reshape(-1, 4)
            centred = np.hstack([true[:, :2] + true[:, 2:] / 2, true[:, 2:]]) / [WIDTH, HEIGHT, WIDTH, HEIGHT]
            close = min(len(rows), QUERIES)
            boxes[place, :close] = torch.tensor(centred[:close]) + 0.01
            for query, row in enumerate(rows[:close]):
                logits[place, query, row["category_id"]] = 3.0
            labels.append(
                {
                    "image_id": torch.tensor([image]),
                    "class_labels": torch.tensor([row["category_id"] for row in rows]).long(),
                    "boxes": torch.tensor(centred),
                    "area": torch.zeros(len(rows)),
                    "iscrowd": torch.zeros(len(rows)).long(),
                    "orig_size": torch.tensor([HEIGHT, WIDTH]),
                }
            )
        batches.append((({"loss_ce": torch.zeros(1)}, logits, boxes, torch.zeros((len(some), 5, 7))), labels))
    return truth, batches


def results(batches, processor):
    """What the image processor gives, as rows of COCO results."""
    rows = []
    for outputs, labels in batches:
        sizes = [tuple(label["orig_size"].tolist()) for label in labels]
        given = SimpleNamespace(logits=outputs[1], pred_boxes=outputs[2])
        processed = processor.post_process_object_detection(given, threshold=0.0, target_sizes=sizes)
        for label, found in zip(labels, processed, strict=True):
            corners = found["boxes"]
            boxes = torch.cat([corners[:, :2], corners[:, 2:] - corners[:, :2]], dim=1).tolist()
            rows.extend(
                {"image_id": int(label["image_id"]), "category_id": kind, "bbox": box, "score": score}
                for kind, box, score in zip(
                    found["labels"].tolist(), boxes, found["scores"].tolist(), strict=True
                )
            )
    return rows


def test_batch_by_batch_with_the_truth_numbers_are_those_of_pycocotools():
    truth, batches = loop()
    metrics = TrainerMetrics(Processor(), truth=truth)
    expected = reference_coco(truth, results(batches, Processor()))["stats"]
    for _ in range(2):  # it forgets after each loop
        for place, (outputs, labels) in enumerate(batches):
            last = place == len(batches) - 1
            given = SimpleNamespace(predictions=outputs, label_ids=labels)
            numbers = metrics(given, compute_result=last)
            assert bool(numbers) == last
        assert numbers["AP"] == expected[0] > 0
        assert numbers["AR100"] == expected[8]


def test_all_at_the_end_from_the_labels():
    truth, batches = loop()
    metrics = TrainerMetrics(Processor(), NAMES, prefix="coco_")
    arrays = [tuple(each.numpy() for each in outputs[1:]) for outputs, _ in batches]
    numbers = metrics(SimpleNamespace(predictions=arrays, label_ids=[labels for _, labels in batches]))
    expected = reference_coco(truth, results(batches, Processor()))["stats"]
    # Boxes came as fractions, and went through them.
    assert numbers["coco_AP"] == pytest.approx(expected[0], abs=1e-9)


def test_labels_find_their_category_by_name():
    truth, batches = loop()
    rows = results(batches, Processor())
    # The truth counts otherwise, and lacks the last class.
    for row in truth["categories"]:
        row["id"] = 10 - row["id"]
    for row in truth["annotations"]:
        row["category_id"] = 10 - row["category_id"]
    last = truth["categories"].pop()["id"]
    truth["annotations"] = [row for row in truth["annotations"] if row["category_id"] != last]
    for row in rows:
        row["category_id"] = 10 - row["category_id"]
    metrics = TrainerMetrics(Processor(), NAMES, truth=truth)
    given = SimpleNamespace(
        predictions=[outputs for outputs, _ in batches], label_ids=[labels for _, labels in batches]
    )
    with pytest.warns(TrueboxWarning, match="of 1 class that the truth does not list"):
        numbers = metrics(given)
    assert numbers["AP"] == reference_coco(truth, rows)["stats"][0] > 0
    with pytest.raises(ArgumentError, match="same names"):
        TrainerMetrics(Processor(), {0: "other"}, truth=truth)
    with pytest.raises(ArgumentError, match="id2label"):
        TrainerMetrics(Processor(), ["cat"], truth=truth)


def test_what_cannot_be_told_apart_is_refused():
    _, batches = loop()
    outputs, labels = batches[0]
    metrics = TrainerMetrics(Processor(), NAMES)
    with pytest.raises(ArgumentError, match="several processes"):
        metrics(SimpleNamespace(predictions=outputs, label_ids=labels[:1]), compute_result=False)
    with pytest.raises(ArgumentError, match="batch_eval_metrics"):
        metrics(SimpleNamespace(predictions=outputs, label_ids=labels))
    short = [{**label, "class_labels": label["class_labels"][:2]} for label in labels]
    with pytest.raises(ArgumentError, match=r"metrics\.attach\(trainer\)"):
        metrics(SimpleNamespace(predictions=outputs, label_ids=short), compute_result=True)
    with pytest.raises(ArgumentError, match="logits"):
        metrics(SimpleNamespace(predictions=outputs[1:2], label_ids=labels), compute_result=False)


class Attached:
    """Several processes as the Trainer has them: labels padded to one number of objects, rows gathered."""

    def __init__(self, metrics, batches):
        self.batches = batches
        metrics.attach(self)

    def prediction_step(self, model, inputs, prediction_loss_only, ignore_keys=None):
        outputs, labels = self.batches[inputs]
        return None, outputs, labels

    def gathered(self, steps, images):
        """What `compute_metrics` is given of the batches at `steps`, one of each process."""
        made = [self.prediction_step(None, step, False, ignore_keys=[])[1:] for step in steps]
        most = max(objects.shape[1] for _, (_, objects) in made)
        padded = [
            torch.nn.functional.pad(objects, (0, 0, 0, most - objects.shape[1]), value=-100)
            for _, (_, objects) in made
        ]
        outputs = [torch.cat(each)[:images] for each in zip(*(outputs for outputs, _ in made), strict=True)]
        heads = torch.cat([heads for _, (heads, _) in made])[:images]
        return SimpleNamespace(predictions=outputs, label_ids=(heads, torch.cat(padded)[:images]))


@pytest.mark.parametrize("known", [True, False])
def test_attached_labels_of_several_processes_are_whole(known):
    truth, batches = loop(images=7, size=2)  # the last process gives an image again, which is cut off
    expected = reference_coco(truth, results(batches, Processor()))["stats"]
    outputs, labels = batches[3]
    repeated = [torch.cat([each, batches[0][0][place][:1]]) for place, each in enumerate(outputs[1:], 1)]
    batches[3] = ((outputs[0], *repeated), [*labels, batches[0][1][0]])
    metrics = TrainerMetrics(Processor(), truth=truth) if known else TrainerMetrics(Processor(), NAMES)
    trainer = Attached(metrics, batches)
    assert metrics(trainer.gathered((0, 1), 4), compute_result=False) == {}
    numbers = metrics(trainer.gathered((2, 3), 3), compute_result=True)
    assert numbers["AP"] == pytest.approx(expected[0], abs=0 if known else 1e-9)
    assert expected[0] > 0
    lists = [trainer.gathered(steps, images) for steps, images in (((0, 1), 4), ((2, 3), 3))]
    each = SimpleNamespace(
        predictions=[given.predictions for given in lists], label_ids=[given.label_ids for given in lists]
    )
    assert metrics(each) == metrics(trainer.gathered((0, 1, 2, 3), 7)) == numbers


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("way", ["by_batch", "at_the_end", "without_truth", "attached"])
@pytest.mark.parametrize("size", [2, 4])
def test_in_a_trainer_with_the_processor_of_detr(way, size, tmp_path, monkeypatch):
    transformers = pytest.importorskip("transformers")
    pytest.importorskip("accelerate")
    # The folder tests/datasets is no package of Hugging Face, though it is found under this name.
    monkeypatch.setattr("transformers.trainer.is_datasets_available", lambda: False)
    try:
        processor = transformers.DetrImageProcessorPil()
    except (AttributeError, ImportError):
        processor = transformers.DetrImageProcessor()
    truth, batches = loop(9 if size == 2 else 11, size)  # the last batch is of 1, or of 3
    rows = [(outputs, labels) for outputs, labels in batches]

    class Model(torch.nn.Module):
        """Gives back what the loop made; DETR's order of outputs."""

        main_input_name = "place"

        def __init__(self):
            super().__init__()
            self.weight = torch.nn.Parameter(torch.zeros(1))

        def forward(self, place, labels):
            _, logits, boxes, rest = rows[int(place[0]) // size][0]
            return {"loss": self.weight.sum(), "logits": logits, "pred_boxes": boxes, "hidden": rest}

    data = [
        {"place": place, "labels": label}
        for place, label in enumerate(chain.from_iterable(each for _, each in rows))
    ]
    bare = way in ("without_truth", "attached")
    metrics = TrainerMetrics(processor, *([NAMES] if bare else []), truth=None if bare else truth)
    arguments = transformers.TrainingArguments(
        output_dir=str(tmp_path),
        per_device_eval_batch_size=size,
        batch_eval_metrics=way != "at_the_end",
        include_for_metrics=["inputs"] if way == "without_truth" else [],
        eval_do_concat_batches=False,
        remove_unused_columns=False,
        use_cpu=True,
        report_to=[],
    )
    trainer = transformers.Trainer(
        model=Model(),
        args=arguments,
        eval_dataset=data,
        data_collator=lambda some: {
            "place": torch.tensor([each["place"] for each in some]),
            "labels": [each["labels"] for each in some],
        },
        compute_metrics=metrics,
    )
    if way == "attached":
        metrics.attach(trainer)
    expected = reference_coco(truth, results(batches, processor))["stats"]
    assert trainer.evaluate()["eval_AP"] == pytest.approx(expected[0], abs=1e-9 if bare else 0)
    assert expected[0] > 0
