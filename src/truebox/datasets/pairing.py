"""Truth and predictions in one visit: read, completed with what the protocol asks for, joined."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from truebox._frozen import dataclass
from truebox._kinds import refuses_other_kinds
from truebox._native.threads import thread_count
from truebox.datasets import joining
from truebox.datasets.formats import coco
from truebox.datasets.formats.coco.head import path_looks_like_coco
from truebox.datasets.joining.predicted_classes import with_predicted_classes
from truebox.errors import ArgumentError, InputError
from truebox.records import Predictions, Truth
from truebox.typing import ANGLE_READINGS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from truebox.datasets.format import Role
    from truebox.datasets.reading import PredictionsLike, TruthLike

__all__ = ["Pair", "joined", "read_pair", "reading_among", "truth_beside", "with_federation"]

_Side = TypeVar("_Side", Truth, Predictions)

_OF_READING = ("geometry", "threads", "box_format", "lenient")


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

    @property
    def has_annotation_ids(self) -> bool:
        """Whether annotations have ids of their own, and not numbers that a reader gave them from 1 on."""
        ids = self.truth.ids
        if self.truth.source.format == coco.FORMAT.name or ids.names is not None:
            return True
        return not np.array_equal(ids.values, np.arange(1, len(ids) + 1))


@refuses_other_kinds
def read_pair(
    truth: TruthLike,
    predictions: PredictionsLike,
    *,
    complete: Callable[[Truth, Any], Truth] | None = None,
    categories: Iterable[Any] | None = None,
    class_agnostic: bool = False,
    lenient: bool = False,
    **reading: Any,
) -> Pair:
    """Read both sides, and join the predictions to the truth.

    Parameters
    ----------
    truth, predictions : path, parsed COCO data, arrays per image, or `Truth` and `Predictions`
        Records are taken as they are.
    complete : callable, optional
        From the truth and what was given for it to a truth with all that a protocol reads, such as
        `with_federation`.
    categories : iterable of ids or names, optional
        All classes, for a truth whose source lists none.
    class_agnostic : bool
        Classes will be forgotten: those that only predictions have are taken, whatever the truth lists.
    lenient : bool
        Drop rows that would be refused, count them and say so (W-150).
    **reading
        ``geometry``, ``threads`` and ``box_format``, as in `read_truth`; ``split`` for the truth.

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
    how = {"lenient": lenient, **reading}
    true = truth_beside(truth, predictions, **how)
    how.pop("split", None)
    if complete is not None:
        true = complete(true, truth)
    found = _predictions(predictions, true, how)
    true, found = with_predicted_classes(true, found, categories, class_agnostic=class_agnostic)
    return Pair(true, found if lenient else joined(true, found))


@refuses_other_kinds
def truth_beside(
    truth: TruthLike, predictions: PredictionsLike, *, split: str | None = None, **reading: Any
) -> Truth:
    """The truth of a pair; of several splits the one that holds the predicted images.

    Parameters
    ----------
    truth, predictions : as of `read_pair`
        Predictions are read only where they choose the split.
    split : str, optional
        The split that is meant.
    **reading
        ``geometry``, ``threads``, ``box_format`` and ``lenient``, as in `read_truth`. A ``box_format`` is of
        the predictions alone where the truth states its own, as COCO does.

    Examples
    --------
    >>> from truebox.datasets.pairing import truth_beside
    >>> len(truth_beside([{"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}], []))
    1
    """

    def read_split(chosen: str | None) -> Truth:
        named = {} if (chosen or split) is None else {"split": chosen or split}
        return _records(truth, Truth, "truth", **reading, **named)

    if isinstance(truth, Truth | Predictions) or _is_plain(truth, "truth", {**reading, "split": split}):
        return read_split(None)
    from truebox.datasets import split_choice  # noqa: PLC0415  imported late: records need no reader (14 ms)

    found = dict(reading)
    of_four = reading.get("box_format") not in (None, *ANGLE_READINGS)  # the unit of angles nobody states
    if of_four and split_choice.states_its_boxes(truth):
        reading["box_format"] = None  # it is said of the predictions then
    return split_choice.read_truth_of(
        read_split, lambda: [_records(predictions, Predictions, "predictions", **found)]
    )


@refuses_other_kinds
def reading_among(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of reading among those of an evaluation.

    Examples
    --------
    >>> asked = {"geometry": "boxes", "threads": 1, "box_format": None, "lenient": False, "images": None}
    >>> sorted(reading_among(asked))
    ['box_format', 'geometry', 'lenient', 'threads']
    """
    return {name: arguments[name] for name in _OF_READING}


def _records(given: Any, kind: type[_Side], name: Role, **how: Any) -> _Side:
    if isinstance(given, kind):
        return given
    if isinstance(given, Truth | Predictions):
        raise ArgumentError(
            f"{name}: got {type(given).__name__}. Fix: pass the truth first, then the predictions."
        )
    if _is_plain(given, name, how):
        threads, geometry = how.get("threads"), how.get("geometry", "boxes")
        thread_count(threads)
        read_plain: Any = coco.truth_of_file if kind is Truth else coco.predictions_of_file
        plain: _Side = read_plain(Path(given), threads, geometry)
        return plain
    from truebox.datasets import reading  # noqa: PLC0415  imported late: COCO files need no other reader (14 ms)

    read: Any = reading.truth_as_said if kind is Truth else reading.predictions_as_said
    found: _Side = read(given, **how)
    return found


def _is_plain(given: Any, name: Role, how: Mapping[str, Any]) -> bool:
    """Whether this is a file of COCO of which nothing was said that it does not say itself."""
    said = any(value for option, value in how.items() if option not in ("geometry", "threads"))
    return not said and isinstance(given, str | PathLike) and path_looks_like_coco(Path(given), name)


def _predictions(given: PredictionsLike, true: Truth, how: dict[str, Any]) -> Predictions:
    try:
        return _records(given, Predictions, "predictions", **how)
    except InputError as error:
        if error.code not in ("E-150", "E-423"):
            raise
        # The truth says which format it is, or which reading fits.
        return _records(given, Predictions, "predictions", **how, truth=true)


def joined(true: Truth, found: Predictions) -> Predictions:
    """The predictions with the truth's ids and in its units; as they are where ids mean the same, as of COCO.

    Examples
    --------
    >>> from truebox.datasets import read_predictions, read_truth
    >>> found = read_predictions([{"boxes": [[0, 0, 9, 9]], "labels": [1], "scores": [0.5]}])
    >>> joined(read_truth([{"boxes": [[0, 0, 9, 9]], "labels": [1]}]), found) is found
    True
    """
    by_id = found.image_by == found.category_by == "id"
    # Texts may be names of files.
    numbered = not (found.image.are_strings or true.images.ids.are_strings)
    if by_id and numbered and found.units == true.units:
        return found
    try:
        return joining.join(true, found)
    except InputError as error:
        if error.code != "E-130" or true.source.path is None:
            raise
        from truebox.datasets import split_choice  # noqa: PLC0415  imported late: only a refusal needs it (1 ms)

        with split_choice.saying_which_split(true, lambda: found):
            raise


@refuses_other_kinds
def with_federation(truth: Truth, given: Any = None) -> Truth:
    """The truth with what its file, or what was `given` for it, says of classes that were not looked for.

    A truth that has it already, or of which neither is known, stays as it is.

    Parameters
    ----------
    truth : Truth
        As read.
    given : path or mapping, optional
        What the truth was read from, where it does not know that itself.

    Returns
    -------
    Truth

    Raises
    ------
    InputError
        The file does not say it of every image and class (E-145).

    Examples
    --------
    >>> from truebox.datasets import read_truth, with_federation
    >>> data = {
    ...     "images": [{"id": 1, "neg_category_ids": [5], "not_exhaustive_category_ids": []}],
    ...     "annotations": [],
    ...     "categories": [{"id": 5, "name": "cat", "frequency": "r"}],
    ... }
    >>> with_federation(read_truth(data), data).federation.frequency
    ('r',)
    """
    source = truth.source.path if truth.source.path is not None else given
    if truth.federation is not None or not isinstance(source, Mapping | PathLike):
        return truth
    return replace(truth, federation=coco.read_federation(source, truth))
