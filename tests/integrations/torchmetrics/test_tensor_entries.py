"""Boxes are converted in the precision of their tensor."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from truebox.integrations.torchmetrics.tensor_entries import prediction_entry, truth_entry  # noqa: E402  after the skip


def test_every_layout_becomes_corner_and_size():
    labels, scores = torch.tensor([4]), torch.tensor([0.5])
    for layout, numbers in (("xyxy", [1, 2, 4, 6]), ("xywh", [1, 2, 3, 4]), ("cxcywh", [2.5, 4, 3, 4])):
        item = {"boxes": torch.tensor([numbers], dtype=torch.float32), "labels": labels, "scores": scores}
        entry = prediction_entry(item, "bbox", layout, one_class=True)
        assert entry["boxes"].tolist() == [[1, 2, 3, 4]]
        assert entry["boxes"].dtype == torch.float32
        assert entry["labels"].tolist() == [0]


def test_an_area_of_0_is_none():
    item = {
        "boxes": torch.tensor([[0.0, 0, 2, 3]] * 2),
        "labels": torch.tensor([1, 1]),
        "area": torch.tensor([0, 5]),
    }
    assert truth_entry(item, "bbox", "xyxy", one_class=False, by_mask=False)["area"].tolist() == [6, 5]
