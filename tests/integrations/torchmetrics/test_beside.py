from __future__ import annotations

import warnings

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from pycocotools import mask as reference_mask  # noqa: E402  after the skip
from torch_batches import batches  # noqa: E402  after the skip

from truebox.integrations.torchmetrics import MeanAveragePrecision  # noqa: E402  after the skip
from truebox.integrations.torchmetrics.beside import Beside  # noqa: E402  after the skip


def _seen(metric, rounds):
    for preds, target in rounds:
        metric.update(preds, target)
    return metric


def _expected_overlaps(rounds, limit=100):
    """By pycocotools, of every image and class."""
    images = [pair for preds, target in rounds for pair in zip(preds, target, strict=True)]
    labels = sorted({int(label) for pair in images for side in pair for label in side["labels"]})
    tables = {}
    for image, (found, true) in enumerate(images):
        boxes = [
            torch.cat([each["boxes"][:, :2], each["boxes"][:, 2:] - each["boxes"][:, :2]], 1)
            for each in (found, true)
        ]
        order = np.argsort(-found["scores"].double().numpy(), kind="stable")
        for label in labels:
            mine = [boxes[0][row].double().tolist() for row in order if int(found["labels"][row]) == label][
                :limit
            ]
            rows = [row for row in range(len(true["labels"])) if int(true["labels"][row]) == label]
            crowd = [int(true["iscrowd"][row]) if "iscrowd" in true else 0 for row in rows]
            theirs = [boxes[1][row].double().tolist() for row in rows]
            tables[image, label] = reference_mask.iou(mine, theirs, crowd)
    return tables


@pytest.mark.parametrize("seed", range(4))
def test_overlaps_of_an_extended_summary_are_those_of_pycocotools(seed):
    rounds = list(batches(seed + 1, 3))
    found = _seen(MeanAveragePrecision(extended_summary=True), rounds).compute()["ious"]
    expected = _expected_overlaps(rounds)
    assert list(found) == list(expected)
    assert any(len(table) for table in expected.values())
    for key, table in expected.items():
        if len(table):
            whole = torch.tensor(table, dtype=torch.float32)
            # A single number has no shape, as torchmetrics squeezes it.
            assert torch.equal(found[key], whole.squeeze() if whole.numel() == 1 else whole), key
        else:
            assert len(found[key]) == 0, key


def test_without_it_no_overlap_is_kept():
    metric = _seen(MeanAveragePrecision(), list(batches(1, 2)))
    assert "ious" not in metric.compute()
    assert metric._beside.overlaps == {}


def _mask_entry(count, label, **more):
    return {
        "masks": torch.ones((count, 10, 10), dtype=torch.bool),
        "labels": torch.full((count,), label),
        **more,
    }


def test_classes_of_images_without_a_mask_are_known_and_have_no_numbers():
    """torchmetrics 1.9: -1 everywhere, no values by class, and the label among the classes."""
    metric = MeanAveragePrecision(iou_type="segm")
    metric.update([_mask_entry(1, 4, scores=torch.tensor([0.5]))], [_mask_entry(0, 0)])
    found = metric.compute()
    assert found.pop("classes").tolist() == 4
    assert {value.item() for value in found.values()} == {-1.0}
    assert "map_per_class" not in found


def test_truth_of_masks_without_any_detection_has_no_numbers():
    metric = MeanAveragePrecision(iou_type="segm")
    metric.update([_mask_entry(0, 0, scores=torch.zeros(0))], [_mask_entry(1, 4)])
    found = metric.compute()
    assert found.pop("classes").tolist() == 4
    assert {value.item() for value in found.values()} == {-1.0}


def test_a_class_of_such_an_image_stands_among_the_others():
    metric = MeanAveragePrecision(iou_type="segm", class_metrics=True, extended_summary=True)
    scores = {"scores": torch.tensor([0.5])}
    metric.update(
        [_mask_entry(1, 3, **scores), _mask_entry(1, 2, **scores)], [_mask_entry(0, 0), _mask_entry(1, 2)]
    )
    found = metric.compute()
    assert found["classes"].tolist() == [2, 3]
    assert found["map_per_class"].tolist() == [1.0, -1.0]
    assert found["precision"].shape[2] == 2
    assert (found["precision"][:, :, 1] == -1).all()
    assert sorted(found["ious"]) == [(1, 2), (1, 3)]


def test_areas_that_masks_come_with_do_not_hinder_an_extended_summary():
    metric = MeanAveragePrecision(iou_type="segm", extended_summary=True)
    metric.update(
        [_mask_entry(1, 3, scores=torch.tensor([0.5]))], [_mask_entry(1, 3, area=torch.tensor([100.0]))]
    )
    assert metric.compute()["ious"][0, 3].item() == 1.0


def test_many_detections_are_said_unless_that_is_switched_off():
    found = {"boxes": torch.zeros((101, 4)), "labels": torch.zeros(101).long(), "scores": torch.rand(101)}
    true = {"boxes": torch.zeros((1, 4)), "labels": torch.zeros(1).long()}
    metric = MeanAveragePrecision()
    with pytest.warns(UserWarning, match="Encountered more than 100 detections in a single image"):
        metric.update([found], [true])
    metric.warn_on_many_detections = False
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        metric.update([found], [true])


def test_what_is_sent_comes_back():
    kept = Beside()
    kept.see([_mask_entry(1, 9), _mask_entry(0, 1)], [_mask_entry(0, 1), _mask_entry(1, 1)], [False, True])
    other = Beside.from_bytes(kept.to_bytes())
    assert (other.labels, other.found, len(other.images)) == ({9}, True, 1)
    kept.take(other)
    assert (kept.labels, kept.images, kept.arrived) == ({9}, [1, 2], 3)
