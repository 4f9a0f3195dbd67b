"""Lists of arrays per image, as models give them, and the same for hotcoco's streaming evaluation."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from truebox.generation import make_dataset

CLASSES = 80
Images = list[dict[str, Any]]


def image_lists(count: int) -> tuple[Images, Images]:
    """Both sides as arrays per image, float32 corners as models give them."""
    truth, found = make_dataset(count, CLASSES, 100, 7.4, 1)
    sides: list[Images] = []
    for side in (truth, found):
        boxes = side.boxes.astype(np.float32)
        boxes[:, 2:] += boxes[:, :2]
        where = side.image.values
        order = np.argsort(where, kind="stable")
        cuts = np.searchsorted(where[order], truth.images.ids.values)
        columns: dict[str, Any] = {"boxes": boxes, "labels": side.category.values}
        if side is found:
            columns["scores"] = found.scores.astype(np.float32)
        split = {key: np.split(values[order], cuts[1:]) for key, values in columns.items()}
        sides.append([dict(zip(split, entry, strict=True)) for entry in zip(*split.values(), strict=True)])
    return sides[0], sides[1]


def batches_of(count: int, size: int) -> Iterator[slice]:
    """Stretches of `size` images."""
    return (slice(first, first + size) for first in range(0, count, size))


def batches_for_hotcoco(truth: Images, found: Images, size: int) -> list[tuple[Any, Any, Any]]:
    """What `StreamingEval.update` of hotcoco takes, batch by batch."""
    batches, number = [], 0
    for batch in batches_of(len(truth), size):
        images = range(batch.start, min(batch.stop, len(truth)))
        rows, tables = [], []
        for image in images:
            for box, label in zip(_sizes(truth[image]), truth[image]["labels"].tolist(), strict=True):
                number += 1
                rows.append(
                    {
                        **{"id": number, "image_id": image, "category_id": label, "iscrowd": 0},
                        **{"bbox": box.tolist(), "area": float(box[2] * box[3])},
                    }
                )
            entry = found[image]
            count = len(entry["labels"])
            columns = [np.full(count, image), *_sizes(entry).T, entry["scores"], entry["labels"]]
            tables.append(np.stack(columns, axis=1).astype(np.float64))
        batches.append(([{"id": image} for image in images], rows, np.concatenate(tables)))
    return batches


def _sizes(entry: dict[str, Any]) -> Any:
    boxes = entry["boxes"].astype(np.float64)
    boxes[:, 2:] -= boxes[:, :2]
    return boxes


def stream_to_hotcoco(kind: Any, batches: list[tuple[Any, Any, Any]]) -> Any:
    """The twelve numbers of `kind`, hotcoco's StreamingEval, after all batches."""
    streaming = kind([{"id": each, "name": str(each)} for each in range(1, CLASSES + 1)], iou_type="bbox")
    for batch in batches:
        streaming.update(*batch)
    evaluation = streaming.finalize()
    evaluation.accumulate()
    evaluation.summarize()
    return np.asarray(evaluation.stats)[:12]


@contextlib.contextmanager
def silence() -> Iterator[None]:
    """Without what is printed, natively too."""
    sys.stdout.flush()
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)
