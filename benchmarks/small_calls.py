"""How long does one call on one image's masks, boxes and points take?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.answer import Answer, Row
from benchmarks.asking import main
from benchmarks.call import Call, judge
from benchmarks.small_data import HEIGHT, WIDTH, SmallData, small_data, sorted_corners
from benchmarks.stopwatch import interleave
from benchmarks.versus import adapters
from benchmarks.versus.pycocotools import mask_module_calls

_RIVALS = (
    "pycocotools",
    "hotcoco",
    "ultrafast_pycocotools",
    "scipy",
    "lap",
    "shapely",
    "opencv",
    "supervision",
    "numpy_columns",
)
# Two tools paint two pictures.
_NOT_COMPARED = ("30 labelled boxes drawn",)


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """One mask of 480 × 640 pixels, 100 boxes, a 10 × 10 matrix, 100 sets of 30 points."""
    answer = Answer(
        "small_calls",
        "One call on one image",
        "One process, calls interleaved. Masks through what stands in for `pycocotools.mask`, whose answers "
        "are the same to the byte; boxes, matrices and points through Truebox's own functions, whose answers "
        "are equal. Pictures are not compared.",
    )
    data = small_data()
    theirs: dict[str, dict[str, Call]] = {}
    for name in _RIVALS:
        modules, absent = adapters((name,), "small_calls")
        answer.skipped += absent
        for module in modules:
            for case, call in module.small_calls(data).items():
                theirs.setdefault(case, {})[module.TOOL] = call
    for case, call in _our_calls(data).items():
        calls = {"truebox": call, **theirs.get(case, {})}
        verdicts = _verdicts(case, calls)
        runs = {tool: each.run for tool, each in calls.items()}
        for tool, samples in interleave(runs, rounds or (3 if quick else 9)).items():
            answer.rows.append(Row(case, tool, tuple(samples), answer=verdicts[tool]))
    return answer


def _verdicts(case: str, calls: dict[str, Call]) -> dict[str, str]:
    if case in _NOT_COMPARED:
        return {tool: "identical" if tool == "truebox" else "another picture" for tool in calls}
    ours = calls["truebox"]
    expected = {"continuous": ours.read(ours.run())}
    verdicts = {tool: judge(call, expected) for tool, call in calls.items()}
    if len(calls) > 1 and not any(
        said.startswith("identical") for tool, said in verdicts.items() if tool != "truebox"
    ):
        raise RuntimeError(f"{case}: {verdicts}")
    return verdicts


def _our_calls(data: SmallData) -> dict[str, Call]:
    from truebox import match_optimal
    from truebox.boxes import box_area, clip_boxes, convert_boxes, convex_hulls, validate_boxes
    from truebox.drawing import draw_boxes
    from truebox.integrations.pycocotools import mask
    from truebox.masks import connected_pixels

    boxes, cost = data.boxes, data.cost
    picture = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    names, scores = [f"class {k % 5}" for k in range(30)], np.linspace(0.1, 0.9, 30)
    calls: dict[str, tuple[Callable[[], Any], Callable[[Any], Any]]] = {
        "cheapest matching, 10 × 10": (
            lambda: match_optimal(cost),
            lambda found: cost[found.rows, found.columns],
        ),
        "100 boxes cut at the image": (lambda: clip_boxes(boxes, (WIDTH, HEIGHT)), np.asarray),
        "100 boxes checked": (lambda: validate_boxes(boxes), lambda found: np.array(len(found))),
        "100 boxes, corners to centers": (lambda: convert_boxes(boxes, "xyxy", "cxcywh"), np.asarray),
        "areas of 100 boxes": (lambda: box_area(boxes), np.asarray),
        "connected pixels of one mask": (
            lambda: connected_pixels(data.pixels, diagonal=True),
            lambda found: np.asarray(found > 0),
        ),
        "convex hulls of 100 × 30 points": (lambda: convex_hulls(data.points), sorted_corners),
        "30 labelled boxes drawn": (
            lambda: draw_boxes(picture, predictions=boxes[:30], prediction_labels=names, scores=scores),
            np.asarray,
        ),
    }
    return mask_module_calls(mask, data) | {case: Call(run, read=read) for case, (run, read) in calls.items()}


if __name__ == "__main__":
    main(ask)
