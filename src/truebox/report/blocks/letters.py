"""The short names of several predictions: A, B, C."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from truebox.evaluation.any_result import AnyResult

__all__ = ["letter", "lettered_names", "predictions_names", "short_names"]


_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def letter(index: int) -> str:
    """Return the short name of the prediction file at `index`: A to Z, then A2 to Z2, and so on."""
    turn, place = divmod(index, len(_LETTERS))
    return _LETTERS[place] + (str(turn + 1) if turn else "")


def predictions_names(results: Sequence[AnyResult]) -> list[str]:
    """Return what tells results from each other: their predictions, and the geometry where it differs."""
    several = len({result.geometry for result in results}) > 1
    return [
        result.predictions.source.shown + (f", {result.geometry}" if several else "") for result in results
    ]


def short_names(results: Sequence[AnyResult]) -> list[str]:
    """Return what stands for each result in headers and sentences: its given name, else its letter."""
    names = predictions_names(results)
    return [
        names[index] if result.predictions.source.called else letter(index)
        for index, result in enumerate(results)
    ]


def lettered_names(results: Sequence[AnyResult]) -> list[str]:
    """Return each letter with the predictions it stands for, such as ``"A a.json"``.

    What the user gave a name is that name alone.
    """
    names = zip(short_names(results), predictions_names(results), strict=True)
    return [name if short == name else f"{short} {name}" for short, name in names]
