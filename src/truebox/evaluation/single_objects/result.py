"""What an evaluation of one object over time found: frozen, named, and silent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from truebox import _native
from truebox._frozen import dataclass

if TYPE_CHECKING:
    from truebox.typing import FloatArray, Int64Array

__all__ = ["SingleObjectResult", "SingleObjectSequence"]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SingleObjectSequence:
    """The numbers of one sequence.

    Parameters
    ----------
    name : str
    length : int
        Frames of the sequence.
    frames : int64 array [F]
        Places, from 0, of the frames that count.
    overlaps : float64 array [F]
        IoU in each of them.
    errors : float64 array [F] or None
        Distance of the centers in pixels; None where the rules have none.
    metrics : mapping
        As those of the result; None where no frame counts.
    curves : mapping of name to float64 array
        As those of the result; empty where no frame counts.

    Examples
    --------
    >>> from truebox.evaluation import evaluate_single_object
    >>> boxes = [[0, 0, 10, 10], [0, 0, 10, 10]]
    >>> found = [[0, 0, 10, 10], [0, 5, 10, 5]]
    >>> (sequence,) = evaluate_single_object(boxes, found, rules="otb").per_sequence
    >>> sequence.overlaps.tolist(), sequence.errors.tolist()
    ([1.0, 0.5], [0.0, 2.5])
    """

    name: str
    length: int
    frames: Int64Array
    overlaps: FloatArray
    errors: FloatArray | None
    metrics: Mapping[str, float | None]
    curves: Mapping[str, FloatArray]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SingleObjectResult:
    """The outcome of `evaluate_single_object`.

    Parameters
    ----------
    rules : {"otb", "lasot", "got10k"}
    metrics : mapping
        Shares from 0 to 1 under the names of the rules; None where no frame counts.
    curves : mapping of name to float64 array
        ``success``, and where the rules have them ``precision`` and ``normalized_precision``.
    thresholds : mapping of name to float64 array
        Where each curve is read: overlaps, pixels, sizes of the true box.
    per_sequence : tuple of SingleObjectSequence

    Examples
    --------
    >>> from truebox.evaluation import evaluate_single_object
    >>> boxes = [[0, 0, 10, 10], [0, 0, 10, 10]]
    >>> result = evaluate_single_object(boxes, [[0, 0, 10, 10], [0, 5, 10, 5]], rules="otb")
    >>> result.curves["precision"][[0, 2, 3]].tolist()
    [0.5, 0.5, 1.0]
    >>> sorted(result.to_dict())
    ['curves', 'metrics', 'per_sequence', 'rules', 'thresholds', 'truebox']
    """

    rules: str
    metrics: Mapping[str, float | None]
    curves: Mapping[str, FloatArray]
    thresholds: Mapping[str, FloatArray]
    per_sequence: tuple[SingleObjectSequence, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON: all but the overlaps and errors of single frames; undefined is None."""
        return {
            "truebox": _native.__version__,
            "rules": self.rules,
            "metrics": dict(self.metrics),
            "thresholds": _plain(self.thresholds),
            "curves": _plain(self.curves),
            "per_sequence": [
                {
                    "name": each.name,
                    "length": each.length,
                    "frames": len(each.frames),
                    "metrics": dict(each.metrics),
                    "curves": _plain(each.curves),
                }
                for each in self.per_sequence
            ],
        }


def _plain(curves: Mapping[str, FloatArray]) -> dict[str, list[float]]:
    return {name: values.tolist() for name, values in curves.items()}
