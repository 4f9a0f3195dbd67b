"""How long does the cheapest one-to-one matching of 10 to 1,000 rows and columns take, gated and not?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.answer import Answer, Row
from benchmarks.asking import main
from benchmarks.call import Array, Call, judge
from benchmarks.stopwatch import interleave
from benchmarks.versus import adapters

# Kinds of cost that stress different parts of the search.
_COSTS: dict[str, Callable[[np.random.Generator, int, int], Array]] = {
    "uniform": lambda chance, n, m: chance.random((n, m)),
    "whole numbers to 100": lambda chance, n, m: chance.integers(0, 100, (n, m)).astype(np.float64),
    "distances of points": lambda chance, n, m: np.linalg.norm(
        chance.random((n, 1, 2)) - chance.random((1, m, 2)), axis=2
    ),
    "1 - IoU, mostly 1": lambda chance, n, m: np.where(
        chance.random((n, m)) < 0.01, chance.random((n, m)), 1.0
    ),
    "products (the hard case)": lambda _, n, m: np.outer(np.arange(1.0, n + 1), np.arange(1.0, m + 1)),
    "low rank": lambda chance, n, m: chance.random((n, 3)) @ chance.random((3, m)),
}
# What trackers ask, frame by frame, and what is hardest of few.
_SMALL = [
    *((kind, size, size) for size in (10, 100) for kind in ("uniform", "1 - IoU, mostly 1")),
    *(("products (the hard case)", size, size) for size in (10, 20, 40)),
    ("distances of points", 40, 40),
    ("uniform", 500, 500),
    ("1 - IoU, mostly 1", 500, 500),
    *(("uniform", *shape) for shape in ((40, 80), (80, 40), (200, 1_000), (1_000, 200))),
    ("1 - IoU, mostly 1", 100, 200),
]
_BEST = "the largest total"
# Pairs that cost more are forbidden, as trackers forbid them.
_GATED = [("distances of points", 20, 0.1), ("distances of points", 100, 0.1), ("uniform", 200, 0.5)]


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Linear assignment on six kinds of cost, square and not, few and many, for the most, and gated."""
    answer = Answer(
        "assignment",
        "The cheapest one-to-one matching",
        "Linear assignment; one process, calls interleaved. Of several best matchings tools may give "
        "different ones, so totals are compared. Where a gate forbids pairs, as many pairs as it leaves are "
        "to be matched and of those the cheapest: SciPy gets forbidden pairs at a cost that no other "
        "matching reaches, and they are taken out of its answer.",
    )
    modules, absent = adapters(("scipy", "lap", "hotcoco"), "assign")
    answer.skipped += absent
    largest = 200 if quick else 1_000
    sizes = [*((kind, largest, largest) for kind in _COSTS), *_SMALL]
    for kind, rows, columns in sizes:
        cost = _cost(kind, rows, columns)
        calls = {"truebox": _ours(cost), **{m.TOOL: m.assign(cost) for m in modules}}
        case = f"{rows:,} × {columns:,}, {kind}"
        _compare(answer, case, calls, rounds or (3 if quick else 9))
        answer.promise_speed(case, "truebox", [m.TOOL for m in modules], 1.5 if rows == largest else 1)
    best, absent = adapters(("scipy",), "assign_most")
    gated, also_absent = adapters(("scipy",), "assign_gated")
    answer.skipped += absent + also_absent
    for size in (10, 100):
        worth = _cost("uniform", size, size)
        calls = {"truebox": _ours(worth, maximize=True), **{m.TOOL: m.assign_most(worth) for m in best}}
        _compare(answer, f"{size} × {size}, uniform, {_BEST}", calls, rounds or (3 if quick else 9))
    for kind, size, gate in _GATED:
        cost = _cost(kind, size, size)
        calls = {"truebox": _ours(cost, gate=gate), **{m.TOOL: m.assign_gated(cost, gate) for m in gated}}
        _compare(answer, f"{size} × {size}, {kind}, gate {gate}", calls, rounds or (3 if quick else 9))
    return answer


def _cost(kind: str, rows: int, columns: int) -> Array:
    return np.ascontiguousarray(_COSTS[kind](np.random.default_rng(0), rows, columns))


def _compare(answer: Answer, case: str, calls: dict[str, Call], rounds: int) -> None:
    totals = {tool: float(call.read(call.run()).sum()) for tool, call in calls.items()}
    best = max(totals.values()) if case.endswith(_BEST) else min(totals.values())
    truth = {"continuous": np.array(round(best, 6))}
    verdicts = {tool: judge(_total(call), truth) for tool, call in calls.items()}
    if verdicts["truebox"] != "identical":
        raise RuntimeError(f"truebox, {case}: total {totals['truebox']}, found elsewhere {totals}")
    runs = {tool: call.run for tool, call in calls.items()}
    for tool, samples in interleave(runs, rounds).items():
        answer.rows.append(Row(case, tool, tuple(samples), answer=verdicts[tool]))


def _total(call: Call) -> Call:
    return Call(call.run, read=lambda found: np.array(round(float(call.read(found).sum()), 6)))


def _ours(cost: Array, **options: Any) -> Call:
    from truebox import match_optimal

    return Call(lambda: match_optimal(cost, **options), read=lambda found: cost[found.rows, found.columns])


if __name__ == "__main__":
    main(ask)
