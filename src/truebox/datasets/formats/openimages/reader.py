"""Open Images CSV as records; the facts relied on stand in `format`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from truebox.datasets.columns.box_reading import boxes_of_columns
from truebox.datasets.columns.object_records import predictions_of_objects, truth_of_objects
from truebox.datasets.columns.object_table import ObjectTable, one_class_said
from truebox.datasets.formats.openimages.class_names import described
from truebox.datasets.formats.openimages.format import (
    BOX,
    FORMAT,
    GROUP,
    MASK,
    PICTURE,
    SCORES,
    STRINGS,
    SUFFIXES,
    folded,
    kind_of,
)
from truebox.datasets.formats.openimages.image_labels import with_hierarchy, with_image_labels
from truebox.datasets.formats.openimages.mask_tables import read_mask_table
from truebox.datasets.formats.openimages.masked_truth import objects_with_masks, with_segmentations
from truebox.datasets.formats.openimages.predicted_masks import masked_predictions
from truebox.datasets.formats.openimages.prediction_strings import CLASSLESS_LAYOUT, objects_of_strings
from truebox.datasets.options import ReadOptions
from truebox.datasets.texts.csv.head import CsvHead
from truebox.datasets.texts.csv.table import head_of_csv, read_csv
from truebox.datasets.texts.table import ColumnKind, Table
from truebox.errors import InputError
from truebox.records import Predictions, Source, Truth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.records import Finding

__all__ = ["read_predictions", "read_truth"]

_MASKED = ("masks", "boundary")
_FLAGS = {
    "IsOccluded": "occluded",
    "IsTruncated": "truncated",
    "IsGroupOf": "group_of",
    "IsDepiction": "depiction",
    "IsInside": "inside",
}


def read_truth(path: Path, options: ReadOptions) -> Truth:
    """The truth of a path: a file of boxes, or a folder with image labels and the hierarchy beside it."""
    if path.is_dir():
        return read_folder(path, options)
    masked = options.geometry in _MASKED
    if masked and kind_of(path) == "masks":
        return _truth(path, None, [path], options)
    return _truth(path, path, [], options)


def _truth(path: Path, boxes: Path | None, masks: Sequence[Path], options: ReadOptions) -> Truth:
    """The truth of a file of boxes, and where masks are read of files of masks."""
    source = Source(str(path), FORMAT.name, FORMAT.title, path)
    objects, findings = (None, ()) if boxes is None else _true_objects(boxes, options)
    if options.geometry not in _MASKED:
        assert objects is not None  # whoever names no boxes reads masks
        return truth_of_objects(objects, _without_classes(options), source, findings)
    if not masks:
        fix = "name the folder that holds the CSV of masks too, or evaluate boxes with --geometry boxes"
        raise InputError("E-439", str(path), "there are no masks: no CSV with Mask or MaskPath", fix)
    tables = [read_mask_table(each, options) for each in masks]
    found, said = objects_with_masks(objects, tables)
    noticed = (*findings, *(each for table in tables for each in table.findings), *said)
    return with_segmentations(truth_of_objects(found, _without_classes(options), source, noticed), tables)


def _true_objects(path: Path, options: ReadOptions) -> tuple[ObjectTable, tuple[Finding, ...]]:
    head = head_of_csv(path)
    flags = [name for name in _FLAGS if name in head.names]
    table = _table(path, head, options, flags, "whole")
    objects = _objects(table, options)
    groups = {"crowd": table.wholes[GROUP]} if GROUP in flags else {}
    attributes = {_FLAGS[name]: table.wholes[name] for name in flags}
    return replace(objects, flags=groups, attributes=attributes), table.findings()


def read_folder(path: Path, options: ReadOptions) -> Truth:
    """The truth of a folder: one file of boxes, any of image labels and of masks, at most one hierarchy."""
    files: dict[str, list[Path]] = {"boxes": [], "masks": [], "labels": [], "hierarchy": []}
    tables = (file for file in path.rglob("*") if file.suffix.lower() in SUFFIXES)
    for each in sorted(file for file in tables if file.is_file()):
        files.get(kind_of(each) or "", []).append(each)
    for kind, held in files.items():
        several = kind in ("boxes", "hierarchy") and len(held) > 1
        if several or (kind == "boxes" and not held and not files["masks"]):
            listed = ", ".join(each.name for each in held) or "none"
            fix = "leave the files of one split in the folder, or name the file of the boxes alone"
            raise InputError("E-439", str(path), f"one file of {kind} is expected, got {listed}", fix)
    boxes = files["boxes"][0] if files["boxes"] else None
    if boxes is None and options.geometry not in _MASKED:
        boxes = files["masks"][0]
    truth = _truth(path, boxes, files["masks"], options)
    for labels in files["labels"]:
        truth = with_image_labels(truth, labels, options)
    for hierarchy in files["hierarchy"]:
        truth = with_hierarchy(truth, hierarchy, options)
    return replace(truth, source=Source(str(path), FORMAT.name, FORMAT.title, path, boxes=truth.source.boxes))


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    """The detections of a path."""
    head = head_of_csv(path)
    source = Source(str(path), FORMAT.name, FORMAT.title, path)
    if options.geometry in _MASKED:
        return masked_predictions(path, head, options, source)
    if {folded(name) for name in head.names} == STRINGS:
        image, strings = sorted(head.names, key=str.lower)
        table = read_csv(path, head, {image: "text", strings: "text"}, options)
        found = objects_of_strings(table, image, strings, options.errors)
        said = (one_class_said(str(path)),) if found.layout == CLASSLESS_LAYOUT else ()
        if options.box_format is not None:
            found = replace(found, layout=options.box_format)
        return predictions_of_objects(_named(found, options), _without_classes(options), source, said)
    score = next((name for name in SCORES if name in head.names), SCORES[0])
    table = _table(path, head, options, [score], "number")
    objects = replace(_objects(table, options), scores=table.numbers[score])
    return predictions_of_objects(objects, _without_classes(options), source, table.findings())


def _table(path: Path, head: CsvHead, options: ReadOptions, more: list[str], kind: ColumnKind) -> Table:
    wanted: dict[str, ColumnKind] = {"ImageID": "text", "LabelName": "text"}
    wanted |= dict.fromkeys(BOX, "number")
    wanted |= dict.fromkeys(more, kind)
    absent = [name for name in wanted if name not in head.names]
    if absent:
        fix = "write the header of Open Images, or name another format with --truth-format"
        if MASK in head.names or PICTURE in head.names:
            fix = "evaluate the masks with --geometry masks"
        raise InputError("E-420", f"{path} line 1", f"there is no column {', '.join(absent)}", fix)
    return read_csv(path, head, wanted, options, decimal_commas=True)


def _objects(table: Table, options: ReadOptions) -> ObjectTable:
    boxes = boxes_of_columns([table.numbers[name] for name in BOX], options.threads)
    objects = ObjectTable(
        image=table.texts["ImageID"],
        category=table.texts["LabelName"],
        boxes=boxes,
        layout=options.box_format or "rel_xyxy",
        place=table.place,
    )
    return _named(objects, options)


def _named(objects: ObjectTable, options: ReadOptions) -> ObjectTable:
    return replace(objects, category=described(objects.category, options.classes))


def _without_classes(options: ReadOptions) -> ReadOptions:
    """The classes given may be descriptions, and have been used as such."""
    names = tuple(text for text in options.classes or () if "," not in text)
    return replace(options, classes=names or None)
