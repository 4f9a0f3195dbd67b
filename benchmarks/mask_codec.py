"""How long do the operations on run lengths take: encode, decode, merge, IoU?"""

from __future__ import annotations

from benchmarks.answer import Answer, Row
from benchmarks.asking import main
from benchmarks.call import Array, Call, judge
from benchmarks.made_masks import mask_stack
from benchmarks.stopwatch import interleave
from benchmarks.versus import adapters

# How many masks, height, width.
_CASES = ((100, 480, 640), (20, 2048, 2048))


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Masks of 480 × 640 and of 2048 × 2048 pixels."""
    answer = Answer(
        "mask_codec",
        "Run lengths: encode, decode, merge, IoU",
        "One process, calls interleaved; every answer is compared with the reference's. Dense masks are "
        "column-major. The other tools' run lengths are compressed texts, which they read and write at every "
        "call; Truebox keeps runs, and its rows named texts take and give the same dictionaries.",
    )
    modules, answer.skipped = adapters(("hotcoco", "pycocotools"), "mask_calls")
    for count, height, width in _CASES:
        size = 4 if quick else count
        stack = mask_stack(size, height, width)
        tools = {module.TOOL: module.mask_calls(stack) for module in modules}
        kept, texts = _our_calls(stack)
        for name in kept:
            case = f"{name}, {size} masks of {height} × {width}"
            calls = {"truebox": kept[name], "truebox, texts": texts[name]}
            calls |= {tool: made[name] for tool, made in tools.items()}
            _time(answer, case, calls, rounds or (3 if quick else 9))
            answer.promise_speed(case, "truebox", ["hotcoco"], 1)
            answer.promise_speed(case, "truebox", ["pycocotools"], 5)
    return answer


def _time(answer: Answer, case: str, calls: dict[str, Call], rounds: int) -> None:
    expected = {"continuous": next(reversed(calls.values())).read(next(reversed(calls.values())).run())}
    verdicts = {tool: judge(call, expected) for tool, call in calls.items()}
    if verdicts["truebox"] != "identical":
        raise RuntimeError(f"{case}: {verdicts['truebox']}")
    runs = {tool: call.run for tool, call in calls.items()}
    for tool, samples in interleave(runs, rounds).items():
        answer.rows.append(Row(case, tool, tuple(samples), answer=verdicts[tool]))


def _our_calls(stack: Array) -> tuple[dict[str, Call], dict[str, Call]]:
    """Calls on runs, and on the dictionaries of the other tools."""
    from truebox.masks import (
        decode_masks,
        encode_masks,
        mask_area,
        masks_from_coco,
        masks_to_coco,
        merge_masks,
    )
    from truebox.overlap import pairwise_mask_iou

    dense = stack.transpose(2, 0, 1)
    masks = encode_masks(dense)
    texts = masks_to_coco(masks, counts="bytes")
    kept = {
        "encode": Call(lambda: encode_masks(dense), read=mask_area),
        "decode": Call(lambda: decode_masks(masks, order="F"), read=_in_columns),
        "merge": Call(lambda: merge_masks(masks), read=mask_area),
        "IoU": Call(lambda: pairwise_mask_iou(masks, masks)),
    }
    read = masks_from_coco
    both = {
        "encode": Call(lambda: masks_to_coco(encode_masks(dense)), read=lambda found: mask_area(read(found))),
        "decode": Call(lambda: decode_masks(read(texts), order="F"), read=_in_columns),
        "merge": Call(
            lambda: masks_to_coco(merge_masks(read(texts))), read=lambda found: mask_area(read(found))
        ),
        "IoU": Call(lambda: pairwise_mask_iou(texts, texts)),
    }
    return kept, both


def _in_columns(dense: Array) -> Array:
    return dense.transpose(1, 2, 0)


if __name__ == "__main__":
    main(ask)
