"""COCO files as what torchmetrics' `update` takes."""

from __future__ import annotations

import contextlib
import io
import warnings
from os import PathLike
from typing import Any

import numpy as np
import torch

from truebox._writing.counted import counted
from truebox.errors import TrueboxWarning
from truebox.integrations.pycocotools import COCO

__all__ = ["coco_to_tm"]

_KINDS = ("bbox", "segm")


def coco_to_tm(
    coco_preds: str | PathLike[str],
    coco_target: str | PathLike[str],
    iou_type: str | tuple[str, ...] = ("bbox",),
    backend: str = "pycocotools",
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Predictions and truth of COCO files, one dictionary an image, for `MeanAveragePrecision.update`.

    Gives what the function of this name in torchmetrics 1.9 gives: images in the order in which the
    annotations of the truth show them, labels and crowds in int32, the rest in float32, masks in uint8.

    Parameters
    ----------
    coco_preds, coco_target : path
        A list of results, and a truth.
    iou_type : {"bbox", "segm"} or a tuple of both
        Whether to give ``boxes``, ``masks`` or both.
    backend : str
        Taken and not looked at.

    Returns
    -------
    list of dict, list of dict
        Predictions and targets. Boxes are left, top, width and height as in the files: the metric wants
        ``box_format="xywh"``.

    Raises
    ------
    ValueError
        Another ``iou_type``.

    Warns
    -----
    TrueboxWarning
        Images without any object in the truth are left out as by torchmetrics, and there are predictions
        on them, which then do not count.

    Examples
    --------
    >>> import json, tempfile, pathlib
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> row = {"image_id": 1, "category_id": 3, "bbox": [0, 0, 9, 9]}
    >>> truth = {"images": [{"id": 1, "width": 20, "height": 20}], "categories": [{"id": 3, "name": "cat"}],
    ...          "annotations": [{**row, "id": 1, "area": 81, "iscrowd": 0}]}
    >>> _ = (folder / "truth.json").write_text(json.dumps(truth))
    >>> _ = (folder / "found.json").write_text(json.dumps([{**row, "score": 0.5}]))
    >>> preds, target = coco_to_tm(folder / "found.json", folder / "truth.json")
    >>> preds[0]["boxes"].tolist(), target[0]["labels"].tolist()
    ([[0.0, 0.0, 9.0, 9.0]], [3])
    """
    kinds = (iou_type,) if isinstance(iou_type, str) else tuple(iou_type)
    if not kinds or any(each not in _KINDS for each in kinds):
        raise ValueError(
            f"Expected argument `iou_type` to be one of {_KINDS} or a tuple of both, got {iou_type}"
        )
    with contextlib.redirect_stdout(io.StringIO()):
        truth = COCO(str(coco_target))
        found = truth.loadRes(str(coco_preds))
    targets, predictions = _by_image(truth), _by_image(found)
    left_out = sum(len(rows) for image, rows in predictions.items() if image not in targets)
    if left_out:
        images = sum(image not in targets for image in predictions)
        warnings.warn(
            f"{counted(left_out, 'prediction')} on {counted(images, 'image')} without any object in the "
            "truth are left out, as by torchmetrics, and will not count as false. Fix: evaluate the files "
            "with truebox.evaluate, or give those images to update with empty targets.",
            TrueboxWarning,
            stacklevel=2,
        )
    return (
        [_entry(predictions.get(image, []), kinds, truth, scored=True) for image in targets],
        [_entry(rows, kinds, truth, scored=False) for rows in targets.values()],
    )


def _by_image(coco: COCO) -> dict[Any, list[dict[str, Any]]]:
    rows: dict[Any, list[dict[str, Any]]] = {}
    for row in coco.dataset["annotations"]:
        rows.setdefault(row["image_id"], []).append(row)
    return rows


def _entry(rows: list[dict[str, Any]], kinds: tuple[str, ...], coco: COCO, *, scored: bool) -> dict[str, Any]:
    def column(name: str, dtype: Any) -> Any:
        return torch.tensor([row[name] for row in rows], dtype=dtype)

    entry = {"scores": column("score", torch.float32)} if scored else {}
    entry["labels"] = column("category_id", torch.int32)
    if not scored:
        entry |= {"iscrowd": column("iscrowd", torch.int32), "area": column("area", torch.float32)}
    if "bbox" in kinds:
        entry["boxes"] = column("bbox", torch.float32)
    if "segm" in kinds:
        entry["masks"] = torch.from_numpy(np.array([coco.annToMask(row) for row in rows], dtype=np.uint8))
    return entry
