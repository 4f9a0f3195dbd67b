"""The short names of several predictions: A, B, C."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from truebox.evaluation.any_result import AnyResult

__all__ = ["letter", "lettered_names", "predictions_names"]


def letter(index: int) -> str:
    """Return the short name of the prediction file at `index`: A to Z, then A2 to Z2, and so on."""
    turn, place = divmod(index, len(ascii_uppercase))
    return ascii_uppercase[place] + (str(turn + 1) if turn else "")


def predictions_names(results: Sequence[AnyResult]) -> list[str]:
    """Return what tells results from each other: their predictions, and the geometry where it differs."""
    several = len({result.geometry for result in results}) > 1
    return [
        result.predictions.source.name + (f", {result.geometry}" if several else "") for result in results
    ]


def lettered_names(results: Sequence[AnyResult]) -> list[str]:
    """Return each letter with the predictions it stands for, such as ``"A a.json"``."""
    return [f"{letter(index)} {name}" for index, name in enumerate(predictions_names(results))]
