"""How long do kernels take on a CUDA device, beside torchvision's, mmcv's and the card's limit?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from benchmarks.answer import Answer, Row
from benchmarks.asking import main
from benchmarks.call import Array, Call, judge
from benchmarks.made_masks import mask_stack
from benchmarks.overlap_data import grid_boxes
from benchmarks.stopwatch import interleave
from benchmarks.suppression_data import scored_boxes
from benchmarks.versus import adapters

_QUESTION = "IoU and its family, suppression and run lengths on a CUDA device"
WRITE = "writing that much memory (fill on the device)"
COPY = "reading and writing that much memory (copy on the device)"
FETCH = "truebox, masks fetched first"
_MEASURES = ("iou", "ioa", "giou", "diou", "ciou")
_SIZES = ((1000, 1000), (10_000, 10_000))
# Boxes, side of the image, how many labels.
_SUPPRESSED = ((1_000, 1_000, 1), (10_000, 1_000, 1), (10_000, 1_000, 80), (100_000, 20_000, 1))
_MASKS = ((1, 480, 640), (100, 480, 640), (20, 2048, 2048))
_THRESHOLD = 0.5


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Pairwise measures, suppression and run lengths of tensors on a CUDA device, where there is one."""
    if not torch.cuda.is_available():
        answer = Answer("cuda", _QUESTION, "Asked where there is a CUDA device.")
        answer.skipped.append(("everything", "no CUDA device"))
        return answer
    card = torch.cuda.get_device_properties(0)
    answer = Answer(
        "cuda",
        _QUESTION,
        f"One process on one {card.name} ({card.total_memory / 2**30:.0f} GiB, {card.multi_processor_count} "
        f"multiprocessors, PyTorch {torch.__version__}), calls interleaved; tensors lie on the device, "
        "and each call is waited for. The clock includes Python's part of a call. float32. Answers are "
        "compared with those of Truebox on the processor; boxes of the pairwise cases lie on a quarter-pixel "
        "grid, where areas are exact, so there all bits must agree; but for CIoU, whose arc tangents each "
        "library rounds as it pleases.",
    )
    rivals, answer.skipped = adapters(("torchvision_cuda", "mmcv_cuda"), "device_pairwise")
    often = rounds or (3 if quick else 15)
    for counts in _SIZES[:1] if quick else _SIZES:
        _ask_pairs(answer, rivals, *counts, often)
    for case in _SUPPRESSED[:1] if quick else _SUPPRESSED:
        _ask_suppression(answer, rivals, *case, often)
    for shape in _MASKS[:1] if quick else _MASKS:
        _ask_masks(answer, *shape, often)
    _promise(answer)
    return answer


def _fetched(found: torch.Tensor) -> Array:
    return found.cpu().numpy()


def _time(  # noqa: PLR0917
    answer: Answer,
    case: str,
    calls: dict[str, Call],
    expected: Array,
    limits: dict[str, Any],
    often: int,
    allowed: float = 0.0,
) -> None:
    verdicts = {tool: judge(call, {"continuous": expected}) for tool, call in calls.items()}
    for tool, call in calls.items():
        found = call.read(call.run())
        if tool.startswith("truebox") and not (
            np.allclose(found, expected, rtol=0, atol=allowed) if allowed else np.array_equal(found, expected)
        ):
            raise RuntimeError(f"{tool}, {case}: {verdicts[tool]}")
    runs = {tool: _waited(call.run) for tool, call in calls.items()}
    runs |= {name: _waited(run) for name, run in limits.items()}
    for tool, samples in interleave(runs, often, budget=4.0).items():
        answer.rows.append(Row(case, tool, tuple(samples), answer=verdicts.get(tool, "")))


def _waited(run: Callable[[], Any]) -> Callable[[], None]:
    def waited() -> None:
        run()
        torch.cuda.synchronize()

    return waited


def _ask_pairs(answer: Answer, rivals: list[Any], count_a: int, count_b: int, often: int) -> None:
    from truebox import overlap

    arrays = grid_boxes(count_a, "float32", 1), grid_boxes(count_b, "float32", 2)
    a, b = (torch.from_numpy(array).cuda() for array in arrays)
    others = {module.TOOL: module.device_pairwise(a, b) for module in rivals}
    buffer = torch.empty((count_a, count_b), device=a.device)
    for name in _MEASURES:
        measure = getattr(overlap, f"pairwise_{name}")
        calls = {"truebox": Call(lambda measure=measure: measure(a, b), read=_fetched)}
        calls |= {tool: found[name] for tool, found in others.items() if name in found}
        case = f"pairwise {name}, {count_a:,} × {count_b:,}"
        # Arc tangents are rounded as each library pleases.
        allowed = 1e-6 if name == "ciou" else 0.0
        _time(
            answer, case, calls, measure(*arrays), {WRITE: lambda: buffer.fill_(0.5)}, often, allowed=allowed
        )


def _ask_suppression(  # noqa: PLR0917
    answer: Answer, rivals: list[Any], count: int, field: int, labels: int, often: int
) -> None:
    from truebox import nms

    scored = scored_boxes(count, field, "float32")
    scores = scored.scores.astype(np.float32)
    kinds = np.random.default_rng(1).integers(0, labels, count) if labels > 1 else None
    boxes, points = torch.from_numpy(scored.boxes).cuda(), torch.from_numpy(scores).cuda()
    classes = None if kinds is None else torch.from_numpy(kinds).cuda()
    calls = {
        "truebox": Call(lambda: nms(boxes, points, labels=classes, iou_threshold=_THRESHOLD), read=_fetched),
        "truebox, fetched and sent back": Call(
            lambda: nms(
                boxes.cpu(),
                points.cpu(),
                labels=None if classes is None else classes.cpu(),
                iou_threshold=_THRESHOLD,
            ).cuda(),
            read=_fetched,
        ),
    }
    calls |= {m.TOOL: m.device_suppress(boxes, points, classes, _THRESHOLD) for m in rivals}
    expected = nms(scored.boxes, scores, labels=kinds, iou_threshold=_THRESHOLD)
    of = f" of {labels} classes" if kinds is not None else ""
    _time(answer, f"suppression, {count:,} boxes{of} on {field:,}² pixels", calls, expected, {}, often)


def _ask_masks(answer: Answer, count: int, height: int, width: int, often: int) -> None:
    from truebox.masks import encode_masks

    dense = np.ascontiguousarray(mask_stack(count, height, width).transpose(2, 0, 1)).astype(bool)
    stack = torch.from_numpy(dense).cuda()
    other = torch.empty_like(stack)
    calls = {
        "truebox": Call(lambda: encode_masks(stack), read=lambda found: found.runs),
        FETCH: Call(lambda: encode_masks(stack.cpu().numpy()), read=lambda found: found.runs),
    }
    try:
        from pycocotools import mask as reference

        calls["pycocotools, masks fetched first"] = Call(
            lambda: reference.encode(np.asfortranarray(stack.permute(1, 2, 0).cpu().numpy().view(np.uint8))),
            read=_runs,
        )
    except ImportError as error:
        answer.skipped.append(("pycocotools", str(error)))
    case = _masks_case(count, height, width)
    _time(answer, case, calls, encode_masks(dense).runs, {COPY: lambda: other.copy_(stack)}, often)


def _masks_case(count: int, height: int, width: int) -> str:
    return f"run lengths, {count} masks of {height} × {width}"


def _runs(texts: Any) -> Array:
    from truebox.masks import masks_from_coco

    return masks_from_coco(texts).runs


def _promise(answer: Answer) -> None:
    for name in _MEASURES:
        answer.promise_share(f"pairwise {name}, 10,000 × 10,000", "truebox", WRITE, 1.5)
    for case in dict.fromkeys(row.case for row in answer.rows):
        for rival in ("torchvision", "mmcv"):
            answer.promise_share(case, "truebox", rival, 1.0)
        if case in {_masks_case(*shape) for shape in _MASKS[1:]}:  # what is smaller is fetched by Truebox too
            answer.promise_share(case, "truebox", FETCH, 1.0)


if __name__ == "__main__":
    main(ask)
