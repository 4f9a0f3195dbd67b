"""One call to be timed: input is prepared outside the clock, in the form the tool likes best."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Call:
    """`run()` is timed; `expected(iou)` turns the true IoU into what the tool should give."""

    run: Callable[[], Any]
    read: Callable[[Any], Array] = np.asarray
    expected: Callable[[Array], Array] = np.asarray
    pixels: str = "continuous"


def judge(call: Call, truth: dict[str, Array]) -> str:
    """How one answer compares with the exact one: ``identical``, or by how much it differs."""
    got = call.read(call.run())
    exact = call.expected(truth[call.pixels])
    if got.dtype == np.float32:
        exact = exact.astype(np.float32)
    if got.shape == exact.shape and np.array_equal(got, exact):
        return "identical" if call.pixels == "continuous" else f"identical ({call.pixels} pixels)"
    if got.shape != exact.shape:
        return f"differs: shape {got.shape}"
    return f"differs by {np.max(np.abs(got - exact)):.1e}"
