"""Boxes are converted in the precision of their tensor."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from truebox.integrations.torchmetrics.tensor_entries import (  # noqa: E402  after the skip
    prediction_entries,
    truth_entries,
)


def test_every_layout_becomes_corner_and_size():
    labels, scores = torch.tensor([4]), torch.tensor([0.5])
    for layout, numbers in (("xyxy", [1, 2, 4, 6]), ("xywh", [1, 2, 3, 4]), ("cxcywh", [2.5, 4, 3, 4])):
        item = {"boxes": torch.tensor([numbers], dtype=torch.float32), "labels": labels, "scores": scores}
        (entry,) = prediction_entries([item], "bbox", layout, one_class=True)
        assert entry["boxes"].tolist() == [[1, 2, 3, 4]]
        assert entry["boxes"].dtype == torch.float32
        assert entry["labels"].tolist() == [0]


def test_an_area_of_0_is_none():
    item = {
        "boxes": torch.tensor([[0.0, 0, 2, 3]] * 2),
        "labels": torch.tensor([1, 1]),
        "area": torch.tensor([0, 5]),
    }
    (entry,) = truth_entries([item], "bbox", "xyxy", one_class=False, by_mask=False)
    assert entry["area"].tolist() == [6, 5]


@pytest.mark.parametrize("other", [torch.float32, torch.float64])
def test_a_batch_is_converted_in_the_precision_of_each_tensor(other):
    # 0.1 and 0.7 are no float32: 0.7 - 0.1 is another number in each precision.
    values = [[0.1, 0.1, 0.7, 0.7]]
    kinds = [torch.float32, other, torch.float32]
    boxes = [torch.tensor(values, dtype=kind) for kind in kinds]
    boxes[1] = torch.cat([boxes[1], boxes[1]])
    items = [{"boxes": each, "labels": torch.zeros(len(each)), "scores": each[:, 0]} for each in boxes]
    items.insert(1, {"boxes": torch.tensor([]), "labels": torch.tensor([]), "scores": torch.tensor([])})
    entries = prediction_entries(items, "bbox", "xyxy", one_class=False)
    assert [len(entry["boxes"]) for entry in entries] == [1, 0, 2, 1]
    for item, entry in zip(items, entries, strict=True):
        if len(item["boxes"]):
            expected = item["boxes"].numpy()
            assert entry["boxes"].dtype == item["boxes"].dtype
            assert (entry["boxes"].numpy()[:, 2:] == expected[:, 2:] - expected[:, :2]).all()
