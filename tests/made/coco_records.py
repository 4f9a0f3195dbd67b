"""Parsed COCO data to records, row by row and in plain Python: what the readers' results are tested with."""

from __future__ import annotations

from typing import Any

import numpy as np

from truebox.records import Categories, Ids, Images, Predictions, Source, Strings, Truth

SOURCE = Source("<memory>", "coco", "COCO data")


def ids_column(values: list[Any]) -> Ids:
    if values and all(isinstance(value, str) for value in values):
        names = tuple(dict.fromkeys(values))
        place = {name: row for row, name in enumerate(names)}
        return Ids(np.array([place[value] for value in values], dtype=np.int64), names)
    return Ids(np.array(values, dtype=np.int64))


def _texts(values: list[str]) -> Strings:
    encoded = [value.encode() for value in values]
    offsets = np.concatenate([[0], np.cumsum([len(text) for text in encoded])]).astype(np.int64)
    return Strings(b"".join(encoded), offsets)


def truth_records(data: dict[str, Any]) -> Truth:
    annotations = data["annotations"]
    images = list({image["id"]: image for image in data["images"]}.values())
    categories = list({category["id"]: category for category in data["categories"]}.values())
    boxes = np.array([a["bbox"] for a in annotations], dtype=np.float64).reshape(-1, 4)
    return Truth(
        source=SOURCE,
        images=Images(
            ids=ids_column([image["id"] for image in images]),
            sizes=np.array([[i.get("width", 0), i.get("height", 0)] for i in images], dtype=np.int64).reshape(
                -1, 2
            ),
            file_names=_texts([image.get("file_name", "") for image in images]),
        ),
        categories=Categories(
            ids=ids_column([c["id"] for c in categories]),
            names=tuple(str(c.get("name", c["id"])) for c in categories),
        ),
        image=ids_column([a["image_id"] for a in annotations]),
        category=ids_column([a["category_id"] for a in annotations]),
        ids=ids_column([a["id"] for a in annotations]),
        boxes=boxes,
        area=np.array([a.get("area", a["bbox"][2] * a["bbox"][3]) for a in annotations], dtype=np.float64),
        crowd=np.array([bool(a.get("iscrowd", 0)) for a in annotations], dtype=np.uint8),
        ignore=np.array([bool(a.get("ignore", 0)) for a in annotations], dtype=np.uint8),
    )


def prediction_records(detections: list[dict[str, Any]]) -> Predictions:
    return Predictions(
        source=SOURCE,
        image=ids_column([d["image_id"] for d in detections]),
        category=ids_column([d["category_id"] for d in detections]),
        boxes=np.array([d["bbox"] for d in detections], dtype=np.float64).reshape(-1, 4),
        scores=np.array([d["score"] for d in detections], dtype=np.float64),
    )
