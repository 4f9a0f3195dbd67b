"""What an evaluation found: frozen, named, and silent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from truebox.evaluation.parameters import CocoParameters
    from truebox.records import Finding, Predictions, Truth
    from truebox.typing import FloatArray, Mode

__all__ = ["ClassResult", "Result"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassResult:
    """One class: counts and its own metrics (None where undefined)."""

    id: int | str
    name: str
    images: int
    truths: int
    detections: int
    metrics: Mapping[str, float | None]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Result:
    """The outcome of one evaluation.

    Parameters
    ----------
    protocol, geometry : str
        ``"coco"``, ``"boxes"``.
    mode : {"strict", "corrected"}
    parameters : CocoParameters
    metrics : mapping
        ``AP AP50 AP75 APs APm APl AR1 AR10 AR100 ARs ARm ARl`` as fractions; None where undefined.
    undefined : mapping
        Metric name to the reason why it is None.
    per_class : tuple of ClassResult
        In the order of category ids; empty when `class_agnostic`.
    precision, scores : arrays [T, R, K, A, M]
        NaN-free; -1 where the class has no truth, as in the reference.
    recall : array [T, K, A, M]
    truth, predictions : Truth, Predictions
    warnings : tuple of Finding
        Everything a reader of the number should know, reading findings included.
    """

    protocol: str
    geometry: str
    mode: Mode
    parameters: CocoParameters
    metrics: Mapping[str, float | None]
    undefined: Mapping[str, str]
    per_class: tuple[ClassResult, ...]
    precision: FloatArray
    recall: FloatArray
    scores: FloatArray
    truth: Truth
    predictions: Predictions
    warnings: tuple[Finding, ...] = ()
