"""How long does it take from lists of dictionaries of tensors, as torchvision gives them, to AP?"""

from __future__ import annotations

import gc
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from benchmarks.answer import Answer, Row, Target
from benchmarks.asking import main
from benchmarks.image_lists import batches_for_hotcoco, image_lists, silence, stream_to_hotcoco
from benchmarks.stopwatch import interleave
from truebox import evaluate


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """One call with all images, 100 detections each."""
    images = 320 if quick else 5000
    truth, found = image_lists(images)
    answer = Answer(
        "tensor_lists",
        f"From lists of tensors to AP: {images:,} images",
        "One process, calls interleaved: lists of dictionaries with float32 corners, integer labels and "
        "scores, one dictionary an image. What hotcoco's StreamingEval takes, dictionaries of truths and one "
        "array of detections, is made before the clock starts. The twelve numbers are the same, all digits.",
    )
    case = f"{images:,} images, {100 * images:,} detections"
    runs: dict[str, Callable[[], Any]] = {"truebox, arrays": partial(_numbers, truth, found)}
    try:
        import torch

        sides = [
            [{key: torch.from_numpy(value) for key, value in entry.items()} for entry in side]
            for side in (truth, found)
        ]
        runs["truebox, tensors"] = partial(_numbers, *sides)
    except ImportError as error:
        answer.skipped.append(("torch", str(error)))
    try:
        import hotcoco

        batches = batches_for_hotcoco(truth, found, images)
        runs["hotcoco"] = partial(stream_to_hotcoco, hotcoco.StreamingEval, batches)
    except ImportError as error:
        answer.skipped.append(("hotcoco", str(error)))
    warnings.simplefilter("ignore")
    with silence():
        numbers = {tool: run() for tool, run in runs.items()}
        exact = numbers["truebox, arrays"]
        for tool, found_numbers in numbers.items():
            if not np.array_equal(exact, found_numbers):
                raise RuntimeError(f"truebox: {exact}, {tool}: {found_numbers}")
        gc.freeze()
        samples = interleave(runs, rounds or (3 if quick else 9))
    for tool, seconds in samples.items():
        answer.rows.append(Row(case, tool, tuple(seconds), answer="identical"))
    row = answer.row(case, "truebox, tensors")
    if row is not None:
        answer.targets.append(Target(case, "truebox, tensors \u2264 0.15 s", row.time, 0.15))
    answer.promise_share(case, "truebox, tensors", "hotcoco", 0.5)
    return answer


def _numbers(truth: Any, found: Any) -> Any:
    return evaluate(truth, found).stats


if __name__ == "__main__":
    main(ask)
