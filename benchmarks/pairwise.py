"""How long does the IoU of every box with every other box take?"""

from __future__ import annotations

import numpy as np

from benchmarks.answer import Answer, Row
from benchmarks.asking import main
from benchmarks.call import Array, Call, judge
from benchmarks.overlap_data import exact_pairwise, grid_boxes
from benchmarks.stopwatch import interleave
from benchmarks.versus import adapters

_RIVALS = (
    "numpy_tutorial",
    "numpy_columns",
    "torch_formula",
    "powerboxes",
    "cython_bbox",
    "hotcoco",
    "pycocotools",
    "faster_coco_eval",
)
# The tools the promise "times as fast as the fastest of" speaks of.
_NAMED = ("torch (torchvision's formula)", "powerboxes", "cython_bbox", "hotcoco", "pycocotools")
_WRITE = "writing that much memory (NumPy fill)"
_OURS, _OURS_OUT = "truebox", "truebox, out="


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Pairwise IoU of N and M boxes, three sizes, two precisions."""
    answer = Answer(
        "pairwise",
        "IoU of every box with every other",
        "One process, calls interleaved; each tool gets its input in the form it likes best, outside the "
        "clock. Boxes lie on a quarter-pixel grid, where areas are exact, so all bits must agree.",
    )
    modules, absent = adapters(_RIVALS, "pairwise")
    answer.skipped += absent
    sizes = [(100, 5), (1000, 1000)] if quick else [(100, 5), (1000, 1000), (10_000, 10_000)]
    for count_a, count_b in sizes:
        for dtype in ("float32", "float64"):
            case = f"{count_a:,} × {count_b:,} {dtype}"
            a, b = grid_boxes(count_a, dtype, 1), grid_boxes(count_b, dtype, 2)
            calls = {**_our_calls(answer, case, a, b), **{m.TOOL: m.pairwise(a, b) for m in modules}}
            _measure(answer, case, calls, (a, b), rounds or (3 if quick else 9))
    _promise(answer)
    return answer


def _our_calls(answer: Answer, case: str, a: Array, b: Array) -> dict[str, Call]:
    try:
        from truebox import pairwise_iou
    except (ImportError, AttributeError) as error:
        answer.skipped.append((f"truebox, {case}", str(error)))
        return {}
    out = np.empty((len(a), len(b)), dtype=a.dtype)
    return {_OURS: Call(lambda: pairwise_iou(a, b)), _OURS_OUT: Call(lambda: pairwise_iou(a, b, out=out))}


def _measure(
    answer: Answer, case: str, calls: dict[str, Call], boxes: tuple[Array, Array], rounds: int
) -> None:
    a, b = boxes
    truth = exact_pairwise(a, b)
    verdicts = {tool: judge(call, truth) for tool, call in calls.items()}
    for tool in (_OURS, _OURS_OUT):
        if verdicts.get(tool, "identical") != "identical":
            raise RuntimeError(f"{tool}, {case}: {verdicts[tool]}")
    del truth
    buffer = np.empty((len(a), len(b)), dtype=a.dtype)
    runs = {tool: call.run for tool, call in calls.items()} | {_WRITE: lambda: buffer.fill(0.5)}
    # A tool that needs seconds a call gets a few of them, not one in each round.
    for tool, samples in interleave(runs, rounds, budget=12.0).items():
        answer.rows.append(Row(case, tool, tuple(samples), answer=verdicts.get(tool, "")))


def _promise(answer: Answer) -> None:
    answer.promise_speed("10,000 × 10,000 float32", _OURS, _NAMED, 10)
    answer.promise_share("10,000 × 10,000 float32", _OURS_OUT, _WRITE, 1.5)
    answer.promise_speed("1,000 × 1,000 float32", _OURS, _NAMED, 20)
    answer.promise_speed("100 × 5 float32", _OURS, ["NumPy (tutorials' formula)"], 5)
    answer.promise_share("100 × 5 float32", _OURS, "hotcoco", 1.0)


if __name__ == "__main__":
    main(ask)
