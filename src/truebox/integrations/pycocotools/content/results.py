"""Results completed as the reference completes them, where they lie; and images fetched."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path
from typing import Any
from urllib.request import urlretrieve

import numpy as np

from truebox._writing.inside_folder import inside_folder
from truebox.integrations.pycocotools import mask as maskUtils

__all__ = ["complete_results", "fetch_images", "results_of_array"]


def complete_results(anns: list[Any]) -> bool:
    """Complete every result by what the first has; whether they are of categories."""
    first = anns[0]
    if "caption" in first:
        for number, ann in enumerate(anns, 1):
            ann["id"] = number
        return False
    if "bbox" in first and first["bbox"] != []:
        _complete_boxes(anns)
    elif "segmentation" in first:
        _complete_masks(anns)
    elif "keypoints" in first:
        _complete_keypoints(anns)
    else:
        return False
    return True


def _complete_boxes(anns: list[Any]) -> None:
    for number, ann in enumerate(anns, 1):
        box = ann["bbox"]
        left, top, width, height = box[0], box[1], box[2], box[3]
        if "segmentation" not in ann:
            right, bottom = left + width, top + height
            ann["segmentation"] = [[left, top, left, bottom, right, bottom, right, top]]
        ann["area"] = width * height
        ann["id"] = number
        ann["iscrowd"] = 0


def _complete_masks(anns: list[Any]) -> None:
    held = [ann.get("segmentation") for ann in anns]
    if all(type(each) is dict for each in held):
        with contextlib.suppress(
            KeyError, TypeError, ValueError, OverflowError
        ):  # else each says it for itself
            areas, boxes = maskUtils.area(held), maskUtils.toBbox(held)
            for number, (ann, area, box) in enumerate(zip(anns, areas, boxes, strict=True), 1):
                ann["area"] = area
                ann.setdefault("bbox", box)
                ann["id"], ann["iscrowd"] = number, 0
            return
    for number, ann in enumerate(anns, 1):
        ann["area"] = maskUtils.area(ann["segmentation"])
        if "bbox" not in ann:
            ann["bbox"] = maskUtils.toBbox(ann["segmentation"])
        ann["id"] = number
        ann["iscrowd"] = 0


def _complete_keypoints(anns: list[Any]) -> None:
    for number, ann in enumerate(anns, 1):
        x, y = ann["keypoints"][0::3], ann["keypoints"][1::3]
        left, right, top, bottom = np.min(x), np.max(x), np.min(y), np.max(y)
        ann["area"] = (right - left) * (bottom - top)
        ann["id"] = number
        ann["bbox"] = [left, top, right - left, bottom - top]


def results_of_array(data: Any) -> list[dict[str, Any]]:
    """Results of an array [N, 7]: image, x, y, width, height, score, category."""
    print("Converting ndarray to lists...")
    assert type(data) is np.ndarray
    print(data.shape)
    assert data.shape[1] == 7
    count = len(data)
    found = []
    for number, row in enumerate(data):
        if number % 1000000 == 0:
            print(f"{number}/{count}")
        found.append(
            {
                "image_id": int(row[0]),
                "bbox": [row[1], row[2], row[3], row[4]],
                "score": row[5],
                "category_id": int(row[6]),
            }
        )
    return found


def fetch_images(images: list[Any], folder: Path) -> None:
    """Fetch each image that is not there yet; a file name that leads out of the folder is refused (E-174)."""
    folder.mkdir(parents=True, exist_ok=True)
    for place, image in enumerate(images):
        begun = time.time()
        target = inside_folder(folder, image["file_name"], f"images[{place}].file_name")
        if not target.exists():
            urlretrieve(image["coco_url"], str(target))
        print(f"downloaded {place}/{len(images)} images (t={time.time() - begun:0.1f}s)")
