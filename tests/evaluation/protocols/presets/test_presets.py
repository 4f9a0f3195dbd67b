"""Presets of other tools: what each does in its own way, on sets where it matters."""

from __future__ import annotations

import numpy as np
import pytest

import truebox as tb
from truebox.evaluation import rules_of_tools
from truebox.evaluation.registry import protocol_named
from truebox.generation import make_dataset

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

PRESETS = ("torchmetrics", "supervision", "mmdet_voc", "mmdet_voc07", "mmdet_imagenet", "map_boxes")


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_its_rules(name: str) -> None:
    protocol = protocol_named(name)
    assert protocol.rules == rules_of_tools()[name][1]
    assert protocol.rules.crowd == ("difficult" if name.startswith("mmdet") else "removed")
    result = tb.evaluate(*make_dataset(20, 3, 10, 3.0, 2), protocol=name)
    assert 0 < result.metrics["AP"] < 1
    assert tb.diagnosis.intervals(result, replicates=100).metrics["AP"].low is not None


def test_supervision_is_coco_without_crowds() -> None:
    truth, found = make_dataset(20, 3, 10, 3.0, 2, crowds=0)
    metrics = [tb.evaluate(truth, found, protocol=name).metrics for name in ("coco", "supervision")]
    assert metrics[0]["AP"] == metrics[1]["AP"]


@pytest.mark.parametrize("name", ["torchmetrics", "supervision"])
@pytest.mark.parametrize("streamed", [False, True])
def test_without_classes_equal_scores_stand_as_they_were_given(name: str, streamed: bool) -> None:
    # Both give every object one class (-1, or average="micro": 0) and leave the order alone; COCO's useCats=0
    # joins the classes one after the other.
    read = {}
    for one_class in (False, True):
        truth, found = [], []
        rng = np.random.default_rng(3)
        for _ in range(6):
            corners = rng.integers(0, 20, (12, 2))
            boxes = np.concatenate([corners, corners + rng.integers(5, 15, (12, 2))], axis=1).astype(float)
            labels = rng.integers(0, 3, (2, 12)) * (not one_class)
            truth.append({"boxes": boxes, "labels": labels[0]})
            moved = boxes + rng.integers(-2, 3, boxes.shape)
            found.append({"boxes": moved, "labels": labels[1], "scores": rng.integers(1, 3, 12) / 4})
        if streamed:
            evaluator = tb.Evaluator(range(3), protocol=name, class_agnostic=True)
            evaluator.update(truth, found)
            read[one_class] = evaluator.result().metrics
        else:
            read[one_class] = tb.evaluate(truth, found, protocol=name, class_agnostic=True).metrics
    assert read[False] == read[True]
    coco = tb.evaluate(truth, found, class_agnostic=True).metrics["AP"]
    assert read[True]["AP"] == pytest.approx(coco, abs=1e-9 if name == "supervision" else 0.01)


def test_eleven_points_and_all_points_are_those_of_voc_where_no_half_is_near() -> None:
    truth, found = make_dataset(20, 3, 10, 3.0, 2, crowds=0)
    for here, there in (("mmdet_voc", "voc"), ("mmdet_voc07", "voc2007"), ("map_boxes", "voc")):
        one, other = (tb.evaluate(truth, found, protocol=name).metrics["AP"] for name in (here, there))
        assert one == pytest.approx(other, abs=0.02 if here == "map_boxes" else 1e-12)


def test_torchmetrics_reads_thresholds_in_single_precision() -> None:
    parameters = protocol_named("torchmetrics").defaults("boxes", protocol_named("torchmetrics").quirks)
    assert parameters.iou_thresholds[1] == float(np.float32(0.55))
    assert len(parameters.recall_thresholds) == 101


def plain_mmdet(truth, found, eleven, imagenet):
    """What ``eval_map`` of mmdet 3.3.0 does, of boxes that never overlap two truths alike; threshold 0.5."""

    def shares(boxes, others):
        low = np.maximum(boxes[:, None, :2], others[None, :, :2])
        high = np.minimum(boxes[:, None, 2:], others[None, :, 2:])
        both = (high - low).clip(0).prod(axis=2)
        area, other = ((each[:, 2:] - each[:, :2]).prod(axis=1) for each in (boxes, others))
        return both / np.maximum(area[:, None] + other[None] - both, 1e-6)

    values = []
    for label in range(3):
        outcomes, total = [], 0
        for true, seen in zip(truth, found, strict=True):
            mine = np.flatnonzero(true["labels"] == label)
            mine = mine[np.argsort(true["ignore"][mine], kind="stable")]
            boxes, ignored = true["boxes"][mine], true["ignore"][mine] != 0
            total += int((~ignored).sum())
            rows = np.flatnonzero(seen["labels"] == label)
            rows = rows[np.argsort(-seen["scores"][rows], kind="stable")]
            iou = shares(seen["boxes"][rows], boxes - imagenet)
            width, height = (boxes[:, 2:] - boxes[:, :2]).T
            least = np.minimum(width * height / (width + 10) / (height + 10), 0.5) if imagenet else 0.5
            taken = np.zeros(len(boxes), dtype=bool)
            for row, values_of_row in zip(rows, iou, strict=True):
                reached = np.where((values_of_row >= least) & ~(taken & imagenet), values_of_row, -1)
                best = int(reached.argmax()) if len(boxes) else 0
                if not len(boxes) or reached[best] < 0:
                    outcomes.append((seen["scores"][row], 0))
                elif not ignored[best]:
                    outcomes.append((seen["scores"][row], int(not taken[best])))
                if len(boxes) and reached[best] >= 0:
                    taken[best] = True
        if not total:
            continue
        hits = np.array([hit for _, hit in sorted(outcomes, key=lambda each: -each[0])])
        precision = np.cumsum(hits) / np.arange(1, len(hits) + 1)
        recall = np.cumsum(hits) / total
        if eleven:
            values.append(np.mean([precision[recall >= 0.1 * i].max(initial=0) for i in range(11)]))
        else:
            envelope = np.maximum.accumulate(precision[::-1])[::-1]
            values.append(float((np.diff(recall, prepend=0) * envelope).sum()))
    return float(np.mean(values))


@pytest.mark.parametrize("name", ["mmdet_voc", "mmdet_voc07", "mmdet_imagenet"])
@pytest.mark.parametrize("flag", ["ignore", "iscrowd"])
def test_what_mmdet_ignores_is_neither_found_nor_missed(name: str, flag: str) -> None:
    """MMDetection makes ``ignored_instances`` of crowds and difficult objects, and drops what finds them."""
    for seed in range(12):
        rng = np.random.default_rng(seed)
        truth, found = [], []
        for _ in range(5):
            corners = rng.uniform(0, 60, (8, 2))
            boxes = np.concatenate([corners, corners + rng.uniform(10, 40, (8, 2))], axis=1)
            labels = rng.integers(0, 3, 8)
            truth.append({"boxes": boxes, "labels": labels, "ignore": (rng.random(8) < 0.3).astype(int)})
            moved = np.concatenate([boxes, boxes]) + rng.normal(0, 2, (16, 4))
            found.append(
                {"boxes": moved, "labels": np.concatenate([labels, labels]), "scores": rng.random(16)}
            )
        expected = plain_mmdet(truth, found, name.endswith("07"), name.endswith("imagenet"))
        given = [{**{key: each[key] for key in ("boxes", "labels")}, flag: each["ignore"]} for each in truth]
        assert tb.evaluate(given, found, protocol=name).metrics["AP"] == pytest.approx(expected, abs=2e-6)
