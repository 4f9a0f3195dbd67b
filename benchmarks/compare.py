"""How long does it take to say whether one detector is better than another: a paired bootstrap?"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.answer import Answer, Row
from benchmarks.asking import main
from benchmarks.call import Array, Call
from benchmarks.made_data import Files, cache_folder, made_files
from benchmarks.stopwatch import interleave
from benchmarks.versus import adapters

_HEADLINE = ("AP", "AP50", "AP75", "APs", "APm", "APl", "AR1", "AR10", "AR100", "ARs", "ARm", "ARl")


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Two evaluated models, one file of scores blurred: the comparison alone is timed."""
    answer = Answer(
        "compare",
        "Paired bootstrap of two detectors",
        "One process, calls interleaved; reading and evaluating are outside the clock. Truebox gives "
        "intervals and p-values of twelve metrics and of AP, AP50 and AP75 in every class, the other tool "
        "intervals of twelve metrics. The draws differ, so standard errors are compared: the largest ratio "
        "is stated.",
    )
    modules, answer.skipped = adapters(["hotcoco"], "compare")
    cases = [(200, 20, 100)] if quick else [(500, 80, 1000), (5000, 80, 100)]
    for images, categories, draws in cases:
        files = made_files(images, categories)
        blurred = _blurred(files)
        paths = (str(files.truth), str(files.predictions), str(blurred))
        calls = {"truebox": _ours(*paths, draws)}
        calls |= {module.TOOL: module.compare(*paths, draws) for module in modules}
        case = f"{files.title}, {draws:,} draws"
        _time(answer, case, calls, rounds or 3)
        answer.promise_speed(case, "truebox", [module.TOOL for module in modules], 5)
    if not quick:
        paths = (str(files.truth), str(files.predictions), str(blurred))
        _time(answer, f"{files.title}, 1,000 draws", {"truebox": _ours(*paths, 1000)}, rounds or 3)
    return answer


def _time(answer: Answer, case: str, calls: dict[str, Call], rounds: int) -> None:
    expected = calls["truebox"].read(calls["truebox"].run())
    verdicts = {tool: _verdict(call, expected) for tool, call in calls.items()}
    runs = {tool: call.run for tool, call in calls.items()}
    for tool, samples in interleave(runs, rounds).items():
        answer.rows.append(Row(case, tool, tuple(samples), answer=verdicts[tool]))


def _verdict(call: Call, expected: Array) -> str:
    """By how much the standard errors differ; those of few draws differ by a seventh by chance alone."""
    moving = expected > 1e-9  # recall of all detections does not move where scores alone differ
    ratio = call.read(call.run())[moving] / expected[moving]
    return f"standard errors within a factor {float(np.max(np.maximum(ratio, 1 / ratio))):.2f}"


def _ours(truth: str, first: str, second: str, draws: int) -> Call:
    from truebox import datasets
    from truebox.diagnosis import compare
    from truebox.evaluation import evaluate

    records = datasets.read_truth(truth)
    results = [evaluate(records, datasets.read_predictions(path)) for path in (first, second)]

    def read(found: Any) -> Array:
        return np.array([found.pairs[0].metrics[key].error for key in _HEADLINE])

    return Call(lambda: compare(*results, replicates=draws, seed=1), read=read)


def _blurred(files: Files) -> Path:
    """The same detections with noise on their scores, made once."""
    from truebox import datasets

    path = cache_folder() / f"{files.predictions.parent.name}-blurred.json"
    if not path.exists():
        found = datasets.read_predictions(files.predictions)
        noise = np.random.default_rng(1).normal(0, 0.05, len(found.scores))
        unfinished = path.with_suffix(".part")
        datasets.write_coco_predictions(
            unfinished,
            image=found.image,
            category=found.category,
            boxes=found.boxes,
            scores=np.clip(found.scores + noise, 0, 1),
        )
        shutil.move(unfinished, path)
    return path


if __name__ == "__main__":
    main(ask)
