"""Made data with masks, keypoints or a federated truth, for the questions about whole files."""

from __future__ import annotations

from typing import Literal

from benchmarks.made_data import Files, files_in, made_folder

_EDITION = 1

# Truths are polygons, crowds run lengths; detections are run lengths, or seventeen points.
_SHAPES = """
import sys
from pathlib import Path
import msgspec
from truebox.generation import make_shape_dataset, to_coco, to_coco_results

folder, images, categories, detections, points = Path(sys.argv[1]), *map(int, sys.argv[2:])
truth, predictions = make_shape_dataset(
    "keypoints" if points else "masks",
    images=images,
    categories=categories,
    seed=1,
    truths_per_image=7.3,
    detections_per_image=detections,
    score_decimals=5,
)
(folder / "truth.json").write_bytes(msgspec.json.encode(to_coco(truth)))
(folder / "predictions.json").write_bytes(msgspec.json.encode(to_coco_results(predictions)))
"""

# Of every image: what it holds, twenty classes that were looked for in vain, two that are not exhaustive.
_FEDERATED = """
import sys
from pathlib import Path
import msgspec
import numpy as np
from truebox.generation import make_dataset, to_coco, to_coco_results

folder, images, categories, detections = Path(sys.argv[1]), *map(int, sys.argv[2:])
truth, predictions = make_dataset(
    images=images, categories=categories, detections_per_image=detections, truths_per_image=12, seed=3
)
document = to_coco(truth)
held = {}
for row in document["annotations"]:
    held.setdefault(row["image_id"], set()).add(row["category_id"])
chance = np.random.default_rng(0)
for image in document["images"]:
    here = held.get(image["id"], set())
    others = [k for k in chance.choice(categories, 40, replace=False).tolist() if k and k not in here]
    image["neg_category_ids"] = others[:20]
    image["not_exhaustive_category_ids"] = sorted(here)[:2]
for row, category in enumerate(document["categories"]):
    category["frequency"] = "rcf"[row % 3]
(folder / "truth.json").write_bytes(msgspec.json.encode(document))
(folder / "predictions.json").write_bytes(msgspec.json.encode(to_coco_results(predictions)))
"""


def made_shape_files(
    shape: Literal["masks", "keypoints"], images: int, categories: int, detections_per_image: int
) -> Files:
    """A truth and results with shapes; made on first use."""
    key = f"{shape}-{_EDITION}-{images}-{categories}-{detections_per_image}"
    points = int(shape == "keypoints")
    folder = made_folder(key, _SHAPES, images, categories, detections_per_image, points)
    return files_in(folder, images, categories, images * detections_per_image)


def made_federated_files(images: int, categories: int, detections_per_image: int) -> Files:
    """A truth and results as of LVIS, boxes only; made on first use."""
    key = f"federated-{_EDITION}-{images}-{categories}-{detections_per_image}"
    folder = made_folder(key, _FEDERATED, images, categories, detections_per_image)
    return files_in(folder, images, categories, images * detections_per_image)
