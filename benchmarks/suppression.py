"""How long does non-maximum suppression take, crowded and spread?"""

from __future__ import annotations

import numpy as np

from benchmarks.answer import Answer, Row
from benchmarks.asking import main
from benchmarks.call import Call, judge
from benchmarks.stopwatch import interleave
from benchmarks.suppression_data import Scored, plain_rows, scored_boxes
from benchmarks.versus import adapters

_THRESHOLD = 0.5
# Boxes, side of the image; the adapters that take too long for the large case are left to the small ones.
_CASES = (
    (1_000, 1_000, ("powerboxes", "torch_suppression", "powerboxes_tree")),
    (10_000, 1_000, ("powerboxes", "torch_suppression", "powerboxes_tree")),
    (100_000, 20_000, ("powerboxes_tree",)),
)


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Greedy suppression at IoU .5 of 1,000, 10,000 and 100,000 boxes, two precisions."""
    answer = Answer(
        "suppression",
        "Non-maximum suppression, crowded and spread",
        "One process, calls interleaved; all tools must keep the same rows in order. Sides are 10 to "
        "100 pixels; 10,000 boxes on 1,000 × 1,000 pixels are a crowd, 100,000 on 20,000 × 20,000 lie apart.",
    )
    for count, field, rivals in _CASES[:1] if quick else _CASES:
        modules, absent = adapters(rivals, "suppress")
        answer.skipped += [pair for pair in absent if pair not in answer.skipped]
        for dtype in ("float32", "float64"):
            case = f"{count:,} boxes on {field:,}² pixels, {dtype}"
            scored = scored_boxes(count, field, dtype)
            calls = _our_calls(answer, case, scored)
            calls |= {m.TOOL: m.suppress(scored.boxes, scored.scores, _THRESHOLD) for m in modules}
            truth = {"continuous": plain_rows(scored, _THRESHOLD)}
            verdicts = {tool: judge(call, truth) for tool, call in calls.items()}
            for tool, verdict in verdicts.items():
                if tool.startswith("truebox") and verdict != "identical":
                    raise RuntimeError(f"{tool}, {case}: {verdict}")
            runs = {tool: call.run for tool, call in calls.items()}
            for tool, samples in interleave(runs, rounds or (3 if quick else 9)).items():
                answer.rows.append(Row(case, tool, tuple(samples), answer=verdicts[tool]))
            answer.promise_speed(case, "truebox", [m.TOOL for m in modules], 4 if count > 10_000 else 10)
    return answer


def _our_calls(answer: Answer, case: str, scored: Scored) -> dict[str, Call]:
    try:
        from truebox import nms
    except (ImportError, AttributeError) as error:
        answer.skipped.append((f"truebox, {case}", str(error)))
        return {}
    boxes, scores = scored
    return {"truebox": Call(lambda: nms(boxes, scores, iou_threshold=_THRESHOLD), read=np.asarray)}


if __name__ == "__main__":
    main(ask)
