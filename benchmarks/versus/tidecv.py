"""tidecv: the error types by their authors, in Python."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from tidecv import TIDE, Data

from benchmarks.call import Call

TOOL = "tidecv"


def error_types(truth: Path, predictions: Path) -> Call:
    true, found = _data(truth, predictions)

    def run() -> Any:
        tide = TIDE()
        ap = tide.evaluate(true, found, mode=TIDE.BOX).ap
        return [ap, *tide.get_all_errors()["main"]["found"].values()]

    # It lists Cls, Loc, Both, Dupe, Bkg and Miss in per cent.
    return Call(run, read=lambda values: np.round(np.array(values) / 100, 9))


def _data(truth: Path, predictions: Path) -> tuple[Any, Any]:
    document = json.loads(truth.read_bytes())
    true, found = Data("true", 100), Data("found")
    for image in document["images"]:
        true.add_image(image["id"], str(image["id"]))
    for category in document["categories"]:
        true.add_class(category["id"], category["name"])
    for entry in document["annotations"]:
        add = true.add_ignore_region if entry["iscrowd"] else true.add_ground_truth
        add(entry["image_id"], entry["category_id"], entry["bbox"])
    for entry in json.loads(predictions.read_bytes()):
        found.add_detection(entry["image_id"], entry["category_id"], entry["score"], entry["bbox"])
    return true, found
