"""COCO's panoptic format to columns: a JSON of segments, and one PNG of segment ids per image."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from truebox._writing.inside_folder import inside_folder
from truebox._writing.saying import say
from truebox.datasets.formats.panoptic import rows as values
from truebox.datasets.formats.panoptic.maps import checked_map
from truebox.datasets.texts.files import read_bytes
from truebox.datasets.texts.json_text import parse
from truebox.datasets.texts.packed import without_packing
from truebox.errors import ArgumentError, InputError
from truebox.records import Source
from truebox.records.panoptic import PanopticCategories, PanopticSegments

__all__ = ["read_panoptic_predictions", "read_panoptic_truth"]


def read_panoptic_truth(
    source: Any, folder: str | os.PathLike[str] | None = None
) -> tuple[PanopticCategories, PanopticSegments]:
    """Classes and segments of a panoptic truth; nothing is read from the PNGs yet.

    Parameters
    ----------
    source : path or mapping
        A JSON file, or its parsed content. In memory an annotation may hold its map of ids as
        ``"segmentation"`` (integers [H, W], or bytes [H, W, 3]) in the place of ``"file_name"``.
    folder : path or None
        Of the PNGs. Default: the path of the JSON without its ending, as in the COCO format.

    Raises
    ------
    InputError
        E-125 to E-129, E-131 to E-134, E-171, E-174, E-177, and what is wrong with a file.

    Examples
    --------
    >>> segments = [{"id": 3, "category_id": 1}]
    >>> categories, truth = read_panoptic_truth({
    ...     "categories": [{"id": 1, "name": "cat", "isthing": 1}],
    ...     "annotations": [{"image_id": 7, "segmentation": [[3, 0]], "segments_info": segments}],
    ... })
    >>> categories.names, truth.images, truth.ids.tolist()
    (('cat',), (7,), [3])
    """
    opened = _open(source, folder, "truth")
    categories = _categories(opened)
    return categories, _segments(opened, categories)


def read_panoptic_predictions(
    source: Any, categories: PanopticCategories, folder: str | os.PathLike[str] | None = None
) -> PanopticSegments:
    """Segments of panoptic predictions, of the classes of the truth; see `read_panoptic_truth`.

    Only ``"annotations"`` is read. A class the truth does not list is refused (E-131).
    """
    return _segments(_open(source, folder, "predictions"), categories)


@dataclass(frozen=True, slots=True)
class _Opened:
    """A parsed document, the folder of its PNGs, and how messages call it."""

    parsed: Mapping[str, Any]
    name: str
    argument: str
    folder: Path | None
    path: Path | None


def _open(source: Any, folder: str | os.PathLike[str] | None, argument: str) -> _Opened:
    given = None if folder is None else Path(folder)
    if isinstance(source, Mapping):
        return _Opened(source, argument, argument, given, None)
    if not isinstance(source, str | os.PathLike):
        raise ArgumentError(
            f"{argument}: expected a path or a parsed panoptic JSON, got {type(source).__name__}. "
            'Fix: pass {"categories": [...], "annotations": [...]} or the path of such a file.'
        )
    path = Path(source)
    parsed = values.mapping(parse(read_bytes(path), str(path)), str(path))
    return _Opened(parsed, str(path), argument, given or _beside(path), path)


def _beside(path: Path) -> Path:
    """The folder that the COCO format puts beside its JSON."""
    return path.with_name(without_packing(path.name)).with_suffix("")


def _categories(opened: _Opened) -> PanopticCategories:
    ids: list[int | str] = []
    names: list[str] = []
    things: list[bool] = []
    for row, given in enumerate(values.rows(opened.parsed, "categories", opened.name)):
        place = f"{opened.name} categories[{row}]"
        entry = values.mapping(given, place)
        ids.append(values.identifier(entry, "id", place))
        if ids[-1] in ids[:-1]:
            fix = "give each category its own id"
            raise InputError("E-133", f"{place}.id", f"id {ids[-1]!r} is used twice", fix, row=row)
        name = entry.get("name")
        if not isinstance(name, str):
            raise InputError("E-134", place, "the category has no name", "add a name to every category")
        names.append(name)
        things.append(values.flag(entry, "isthing", place, default=None))
    values.check_one_kind(ids, f"{opened.name} categories")
    return PanopticCategories(ids=tuple(ids), names=tuple(names), things=np.array(things, dtype=bool))


@dataclass(slots=True)
class _Columns:
    """Segments as they are read, image after image."""

    ids: list[int] = field(default_factory=list)
    category: list[int] = field(default_factory=list)
    area: list[int] = field(default_factory=list)
    crowd: list[bool] = field(default_factory=list)
    offsets: list[int] = field(default_factory=lambda: [0])

    def add(self, segments: Iterable[tuple[int, int, int, bool]]) -> None:
        for segment, category, area, crowd in segments:
            self.ids.append(segment)
            self.category.append(category)
            self.area.append(area)
            self.crowd.append(crowd)
        self.offsets.append(len(self.ids))


def _segments(opened: _Opened, categories: PanopticCategories) -> PanopticSegments:
    known = {value: row for row, value in enumerate(categories.ids)}
    columns = _Columns()
    images: dict[int | str, int] = {}
    maps = []
    for row, given in enumerate(values.rows(opened.parsed, "annotations", opened.name)):
        place = f"{opened.name} annotations[{row}]"
        entry = values.mapping(given, place)
        image = values.identifier(entry, "image_id", place)
        earlier = images.setdefault(image, row)
        if earlier != row:
            problem = f"image {image!r} has annotations[{earlier}] already"
            raise InputError("E-177", place, problem, "write one annotation per image", row=row)
        maps.append(_map(entry, opened, place))
        columns.add(_image_segments(entry, known, categories, place))
    values.check_one_kind(list(images), f"{opened.name} annotations")
    return PanopticSegments(
        source=Source(opened.name, "coco_panoptic", "COCO panoptic JSON", opened.path),
        images=tuple(images),
        maps=tuple(maps),
        sizes=_sizes(opened, images),
        offsets=np.array(columns.offsets, dtype=np.int64),
        ids=np.array(columns.ids, dtype=np.int64),
        category=np.array(columns.category, dtype=np.int64),
        area=np.array(columns.area, dtype=np.int64),
        crowd=np.array(columns.crowd, dtype=bool),
    )


def _image_segments(
    entry: Mapping[str, Any], known: Mapping[int | str, int], categories: PanopticCategories, place: str
) -> list[tuple[int, int, int, bool]]:
    """(id, category, area, crowd) of each segment of one image."""
    found: dict[int, tuple[int, int, int, bool]] = {}
    for row, given in enumerate(values.rows(entry, "segments_info", place)):
        here = f"{place}.segments_info[{row}]"
        segment = values.mapping(given, here)
        number = values.segment_id(segment, here)
        if number in found:
            problem = f"segment {number} is listed twice in this image"
            raise InputError("E-177", here, problem, "give each segment of an image its own id")
        category = values.identifier(segment, "category_id", here)
        if category not in known:
            some = ", ".join(repr(value) for value in categories.ids[:5])
            problem = f"segment {number} has the category {say(category)}, which the truth does not list"
            fix = f"write category ids of the truth (such as {some or 'none: it lists no category'})"
            raise InputError("E-131", f"{here}.category_id", problem, fix)
        area, crowd = values.segment_area(segment, here), values.flag(segment, "iscrowd", here)
        found[number] = (number, known[category], area, crowd)
    return list(found.values())


def _map(entry: Mapping[str, Any], opened: _Opened, place: str) -> Any:
    if "segmentation" in entry and "file_name" not in entry:
        return checked_map(entry["segmentation"], f"{place}.segmentation")
    name = entry.get("file_name")
    if not isinstance(name, str) or not name:
        what = "there is no file_name" if name is None else f"file_name is {say(name)}"
        raise InputError("E-171", place, what, "name the PNG of segment ids of this image")
    if opened.folder is None:
        raise ArgumentError(
            f"{opened.argument}_folder: needed, as {place} names a PNG. "
            f"Fix: pass {opened.argument}_folder, the folder of the PNGs."
        )
    return inside_folder(opened.folder, name, f"{place}.file_name")


def _sizes(opened: _Opened, images: Mapping[int | str, int]) -> Any:
    """Width and height by the list of images, where there is one and it says."""
    sizes = np.zeros((len(images), 2), dtype=np.int64)
    listed = opened.parsed.get("images")
    if not isinstance(listed, list | tuple):
        return sizes
    for row in listed:
        image = row.get("id") if isinstance(row, Mapping) else None
        place = images.get(image) if isinstance(image, int | str) else None
        if place is None:
            continue
        width, height = row.get("width"), row.get("height")
        if type(width) is int and type(height) is int and 0 < width < 2**31 and 0 < height < 2**31:
            sizes[place] = width, height
    return sizes
