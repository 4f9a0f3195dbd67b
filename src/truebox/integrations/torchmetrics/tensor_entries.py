"""What `MeanAveragePrecision` is given: refused as torchmetrics does, and made ready for an evaluator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import torch

__all__ = ["prediction_entries", "refuse_bad_entries", "truth_entries"]

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
    sides = (("preds", preds, [*shapes, "labels", "scores"]), ("target", target, [*shapes, "labels"]))
    if all(_is_sound(given, keys) for _, given, keys in sides):
        return
    _refuse_fields(sides)
    for name, given, keys in sides:
        for place, entry in enumerate(given):
            lengths = {key: entry[key].size(0) for key in keys}
            if len(set(lengths.values())) > 1:
                said = ", ".join(f"{key} {length}" for key, length in lengths.items())
                raise ValueError(f"Input of sample {place} in `{name}` has different lengths: {said}")


def _refuse_fields(sides: Sequence[tuple[str, Any, Sequence[str]]]) -> None:
    """In the order of torchmetrics: what is missing on either side comes before what is no tensor."""
    fields = [(name, given, key) for name, given, keys in sides for key in keys]
    for name, given, key in fields:
        if any(key not in entry for entry in given):
            raise ValueError(f"Expected all dicts in `{name}` to contain the `{key}` key")
    for name, given, key in sorted(fields, key=lambda each: (each[0], each[2] == "labels")):
        if not all(isinstance(entry[key], torch.Tensor) for entry in given):
            raise ValueError(f"Expected all {key} in `{name}` to be of type Tensor")


def _is_sound(given: Sequence[Any], keys: Sequence[str]) -> bool:
    """Whether nothing is wrong with any entry, at one look; others word what is."""
    first, *others = keys
    try:
        for entry in given:
            held = entry[first]
            if type(held) is not torch.Tensor:
                return False
            rows = held.shape[0]
            for key in others:
                held = entry[key]
                if type(held) is not torch.Tensor or held.shape[0] != rows:
                    return False
    except (KeyError, TypeError, IndexError):
        return False
    return True


def truth_entries(
    items: Sequence[Mapping[str, Any]], iou_type: str, layout: str, *, one_class: bool, by_mask: bool
) -> list[dict[str, Any]]:
    """The objects of each image; `by_mask` says that their masks give the areas, also of their boxes."""
    entries = []
    for item, shape in zip(items, _shapes(items, iou_type, layout), strict=True):
        entry = {"labels": _labels(item, one_class=one_class), _KEYS[iou_type]: shape}
        if "iscrowd" in item:
            entry["iscrowd"] = item["iscrowd"]
        if "area" in item or (by_mask and iou_type == "bbox"):
            area = _mask_area(item) if by_mask else _box_area(entry)
            if "area" in item:  # an area of 0 says that none is given
                given = item["area"].double().cpu()
                area = torch.where(given > 0, given, area)
            entry["area"] = area
        entries.append(entry)
    return entries


def prediction_entries(
    items: Sequence[Mapping[str, Any]], iou_type: str, layout: str, *, one_class: bool
) -> list[dict[str, Any]]:
    """The detections of each image."""
    return [
        {"labels": _labels(item, one_class=one_class), "scores": item["scores"], _KEYS[iou_type]: shape}
        for item, shape in zip(items, _shapes(items, iou_type, layout), strict=True)
    ]


def _labels(item: Mapping[str, Any], *, one_class: bool) -> torch.Tensor:
    labels: torch.Tensor = item["labels"]
    return torch.zeros_like(labels) if one_class else labels


def _shapes(items: Sequence[Mapping[str, Any]], iou_type: str, layout: str) -> Sequence[Any]:
    """The masks of each image, or its boxes as x, y, width and height."""
    if iou_type == "segm":
        return [item["masks"] for item in items]
    boxes = [item["boxes"] for item in items]
    boxes = [each.reshape(0, 4) if each.numel() == 0 else each for each in boxes]
    if layout == "xywh" or not boxes:
        return boxes
    kinds = {(each.dtype, each.device) for each in boxes}
    if len(kinds) > 1 or any(each.ndim != 2 or each.shape[1] != 4 for each in boxes):
        return [_as_xywh(each, layout) if each.numel() else each for each in boxes]
    # At once: a conversion of four boxes costs as much as one of a thousand.
    return torch.split(_as_xywh(torch.cat(boxes), layout), [each.shape[0] for each in boxes])


def _as_xywh(boxes: torch.Tensor, layout: str) -> torch.Tensor:
    """In the precision of the tensor, as torchvision converts: the last bit of an overlap depends on it."""
    a, b, c, d = boxes.unbind(-1)
    if layout == "cxcywh":
        a, b, c, d = a - 0.5 * c, b - 0.5 * d, a + 0.5 * c, b + 0.5 * d
    return torch.stack((a, b, c - a, d - b), dim=-1)


def _mask_area(item: Mapping[str, Any]) -> Any:
    return item["masks"].flatten(1).ne(0).sum(1).double().cpu()


def _box_area(entry: Mapping[str, Any]) -> Any:
    return (entry["boxes"][:, 2].double() * entry["boxes"][:, 3].double()).cpu()
