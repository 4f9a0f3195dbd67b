"""How long does the IoU of tensors on the CPU take: of all pairs, and row by row as libraries compile it?"""

from __future__ import annotations

import torch

from benchmarks.answer import Answer, Row
from benchmarks.asking import main
from benchmarks.call import Array, Call, judge
from benchmarks.compiled_pairs import FRAMEWORKS, is_there
from benchmarks.overlap_data import exact_elementwise, exact_pairwise, grid_boxes
from benchmarks.stopwatch import interleave
from benchmarks.versus import adapters


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Pairwise IoU of tensors of three sizes, against torchvision's formula; pairs, against one by hand."""
    answer = Answer(
        "tensors",
        "IoU of tensors on the CPU",
        "One process, calls interleaved, float32 tensors in and out, as many threads as each takes by "
        "itself. Boxes lie on a quarter-pixel grid, where areas are exact, so all bits must agree. All pairs "
        "are of PyTorch; row by row each library computes both as it compiles them, within a function of two "
        "tensors (TensorFlow as a graph, and by XLA: `jit_compile=True`), and the formula by hand adds 1e-7 "
        "to the union where its library has no division that knows zeros.",
    )
    modules, absent = adapters(("torch_formula",), "pairwise")
    answer.skipped += absent
    for count_a, count_b in [(100, 5), (1000, 1000)] if quick else [(100, 5), (1000, 1000), (5000, 5000)]:
        case = f"{count_a:,} × {count_b:,}"
        a, b = grid_boxes(count_a, "float32", 1), grid_boxes(count_b, "float32", 2)
        calls = {"truebox": _our_call(a, b), **{module.TOOL: module.pairwise(a, b) for module in modules}}
        truth = exact_pairwise(a, b)
        verdicts = {tool: judge(call, truth) for tool, call in calls.items()}
        if verdicts["truebox"] != "identical":
            raise RuntimeError(f"truebox, {case}: {verdicts['truebox']}")
        del truth
        runs = {tool: call.run for tool, call in calls.items()}
        for tool, samples in interleave(runs, rounds or (3 if quick else 9), budget=12.0).items():
            answer.rows.append(Row(case, tool, tuple(samples), answer=verdicts[tool]))
    _row_by_row(answer, quick, rounds)
    answer.promise_speed("1,000 × 1,000", "truebox", ["torch (torchvision's formula)"], 10)
    answer.promise_speed("5,000 × 5,000", "truebox", ["torch (torchvision's formula)"], 10)
    return answer


def _row_by_row(answer: Answer, quick: bool, rounds: int | None) -> None:
    for count in (100, 10_000) if quick else (100, 10_000, 100_000):
        a, b = grid_boxes(count, "float32", 1), grid_boxes(count, "float32", 2)
        truth = exact_elementwise(a, b)
        for name, (package, calls_of) in FRAMEWORKS.items():
            if not is_there(package):
                answer.skipped.append((name, f"{package} is not installed"))
                continue
            case, calls = f"{count:,} pairs, {name}", calls_of(a, b)
            verdicts = {tool: judge(call, truth) for tool, call in calls.items()}
            for tool, verdict in verdicts.items():
                if tool == "truebox" and verdict != "identical":
                    raise RuntimeError(f"truebox, {case}: {verdict}")
            runs = {tool: call.run for tool, call in calls.items()}
            for tool, samples in interleave(runs, rounds or (3 if quick else 15)).items():
                answer.rows.append(Row(case, tool, tuple(samples), answer=verdicts[tool]))
            answer.promise_speed(case, "truebox", ["formula by hand"], 1)


def _our_call(a: Array, b: Array) -> Call:
    from truebox import pairwise_iou

    left, right = torch.from_numpy(a), torch.from_numpy(b)
    return Call(lambda: pairwise_iou(left, right), read=lambda found: found.numpy())


if __name__ == "__main__":
    main(ask)
