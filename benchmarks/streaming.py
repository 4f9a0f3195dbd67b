"""What does an evaluation inside a training loop cost, batch by batch?"""

from __future__ import annotations

import contextlib
import gc
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from benchmarks.answer import Answer, Row
from benchmarks.asking import main
from benchmarks.image_lists import (
    CLASSES,
    Images,
    batches_for_hotcoco,
    batches_of,
    image_lists,
    silence,
    stream_to_hotcoco,
)
from benchmarks.stopwatch import interleave
from truebox import Evaluator
from truebox.integrations.torchmetrics import MeanAveragePrecision

_BATCH = 16


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """All batches of 16 images given, and the result asked once."""
    images = 320 if quick else 5000
    truth, found = image_lists(images)
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

        runs["hotcoco"] = partial(
            stream_to_hotcoco, hotcoco.StreamingEval, batches_for_hotcoco(truth, found, _BATCH)
        )
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
    with silence():
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


def _ours(truth: Images, found: Images) -> Any:
    evaluator = Evaluator(categories=list(range(1, CLASSES + 1)))
    for batch in batches_of(len(truth), _BATCH):
        evaluator.update(truth[batch], found[batch])
    return evaluator.result().stats


def _metric(kind: Any, truth: Any, found: Any) -> Any:
    metric = kind()
    for batch in batches_of(len(truth), _BATCH):
        metric.update(found[batch], truth[batch])
    return np.array([float(value) for key, value in sorted(metric.compute().items()) if key != "classes"])


@contextlib.contextmanager
def _skipping(answer: Answer, tool: str) -> Iterator[None]:
    try:
        yield
    except ImportError as error:
        answer.skipped.append((tool, str(error)))


if __name__ == "__main__":
    main(ask)
