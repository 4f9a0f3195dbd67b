"""How long do evaluate() and accumulate() take in what stands in for pycocotools?"""

from __future__ import annotations

import contextlib
import gc
import importlib
import io
from functools import partial
from typing import Any

import numpy as np

from benchmarks.answer import Answer, Row
from benchmarks.asking import main
from benchmarks.made_data import made_files
from benchmarks.stopwatch import interleave

_TOOLS = {
    "truebox": ("truebox.integrations.pycocotools", "COCOeval"),
    "hotcoco": ("hotcoco", "COCOeval"),
    "ultrafast-pycocotools": ("ultrafast_pycocotools", "COCOeval"),
    "faster-coco-eval": ("faster_coco_eval", "COCOeval_faster"),
}


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Both steps on loaded data, 5,000 images and 500,000 detections, boxes."""
    files = made_files(500 if quick else 5000, 80)
    answer = Answer(
        "drop_in",
        "Standing in for pycocotools: 5,000 images",
        "One process, calls interleaved: evaluate() and accumulate() of data that is loaded. "
        "The twelve numbers of all tools are the same, all digits.",
    )
    runs: dict[str, Any] = {}
    numbers: dict[str, Any] = {}
    for tool, (module, name) in _TOOLS.items():
        try:
            package = importlib.import_module(module)
        except ImportError as error:
            answer.skipped.append((tool, str(error)))
            continue
        with contextlib.redirect_stdout(io.StringIO()):
            truth = package.COCO(str(files.truth))
            found = truth.loadRes(str(files.predictions))

        run = partial(_run, getattr(package, name), truth, found)
        evaluation = run()
        with contextlib.redirect_stdout(io.StringIO()):
            evaluation.summarize()
        numbers[tool] = np.asarray(evaluation.stats)[:12]
        runs[tool] = run
    for tool, stats in numbers.items():
        if not np.array_equal(stats, next(iter(numbers.values()))):
            raise RuntimeError(f"{tool}: {stats}")
    gc.freeze()
    for tool, samples in interleave(runs, rounds or (3 if quick else 9)).items():
        answer.rows.append(Row(files.title, tool, tuple(samples)))
    answer.promise_share(files.title, "truebox", "hotcoco", 0.6)
    return answer


def _run(evaluator: Any, truth: Any, found: Any) -> Any:
    with contextlib.redirect_stdout(io.StringIO()):
        evaluation = evaluator(truth, found, "bbox")
        evaluation.evaluate()
        evaluation.accumulate()
    return evaluation


if __name__ == "__main__":
    main(ask)
