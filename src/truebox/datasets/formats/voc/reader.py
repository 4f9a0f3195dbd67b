"""Pascal VOC annotations as a truth."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.saying import say
from truebox.datasets.columns.box_reading import as_read, is_relative
from truebox.datasets.columns.box_rows import checked_box
from truebox.datasets.columns.finishing import finish_truth
from truebox.datasets.columns.pixel_origin import origin_of_counts
from truebox.datasets.columns.unfinished import UnfinishedTruth
from truebox.datasets.columns.values import LARGEST_COORDINATE
from truebox.datasets.folders.folder_listing import PICTURE_SUFFIXES, bare_names, list_files
from truebox.datasets.folders.picture_sizes import picture_sizes
from truebox.datasets.formats.voc.annotation_table import AnnotationTable, read_annotation_table
from truebox.datasets.formats.voc.annotation_xml import FLAGS
from truebox.datasets.formats.voc.image_sets import of_split
from truebox.datasets.formats.voc.stated_origin import stated_origin, stated_origins
from truebox.errors import InputError
from truebox.records import Finding, Ids, Source

if TYPE_CHECKING:
    from truebox.datasets.options import ReadOptions
    from truebox.records import Truth
    from truebox.typing import AnyArray, BoolArray, FloatArray, Int64Array

__all__ = ["read_truth"]


def read_truth(path: Path, options: ReadOptions) -> Truth:
    """The truth of a folder of annotations, or of one; see `truebox.datasets.formats.voc.format`."""
    root, names = (path, list_files(path, (".xml",))) if path.is_dir() else (path.parent, [path.name])
    names = of_split(path, names, options.split)
    keys = tuple(bare_names(names))  # while files are being read
    table = read_annotation_table(root, names, options.errors, options.threads)
    table = _with_sizes(table, options)
    origins, origin, findings = _origins(root, table, options)
    boxes = _boxes(table, origins, options)
    table, boxes = _checked(table, boxes, options)
    table, classes = _classes(table, options)
    difficult = table.flags[:, 0] == 1
    rows = len(table)
    said = f"first pixel {origin}" if options.box_format is None else options.box_format
    said += f", {options.split}" if options.split else ""
    columns = UnfinishedTruth(
        image_ids=Ids(np.arange(len(keys), dtype=np.int64), keys),
        image_sizes=table.sizes,
        file_names=table.file_names,
        category_ids=Ids(np.arange(1, len(classes) + 1, dtype=np.int64)),
        category_names=classes,
        image=Ids(table.file, keys),
        category=Ids(table.category + 1),
        ids=Ids(np.arange(1, rows + 1, dtype=np.int64)),
        boxes=boxes,
        area=boxes[:, 2] * boxes[:, 3],
        area_missing=np.zeros(rows, dtype=bool),
        crowd=np.zeros(rows, dtype=np.uint8),
        ignore=difficult.astype(np.uint8),
    )
    source = Source(str(path), "voc", f"Pascal VOC XML ({said})", path, "xyxy", boxes_alone=True)
    truth = finish_truth(columns, source)
    attributes = {"difficult": difficult} | _said_flags(table)
    findings = [*truth.findings, *findings, *options.errors.findings()]
    named = options.classes is not None
    categories = replace(truth.categories, numbered=named, listed=named)
    return replace(truth, categories=categories, attributes=attributes, findings=tuple(findings))


def _with_sizes(table: AnnotationTable, options: ReadOptions) -> AnnotationTable:
    """Sizes that files do not say, from the pictures in the folder that a person named."""
    if options.images is None:
        return table
    missing = np.flatnonzero((table.sizes == 0).any(axis=1))
    if not len(missing):
        return table
    pictures = list_files(options.images, PICTURE_SUFFIXES)
    by_stem = {name.rpartition("/")[2].rpartition(".")[0]: name for name in pictures}
    stems = [table.names[row].rpartition("/")[2].rpartition(".")[0] for row in missing.tolist()]
    found = [
        (row, by_stem[stem]) for row, stem in zip(missing.tolist(), stems, strict=True) if stem in by_stem
    ]
    read = picture_sizes(options.images, [name for _, name in found], options.threads)
    for error in read.errors.values():
        options.errors.refuse(error)
    table.sizes[[row for row, _ in found]] = read.sizes
    return table


def _origins(
    root: Path, table: AnnotationTable, options: ReadOptions
) -> tuple[Int64Array, str, list[Finding]]:
    """Where the coordinates of each file begin: as said, else as stated in it, else as is likelier."""
    files = len(table.names)
    if options.pixel_origin is not None or options.box_format is not None:
        return np.full(files, options.pixel_origin or 0), str(options.pixel_origin or 0), []
    low = table.corners[:, :2]
    begins = np.minimum(*np.where(low >= 0, low, np.inf).T)
    stated = np.full(files, -1)
    low_ones = np.zeros(files, dtype=bool)
    low_ones[table.file[begins < 1]] = True
    looked = np.flatnonzero(low_ones)
    if files and stated_origin(root / table.names[0]) == 0:
        looked = np.arange(files)
    stated[looked] = stated_origins(root, [table.names[row] for row in looked.tolist()])
    unsaid = stated[table.file] < 0
    zero, one = unsaid & (begins < 1), unsaid & (begins >= 1) & (begins < 2)
    if not zero.any():
        origins = np.where(stated < 0, 1, stated)
        return origins, "1" if (origins == 1).all() else "as stated", []
    origin, why = origin_of_counts(int(zero.sum()), int(one.sum()))
    finding = _guessed(table, low, zero, origin, why)
    if origin == 0:  # files that state theirs may stand among the others
        stated = np.array(stated_origins(root, table.names))
    return np.where(stated < 0, origin, stated), str(origin), [finding]


def _guessed(table: AnnotationTable, low: FloatArray, zero: BoolArray, origin: int, why: str) -> Finding:
    """What was taken for the first pixel, and why (W-400)."""
    row = int(zero.argmax())
    corner = "xmin" if 0 <= low[row, 0] < 1 else "ymin"
    value = low[row, 0] if corner == "xmin" else low[row, 1]
    link = "because" if origin == 0 else "although"
    text = (
        f"coordinates are taken to begin at {origin}, {link} {table.place(row)} has {corner} {value:g} "
        f"({why}); --pixel-origin {1 - origin} takes them to begin at {1 - origin}"
    )
    return Finding("W-400", text, int(zero.sum()), tuple(np.flatnonzero(zero)[:5].tolist()))


def _boxes(table: AnnotationTable, origins: Int64Array, options: ReadOptions) -> FloatArray:
    if options.box_format is None:
        low = table.corners[:, :2] - origins[table.file][:, None]
        return np.concatenate((low, table.corners[:, 2:] - low), axis=1)
    boxes = as_read(table.corners, options.box_format)
    if not is_relative(options.box_format):
        return boxes
    sizes = table.sizes[table.file]
    unknown = (sizes == 0).any(axis=1)
    if unknown.any():
        place = table.place(int(unknown.argmax()))
        problem = "its box is a fraction of an image whose size nobody tells"
        raise InputError("E-155", place, problem, "name the folder of the pictures with --images")
    return boxes * np.tile(sizes, 2)


def _checked(
    table: AnnotationTable, boxes: FloatArray, options: ReadOptions
) -> tuple[AnnotationTable, FloatArray]:
    if not len(boxes) or (np.abs(boxes).max() <= LARGEST_COORDINATE and boxes[:, 2:].min() >= 0):
        return table, boxes
    good = np.asarray((np.abs(boxes) <= LARGEST_COORDINATE).all(axis=1) & (boxes[:, 2:] >= 0).all(axis=1))
    for row in np.flatnonzero(~good).tolist():
        try:
            checked_box(boxes[row].tolist(), f"{table.place(row)} bndbox", row)
        except InputError as error:
            options.errors.refuse(error)
    return table.kept(good), boxes[good]


def _classes(table: AnnotationTable, options: ReadOptions) -> tuple[AnnotationTable, tuple[str, ...]]:
    if options.classes is None:
        return table, table.classes
    places = {name: row for row, name in enumerate(options.classes)}
    new: Int64Array = np.array([places.get(name, -1) for name in table.classes], dtype=np.int64)
    codes = new[table.category] if len(new) else table.category
    for row in np.flatnonzero(codes < 0).tolist():
        name = say(table.classes[table.category[row]])
        problem = f"its class {name} is not among the {len(places)} names given"
        error = InputError(
            "E-402", table.place(row), problem, "complete the names given with --classes", row=row
        )
        options.errors.refuse(error)
    kept = table.kept(codes >= 0)
    return replace(kept, category=codes[codes >= 0]), options.classes


def _said_flags(table: AnnotationTable) -> dict[str, AnyArray]:
    """Flags other than difficult that any object has; None where an object does not say."""
    found: dict[str, AnyArray] = {}
    for place, name in enumerate(FLAGS[1:], start=1):
        said = table.flags[:, place]
        if (said >= 0).all() and len(said):
            found[name] = said.astype(bool)
        elif (said >= 0).any():
            found[name] = np.array(
                [None if value < 0 else value == 1 for value in said.tolist()], dtype=object
            )
    return found
