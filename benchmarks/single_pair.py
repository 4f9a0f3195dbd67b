"""How long does the IoU of two boxes take, as a student writes it?"""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.answer import Answer, Row
from benchmarks.asking import main
from benchmarks.call import Call, judge
from benchmarks.stopwatch import interleave
from benchmarks.versus import adapters

# Whole numbers: every formula gives the same bits.
_A, _B = (39, 63, 203, 112), (54, 66, 198, 114)


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """IoU of one pair, given as tuples and as lists."""
    answer = Answer(
        "single_pair",
        "IoU of two boxes",
        "One process, calls interleaved. The compiled tools get a pair in the form their function takes: "
        "a list of one box, or an array [1, 4].",
    )
    modules, absent = adapters(("python_formula", "pycocotools", "hotcoco", "powerboxes"), "single")
    answer.skipped += absent
    exact = {"continuous": np.asarray(6624.0 / (8036.0 + 6912.0 - 6624.0))}
    for form, a, b in (("tuples", _A, _B), ("lists", list(_A), list(_B))):
        case = f"one pair, {form}"
        calls = {**_our_calls(answer, case, a, b), **{m.TOOL: m.single(a, b) for m in modules}}
        verdicts = {tool: judge(call, exact) for tool, call in calls.items()}
        if verdicts.get("truebox", "identical") != "identical":
            raise RuntimeError(f"truebox, {case}: {verdicts['truebox']}")
        for tool, samples in interleave(
            {t: c.run for t, c in calls.items()}, rounds or (3 if quick else 15)
        ).items():
            answer.rows.append(Row(case, tool, tuple(samples), answer=verdicts[tool]))
        answer.promise_share(case, "truebox", "plain Python formula", 0.25)
    return answer


def _our_calls(answer: Answer, case: str, a: Any, b: Any) -> dict[str, Call]:
    try:
        from truebox import iou
    except (ImportError, AttributeError) as error:
        answer.skipped.append((f"truebox, {case}", str(error)))
        return {}
    return {"truebox": Call(lambda: iou(a, b), read=np.asarray)}


if __name__ == "__main__":
    main(ask)
