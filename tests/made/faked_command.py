"""The installed command with reading and evaluating faked: what is left is the command line.

Run as a program, it takes what should happen from the environment variable ``FAKED``.
"""

from __future__ import annotations

import os
import signal
import time
import warnings
from collections.abc import Sequence
from typing import Any

from made_results import MadeResult, make_hostile, make_many, make_predictions, make_truth

from truebox.errors import ArgumentError, InputError, MissingExtraError, TrueboxWarning
from truebox.records import Finding

CALLS: list[dict[str, Any]] = []


class FakedReading:
    def __init__(
        self,
        truth: str,
        predictions: Sequence[str],
        *,
        geometry: str = "boxes",
        threads: int | None = None,
        **options: Any,
    ) -> None:
        self.predictions = predictions

    def get_ready(self) -> None:
        pass

    def result(self) -> tuple[Any, Any]:
        return make_truth(), [make_predictions(name) for name in self.predictions]


def evaluate(truth: Any, predictions: Any, **parameters: Any) -> MadeResult:
    CALLS.append(parameters)
    warnings.warn("W-205 12 exact duplicate boxes", TrueboxWarning, stacklevel=2)
    behave(os.environ.get("FAKED", ""))
    made = {"hostile": make_hostile, "huge": lambda: make_many(10_000)}
    result = made.get(os.environ.get("FAKED", ""), lambda: make_many(3))()
    result.truth, result.predictions = truth, predictions
    result.mode = parameters["mode"]
    result.warnings = (Finding("W-205", "12 exact duplicate boxes", 12),)
    return result


def behave(how: str) -> None:
    """Fail in the way that is asked for."""
    if how == "refuse":
        raise InputError("E-120", "pred.json[17].bbox", "3 numbers, need 4", "Add the missing number", row=17)
    if how == "argument":
        raise ArgumentError("iou_thresholds must lie in [0, 1], got 7")
    if how == "extra":
        raise MissingExtraError("pyarrow", "parquet", "Reading Parquet")
    if how == "crash":
        raise RuntimeError("\x1b[31mboom")
    if how == "memory":
        raise MemoryError
    if how == "interrupt":
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(30)


def install() -> None:
    """Put the fakes in place of the rooms."""
    from truebox import datasets, evaluation

    datasets.start_reading = FakedReading  # type: ignore[attr-defined]
    evaluation.evaluate = evaluate  # type: ignore[attr-defined]


if __name__ == "__main__":
    from truebox.cli import main

    install()
    main()
