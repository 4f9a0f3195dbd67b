"""From how many boxes on does which way to compute IoU pay?"""

from __future__ import annotations

from pathlib import Path

from benchmarks.answer import Answer, Row
from benchmarks.asking import main
from benchmarks.call import Array, Call, judge
from benchmarks.overlap_data import exact_elementwise, grid_boxes
from benchmarks.stopwatch import interleave
from benchmarks.versus import adapters

_CHARTS = Path(__file__).resolve().parents[1] / "docs" / "benchmarks"
_WAYS = ("python_formula", "numpy_tutorial", "torch_formula", "tensorflow_formula")
_COLOURS = ("#0b7285", "#868e96", "#d9480f", "#862e9c", "#e67700")


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """IoU of pairs of boxes, row by row, from one pair to a million."""
    answer = Answer(
        "batch_size",
        "Time against the number of boxes, for each way to write IoU",
        "One process, calls interleaved, float32 pairs row by row; each way gets its input in the form it "
        "likes best, outside the clock. Both axes of the chart are logarithmic: where two lines cross, the "
        "better way changes.",
    )
    modules, absent = adapters(_WAYS, "elementwise")
    answer.skipped += absent
    counts = (1, 100, 10_000) if quick else (1, 10, 100, 1000, 10_000, 100_000, 1_000_000)
    for count in counts:
        a, b = grid_boxes(count, "float32", 1), grid_boxes(count, "float32", 2)
        calls = {"truebox": _our_call(a, b), **{module.TOOL: module.elementwise(a, b) for module in modules}}
        truth = exact_elementwise(a, b)
        verdicts = {tool: judge(call, truth) for tool, call in calls.items()}
        runs = {tool: call.run for tool, call in calls.items()}
        for tool, samples in interleave(runs, rounds or (3 if quick else 9), budget=6.0).items():
            answer.rows.append(Row(_case(count), tool, tuple(samples), answer=verdicts[tool]))
    for count in counts:
        answer.promise_speed(_case(count), "truebox", [module.TOOL for module in modules], 1)
    if not quick:
        draw(answer, counts, ["truebox", *(module.TOOL for module in modules)])
        answer.pictures.append("batch_size.svg")
    return answer


def crossover(answer: Answer, counts: tuple[int, ...], tool: str, other: str) -> int | None:
    """The first count at which `tool` is faster than `other`, if it ever is."""
    for count in counts:
        first, second = answer.row(_case(count), tool), answer.row(_case(count), other)
        if first and second and first.time < second.time:
            return count
    return None


def _case(count: int) -> str:
    return f"{count:,} pairs" if count > 1 else "1 pair"


def _our_call(a: Array, b: Array) -> Call:
    from truebox import elementwise_iou

    return Call(lambda: elementwise_iou(a, b))


def draw(answer: Answer, counts: tuple[int, ...], tools: list[str]) -> None:
    """One line for each way, as SVG and PNG; the legend says where it overtakes plain Python."""
    import matplotlib as mpl

    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "truebox"
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7.5, 4.4), layout="constrained")
    for tool, colour in zip(tools, _COLOURS, strict=False):
        rows = [answer.row(_case(count), tool) for count in counts]
        points = [(count, row.time) for count, row in zip(counts, rows, strict=True) if row]
        found = crossover(answer, counts, tool, "plain Python formula")
        label = tool if found is None else f"{tool}: beats Python from {_case(found)}"
        axes.loglog(*zip(*points, strict=True), "o-", color=colour, label=label, markersize=4)
    axes.set(xlabel="pairs of boxes", ylabel="seconds", title="IoU of pairs of boxes")
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(alpha=0.25)
    axes.legend(frameon=False)
    _CHARTS.mkdir(parents=True, exist_ok=True)
    figure.savefig(_CHARTS / "batch_size.svg", metadata={"Date": None})
    figure.savefig(_CHARTS / "batch_size.png", dpi=160)
    plt.close(figure)


if __name__ == "__main__":
    main(ask)
