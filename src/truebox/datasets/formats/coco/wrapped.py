"""COCO results inside an object, as some tools write them, with images and classes of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.datasets.columns.finishing import finish_predictions
from truebox.datasets.columns.values import Rows
from truebox.datasets.formats.coco.general import prediction_columns
from truebox.datasets.formats.coco.lenient import kept_places
from truebox.datasets.texts.files import read_bytes
from truebox.datasets.texts.json_text import parse
from truebox.records import Finding, Ids, Source

if TYPE_CHECKING:
    from truebox.datasets.options import ReadOptions
    from truebox.records import Predictions

__all__ = ["read_wrapped_results"]

_HOLDERS = ("annotations", "predictions", "results", "detections")


def read_wrapped_results(path: Path, options: ReadOptions) -> Predictions:
    """Results inside an object: the list alone, and the names of its images and classes (W-456).

    Its own lists of images and categories name what the rows mean, unless the truth has the same ids for
    the same names. Whatever else stands in an object is refused as `prediction_columns` says (E-109).
    """
    source = Source(str(path), "coco", "COCO results in an object", path)
    parsed = parse(read_bytes(path), source.name)
    holder = _holder(parsed)
    rows = parsed if holder is None else parsed[holder]
    place = source.name if holder is None else f"{source.name} {holder}"

    def check(part: Sequence[Any], offset: int) -> None:
        prediction_columns(part, place, options.geometry, offset, angles=options.angles)

    if options.errors.lenient and holder is not None:
        rows = [rows[at] for at in kept_places(rows, check, options.errors)]
    found = finish_predictions(
        prediction_columns(rows, place, options.geometry, angles=options.angles), source
    )
    image = _named(found.image, _names(parsed, "images", "file_name", source), _truth_images(options))
    category = _named(found.category, _names(parsed, "categories", "name", source), _truth_classes(options))
    text = f'the results stand inside an object, under "{holder}"'
    named = [what for what, column in (("images", image), ("classes", category)) if column is not None]
    if named:
        text += f"; {' and '.join(named)} are known by the names that it lists"
    return replace(
        found,
        image=found.image if image is None else image,
        category=found.category if category is None else category,
        image_by="id" if image is None else "name",
        category_by="id" if category is None else "name",
        findings=(*found.findings, *options.errors.findings(), Finding("W-456", text)),
    )


def _holder(parsed: Any) -> str | None:
    """The one key that holds results; of an empty list only a key that says so."""
    if not isinstance(parsed, Mapping):
        return None
    held = [key for key in _HOLDERS if isinstance(parsed.get(key), list)]
    with_results = [key for key in held if parsed[key] and _is_result(parsed[key][0])]
    if not with_results and not any(parsed[key] for key in held):
        with_results = [key for key in held if key != "annotations"]
    return with_results[0] if len(with_results) == 1 else None


def _is_result(row: Any) -> bool:
    return isinstance(row, Mapping) and "score" in row and "image_id" in row


def _truth_images(options: ReadOptions) -> dict[int | str, str]:
    if options.truth is None:
        return {}
    images = options.truth.images
    return dict(zip(images.ids.tolist(), images.file_names, strict=True))


def _truth_classes(options: ReadOptions) -> dict[int | str, str]:
    if options.truth is None or not options.truth.categories.numbered:
        return {}
    classes = options.truth.categories
    return dict(zip(classes.ids.tolist(), classes.names, strict=True))


def _names(parsed: Any, table: str, key: str, source: Source) -> dict[int | str, str]:
    """The names in a list of the object; none where it has no such list."""
    if not isinstance(parsed, Mapping) or not isinstance(parsed.get(table), list):
        return {}
    rows = Rows(parsed[table], f"{source.name} {table}")
    rows.check_objects()
    return dict(zip(rows.ids("id").tolist(), rows.texts(key), strict=True))


def _named(column: Ids, names: Mapping[int | str, str], truth: Mapping[int | str, str]) -> Ids | None:
    """The column as names; None where not all have one, or the truth has the same ids for them."""
    used = list(dict.fromkeys(column.tolist()))
    if (
        not used
        or not all(names.get(value) for value in used)
        or len({names[value] for value in used}) != len(used)
    ):
        return None
    if truth and all(_same(names[value], truth.get(value)) for value in used):
        return None
    places = {value: place for place, value in enumerate(used)}
    codes = np.array([places[value] for value in column.tolist()], dtype=np.int64)
    return Ids(codes, tuple(names[value] for value in used))


def _same(name: str, listed: str | None) -> bool:
    """Whether the truth's name of an id is this one, in a folder or not, or it has none."""
    if listed is None:
        return False
    return listed == "" or PurePosixPath(name).name.casefold() == PurePosixPath(listed).name.casefold()
