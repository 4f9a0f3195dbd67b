"""Refusals of predictions for images or categories the truth does not list, with the likely cause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, NoReturn, TypeAlias

import numpy as np

from truebox._frozen import dataclass
from truebox._writing.counted import counted
from truebox.datasets.joining.adjusting import class_id_readings
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.records import Ids, Predictions, Truth
    from truebox.typing import Int32Array

__all__ = [
    "Proposal",
    "category_hint",
    "fix_of_unlisted",
    "image_hint",
    "proposed_classes",
    "refuse_unknown_categories",
    "refuse_unknown_images",
]

ClassPairs: TypeAlias = "Sequence[tuple[int | str, int | str]]"

_SHOWN = 5
_FEWEST = 3
"""So many boxes must speak for a proposal."""

_NUMBERINGS = {
    "position": "the ids look like positions in the list of categories; replace each by its id",
    "coco91": "one side counts COCO's classes from 0 to 79, the other has their ids from 1 to 90",
}
"""What is said of a way of ``--class-ids``, beside a step."""


def refuse_unknown_images(truth: Truth, predictions: Predictions, places: Int32Array) -> NoReturn:
    """Raise E-130 for the rows whose place is -1."""
    rows, unknown = _unknown(predictions.image, places)
    raise InputError(
        "E-130",
        predictions.source.name,
        f"{counted(len(unknown), 'image id is', 'image ids are')} not in {truth.source.name}: "
        f"{_shown(unknown)} "
        f"({len(rows)} of {len(places)} detections, first at row {rows[0]})",
        image_hint(truth, unknown, droppable=len(rows) < len(places)),
        row=int(rows[0]),
    )


def refuse_unknown_categories(
    truth: Truth, predictions: Predictions, places: Int32Array, overlapping: ClassPairs = (), told: str = ""
) -> NoReturn:
    """Raise E-131 for the rows whose place is -1.

    Parameters
    ----------
    truth : Truth
        What the classes should be of.
    predictions : Predictions
        Whose classes are refused.
    places : int32 array [N]
        Of each class in the truth.
    overlapping : sequence of pairs
        Predicted and true class of detections that overlap a truth: a proposal is tried on them.
    told : str
        What helps, where boxes tell it already.
    """
    rows, unknown = _unknown(predictions.category, places)
    raise InputError(
        "E-131",
        predictions.source.name,
        f"{counted(len(unknown), 'category id is', 'category ids are')} not in {truth.source.name}: "
        f"{_shown(unknown)} "
        f"({len(rows)} of {len(places)} detections, first at row {rows[0]})",
        told or category_hint(truth, predictions, unknown, overlapping),
        row=int(rows[0]),
    )


def _unknown(ids: Ids, places: Int32Array) -> tuple[np.ndarray, list[int | str]]:
    rows = np.flatnonzero(places < 0)
    values, first = np.unique(ids.values[rows], return_index=True)
    order = np.argsort(first, kind="stable")
    return rows, [int(v) if ids.names is None else ids.names[int(v)] for v in values[order]]


def _shown(ids: list[int | str]) -> str:
    more = len(ids) - _SHOWN
    return ", ".join(repr(value) for value in ids[:_SHOWN]) + (f" and {more} more" if more > 0 else "")


def image_hint(truth: Truth, unknown: list[int | str], *, droppable: bool = True) -> str:
    """What to do about images that the truth does not list; rows of them can be dropped where others stay."""
    known = set(truth.images.ids.tolist())
    texts = [str(value) for value in unknown]
    if not truth.images.ids.are_strings and all(_is_whole(text) and int(text) in known for text in texts):
        return "the ids are texts of the right numbers; write them as integers"
    if truth.images.ids.are_strings and all(text in known for text in texts):
        return "the ids are numbers where the truth has texts; write them as strings"
    stems = {PurePath(name).stem: row for row, name in enumerate(truth.images.file_names) if name}
    names = set(truth.images.file_names)
    matching = [text for text in texts if text in stems or text in names or PurePath(text).stem in stems]
    if len(matching) == len(texts):
        first = truth.images.ids[stems[PurePath(texts[0]).stem]] if PurePath(texts[0]).stem in stems else None
        example = f" ({texts[0]!r} is {first!r})" if first is not None else ""
        return f"the ids are file names; replace each by the id of its image{example}"
    return fix_of_unlisted(truth, droppable=droppable)


def fix_of_unlisted(truth: Truth, *, droppable: bool = True) -> str:
    """What helps where predictions are of images that the truth does not have.

    Rows can be dropped (``--lenient``) where others stay.

    Examples
    --------
    >>> import truebox as tb
    >>> fix_of_unlisted(tb.read_truth([{"boxes": [], "labels": []}]))
    'evaluate against the truth these predictions were made for, or leave these out with --lenient'
    """
    fix = "evaluate against the truth these predictions were made for"
    if droppable:
        fix += ", or leave these out with --lenient"
    if truth.images.listed:
        return fix
    return (
        "if there is nothing on them, add them to the truth as images without objects (to a table a row with "
        f"the name alone, to YOLO labels the pictures or an empty file); else {fix}"
    )


def category_hint(
    truth: Truth, predictions: Predictions, unknown: list[int | str], overlapping: ClassPairs = ()
) -> str:
    """What to do about classes that the truth does not list: another numbering where boxes bear it out."""
    listed = truth.categories.ids.tolist()
    use = f"use the category ids of the truth: {_shown(listed) or 'it has none'}"
    for proposed in proposed_classes(truth, predictions, unknown):
        if proposed.ids is None or _borne_out(proposed.ids, overlapping):
            return proposed.text
    return f"{use}{_as_boxes_tell(truth, overlapping)}"


def _borne_out(ids: Mapping[int | str, int | str], overlapping: ClassPairs) -> bool:
    """Whether most boxes that overlap agree on their class once it is read so, and far fewer as it is."""
    good = sum(ids.get(found) == true for found, true in overlapping)
    as_given = sum(found == true for found, true in overlapping)
    return good >= _FEWEST and 2 * good > len(overlapping) and good > 2 * as_given


def _as_boxes_tell(truth: Truth, overlapping: ClassPairs) -> str:
    """Which class of the truth each predicted one lies on, where most of its boxes agree."""
    names = dict(zip(truth.categories.ids.tolist(), truth.categories.names, strict=True))
    told = []
    for found in dict.fromkeys(sorted((pair[0] for pair in overlapping), key=str)):
        on = Counter(true for each, true in overlapping if each == found)
        true, times = on.most_common(1)[0]
        if times >= _FEWEST and 2 * times > on.total():
            told.append(f"{found!r} is {true!r} ({names.get(true, '')}) in {times} of {on.total()}")
    return f"; where boxes overlap, {', '.join(told[:_SHOWN])}" if told else ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """Which classes were meant: in words, and as predicted to true ids where only boxes can tell."""

    text: str
    ids: Mapping[int | str, int | str] | None = None


def proposed_classes(
    truth: Truth, predictions: Predictions, unknown: list[int | str], *, positions: bool = True
) -> list[Proposal]:
    """Which classes may be meant: names, texts of numbers, another numbering.

    That ids may be `positions` in the list of classes says little where a truth keeps no such list.
    """
    listed = truth.categories.ids.tolist()
    names = {name: listed[row] for row, name in enumerate(truth.categories.names)}
    folded = {name.casefold(): value for name, value in names.items()}
    texts = [value for value in unknown if isinstance(value, str)]
    if texts and len(texts) == len(unknown) and all(text.strip().casefold() in folded for text in texts):
        pairs = ", ".join(f"{text!r} is {folded[text.strip().casefold()]!r}" for text in texts[:_SHOWN])
        exact = all(text in names for text in texts)
        case = "" if exact else " (in another case)"
        return [Proposal(f"these are category names{case}; replace each by its id: {pairs}")]
    if texts and all(_is_whole(text) and int(text) in listed for text in texts):
        return [Proposal("the ids are texts of the right numbers; write them as integers")]
    if predictions.category.are_strings or truth.categories.ids.are_strings:
        return []
    if not truth.categories.numbered:  # its ids only count its names, so no step between them means much
        counted = ", ".join(f"{number} is {name!r}" for name, number in list(names.items())[:_SHOWN])
        text = (
            f"{truth.source.name} only names its classes, counted here as {counted}; give predictions "
            "with the names of their classes, or its own list of them with --classes @names.txt"
        )
        return [Proposal(text)]
    return list(_other_numberings(truth.categories.ids, predictions, positions=positions))


def _other_numberings(listed: Ids, predictions: Predictions, *, positions: bool) -> Iterator[Proposal]:
    """Numberings under which the truth lists every class of the predictions."""
    used = np.unique(predictions.category.values).tolist()
    own = ""
    if predictions.source.format not in ("coco", "arrays"):
        own = "; where they count a list of names of their own, pass it with --classes @names.txt"
    for how, reading in class_id_readings(listed):
        shifts = how not in _NUMBERINGS
        if not (shifts or positions) or not all(value in reading for value in used):
            continue
        first = f"{used[0]} becomes {reading[used[0]]}"
        text = (
            f"add {int(how)} to every category id ({first}): the numbering is off by one "
            f"(--class-ids {how} does it){own}"
            if shifts
            else f"{_NUMBERINGS[how]} ({first}; --class-ids {how} does it)"
        )
        yield Proposal(text, {value: reading[value] for value in used})


def _is_whole(text: str) -> bool:
    return text.strip().lstrip("-").isdecimal()
