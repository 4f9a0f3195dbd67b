"""What one update is given, as records: both sides read, images named, classes those of the evaluator."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from truebox import datasets
from truebox.errors import ArgumentError, InputError
from truebox.evaluation.streaming.quick_batches import quick_pair
from truebox.evaluation.streaming.unlisted_classes import unlisted_class, unnamed_classes
from truebox.records import Federation, Ids, Predictions, Truth

if TYPE_CHECKING:
    from truebox.evaluation.streaming.stream_question import StreamQuestion
    from truebox.records import Categories
    from truebox.typing import AnyArray, Int64Array

__all__ = ["Batch", "Entries", "batch_of", "entries_of"]

_MOST_OPEN = 1 << 16


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Both sides of one update.

    Parameters
    ----------
    truth, predictions : Truth, Predictions
    ids : list or None
        The images, where those of the records are places in the batch.
    chosen : iterable of ids or None
        Of the images of a whole file, those to evaluate.
    annotation_ids : bool
        Whether the truth has ids of its own.
    arrived : bool
        Whether the images were numbered as they came.
    """

    truth: Truth
    predictions: Predictions
    ids: list[Any] | None
    chosen: Iterable[Any] | None = None
    annotation_ids: bool = True
    arrived: bool = False


def batch_of(
    truth: Any,
    predictions: Any,
    images: Iterable[Any] | None,
    question: StreamQuestion,
    *,
    entries: Entries | None,
    threads: int | None,
    box_format: str | None,
) -> Batch:
    """Read one update.

    Parameters
    ----------
    truth, predictions
        Arrays per image, in lists of equal length or by id; or whatever `truebox.evaluate` reads.
    images : iterable of ids or None
        Of files and records: which of their images.
    question : StreamQuestion
        Of the evaluator.
    entries : Entries or None
        Of the same, where they are arrays per image.
    threads, box_format : int or None, str or None
        As in `truebox.evaluate`.
    """
    if entries is None:
        return _of_records(
            truth, predictions, images, question, reading={"threads": threads, "box_format": box_format}
        )
    ids, true, found, numbered = entries
    if question.open:
        question = question.grown(_classes_in(true, found))
    geometry = question.parameters.geometry
    if geometry == "boxes":
        pair = quick_pair(true, found, question.categories, box_format or "xyxy")
        if pair is not None:
            return Batch(*pair, ids, annotation_ids=False, arrived=numbered)
    reading: dict[str, Any] = {"geometry": geometry, "threads": threads, "box_format": box_format}
    by_place = dict(enumerate(true)), dict(enumerate(found))
    pair_read = datasets.read_pair(
        *by_place, categories=question.categories.ids.tolist(), complete=question.protocol.complete, **reading
    )
    own_ids = any(isinstance(entry, Mapping) and entry.get("ids") is not None for entry in true)
    known = with_classes(pair_read.truth, pair_read.predictions, question)
    return Batch(known, pair_read.predictions, ids, annotation_ids=own_ids, arrived=numbered)


def _classes_in(*sides: Sequence[Mapping[str, Any]]) -> int:
    """One more than the highest label.

    Raises
    ------
    InputError
        A label is no whole number of at least 0 (E-131).
    """
    highest = -1
    for entry in chain(*sides):
        given = entry["labels"]
        labels = np.asarray(given.detach().cpu() if hasattr(given, "detach") else given)
        if labels.size == 0:
            continue
        if labels.dtype.kind in "US":
            each_label = chain.from_iterable(np.asarray(each["labels"]).tolist() for each in chain(*sides))
            raise unnamed_classes(list(dict.fromkeys(each_label)))
        if labels.dtype.kind not in "iu" or labels.min() < 0 or labels.max() >= _MOST_OPEN:
            raise InputError(
                "E-131",
                "labels",
                f"{labels.reshape(-1).tolist()[:3]} are not all classes from 0 to {_MOST_OPEN - 1}",
                "give whole numbers from 0, or give categories= to Evaluator; "
                "MeanAveragePrecision has no such argument",
            )
        highest = max(highest, int(labels.max()))
    return highest + 1


def _of_records(
    truth: Any,
    predictions: Any,
    images: Iterable[Any] | None,
    question: StreamQuestion,
    *,
    reading: dict[str, Any],
) -> Batch:
    if question.open:
        raise ArgumentError(
            "categories: classes as they come are for arrays per image. "
            "Fix: pass Evaluator(categories=truth)."
        )
    true = named_as(
        datasets.truth_beside(truth, predictions, geometry=question.parameters.geometry, **reading),
        question.categories,
    )
    pair = datasets.read_pair(
        true,
        predictions,
        categories=question.categories.ids.tolist(),
        complete=lambda read, _: question.protocol.complete(read, truth),
        geometry=question.parameters.geometry,
        **reading,
    )
    own_ids, known = pair.has_annotation_ids, with_classes(pair.truth, pair.predictions, question)
    return Batch(known, pair.predictions, None, chosen=images, annotation_ids=own_ids)


def named_as(truth: Truth, classes: Categories) -> Truth:
    """The truth with these classes where its source only names its own: the ids it has only count the names.

    Raises
    ------
    InputError
        It names one that is none of them (E-131).
    """
    own = truth.categories
    if own.numbered or own.ids.are_strings or own is classes:
        return truth
    place = {name: row for row, name in reversed(list(enumerate(classes.names)))}
    unknown = [name for name in own.names if name not in place]
    if unknown:
        raise unlisted_class(own.names, classes, truth.source.name)
    rows = {value: place[name] for value, name in zip(own.ids.values.tolist(), own.names, strict=True)}
    codes, where = np.unique(truth.category.values, return_inverse=True)
    taken = np.array([rows[code] for code in codes.tolist()], dtype=np.int64)[where]
    return replace(truth, categories=classes, category=Ids(classes.ids.values[taken], classes.ids.names))


class Entries(NamedTuple):
    """Arrays per image: ids, both sides, and whether the images were numbered as they came."""

    ids: list[Any]
    truth: list[Any]
    predictions: list[Any]
    numbered: bool


def entries_of(truth: Any, predictions: Any, images: Iterable[Any] | None, arrived: int) -> Entries | None:
    """The images of an update, or None where it is not given as arrays per image.

    Parameters
    ----------
    truth, predictions
        In lists of equal length, or by id.
    images : iterable of ids or None
        Of lists: their images.
    arrived : int
        The number of the next image that nobody names.
    """
    if isinstance(truth, Mapping) and isinstance(predictions, Mapping):
        if not truth or not all(isinstance(entry, Mapping) for entry in truth.values()):
            return None
        if images is not None:
            raise ArgumentError(
                "images: the mappings name their images. Fix: leave images out, or pass lists."
            )
        unknown = [key for key in predictions if key not in truth]
        if unknown:
            raise InputError(
                "E-130",
                "predictions",
                f"image {unknown[0]!r} has no entry in the truth of this update",
                'give every image of an update its truth, also without objects: {"boxes": [], "labels": []}',
            )
        nothing: dict[str, Any] = {"boxes": [], "labels": [], "scores": []}
        ids = [_scalar(key) for key in truth]
        found = [predictions.get(key, nothing) for key in truth]
        return Entries(ids, list(truth.values()), found, False)
    if not (isinstance(truth, list | tuple) and isinstance(predictions, list | tuple)):
        return None
    if not all((type(entry) is dict or isinstance(entry, Mapping)) and "labels" in entry for entry in truth):
        return None
    if len(truth) != len(predictions):
        raise ArgumentError(
            f"predictions: {len(predictions)} entries for {len(truth)} images. "
            "Fix: pass one entry per image, also where nothing was found."
        )
    ids, numbered = _ids_of(truth, images, arrived)
    return Entries(ids, list(truth), list(predictions), numbered)


def _ids_of(
    truth: Sequence[Mapping[str, Any]], images: Iterable[Any] | None, arrived: int
) -> tuple[list[Any], bool]:
    if images is not None:
        ids = [_scalar(each) for each in images]
        if len(ids) != len(truth):
            raise ArgumentError(
                f"images: {len(ids)} ids for {len(truth)} images. Fix: pass one id per entry of the truth."
            )
        return ids, False
    named = sum("image_id" in entry for entry in truth)
    if named == 0:
        return list(range(arrived, arrived + len(truth))), True
    if named < len(truth):
        raise ArgumentError(
            f'truth: {named} of {len(truth)} images have an "image_id". Fix: give it to all, or pass images=.'
        )
    return [_scalar(entry["image_id"]) for entry in truth], False


def _scalar(value: Any) -> Any:
    """An id out of an array or tensor of one element."""
    if type(value) in (int, str):
        return value
    item = getattr(value, "item", None)
    if item is not None and getattr(value, "size", None) != 0:
        try:
            value = item()
        except (RuntimeError, ValueError):
            return value
    return int(value) if isinstance(value, float) and value.is_integer() else value


def with_classes(truth: Truth, predictions: Predictions, question: StreamQuestion) -> Truth:
    """The truth with every class of the evaluator.

    Raises
    ------
    InputError
        It has one that the evaluator has not (E-131), or calls it otherwise (E-576).
    """
    mine, theirs = question.categories, truth.categories
    if theirs is mine:
        return truth
    known = dict(zip(mine.ids.tolist(), mine.names, strict=True))
    of_truth = dict(zip(theirs.ids.tolist(), theirs.names, strict=True))
    unknown = [each for each in of_truth if each not in known]
    if unknown:
        used = (side.category.tolist() for side in (truth, predictions))
        labels = list(dict.fromkeys([unknown[0], *chain(*used)]))
        raise unlisted_class(labels, mine, truth.source.name, question.listed)
    others = [
        each for each, name in of_truth.items() if theirs.listed and theirs.numbered and name != known[each]
    ]
    named = any(str(each) != name for each, name in known.items())
    if named and others:
        raise InputError(
            "E-576",
            truth.source.name,
            f"class {others[0]!r} is {of_truth[others[0]]!r} here and {known[others[0]]!r} in the evaluator",
            "give every part the same classes",
        )
    places = [list(known).index(each) for each in of_truth]
    federation = truth.federation
    if federation is not None:
        federation = _placed(federation, np.array(places, dtype=np.int64), len(known))
    return replace(truth, categories=mine, federation=federation)


def _placed(federation: Federation, places: Int64Array, classes: int) -> Federation:
    """What a federated truth states, by the evaluator's classes."""
    category = places[federation.category]
    if not federation.frequency:
        return replace(federation, category=category)
    frequency: AnyArray = np.full(classes, "", dtype=object)
    frequency[places] = federation.frequency
    return replace(federation, category=category, frequency=tuple(map(str, frequency.tolist())))
