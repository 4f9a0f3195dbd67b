"""How long does the IoU of PyTorch tensors on the CPU take?"""

from __future__ import annotations

import torch

from benchmarks.answer import Answer, Row
from benchmarks.asking import main
from benchmarks.call import Array, Call, judge
from benchmarks.overlap_data import exact_pairwise, grid_boxes
from benchmarks.stopwatch import interleave
from benchmarks.versus import adapters


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Pairwise IoU of tensors of three sizes, against torchvision's formula."""
    answer = Answer(
        "tensors",
        "IoU of PyTorch tensors on the CPU",
        "One process, calls interleaved, float32 tensors in and out, as many threads as each takes by "
        "itself. Boxes lie on a quarter-pixel grid, where areas are exact, so all bits must agree.",
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
    answer.promise_speed("1,000 × 1,000", "truebox", ["torch (torchvision's formula)"], 10)
    answer.promise_speed("5,000 × 5,000", "truebox", ["torch (torchvision's formula)"], 10)
    return answer


def _our_call(a: Array, b: Array) -> Call:
    from truebox import pairwise_iou

    left, right = torch.from_numpy(a), torch.from_numpy(b)
    return Call(lambda: pairwise_iou(left, right), read=lambda found: found.numpy())


if __name__ == "__main__":
    main(ask)
