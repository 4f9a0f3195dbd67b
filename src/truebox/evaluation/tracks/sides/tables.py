"""Tracks of tables brought to those of the other side: classes by name, frames by number, boxes by layout."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.counted import grouped, listed
from truebox.errors import ArgumentError, InputError
from truebox.evaluation.registry import TRACK_PROTOCOLS
from truebox.evaluation.tracks.sides.layouts import boxes_read_as
from truebox.evaluation.tracks.sides.memory import ARRAYS
from truebox.evaluation.tracks.sides.numbered import without_boxes_found
from truebox.records import Finding, TrackedSequence

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from truebox.records import Tracks
    from truebox.typing import Int64Array

__all__ = ["tables_together"]

_PROTOCOL = TRACK_PROTOCOLS[0]


def tables_together(
    protocol: str, truth: Tracks, predictions: Tracks
) -> tuple[Tracks, Tracks, list[Finding]]:
    """Both sides with the same numbers of classes and of the first frame, and boxes of one layout.

    Files of two benchmarks, one of which has corners, get boxes of one layout and, for any classes, those of
    the truth by their names, as do sides in memory whose labels are texts, which each side numbers for
    itself; files of one are given back as they are. A sequence of the truth of which the predictions, one
    table of several sequences, have no row is one where nothing was found (W-586); predictions of a class
    that the truth does not have are left out (W-592).

    Raises
    ------
    ArgumentError
        The protocol is of a benchmark, whose classes have numbers.
    InputError
        Classes are numbers on one side and texts on the other (E-131).

    Examples
    --------
    >>> from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
    >>> side = tracks_of_arrays({"frames": [0], "ids": [1], "boxes": [[0, 0, 5, 5]]}, "truth")
    >>> tables_together("mot17", side, side)[2]
    []
    """
    if not (truth.by_name or predictions.by_name):
        in_words = protocol == _PROTOCOL and (_is_in_words(truth) or _is_in_words(predictions))
        alike = (
            truth.source.format == predictions.source.format or truth.layout == predictions.layout == "xywh"
        )
        if alike and not in_words:
            return truth, predictions, []
        predictions = _with_layout(predictions, truth.layout)
        predictions, findings = (
            _with_classes(truth, predictions) if protocol == _PROTOCOL else (predictions, [])
        )
        return truth, predictions, findings
    if protocol != _PROTOCOL:
        source = (truth if truth.by_name else predictions).source
        what = ("is " if source.description.startswith("a ") else "has ") + source.description
        raise ArgumentError(
            f"protocol: {protocol!r} is a benchmark with files of its own, and {source.name} {what}. "
            f"Fix: pass {_PROTOCOL!r}, or write the files of the benchmark."
        )
    predictions = _with_layout(predictions, truth.layout)
    predictions, findings = _with_classes(truth, predictions)
    predictions, absent = _with_sequences(truth, predictions)
    pairs = list(_from_one_frame(truth, predictions))
    found = {id(each): other for each, other in pairs}
    true_sides = tuple(found.get(id(each), each) for each in truth.sequences)
    found_sides = tuple(found.get(id(each), each) for each in predictions.sequences)
    return (
        replace(truth, sequences=true_sides),
        replace(predictions, sequences=found_sides),
        findings + absent,
    )


def _is_in_words(side: Tracks) -> bool:
    """Whether a side in memory has texts as labels."""
    return side.source.format == ARRAYS and any(name != str(number) for number, name in side.classes.items())


def _with_layout(found: Tracks, layout: str) -> Tracks:
    if found.layout == layout:
        return found
    sequences = tuple(
        replace(each, boxes=boxes_read_as(each.boxes, found.layout, layout)) for each in found.sequences
    )
    return replace(found, sequences=sequences, layout="xyxy" if layout == "xyxy" else "xywh")


def _with_classes(truth: Tracks, found: Tracks) -> tuple[Tracks, list[Finding]]:
    """Classes with the numbers of the truth, found by name or, where they are numbers, by these.

    Numbers by which one side alone knows its texts mean nothing to the other.
    """
    if not (truth.named_classes and found.named_classes):
        return found, []
    numbers = {name: number for number, name in truth.classes.items()}
    free = max([0, *truth.classes, *found.classes]) + 1
    new: dict[int, int] = {}
    classes = dict(truth.classes)
    for number, name in found.classes.items():
        if number < 0:
            continue  # no class
        there = _number_there(truth, found, number)
        new[number] = numbers.get(name, there if 0 <= there in truth.classes else free + len(classes))
        classes.setdefault(new[number], name)
    if found.classes and not any(number in truth.classes for number in new.values()):
        _refuse_numbers_beside_texts(truth, found)
    sequences = tuple(replace(each, label=_mapped(each, new)) for each in found.sequences)
    other = [number for number in classes if number not in truth.classes]
    rows = sum(int(np.isin(each.label, other).sum()) for each in sequences)
    findings = []
    if rows:
        names = listed([classes[number] for number in other])
        boxes = grouped(rows, "box", "boxes")
        text = f"{found.source.name} has {boxes} of classes that the truth does not have ({names}): left out"
        findings.append(Finding("W-592", text, rows))
    return replace(found, sequences=sequences, classes=classes), findings


def _number_there(truth: Tracks, found: Tracks, number: int) -> int:
    """The number of a predicted class in the truth, where the truth knows its classes by number; else -1."""
    if not _has_own_numbers(truth):
        return -1
    if _has_own_numbers(found) and (_are_numbers(truth) or _are_numbers(found)):
        return number
    return _whole(found.classes[number])


def _has_own_numbers(side: Tracks) -> bool:
    """Whether the numbers of classes are those of the source, not places in the order of its texts."""
    of_texts = side.by_name or side.source.format == ARRAYS
    return not of_texts or _are_numbers(side)


def _are_numbers(side: Tracks) -> bool:
    return all(_whole(name) == number or number < 0 for number, name in side.classes.items())


def _whole(name: str) -> int:
    """The number that a name is, -1 of any other."""
    whole, _, fraction = name.partition(".")
    return int(whole) if whole.isascii() and whole.isdecimal() and not fraction.strip("0") else -1


def _refuse_numbers_beside_texts(truth: Tracks, found: Tracks) -> None:
    """Refuse classes that are numbers on one side and texts on the other, of which nothing says the order."""
    if not truth.classes or _are_numbers(truth) == _are_numbers(found):
        return
    given, wanted = (listed([repr(name) for name in side.classes.values()]) for side in (found, truth))
    if _are_numbers(truth):
        wanted = listed(list(truth.classes.values()))
    else:
        given = listed(list(found.classes.values()))
    problem = f"classes are {given}, and those of {truth.source.name} {wanted}"
    raise InputError("E-131", found.source.name, problem, f"use the classes of the truth: {wanted}")


def _mapped(side: TrackedSequence, new: Mapping[int, int]) -> Int64Array:
    label = np.array(side.label, dtype=np.int64)
    for number in np.unique(side.label).tolist():
        label[side.label == number] = new.get(number, number)
    return label


def _with_sequences(truth: Tracks, found: Tracks) -> tuple[Tracks, list[Finding]]:
    """The predictions with every sequence of the truth, where they are a table that has some of them."""
    there = {each.name for each in found.sequences}
    absent = [each for each in truth.sequences if each.name not in there]
    if not found.by_name or len(absent) == len(truth.sequences) or not absent:
        return found, []
    names = listed([each.name for each in absent])
    text = f"{found.source.name} has no row of {names}: nothing was found there"
    added = tuple(without_boxes_found(each, found.source.name) for each in absent)
    return replace(found, sequences=(*found.sequences, *added)), [Finding("W-586", text, len(absent))]


def _from_one_frame(truth: Tracks, found: Tracks) -> Iterator[tuple[TrackedSequence, TrackedSequence]]:
    """Sequences whose first frame has another number on the other side, and what they become.

    A table does not say its first frame, so that a number is the same frame on both sides; other formats
    do, and their first frames are one.
    """
    if not (truth.first_unsaid or found.first_unsaid):
        return
    by_name = {each.name: each for each in found.sequences}
    alone = len(truth.sequences) == len(found.sequences) == 1
    for true in truth.sequences:
        other = found.sequences[0] if alone else by_name.get(true.name)
        if other is None:
            continue
        numbers = [int(side.frame.min()) + side.first for side in (true, other) if len(side)]
        first = 0 if min(numbers, default=1) <= 0 else true.first
        for side in (true, other):
            if side.first != first:
                shift = np.int32(side.first - first)
                length = side.length + int(shift) if side.length else 0
                yield side, replace(side, frame=side.frame + shift, first=first, length=length)
