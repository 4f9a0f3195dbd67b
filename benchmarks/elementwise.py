"""How long does the IoU of 100,000 pairs, row by row, take?"""

from __future__ import annotations

import numpy as np

from benchmarks.answer import Answer, Row
from benchmarks.asking import main
from benchmarks.call import Array, Call, judge
from benchmarks.overlap_data import exact_elementwise, grid_boxes
from benchmarks.stopwatch import interleave
from benchmarks.versus import adapters


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Elementwise IoU of 100,000 pairs, two precisions."""
    answer = Answer(
        "elementwise",
        "IoU of 100,000 pairs, row by row",
        "One process, calls interleaved, on the quarter-pixel grid where answers must agree in every bit. "
        "The other tools with compiled kernels have no elementwise function.",
    )
    modules, absent = adapters(("numpy_tutorial", "numpy_columns", "torch_formula"), "elementwise")
    answer.skipped += absent
    count = 10_000 if quick else 100_000
    for dtype in ("float32", "float64"):
        case = f"{count:,} pairs {dtype}"
        a, b = grid_boxes(count, dtype, 1), grid_boxes(count, dtype, 2)
        calls = {**_our_calls(answer, case, a, b), **{m.TOOL: m.elementwise(a, b) for m in modules}}
        truth = exact_elementwise(a, b)
        verdicts = {tool: judge(call, truth) for tool, call in calls.items()}
        for tool, verdict in verdicts.items():
            if tool.startswith("truebox") and verdict != "identical":
                raise RuntimeError(f"{tool}, {case}: {verdict}")
        for tool, samples in interleave(
            {t: c.run for t, c in calls.items()}, rounds or (3 if quick else 15)
        ).items():
            answer.rows.append(Row(case, tool, tuple(samples), answer=verdicts[tool]))
        answer.promise_speed(case, "truebox", ["NumPy (tutorials' formula)", "NumPy (by columns)"], 5)
    return answer


def _our_calls(answer: Answer, case: str, a: Array, b: Array) -> dict[str, Call]:
    try:
        from truebox import elementwise_iou
    except (ImportError, AttributeError) as error:
        answer.skipped.append((f"truebox, {case}", str(error)))
        return {}
    out = np.empty(len(a), dtype=a.dtype)
    return {
        "truebox": Call(lambda: elementwise_iou(a, b)),
        "truebox, out=": Call(lambda: elementwise_iou(a, b, out=out)),
    }


if __name__ == "__main__":
    main(ask)
