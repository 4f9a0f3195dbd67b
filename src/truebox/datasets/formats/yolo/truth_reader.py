"""A YOLO dataset as a truth."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from truebox._frozen import dataclass
from truebox._writing.counted import counted
from truebox.datasets.columns.finishing import finish_truth
from truebox.datasets.columns.unfinished import UnfinishedTruth
from truebox.datasets.folders.picture_sizes import picture_sizes
from truebox.datasets.formats.yolo.class_names import class_names_near
from truebox.datasets.formats.yolo.data_yaml import DataYaml, read_data_yaml
from truebox.datasets.formats.yolo.label_geometry import LabelGeometry, checked_rows, geometry_of_rows
from truebox.datasets.formats.yolo.label_table import LabelTable, read_label_table
from truebox.datasets.formats.yolo.layout import Layout, layout_of_folder
from truebox.datasets.formats.yolo.size_list import SIZE_LIST, read_size_list
from truebox.datasets.formats.yolo.splits import (
    description_at,
    folder_of_labels,
    layout_of_split,
    read_description,
)
from truebox.datasets.formats.yolo.tasks import TASKS, Shape, shape_of_rows
from truebox.errors import InputError
from truebox.records import Finding, Ids, Source, Strings
from truebox.typing import ROTATED

if TYPE_CHECKING:
    from truebox.datasets.options import ReadOptions
    from truebox.records import Truth
    from truebox.typing import Int64Array

__all__ = ["read_truth"]


@dataclass(frozen=True, slots=True)
class _Dataset:
    layout: Layout
    names: tuple[str, ...]
    said: str  # words on where the split and the names come from
    point_size: int | None
    task: str = ""  # as the description states it


def read_truth(path: Path, options: ReadOptions) -> Truth:
    """The truth of a ``data.yaml``, an ``obj.data`` or a folder of labels."""
    dataset = _dataset(path, options)
    layout = dataset.layout
    sizes, findings, gone = _sizes(layout, options)
    in_pixels = sizes is not None or not _relative(options)
    if not in_pixels and options.geometry != "boxes":
        problem = "there are no pictures, so the sizes of images are unknown, which masks and keypoints need"
        raise InputError("E-405", str(path), problem, "name the folder of the pictures with --images")
    table = read_label_table(layout.root, layout.labels, options.errors, options.threads)
    shape = _shape(table, dataset, options)
    table = checked_rows(table, shape, options)
    if len(gone):
        table = table.taken(np.flatnonzero(~np.isin(table.file, gone)))
    names = options.classes or dataset.names
    named = bool(names)
    table, names = _with_names(table, names, options, findings)
    scale = None if sizes is None or not _relative(options) else sizes[table.file]
    geometry = geometry_of_rows(table, shape, options, scale)
    findings += _without_labels(table, layout)
    words = f"YOLO labels ({shape.task}{dataset.said})"
    there = layout.pictures_root if any(layout.pictures) and sizes is not None else None
    alone = in_pixels and shape.task == "detect"
    source = Source(str(path), "yolo", words, path, "rel_cxcywh", pictures=there, boxes_alone=alone)
    truth = finish_truth(_columns(table, layout, names, geometry, sizes, gone), source)
    attributes = {} if geometry.angle is None else {"angle": geometry.angle}
    return replace(
        truth,
        categories=replace(truth.categories, listed=named),
        images=replace(truth.images, listed=any(layout.pictures)),
        attributes=attributes,
        units="pixels" if in_pixels else "fractions",
        findings=(*truth.findings, *findings, *options.errors.findings()),
    )


def _shape(table: LabelTable, dataset: _Dataset, options: ReadOptions) -> Shape:
    """What rows hold; where their length means two things, as the description states it (E-404)."""
    try:
        rotated = options.geometry in ROTATED
        return shape_of_rows(table, options.task, dataset.point_size, scored=False, rotated=rotated)
    except InputError as error:
        if error.code != "E-404" or dataset.task not in TASKS:
            raise
        return shape_of_rows(table, dataset.task, dataset.point_size, scored=False)


def _relative(options: ReadOptions) -> bool:
    return options.box_format is None or "_" in options.box_format


def _dataset(path: Path, options: ReadOptions) -> _Dataset:
    path = folder_of_labels(path)
    description = description_at(path)
    if description is not None:
        said = read_description(description)
        if options.split in said.splits or not path.is_dir():
            return _described(description, said, options)
    names, source = class_names_near(path)
    point_size, task = None, ""
    if source.endswith((".yaml", ".yml")) and description is not None:
        said = read_data_yaml(description)
        point_size, task = said.keypoints[1] if said.keypoints else None, said.task
    layout = layout_of_folder(path, options.images, options.errors, options.split)
    words = f", {options.split}" if options.split else ""
    return _Dataset(layout, names, f"{words}, names of {source}" if names else words, point_size, task)


def _described(path: Path, said: DataYaml, options: ReadOptions) -> _Dataset:
    split = options.split
    if split:
        layout = layout_of_split(path, said, split, options.images, options.errors)
    else:
        layout = layout_of_folder(path.parent, options.images, options.errors)
    names = said.names or class_names_near(path.parent)[0]
    words = f", {split} of {path.name}" if split else f", names of {path.name}"
    return _Dataset(layout, names, words, said.keypoints[1] if said.keypoints else None, said.task)


def _sizes(layout: Layout, options: ReadOptions) -> tuple[Int64Array | None, list[Finding], Int64Array]:
    """Sizes of the pictures as shown, what was noticed, and images dropped because theirs is broken."""
    nobody = np.empty(0, dtype=np.int64)
    if not any(layout.pictures):
        return _listed_sizes(layout), [], nobody
    found = picture_sizes(layout.pictures_root, layout.pictures, options.threads)
    if not (found.sizes.any() or found.errors):
        return None, [], nobody  # a list of pictures that are elsewhere
    for error in found.errors.values():
        options.errors.refuse(error)
    gone = np.flatnonzero((found.sizes == 0).any(axis=1))
    for row in gone.tolist():
        if row not in found.errors:
            place, fix = (
                str(layout.pictures_root / layout.pictures[row]),
                "add the picture that the list names",
            )
            options.errors.refuse(InputError("E-412", place, "there is no such picture", fix))
    findings = []
    turned = int(found.turned.sum())
    if turned:
        first = layout.pictures[int(found.turned.argmax())]
        text = (
            f"{turned} pictures are turned by Exif, such as {first}; "
            "their labels are read as fractions of the turned size"
        )
        findings.append(Finding("W-402", text, turned))
    return found.upright, findings, gone


def _without_labels(table: LabelTable, layout: Layout) -> list[Finding]:
    """That no picture has a label file, which a folder that is gone looks like too (W-404)."""
    labels = layout.labels
    if len(table) or not labels or any((layout.root / label).is_file() for label in labels):
        return []
    text = f"none of {counted(len(labels), 'picture')} has a label file, such as {labels[0]}: no objects"
    return [Finding("W-404", text, len(labels))]


def _listed_sizes(layout: Layout) -> Int64Array | None:
    """Sizes from the list that was written with the labels; puts its file names into the layout."""
    listed = read_size_list(layout.root)
    if not listed:
        return None
    rows = []
    for place, label in enumerate(layout.labels):
        name = label.removeprefix("labels/").removesuffix(".txt")
        if name not in listed:
            problem = f"there is no picture, and {SIZE_LIST} does not list it"
            raise InputError("E-405", label, problem, f"add the picture, or a row to {SIZE_LIST}")
        layout.pictures[place], *size = listed[name]
        rows.append(size)
    sizes = np.array(rows, dtype=np.int64).reshape(-1, 2)
    return sizes if (sizes > 0).all() else None


def _with_names(
    table: LabelTable, names: tuple[str, ...], options: ReadOptions, findings: list[Finding]
) -> tuple[LabelTable, tuple[str, ...]]:
    """Rows whose class has a name; without any list, numbers are the names (W-401)."""
    if names:
        known = f"{len(names)} names" if len(names) > 1 else "1 name"
        problem = f"class {{category}} has no name: there are {known}, for the numbers from 0"
        bad = table.category >= len(names)
        return table.without(
            bad, "E-402", problem, "complete the names, or pass --classes", options.errors
        ), names
    count = int(table.category.max()) + 1 if len(table) else 0
    if count > 1_000_000:
        bad = table.category >= 1_000_000
        fix = "pass the names with --classes"
        table = table.without(bad, "E-402", "{category} is too large for a class number", fix, options.errors)
        count = int(table.category.max()) + 1 if len(table) else 0
    if count:
        findings.append(
            Finding("W-401", "no class names were found: classes are called by their numbers", count)
        )
    return table, tuple(map(str, range(count)))


def _columns(  # noqa: PLR0917
    table: LabelTable,
    layout: Layout,
    names: tuple[str, ...],
    geometry: LabelGeometry,
    sizes: Int64Array | None,
    gone: Int64Array,
) -> UnfinishedTruth:
    rows = len(table)
    keys = tuple(layout.keys)
    kept = np.setdiff1d(np.arange(len(keys)), gone) if len(gone) else np.arange(len(keys), dtype=np.int64)
    none = np.zeros(rows, dtype=np.uint8)
    files = layout.pictures if not len(gone) else [layout.pictures[row] for row in kept.tolist()]
    return UnfinishedTruth(
        image_ids=Ids(kept.astype(np.int64), keys),
        image_sizes=np.zeros((len(kept), 2), dtype=np.int64) if sizes is None else sizes[kept],
        file_names=Strings.of(files),
        category_ids=Ids(np.arange(len(names), dtype=np.int64)),
        category_names=names,
        image=Ids(table.file, keys),
        category=Ids(table.category),
        ids=Ids(np.arange(1, rows + 1, dtype=np.int64)),
        boxes=geometry.boxes,
        area=geometry.area,
        area_missing=np.zeros(rows, dtype=bool),
        crowd=none,
        ignore=none.copy(),
        segmentations=geometry.segmentations,
        keypoints=geometry.keypoints,
    )
