"""How long do losses of boxes and their gradients take on tensors of the CPU?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from benchmarks.answer import Answer
from benchmarks.asking import main
from benchmarks.by_case import ask_by_case
from benchmarks.call import Array, Call
from benchmarks.losses_data import LOSSES, LossesData, losses_data

_RIVALS = ("torch_losses",)


def ask(quick: bool = False, rounds: int | None = None, cases: Sequence[str] | None = None) -> Answer:
    """IoU, GIoU, DIoU and CIoU loss of 10 to 100,000 pairs, with the gradients of the predictions."""
    answer = Answer(
        "losses",
        "Losses of boxes with their gradients",
        "One process, calls interleaved, float32 tensors on the CPU, the mean over all pairs: a forward and "
        "a backward pass. What is compared are the gradients. The other tool is torchvision's formulas, "
        "which add 1e-7 to divisors, written with torch.",
    )
    data = losses_data(quick)
    ask_by_case(
        answer, _our_calls(data), _RIVALS, "losses", data, rounds=rounds or (3 if quick else 9), cases=cases
    )
    return answer


def gradients(loss_of: Callable[[Any, Any], Any], pair: tuple[Array, Array]) -> Call:
    """A call that differentiates ``loss_of(prediction, target)``, one number."""
    import torch

    prediction, target = torch.from_numpy(pair[0].copy()).requires_grad_(), torch.from_numpy(pair[1])

    def run() -> Any:
        prediction.grad = None
        loss_of(prediction, target).backward()
        return prediction.grad

    return Call(run, read=lambda found: np.asarray(found.numpy()))


def _our_calls(data: LossesData) -> dict[str, Call]:
    from truebox import losses

    return {
        f"{name} loss, {count:,} pairs": gradients(
            lambda a, b, name=name: getattr(losses, f"{name}_loss")(a, b, reduction="mean"), pair
        )
        for count, pair in data.pairs.items()
        for name in LOSSES
    }


if __name__ == "__main__":
    main(ask)
