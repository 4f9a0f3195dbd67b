"""Truth and predictions in one visit: read, completed with what the protocol asks for, joined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from truebox.datasets.joining.joining import join
from truebox.errors import ArgumentError
from truebox.records import Predictions, Truth

if TYPE_CHECKING:
    from truebox.datasets.reading import PredictionsLike, TruthLike

__all__ = ["Pair", "read_pair"]

_Side = TypeVar("_Side", Truth, Predictions)


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """What an evaluation needs: from here on only columns travel.

    Parameters
    ----------
    truth : Truth
        With its `federation` where that was asked for.
    predictions : Predictions
        With the truth's ids and in its units, unless they were read leniently: rows that name what the
        truth has not are then still there, to be dropped and counted with the others.

    Examples
    --------
    >>> from truebox.datasets import read_pair
    >>> read_pair([{"boxes": [], "labels": []}], []).predictions.source.description
    'COCO results'
    """

    truth: Truth
    predictions: Predictions


def read_pair(
    truth: TruthLike,
    predictions: PredictionsLike,
    *,
    federated: bool = False,
    lenient: bool = False,
    **reading: Any,
) -> Pair:
    """Read both sides, and join the predictions to the truth.

    Parameters
    ----------
    truth, predictions : path, parsed COCO data, arrays per image, or `Truth` and `Predictions`
        Records are taken as they are.
    federated : bool
        Whether the truth must say which classes were looked for in which image, as LVIS needs it.
    lenient : bool
        Drop rows that would be refused, count them and say so (W-150).
    **reading
        ``geometry``, ``threads`` and ``box_format``, as in `read_truth`.

    Returns
    -------
    Pair

    Raises
    ------
    InputError
        Data is refused; the truth is looked at first.
    ArgumentError
        The sides are exchanged, or an option has a value that cannot be taken.

    Examples
    --------
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> pair = read_pair([box], [{**box, "scores": [0.5]}])
    >>> len(pair.truth), len(pair.predictions)
    (1, 1)
    """
    true = _records(truth, Truth, "truth", lenient=lenient, **reading)
    if federated:
        from truebox.datasets.formats.coco.federation import with_federation  # noqa: PLC0415  with msgspec (8 ms)

        true = with_federation(true, truth)
    found = _records(predictions, Predictions, "predictions", lenient=lenient, **reading)
    return Pair(true, found if lenient or _is_joined(true, found) else join(true, found))


def _records(given: Any, kind: type[_Side], name: str, **how: Any) -> _Side:
    if isinstance(given, kind):
        return given
    if isinstance(given, Truth | Predictions):
        raise ArgumentError(
            f"{name}: got {type(given).__name__}. Fix: pass the truth first, then the predictions."
        )
    from truebox.datasets import reading  # noqa: PLC0415  imported late: records need no reader (14 ms)

    read: Any = reading.read_truth if kind is Truth else reading.read_predictions
    found: _Side = read(given, **how)
    return found


def _is_joined(true: Truth, found: Predictions) -> bool:
    """Whether ids mean the same on both sides, as those of COCO do."""
    by_id = found.image_by == found.category_by == "id"
    return by_id and found.image.are_strings == true.images.ids.are_strings and found.units == true.units
