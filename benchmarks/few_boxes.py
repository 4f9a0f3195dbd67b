"""How long does it take to suppress or to fuse the few boxes of one image?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmarks.answer import Answer
from benchmarks.asking import main
from benchmarks.by_case import ask_by_case
from benchmarks.call import Call
from benchmarks.few_boxes_data import FewBoxesData, few_boxes_data

_RIVALS = ("powerboxes", "opencv", "torch_suppression", "supervision", "ensemble_boxes")
_DEGREES: dict[str, Any] = {"unit": "degrees", "direction": "clockwise"}


def ask(quick: bool = False, rounds: int | None = None, cases: Sequence[str] | None = None) -> Answer:
    """10 to 300 boxes, upright and rotated; fusion of three models with as many each."""
    answer = Answer(
        "few_boxes",
        "Suppression and fusion of few boxes",
        "One process, calls interleaved, float64. Sides are 10 to 100 pixels on 300 × 300. All tools must "
        "keep the same rows in order, or fuse to the same boxes. Soft suppression is left out: neither "
        "ensemble-boxes nor supervision lowers scores to the same numbers.",
    )
    data = few_boxes_data()
    ask_by_case(
        answer,
        _our_calls(data),
        _RIVALS,
        "few_boxes",
        data,
        rounds=rounds or (3 if quick else 9),
        cases=cases,
    )
    return answer


def _our_calls(data: FewBoxesData) -> dict[str, Call]:
    from truebox.suppression import nms, non_maximum_weighted, rotated_nms, weighted_boxes_fusion

    limit = {"iou_threshold": data.threshold}
    calls = {}
    for count, (boxes, scores) in data.scored.items():
        rotated, lists = data.rotated[count], data.models[count]
        name = f"3 models × {count} boxes"
        calls |= {
            f"{count} boxes suppressed": Call(lambda b=boxes, s=scores: nms(b, s, **limit)),
            f"{count} rotated boxes suppressed": Call(lambda r=rotated: rotated_nms(*r, **_DEGREES, **limit)),
            f"{name}, weighted fusion": Call(
                lambda m=lists: weighted_boxes_fusion(*m), read=lambda fused: fused.boxes
            ),
            f"{name}, non-maximum weighted": Call(
                lambda m=lists: non_maximum_weighted(*m), read=lambda fused: fused.boxes
            ),
        }
    return calls


if __name__ == "__main__":
    main(ask)
