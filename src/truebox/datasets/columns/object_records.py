"""Objects of a table as a truth or as predictions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import repeat
from typing import TYPE_CHECKING, Literal

import numpy as np

from truebox._writing.saying import say
from truebox.datasets.columns.finishing import finish_truth
from truebox.datasets.columns.object_table import checked_objects
from truebox.datasets.columns.unfinished import UnfinishedTruth
from truebox.datasets.folders.picture_folder import sizes_in_folder
from truebox.errors import InputError
from truebox.records import Ids, Predictions, Strings, Truth

if TYPE_CHECKING:
    from truebox.datasets.columns.object_table import ObjectTable
    from truebox.datasets.options import ReadOptions
    from truebox.records import Finding, Source
    from truebox.typing import FloatArray, Int64Array

__all__ = ["ids_of_names", "predictions_of_objects", "truth_of_objects"]


def truth_of_objects(
    table: ObjectTable,
    options: ReadOptions,
    source: Source,
    findings: Sequence[Finding] = (),
    *,
    images_listed: bool = False,
) -> Truth:
    """The truth that rows tell; images are those that any row names.

    Fractions become pixels where the table or the folder of the pictures tells the sizes.

    Parameters
    ----------
    table : ObjectTable
        The objects.
    options : ReadOptions
        What the caller gave.
    source : Source
        Where it comes from.
    findings : sequence of Finding
        What was noticed before.
    images_listed : bool
        Whether the format lists its images, those without objects too.

    Returns
    -------
    Truth

    Raises
    ------
    InputError
        As `truebox.datasets.columns.object_table.checked_objects`; rows contradict each other about the
        size of an image (E-427), or number a class that has no name (E-429).

    Examples
    --------
    >>> from truebox.datasets.options import ReadOptions
    >>> from truebox.datasets.columns.object_table import ObjectTable
    >>> from truebox.records import Source
    >>> rows = ObjectTable(image=Ids.of(["a.jpg"]), category=Ids.of(["cat"]), layout="xyxy",
    ...                    boxes=np.array([[1.0, 2.0, 4.0, 6.0]]), place="row {}".format)
    >>> truth = truth_of_objects(rows, ReadOptions(), Source("a.csv", "table", "table"))
    >>> truth.image[0], truth.images.file_names[0], truth.category[0], truth.categories.names
    ('a', 'a.jpg', 1, ('cat',))
    """
    source = replace(source, boxes=table.layout)
    table = checked_objects(table, options.errors)
    image_ids, image, files = _images(table.image)
    sizes = _sizes(table, len(files), options, files)
    boxes = table.boxes
    units: Literal["pixels", "fractions"] = "pixels"
    if table.layout.startswith("rel_"):
        own = sizes[_places(table.image)]
        if len(files) and (sizes.min() > 0 or (own > 0).all()):
            boxes = (boxes.reshape(-1, 2, 2) * own.astype(np.float64)[:, None]).reshape(-1, 4)
        else:
            units = "fractions"
    category_ids, category, names = _categories(table, options)
    count = len(boxes)
    area, area_missing = boxes[:, 2] * boxes[:, 3], np.zeros(count, dtype=bool)
    if table.area is not None and units == "pixels":
        area_missing = ~(table.area >= 0)
        area = np.where(area_missing, area, table.area)
    columns = UnfinishedTruth(
        image_ids=image_ids,
        image_sizes=sizes,
        file_names=files,
        category_ids=category_ids,
        category_names=names,
        image=image,
        category=category,
        ids=Ids(np.arange(1, count + 1, dtype=np.int64)),
        boxes=np.ascontiguousarray(boxes),
        area=area,
        area_missing=area_missing,
        crowd=_flag(table.flags.get("crowd"), count),
        ignore=_flag(table.flags.get("ignore"), count),
    )
    truth = finish_truth(columns, source)
    noticed = (*truth.findings, *findings, *options.errors.findings())
    numbered = not table.category.are_strings or bool(options.classes)
    return replace(
        truth,
        categories=replace(truth.categories, numbered=numbered, listed=bool(options.classes)),
        images=replace(truth.images, listed=images_listed),
        attributes=dict(table.attributes),
        findings=noticed,
        units=units,
    )


def predictions_of_objects(
    table: ObjectTable, options: ReadOptions, source: Source, findings: Sequence[Finding] = ()
) -> Predictions:
    """The detections that rows tell, named as the table names them.

    Parameters
    ----------
    table : ObjectTable
        With scores.
    options : ReadOptions
        What the caller gave.
    source : Source
        Where it comes from.
    findings : sequence of Finding
        What was noticed before.

    Returns
    -------
    Predictions

    Raises
    ------
    InputError
        As `truth_of_objects`.

    Examples
    --------
    >>> from truebox.datasets.options import ReadOptions
    >>> from truebox.datasets.columns.object_table import ObjectTable
    >>> from truebox.records import Source
    >>> rows = ObjectTable(image=Ids.of(["a.jpg"]), category=Ids.of(["cat"]), layout="rel_xywh",
    ...     boxes=np.array([[0.0, 0.5, 0.5, 0.5]]), scores=np.array([0.9]), place="row {}".format)
    >>> found = predictions_of_objects(rows, ReadOptions(), Source("a.csv", "table", "table"))
    >>> found.image_by, found.units
    ('name', 'fractions')
    """
    source = replace(source, boxes=table.layout)
    table = checked_objects(table, options.errors)
    assert table.scores is not None  # readers of predictions always have them
    category = table.category
    if options.classes and not category.are_strings:
        category = Ids(category.values, _named(table, options.classes))
    image = table.image if table.image.names is None else _used(table.image)
    return Predictions(
        source=source,
        image=image,
        category=category,
        boxes=np.ascontiguousarray(table.boxes),
        scores=table.scores,
        findings=(*findings, *options.errors.findings()),
        image_by="name" if image.are_strings else "id",
        category_by="name" if category.are_strings else "id",
        attributes=dict(table.attributes),
        units="fractions" if table.layout.startswith("rel_") else "pixels",
    )


def _used(image: Ids) -> Ids:
    """Without the names of images on which nothing was found: those need not be in the truth."""
    assert image.names is not None  # numbers are as they are
    used = image.distinct()
    if len(used) == len(image.names):
        return image
    return Ids(np.searchsorted(used, image.values), tuple(image.names[place] for place in used.tolist()))


def _images(image: Ids) -> tuple[Ids, Ids, Strings]:
    if image.names is None:
        distinct = image.distinct()
        return Ids(distinct), image, Strings.of([""] * len(distinct))
    names = ids_of_names(image.names)
    return (
        Ids(np.arange(len(names), dtype=np.int64), names),
        Ids(image.values, names),
        Strings.of(image.names),
    )


def _places(image: Ids) -> Int64Array:
    """The place of each row's image among all."""
    if image.are_strings:
        return image.values
    places: Int64Array = np.searchsorted(image.distinct(), image.values)
    return places


def _sizes(table: ObjectTable, count: int, options: ReadOptions, files: Strings) -> Int64Array:
    sizes = np.zeros((count, 2), dtype=np.int64)
    if table.image_sizes is not None:
        sizes = table.image_sizes.copy()
    if table.sizes is not None:
        codes = _places(table.image)
        differing = np.zeros(len(codes), dtype=bool)
        for known, stated in zip(sizes.T, table.sizes.T, strict=True):
            known[codes] = stated
            differing |= known[codes] != stated
        if differing.any():
            row = int(differing.argmax())
            here, there = table.sizes[row].tolist(), sizes[codes[row]].tolist()
            problem = (
                f"image {say(table.image[row])} is {here[0]} x {here[1]} in this row, "
                f"but {there[0]} x {there[1]} in another"
            )
            fix = "give each image one size"
            raise InputError("E-427", table.place(row), problem, fix, row=row)
    return _of_pictures(sizes, options, files)


def _of_pictures(sizes: Int64Array, options: ReadOptions, files: Strings) -> Int64Array:
    """The sizes, of those that are not known the picture's."""
    if options.images is None or (sizes > 0).all():
        return sizes
    return np.where(sizes > 0, sizes, sizes_in_folder(options.images, list(files)))


def _categories(table: ObjectTable, options: ReadOptions) -> tuple[Ids, Ids, tuple[str, ...]]:
    """Ids and names of the classes, and the class of every row."""
    given, column = options.classes or (), table.category
    if column.names is None:
        if given:
            names = _named(table, given)
            return Ids(np.arange(len(names), dtype=np.int64)), column, names
        distinct = column.distinct()
        return Ids(distinct), column, tuple(str(value) for value in distinct.tolist())
    names = tuple(dict.fromkeys((*given, *column.names)))
    places = {name: place for place, name in enumerate(names, start=1)}
    numbers: Int64Array = np.array([places[name] for name in column.names], dtype=np.int64)
    return Ids(np.arange(1, len(names) + 1, dtype=np.int64)), Ids(numbers[column.values]), names


def _named(table: ObjectTable, names: tuple[str, ...]) -> tuple[str, ...]:
    """The names, refused where a row has a number that has none."""
    values = table.category.values
    beyond = (values < 0) | (values >= len(names))
    if beyond.any():
        row = int(beyond.argmax())
        problem = f"class {int(values[row])} has no name: {len(names)} are given, counted from 0"
        raise InputError("E-429", table.place(row), problem, "name every class with --classes", row=row)
    return names


def _flag(values: FloatArray | Int64Array | None, count: int) -> np.ndarray:
    if values is None:
        return np.zeros(count, dtype=np.uint8)
    with np.errstate(invalid="ignore"):
        return (values > 0).astype(np.uint8)


_SUFFIXES = ("jpg", "jpeg", "png", "bmp", "gif", "tif", "tiff", "webp", "ppm", "pgm", "heic", "jp2")


def ids_of_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names without the suffix of a picture; as they are when two would then be the same.

    Examples
    --------
    >>> ids_of_names(["val/000.7.jpg", "b.png", "c"])
    ('val/000.7', 'b', 'c')
    >>> ids_of_names(["a.jpg", "a.png"])
    ('a.jpg', 'a.png')
    """
    if "." not in "".join(names):
        return tuple(names)
    short = _without_one_suffix(names)
    if short is None:
        short = []
        for name in names:
            stem, _, suffix = name.rpartition(".")
            short.append(stem if stem and suffix.lower() in _SUFFIXES else name)
    return tuple(short) if len(set(short)) == len(short) else tuple(names)


def _without_one_suffix(names: Sequence[str]) -> list[str] | None:
    """The names where all have one suffix of a picture; else None."""
    suffix = f".{names[0].rpartition('.')[2]}"
    if suffix[1:].lower() not in _SUFFIXES or not all(map(str.endswith, names, repeat(suffix))):
        return None
    cut = -len(suffix)
    return [name[:cut] for name in names] if min(map(len, names)) > -cut else None
