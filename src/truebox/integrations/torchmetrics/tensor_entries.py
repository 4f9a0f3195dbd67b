"""What `MeanAveragePrecision` is given: refused as torchmetrics does, and made ready for an evaluator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import torch

__all__ = ["prediction_entry", "refuse_bad_entries", "truth_entry"]

_KEYS = {"bbox": "boxes", "segm": "masks"}


def refuse_bad_entries(preds: Any, target: Any, iou_types: Sequence[str]) -> None:
    """Raise ValueError as torchmetrics does."""
    for name, given in (("preds", preds), ("target", target)):
        if not isinstance(given, Sequence):
            raise ValueError(f"Expected argument `{name}` to be of type Sequence, but got {given}")
    if len(preds) != len(target):
        raise ValueError(
            "Expected argument `preds` and `target` to have the same length, "
            f"but got {len(preds)} and {len(target)}"
        )
    shapes = [_KEYS[each] for each in iou_types]
    for name, given, keys in (
        ("preds", preds, [*shapes, "labels", "scores"]),
        ("target", target, [*shapes, "labels"]),
    ):
        for key in keys:
            if any(key not in entry for entry in given):
                raise ValueError(f"Expected all dicts in `{name}` to contain the `{key}` key")
            if not all(isinstance(entry[key], torch.Tensor) for entry in given):
                raise ValueError(f"Expected all {key} in `{name}` to be of type Tensor")
        for place, entry in enumerate(given):
            lengths = {key: entry[key].size(0) for key in keys}
            if len(set(lengths.values())) > 1:
                said = ", ".join(f"{key} {length}" for key, length in lengths.items())
                raise ValueError(f"Input of sample {place} in `{name}` has different lengths: {said}")


def truth_entry(item: Mapping[str, Any], iou_type: str, layout: str, *, one_class: bool) -> dict[str, Any]:
    """One image's objects."""
    labels = item["labels"]
    entry = {"labels": torch.zeros_like(labels) if one_class else labels}
    entry |= _shape(item, iou_type, layout)
    if "iscrowd" in item:
        entry["iscrowd"] = item["iscrowd"]
    if "area" in item:
        # An area of 0 says that none is given.
        area = item["area"].double().cpu()
        entry["area"] = torch.where(area > 0, area, _area(entry, iou_type))
    return entry


def prediction_entry(
    item: Mapping[str, Any], iou_type: str, layout: str, *, one_class: bool
) -> dict[str, Any]:
    """One image's detections."""
    labels = item["labels"]
    entry = {"labels": torch.zeros_like(labels) if one_class else labels, "scores": item["scores"]}
    return entry | _shape(item, iou_type, layout)


def _shape(item: Mapping[str, Any], iou_type: str, layout: str) -> dict[str, Any]:
    if iou_type == "segm":
        return {"masks": item["masks"]}
    boxes = item["boxes"]
    return {"boxes": boxes.reshape(0, 4) if boxes.numel() == 0 else _as_xywh(boxes, layout)}


def _as_xywh(boxes: torch.Tensor, layout: str) -> torch.Tensor:
    """In the precision of the tensor, as torchvision converts: the last bit of an overlap depends on it."""
    if layout == "xywh":
        return boxes
    a, b, c, d = boxes.unbind(-1)
    if layout == "cxcywh":
        a, b, c, d = a - 0.5 * c, b - 0.5 * d, a + 0.5 * c, b + 0.5 * d
    return torch.stack((a, b, c - a, d - b), dim=-1)


def _area(entry: Mapping[str, Any], iou_type: str) -> Any:
    if iou_type == "segm":
        return entry["masks"].flatten(1).ne(0).sum(1).double().cpu()
    return (entry["boxes"][:, 2].double() * entry["boxes"][:, 3].double()).cpu()
