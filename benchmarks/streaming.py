"""What does an evaluation inside a training loop cost, batch by batch?"""

from __future__ import annotations

import contextlib
import gc
import io
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from benchmarks.answer import Answer, Row
from benchmarks.asking import main
from benchmarks.stopwatch import interleave
from truebox import Evaluator
from truebox.generation import make_dataset
from truebox.integrations.torchmetrics import MeanAveragePrecision

_BATCH = 16
_CLASSES = 80
Images = list[dict[str, Any]]


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """All batches of 16 images given, and the result asked once."""
    images = 320 if quick else 5000
    truth, found = _images(images)
    answer = Answer(
        "streaming",
        f"Inside a training loop: {images:,} images of 100 detections in batches of {_BATCH}",
        "One process, calls interleaved: every batch and one result. What hotcoco takes, dictionaries of "
        "truths and one array of detections a batch, is made before the clock starts. The twelve numbers of "
        "Evaluator and StreamingEval are the same, all digits; those of both MeanAveragePrecision, whose "
        "thresholds are float32 and so not those of COCO, are the same in float32.",
    )
    case = f"{images:,} images, {100 * images:,} detections"
    runs: dict[str, Callable[[], Any]] = {"truebox": partial(_ours, truth, found)}
    groups = [["truebox", "hotcoco"], ["truebox MeanAveragePrecision", "torchmetrics"]]
    with _skipping(answer, "hotcoco"):
        import hotcoco

        runs["hotcoco"] = partial(_hotcoco, hotcoco.StreamingEval, _for_hotcoco(truth, found))
    with _skipping(answer, "torchmetrics"):
        import torch
        from torchmetrics.detection import MeanAveragePrecision as Theirs

        sides = [
            [{key: torch.from_numpy(value) for key, value in entry.items()} for entry in side]
            for side in (truth, found)
        ]
        runs["truebox MeanAveragePrecision"] = partial(_metric, MeanAveragePrecision, *sides)
        runs["torchmetrics"] = partial(_metric, partial(Theirs, backend="faster_coco_eval"), *sides)
    warnings.simplefilter("ignore")
    with _silence():
        numbers = {tool: run() for tool, run in runs.items()}
        for first, second in groups:
            if second in numbers and not np.array_equal(numbers[first], numbers[second]):
                raise RuntimeError(f"{first}: {numbers[first]}, {second}: {numbers[second]}")
        gc.freeze()
        samples = interleave(runs, rounds or (3 if quick else 9))
    for tool, seconds in samples.items():
        answer.rows.append(Row(case, tool, tuple(seconds)))
    answer.promise_share(case, "truebox", "hotcoco", 0.7)
    answer.promise_share(case, "truebox MeanAveragePrecision", "torchmetrics", 1 / 40)
    return answer


def _images(count: int) -> tuple[Images, Images]:
    """Both sides as arrays per image, float32 corners as models give them."""
    truth, found = make_dataset(count, _CLASSES, 100, 7.4, 1)
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


def _batches(count: int) -> Iterator[slice]:
    return (slice(first, first + _BATCH) for first in range(0, count, _BATCH))


def _ours(truth: Images, found: Images) -> Any:
    evaluator = Evaluator(categories=list(range(1, _CLASSES + 1)))
    for batch in _batches(len(truth)):
        evaluator.update(truth[batch], found[batch])
    return evaluator.result().stats


def _metric(kind: Any, truth: Any, found: Any) -> Any:
    metric = kind()
    for batch in _batches(len(truth)):
        metric.update(found[batch], truth[batch])
    return np.array([float(value) for key, value in sorted(metric.compute().items()) if key != "classes"])


def _for_hotcoco(truth: Images, found: Images) -> list[tuple[Any, Any, Any]]:
    batches, number = [], 0
    for batch in _batches(len(truth)):
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


def _hotcoco(kind: Any, batches: list[tuple[Any, Any, Any]]) -> Any:
    streaming = kind([{"id": each, "name": str(each)} for each in range(1, _CLASSES + 1)], iou_type="bbox")
    for batch in batches:
        streaming.update(*batch)
    evaluation = streaming.finalize()
    evaluation.accumulate()
    evaluation.summarize()
    return np.asarray(evaluation.stats)[:12]


@contextlib.contextmanager
def _skipping(answer: Answer, tool: str) -> Iterator[None]:
    try:
        yield
    except ImportError as error:
        answer.skipped.append((tool, str(error)))


@contextlib.contextmanager
def _silence() -> Iterator[None]:
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


if __name__ == "__main__":
    main(ask)
