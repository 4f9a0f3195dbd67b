"""Predictions that name images or classes, or hold fractions, brought to the terms of their truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, NoReturn

import numpy as np

from truebox._writing.counted import counted
from truebox._writing.saying import say
from truebox.datasets.columns.number_ids import alike
from truebox.datasets.joining.image_names import Way, are_one_image, image_ways
from truebox.datasets.joining.unknown_ids import fix_of_unlisted
from truebox.errors import InputError
from truebox.records import Finding, Ids

if TYPE_CHECKING:
    from truebox.records import Keypoints, Predictions, Segmentations, Truth
    from truebox.typing import FloatArray, Int64Array

__all__ = ["join", "unknown_names"]

_SHOWN = 5


def join(truth: Truth, predictions: Predictions) -> Predictions:
    """The same predictions with the truth's ids and in its units.

    Images join by id, else by file name, else by the name without folder, else without suffix too;
    classes by name, else by name in another case. Numbers that are the truth's names without suffix
    ("000042" and 42) join too. What was not joined by id is said in a finding (W-151).

    Parameters
    ----------
    truth : Truth
        What the predictions belong to.
    predictions : Predictions
        Returned as they are when they have ids and units of the truth already.

    Raises
    ------
    InputError
        A name joins several images (E-154), no image (E-130) or no class (E-131); one side is in
        pixels, the other in fractions of an image whose size is unknown (E-155).

    Examples
    --------
    >>> import truebox as tb
    >>> truth = tb.read_truth([{"boxes": [[0, 0, 9, 9]], "labels": ["cat"], "file_name": "a.jpg"}])
    >>> from truebox.datasets.options import ReadOptions
    >>> from truebox.datasets.columns.prediction_rows import PredictionRows
    >>> rows = PredictionRows(truth.source, ReadOptions())
    >>> rows.add("a", "Cat", (0, 0, 9, 9), 0.5, "a.txt line 1")
    True
    >>> found = join(truth, rows.predictions())
    >>> found.image[0], found.category[0]
    (0, 'cat')
    """
    if len(predictions) == 0:
        return replace(predictions, image_by="id", category_by="id", units=truth.units)
    findings: list[Finding] = []
    if truth.images.ids.are_wide or truth.categories.ids.are_wide:
        predictions = replace(
            predictions,
            image=alike(truth.images.ids, predictions.image)[1],
            category=alike(truth.categories.ids, predictions.category)[1],
        )
    image, category = predictions.image, predictions.category
    by_text = predictions.image_by == "name" or image.are_strings != truth.images.ids.are_strings
    # Ids that are names of files: tables and XML make theirs of names, with folders or without.
    if by_text or (image.are_strings and set(_texts(image)).isdisjoint(truth.images.ids.tolist())):
        image = _joined_images(truth, predictions, findings)
    if predictions.category_by == "name":
        category = _joined_categories(truth, predictions, findings)
    joined = replace(
        predictions,
        image=image,
        category=category,
        image_by="id",
        category_by="id",
        findings=(*predictions.findings, *findings),
    )
    if _has_pixels_alone(joined):
        joined = replace(joined, units=truth.units)
    return joined if joined.units == truth.units else _in_pixels(truth, joined)


def _has_pixels_alone(predictions: Predictions) -> bool:
    """Whether nothing could be in fractions: run lengths of masks without boxes, which are measured later."""
    held = predictions.segmentations
    return held is not None and not predictions.boxed and not len(held.numbers)


def _joined_images(truth: Truth, predictions: Predictions, findings: list[Finding]) -> Ids:
    ids = truth.images.ids
    wanted = _texts(predictions.image)
    if ids.are_strings and not _missing(wanted, _places(ids.tolist())):
        if not predictions.image.are_strings:
            findings.append(Finding("W-151", "images are joined by the text of the id"))
        return _taken(ids, wanted, _places(ids.tolist()), predictions.image)
    for how, names, of_truth, of_predictions in image_ways(truth.images, predictions.image):
        keys = [of_truth(name) for name in names]
        short = [of_predictions(name) for name in wanted]
        places = _places(keys)
        if any(names) and not _missing(short, places):
            _refuse_shared(how, keys, short, predictions)
            _refuse_one_for_two(how, wanted, short, predictions)
            findings.append(
                Finding("W-151", f"images are joined {how}: {say(wanted[0])} is {say(ids[places[short[0]]])}")
            )
            return _taken(ids, short, places, predictions.image)
    _refuse_some_unknown(truth, predictions)
    # Ids that join nothing at all stay as they are: aligning them refuses them, with its hints.
    return predictions.image


def _refuse_some_unknown(truth: Truth, predictions: Predictions) -> None:
    """Refuse names that join no image where others do (E-130), so that only those are listed."""
    missing, _ = unknown_names(truth, predictions)
    unknown = [name for name in _texts(predictions.image) if name in missing]
    if not unknown or len(unknown) == len(_texts(predictions.image)):
        return
    rows = np.array([str(value) in missing for value in predictions.image.tolist()], dtype=bool)
    more = f" and {len(unknown) - _SHOWN} more" if len(unknown) > _SHOWN else ""
    raise InputError(
        "E-130",
        predictions.source.name,
        f"{counted(len(unknown), 'image is', 'images are')} not in {truth.source.name}: "
        f"{', '.join(say(name) for name in unknown[:_SHOWN])}{more} "
        f"({int(rows.sum())} of {len(predictions)} detections, first at row {int(rows.argmax())})",
        fix_of_unlisted(truth),
        row=int(rows.argmax()),
    )


def unknown_names(truth: Truth, predictions: Predictions) -> tuple[set[str], set[str]]:
    """Images and classes that join nothing, each in the way of `join` that joins most.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = tb.read_truth([{"boxes": [[0, 0, 9, 9]], "labels": ["cat"], "file_name": "a.jpg"}])
    >>> rows = [{"image_id": image, "category_id": "cat", "bbox": [0, 0, 9, 9], "score": 1} for image in "ab"]
    >>> unknown_names(truth, tb.read_predictions(rows))
    ({'b'}, set())
    """
    images: set[str] = set()
    classes: set[str] = set()
    if predictions.image_by == "name" or predictions.image.are_strings != truth.images.ids.are_strings:
        wanted = _texts(predictions.image)
        texts = [str(value) for value in truth.images.ids.tolist()]
        ways: list[Way] = [
            ("by id", texts, str, str),
            *image_ways(truth.images, predictions.image),
        ]
        known = [
            ({of_truth(name) for name in names if name}, shorten) for _, names, of_truth, shorten in ways
        ]
        images = min(
            ({name for name in wanted if shorten(name) not in keys} for keys, shorten in known), key=len
        )
    if predictions.category_by == "name":
        listed = {_folded(name) for name in truth.categories.names}
        classes = {name for name in _texts(predictions.category) if _folded(name) not in listed}
    return images, classes


def _joined_categories(truth: Truth, predictions: Predictions, findings: list[Finding]) -> Ids:
    ids, names = truth.categories.ids, list(truth.categories.names)
    wanted = _texts(predictions.category)
    for how, shorten in (("", str), ("by name in another case", _folded)):
        keys, short = [shorten(name) for name in names], [shorten(name) for name in wanted]
        places = _places(keys)
        if not _missing(short, places) and len(places) == len(keys):
            if how:
                findings.append(Finding("W-151", f"classes are joined {how}"))
            return _taken(ids, short, places, predictions.category)
    if len(wanted) == len(names) == 1 and (_names_no_class(truth) or _names_no_class(predictions)):
        findings.append(
            Finding("W-151", f"the only class of either side is one: {say(wanted[0])} is {say(names[0])}")
        )
        return _taken(ids, names, _places(names), predictions.category)
    listed = [_folded(each) for each in names]
    unknown = [name for name in wanted if _folded(name) not in listed]
    if not unknown:
        _refuse_shared_names(truth, predictions, wanted)
    rows = np.isin(predictions.category.values, [wanted.index(name) for name in unknown])
    more = f" and {len(unknown) - _SHOWN} more" if len(unknown) > _SHOWN else ""
    shown = ", ".join(say(name) for name in unknown[:_SHOWN])
    raise InputError(
        "E-131",
        predictions.source.name,
        f"{counted(len(unknown), 'class name is', 'class names are')} not in {truth.source.name}: "
        f"{shown}{more} "
        f"({int(rows.sum())} of {len(predictions)} detections, first at row {int(rows.argmax())})",
        _fix_of_names(names, classless=_names_no_class(truth) or _names_no_class(predictions)),
        row=int(rows.argmax()),
    )


def _refuse_shared_names(truth: Truth, predictions: Predictions, wanted: Sequence[str]) -> NoReturn:
    """Raise E-131 where classes of the truth share a name, in one case or in several."""
    names = truth.categories.names
    listed = [_folded(each) for each in names]
    shared = [name for name in names if listed.count(_folded(name)) > 1]
    exact = [name for name in wanted if names.count(name) == 1]
    name = next(
        (name for name in wanted if _folded(name) in map(_folded, shared) and name not in exact), None
    )
    if name is None and len(exact) < len(wanted):
        name = next(each for each in wanted if each not in exact)
        found = (
            f"the class {say(name)} is not in {truth.source.name}, "
            f"which tells classes apart by upper case ({', '.join(map(say, shared[:_SHOWN]))})"
        )
        fix = "write one name for one class on both sides"
    else:
        name = shared[0] if name is None else name
        ids = [
            value
            for value, each in zip(truth.categories.ids.tolist(), listed, strict=True)
            if each == _folded(name)
        ]
        found = (
            f"{say(name)} names {len(ids)} classes of {truth.source.name} (ids {', '.join(map(str, ids))})"
        )
        fix = "give every class of the truth a name of its own, or predictions with the ids of classes"
    row = int((predictions.category.values == wanted.index(name)).argmax()) if name in wanted else None
    raise InputError("E-131", predictions.source.name, found, fix, row=row)


def _names_no_class(records: Truth | Predictions) -> bool:
    """Whether the one class of the records was given to them while reading."""
    return any(finding.code == "W-422" for finding in records.findings)


def _fix_of_names(names: Sequence[str], *, classless: bool) -> str:
    if classless:
        return (
            "take all objects as of one class with --single-class, or name the classes (--columns label=NAME)"
        )
    more = " ..." if len(names) > _SHOWN else ""
    return f"use the names of the truth: {', '.join(say(name) for name in names[:_SHOWN])}{more}"


def _in_pixels(truth: Truth, predictions: Predictions) -> Predictions:
    if truth.units == "fractions":
        raise InputError(
            "E-155",
            predictions.source.name,
            f"the boxes are in pixels, but {truth.source.name} has fractions of images of unknown size",
            "name the folder of the pictures with --images, or give predictions as fractions too",
        )
    order = np.argsort(truth.images.ids.values, kind="stable")
    table = truth.images.ids
    lookup = {table[row]: row for row in order.tolist()}
    rows = np.array([lookup.get(value, -1) for value in predictions.image.tolist()], dtype=np.int64)
    sizes = truth.images.sizes[rows].astype(np.float64)
    unknown = np.flatnonzero((sizes <= 0).any(axis=1) & (rows >= 0))
    if len(unknown):
        row = int(unknown[0])
        raise InputError(
            "E-155",
            predictions.source.name,
            f"the boxes are fractions, but {truth.source.name} does not say the size of image "
            f"{say(predictions.image[row])} (row {row})",
            "add width and height to its images, or name the folder of the pictures with --images",
            row=row,
        )
    return replace(
        predictions,
        boxes=predictions.boxes * np.tile(sizes, 2),
        segmentations=_scaled_polygons(predictions.segmentations, sizes),
        keypoints=_scaled_points(predictions.keypoints, sizes),
        units="pixels",
    )


def _scaled_polygons(held: Segmentations | None, sizes: FloatArray) -> Segmentations | None:
    """Polygons in pixels of images of these sizes [N, 2]; run lengths are pixels as they are."""
    if held is None or not len(held.numbers):
        return held
    ends = held.part_offsets[held.row_offsets]
    scale = np.repeat(sizes, np.diff(ends) // 2, axis=0).reshape(-1)
    return replace(held, numbers=held.numbers * scale)


def _scaled_points(held: Keypoints | None, sizes: FloatArray) -> Keypoints | None:
    if held is None:
        return None
    scale = np.concatenate((sizes, np.ones((len(sizes), 1))), axis=1)
    return replace(held, points=held.points * scale[:, None, :], extents=held.extents * np.tile(sizes, 2))


def _texts(ids: Ids) -> list[str]:
    return list(ids.names) if ids.names is not None else [str(value) for value in ids.distinct().tolist()]


def _places(keys: Sequence[int | str]) -> dict[str, int]:
    return {str(key): place for place, key in reversed(list(enumerate(keys)))}


def _missing(wanted: Sequence[str], places: dict[str, int]) -> bool:
    return not wanted or any(name not in places for name in wanted)


def _taken(table: Ids, wanted: Sequence[str], places: dict[str, int], column: Ids) -> Ids:
    """`column` with each distinct value, whose text stands in `wanted`, replaced by the table's id."""
    rows: Int64Array = np.array([places[name] for name in wanted], dtype=np.int64)
    codes = column.values if column.names is not None else np.searchsorted(column.distinct(), column.values)
    return Ids(table.values[rows][codes], table.names)


def _refuse_shared(how: str, keys: Sequence[str], wanted: Sequence[str], predictions: Predictions) -> None:
    times: dict[str, int] = {}
    for key in keys:
        times[key] = times.get(key, 0) + 1
    shared = [name for name in wanted if times[name] > 1]
    if shared:
        raise InputError(
            "E-154",
            predictions.source.name,
            f"joined {how}, {say(shared[0])} names {times[shared[0]]} images",
            "write the image ids or the whole file names of the truth",
        )


def _refuse_one_for_two(
    how: str, wanted: Sequence[str], short: Sequence[str], predictions: Predictions
) -> None:
    """Refuse two predicted images that would become one."""
    alike: dict[str, list[str]] = {}
    for name, key in zip(wanted, short, strict=True):
        alike.setdefault(key, []).append(name)
    for names in alike.values():
        if are_one_image(names):
            continue
        first, last = next(pair for pair in combinations(names, 2) if not are_one_image(pair))
        raise InputError(
            "E-154",
            predictions.source.name,
            f"joined {how}, {say(first)} and {say(last)} are one image",
            "write the image ids or the whole file names of the truth",
        )


def _folded(text: str) -> str:
    return text.strip().casefold()
