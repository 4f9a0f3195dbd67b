"""How long does it take to fuse the boxes of several models?"""

from __future__ import annotations

from benchmarks.answer import Answer, Row
from benchmarks.asking import main
from benchmarks.call import Call, judge
from benchmarks.stopwatch import interleave
from benchmarks.suppression_data import models
from benchmarks.versus import adapters


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Weighted boxes fusion of four models, with 250 and with 2,500 boxes each, 80 classes."""
    answer = Answer(
        "fusion",
        "Fusing the boxes of four models",
        "Weighted boxes fusion; one process, calls interleaved. Boxes must be identical in every bit, which "
        "includes the running sums in single precision that ensemble-boxes uses.",
    )
    modules, absent = adapters(("ensemble_boxes",), "fuse")
    answer.skipped += absent
    for objects in (250,) if quick else (250, 2_500):
        case = f"4 models × {objects:,} boxes"
        data = models(4, objects)
        calls = {**_our_calls(answer, case, data), **{m.TOOL: m.fuse(*data) for m in modules}}
        if not calls:
            continue
        # The reference is the other tool where it is here, else our own answer says only how long it took.
        judged = calls[modules[0].TOOL] if modules else next(iter(calls.values()))
        truth = {"continuous": judged.read(judged.run())}
        verdicts = {tool: judge(call, truth) for tool, call in calls.items()}
        if modules and verdicts.get("truebox", "identical") != "identical":
            raise RuntimeError(f"truebox, {case}: {verdicts['truebox']}")
        runs = {tool: call.run for tool, call in calls.items()}
        for tool, samples in interleave(runs, rounds or (3 if quick else 9)).items():
            answer.rows.append(Row(case, tool, tuple(samples), answer=verdicts[tool]))
        answer.promise_speed(case, "truebox", [m.TOOL for m in modules], 10)
    return answer


def _our_calls(answer: Answer, case: str, data: tuple) -> dict[str, Call]:
    try:
        from truebox.suppression import weighted_boxes_fusion
    except (ImportError, AttributeError) as error:
        answer.skipped.append((f"truebox, {case}", str(error)))
        return {}
    return {"truebox": Call(lambda: weighted_boxes_fusion(*data), read=lambda fused: fused.boxes)}


if __name__ == "__main__":
    main(ask)
