"""How long does the cheapest one-to-one matching of 10, 100 and 1,000 rows and columns take?"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from benchmarks.answer import Answer, Row
from benchmarks.asking import main
from benchmarks.call import Array, Call, judge
from benchmarks.stopwatch import interleave
from benchmarks.versus import adapters

# Kinds of cost that stress different parts of the search.
_COSTS: dict[str, Callable[[np.random.Generator, int], Array]] = {
    "uniform": lambda chance, n: chance.random((n, n)),
    "whole numbers to 100": lambda chance, n: chance.integers(0, 100, (n, n)).astype(np.float64),
    "distances of points": lambda chance, n: np.linalg.norm(
        chance.random((n, 1, 2)) - chance.random((1, n, 2)), axis=2
    ),
    "1 - IoU, mostly 1": lambda chance, n: np.where(chance.random((n, n)) < 0.01, chance.random((n, n)), 1.0),
    "products (the hard case)": lambda _, n: np.outer(np.arange(1.0, n + 1), np.arange(1.0, n + 1)),
    "low rank": lambda chance, n: chance.random((n, 3)) @ chance.random((3, n)),
}
# What trackers ask, frame by frame.
_SMALL, _OF_TRACKERS = (10, 100), ("uniform", "1 - IoU, mostly 1")


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Linear assignment on six kinds of cost, two of them small as well."""
    answer = Answer(
        "assignment",
        "The cheapest one-to-one matching",
        "Linear assignment; one process, calls interleaved. Of several best matchings tools may give "
        "different ones, so totals are compared.",
    )
    modules, absent = adapters(("scipy", "lap", "hotcoco"), "assign")
    answer.skipped += absent
    largest = 200 if quick else 1_000
    sizes = [(kind, largest) for kind in _COSTS] + [(kind, size) for size in _SMALL for kind in _OF_TRACKERS]
    for kind, size in sizes:
        make = _COSTS[kind]
        case = f"{size:,} × {size:,}, {kind}"
        cost = np.ascontiguousarray(make(np.random.default_rng(0), size))
        calls = {**_our_calls(answer, case, cost), **{m.TOOL: m.assign(cost) for m in modules}}
        totals = {tool: float(call.read(call.run()).sum()) for tool, call in calls.items()}
        truth = {"continuous": np.array(round(min(totals.values()), 6))}
        verdicts = {tool: judge(_total(call), truth) for tool, call in calls.items()}
        if verdicts.get("truebox", "identical") != "identical":
            raise RuntimeError(f"truebox, {case}: total {totals['truebox']}, found elsewhere {totals}")
        runs = {tool: call.run for tool, call in calls.items()}
        for tool, samples in interleave(runs, rounds or (3 if quick else 9)).items():
            answer.rows.append(Row(case, tool, tuple(samples), answer=verdicts[tool]))
        answer.promise_speed(case, "truebox", [m.TOOL for m in modules], 1.5 if size == largest else 1)
    return answer


def _total(call: Call) -> Call:
    return Call(call.run, read=lambda found: np.array(round(float(call.read(found).sum()), 6)))


def _our_calls(answer: Answer, case: str, cost: Array) -> dict[str, Call]:
    try:
        from truebox import match_optimal
    except (ImportError, AttributeError) as error:
        answer.skipped.append((f"truebox, {case}", str(error)))
        return {}
    return {"truebox": Call(lambda: match_optimal(cost), read=lambda found: cost[found.rows, found.columns])}


if __name__ == "__main__":
    main(ask)
