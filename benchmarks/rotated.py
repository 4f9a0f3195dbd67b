"""How long does the IoU of all pairs of rotated boxes take?"""

from __future__ import annotations

from benchmarks.answer import Answer, Row
from benchmarks.asking import main
from benchmarks.call import Array, Call
from benchmarks.rotated_data import agreement, rotated_boxes
from benchmarks.stopwatch import interleave
from benchmarks.versus import adapters

# Boxes on either side, side of the image; in a crowd shapely needs minutes.
_CASES = ((2_000, 1_000, ("powerboxes", "shapely")), (2_000, 100, ("powerboxes",)))


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """2,000 × 2,000 rotated boxes, spread and crowded."""
    answer = Answer(
        "rotated",
        "All pairs of rotated boxes",
        "One process, calls interleaved, float64. Sides are 10 to 100 pixels; on 1,000 × 1,000 pixels about "
        "1 pair in 80 overlaps, on 100 × 100 two thirds do. shapely gets polygons and tree ready made.",
    )
    for count, field, rivals in _CASES:
        size = 200 if quick else count
        case = f"{size:,} × {size:,} on {field:,}² pixels"
        modules, absent = adapters(rivals, "rotated")
        answer.skipped += [pair for pair in absent if pair not in answer.skipped]
        a, b = rotated_boxes(size, field, 1), rotated_boxes(size, field, 2)
        calls = _our_calls(answer, case, a, b) | {m.TOOL: m.rotated(a, b) for m in modules}
        if not calls:
            continue
        found = {tool: call.read(call.run()) for tool, call in calls.items()}
        # The reference is another tool where one is here.
        truth = found[(modules[-1].TOOL if modules else next(iter(found)))]
        verdicts = {tool: agreement(values, truth) for tool, values in found.items()}
        if modules and not verdicts.get("truebox", "equal").startswith("equal"):
            raise RuntimeError(f"truebox, {case}: {verdicts['truebox']}")
        runs = {tool: call.run for tool, call in calls.items()}
        for tool, samples in interleave(runs, rounds or (3 if quick else 7)).items():
            answer.rows.append(Row(case, tool, tuple(samples), answer=verdicts[tool]))
        answer.promise_speed(case, "truebox", [m.TOOL for m in modules], 5)
    return answer


def _our_calls(answer: Answer, case: str, a: Array, b: Array) -> dict[str, Call]:
    try:
        from truebox.overlap import pairwise_rotated_iou
    except (ImportError, AttributeError) as error:
        answer.skipped.append((f"truebox, {case}", str(error)))
        return {}
    return {"truebox": Call(lambda: pairwise_rotated_iou(a, b, unit="degrees", direction="clockwise"))}


if __name__ == "__main__":
    main(ask)
