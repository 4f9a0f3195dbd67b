"""How long does the IoU of all pairs of concave polygons take?"""

from __future__ import annotations

from benchmarks.answer import Answer, Row
from benchmarks.asking import main
from benchmarks.call import Array, Call
from benchmarks.rotated_data import agreement, stars
from benchmarks.stopwatch import interleave
from benchmarks.versus import adapters

# Polygons on either side, corners of each.
_CASES = ((1_000, 4), (1_000, 20), (200, 200))


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Simple polygons of 4, 20 and 200 corners on 500 × 500 pixels."""
    answer = Answer(
        "polygons",
        "All pairs of concave polygons",
        "One process, calls interleaved, float64. Polygons are 20 to 100 pixels across. shapely gets its "
        "polygons and its tree ready made; the check that outlines do not cross is in Truebox's time.",
    )
    modules, absent = adapters(("shapely",), "polygons")
    answer.skipped += absent
    for count, points in _CASES:
        size = count // 10 if quick else count
        case = f"{size:,} × {size:,}, {points} corners"
        a, b = stars(size, points, 500, 1), stars(size, points, 500, 2)
        calls = _our_calls(answer, case, a, b) | {m.TOOL: m.polygons(a, b) for m in modules}
        if not calls:
            continue
        found = {tool: call.read(call.run()) for tool, call in calls.items()}
        truth = found[(modules[-1].TOOL if modules else next(iter(found)))]
        verdicts = {tool: agreement(values, truth) for tool, values in found.items()}
        if modules and not verdicts.get("truebox", "equal").startswith("equal"):
            raise RuntimeError(f"truebox, {case}: {verdicts['truebox']}")
        runs = {tool: call.run for tool, call in calls.items()}
        for tool, samples in interleave(runs, rounds or (3 if quick else 5)).items():
            answer.rows.append(Row(case, tool, tuple(samples), answer=verdicts[tool]))
        answer.promise_speed(case, "truebox", [m.TOOL for m in modules], 5)
    return answer


def _our_calls(answer: Answer, case: str, a: Array, b: Array) -> dict[str, Call]:
    try:
        from truebox.overlap import pairwise_polygon_iou
    except (ImportError, AttributeError) as error:
        answer.skipped.append((f"truebox, {case}", str(error)))
        return {}
    return {"truebox": Call(lambda: pairwise_polygon_iou(a, b))}


if __name__ == "__main__":
    main(ask)
