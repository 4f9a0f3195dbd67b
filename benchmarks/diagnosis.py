"""How long does it take to learn why the number is what it is: error types, and which class for which?"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from benchmarks.answer import Answer, Row, Target
from benchmarks.asking import main
from benchmarks.call import Array, Call, judge
from benchmarks.made_data import Files, made_files
from benchmarks.stopwatch import interleave
from benchmarks.versus import adapters


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """TIDE's error types and confusion matrices of boxes, 100 detections an image, 80 classes."""
    answer = Answer(
        "diagnosis",
        "Error types and confusion matrix",
        "One process, calls interleaved; files are read and matched by each tool outside the clock, but our "
        "match table, which every diagnosis is derived from, is made inside it, anew for each call. Error "
        "types are AP at IoU .5 and what six types cost it, compared with tidecv to 1e-9; hotcoco's follow "
        "COCO's matching, so that they differ.",
    )
    small, large = made_files(100 if quick else 1000, 80), made_files(200 if quick else 5000, 80)
    both, answer.skipped = adapters(["tidecv", "hotcoco"], "error_types")
    hotcoco = [module for module in both if module.TOOL == "hotcoco"]
    _time(answer, f"error types, {small.title}", _error_types(small, both), rounds or 3)
    _time(answer, f"error types, {large.title}", _error_types(large, hotcoco), rounds or (3 if quick else 9))
    _time(answer, f"confusion, {large.title}", _confusion(large, hotcoco), rounds or (3 if quick else 9))
    everything = f"table, error types, confusion, nested analysis, label errors, {large.title}"
    _time(answer, everything, {"truebox": Call(_everything(large))}, rounds or 3)
    default = f"default diagnosis with 1,000 draws and sentences, {large.title}"
    _time(answer, default, {"truebox": Call(_default(large))}, rounds or 3)
    limits = {everything: 1.5, default: 1.5}
    if not quick:
        largest = made_files(20_000, 365)
        long = f"default diagnosis with 1,000 draws and sentences, {largest.title}"
        limits[long] = 4.0
        _time(answer, long, {"truebox": Call(_default(largest))}, rounds or 3)
    answer.promise_speed(f"error types, {small.title}", "truebox", ["tidecv"], 50)
    answer.promise_speed(f"error types, {large.title}", "truebox", ["hotcoco"], 2)
    for case, limit in limits.items():
        row = answer.row(case, "truebox")
        if row is not None and not quick:
            answer.targets.append(Target(case, f"truebox ≤ {limit:g} s", row.time, limit))
    return answer


def _time(answer: Answer, case: str, calls: dict[str, Call], rounds: int) -> None:
    reference = calls.get("tidecv", calls["truebox"])
    expected = {"continuous": reference.read(reference.run())}
    verdicts = {tool: judge(call, expected) for tool, call in calls.items()}
    runs = {tool: call.run for tool, call in calls.items()}
    for tool, samples in interleave(runs, rounds).items():
        answer.rows.append(Row(case, tool, tuple(samples), answer=verdicts[tool]))


def _evaluated(files: Files) -> Any:
    """A result whose match table is made anew on every call, as after an evaluation."""
    from truebox.evaluation import evaluate
    from truebox.evaluation.matches.ground import MatchGround

    result = evaluate(files.truth, files.predictions)
    ground = result.ground
    assert ground is not None
    parts = ground.source, ground.columns, ground.category_names
    return lambda: replace(result, ground=MatchGround(*parts))


def _error_types(files: Files, modules: list[Any]) -> dict[str, Call]:
    from truebox.diagnosis import errors

    fresh = _evaluated(files)

    def read(found: Any) -> Array:
        losses = [
            found.loss[name] for name in ("class", "location", "both", "duplicate", "background", "missed")
        ]
        return np.round([found.ap, *losses], 9)

    calls = {"truebox": Call(lambda: errors(fresh()), read=read)}
    return {
        **calls,
        **{module.TOOL: module.error_types(files.truth, files.predictions) for module in modules},
    }


def _confusion(files: Files, modules: list[Any]) -> dict[str, Call]:
    from truebox.diagnosis import confusion_matrix

    fresh = _evaluated(files)
    calls = {"truebox": Call(lambda: confusion_matrix(fresh(), score=0.0), read=lambda found: found.counts)}
    return {
        **calls,
        **{module.TOOL: module.class_pairs(files.truth, files.predictions) for module in modules},
    }


def _everything(files: Files) -> Any:
    from truebox.diagnosis import coco_analysis, confusion_matrix, errors, label_errors

    fresh = _evaluated(files)

    def run() -> int:
        result = fresh()
        for diagnose in (errors, confusion_matrix, coco_analysis, label_errors):
            diagnose(result)
        return len(result.matches.detections)

    return run


def _default(files: Files) -> Any:
    from truebox.diagnosis import diagnose

    fresh = _evaluated(files)
    return lambda: len(diagnose(fresh()).words)


if __name__ == "__main__":
    main(ask)
