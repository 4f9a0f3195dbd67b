"""YOLO label files with confidences as predictions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.saying import say
from truebox.datasets.folders.folder_listing import bare_names
from truebox.datasets.formats.yolo.class_names import class_names_near
from truebox.datasets.formats.yolo.label_geometry import checked_rows, geometry_of_rows
from truebox.datasets.formats.yolo.label_table import LabelTable, read_label_table
from truebox.datasets.formats.yolo.layout import label_files
from truebox.datasets.formats.yolo.tasks import shape_of_rows
from truebox.errors import InputError
from truebox.records import Finding, Ids, Predictions, Source
from truebox.typing import ROTATED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.datasets.options import ReadOptions

__all__ = ["read_predictions"]


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    """Predictions of a folder of labels; images and, where names are known, classes are named.

    Without a list of names the class numbers are taken as ids of the truth, which fits a truth whose ids
    begin at 0, as those of YOLO do; for any other this is said (W-401).
    """
    labels = label_files(path)
    table = read_label_table(path, labels, options.errors, options.threads)
    rotated = options.geometry in ROTATED
    shape = shape_of_rows(table, options.task, _point_size(table, options), scored=True, rotated=rotated)
    table = checked_rows(table, shape, options)
    names, findings = _names(path, table, options)
    if names:
        problem = f"class {{category}} has no name: there are {len(names)} names, for the numbers from 0"
        bad = table.category >= len(names)
        table = table.without(bad, "E-402", problem, "complete the names, or pass --classes", options.errors)
    last = table.offsets[1:] - 1
    scores = table.numbers[last - shape.tracked]
    geometry = geometry_of_rows(table, shape, options, None)
    attributes = {"track": table.numbers[last].astype(np.int64)} if shape.tracked else {}
    return Predictions(
        source=Source(str(path), "yolo", f"YOLO labels with confidence ({shape.task})", path, "rel_cxcywh"),
        image=_only_used(table.file, bare_names(labels)),
        category=_only_used(table.category, names) if names else Ids(table.category),
        boxes=geometry.boxes if geometry.keypoints is None else geometry.keypoints.extents,
        scores=scores,
        findings=(*findings, *options.errors.findings()),
        boxed=geometry.segmentations is None and geometry.keypoints is None,
        segmentations=geometry.segmentations,
        keypoints=geometry.keypoints,
        image_by="name",
        category_by="name" if names else "id",
        attributes=attributes,
        units="fractions" if options.box_format is None or "_" in options.box_format else "pixels",
    )


def _point_size(table: LabelTable, options: ReadOptions) -> int | None:
    """How many numbers a keypoint has, where the truth says how many keypoints there are."""
    truth = options.truth
    if truth is None or truth.keypoints is None or not len(truth) or not len(table):
        return None
    points = truth.keypoints.per_row
    longest = int(table.counts.max())
    return next((size for size in (2, 3) if longest == 4 + points * size + 1), None)


def _names(path: Path, table: LabelTable, options: ReadOptions) -> tuple[tuple[str, ...], list[Finding]]:
    names = options.classes or class_names_near(path)[0]
    truth = options.truth
    if names or truth is None or not len(table) or truth.source.format == "yolo":
        return names, []
    ids = truth.categories.ids
    if ids.are_strings:
        known = ", ".join(say(name) for name in truth.categories.names[:5])
        problem = "classes are numbers, and there is no list of their names"
        fix = f"pass their names in the order of the numbers with --classes (the truth has {known})"
        raise InputError("E-402", str(path), problem, fix)
    text = "no class names were found: class numbers are taken as ids of the truth"
    return (), [] if (ids.values == 0).any() else [Finding("W-401", text, len(table))]


def _only_used(codes: np.ndarray, names: Sequence[str]) -> Ids:
    used = Ids(codes).distinct()
    return Ids(np.searchsorted(used, codes).astype(np.int64), tuple(names[code] for code in used.tolist()))
