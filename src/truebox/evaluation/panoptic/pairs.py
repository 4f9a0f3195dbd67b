"""Pixels that true and predicted segments share, image by image, and what is wrong with the maps."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import starmap
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from truebox._native import pixels as _kernels
from truebox._native.many_calls import by_all_threads
from truebox._png import most_plain_pixels, sound_path
from truebox.datasets.formats.panoptic.maps import segment_map
from truebox.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from truebox.records.panoptic import PanopticSegments
    from truebox.typing import AnyArray, Int64Array

__all__ = ["VOID", "SegmentPairs", "segment_pairs"]

VOID = -1
"""The row that stands for pixels without a segment."""


@dataclass(frozen=True, slots=True, eq=False)
class SegmentPairs:
    """Pairs of rows of true and predicted segments (or `VOID`), and their common pixels, all [P]."""

    truth: Int64Array
    predicted: Int64Array
    pixels: Int64Array


_Pairs: TypeAlias = tuple["Int64Array", "Int64Array", "Int64Array"]


class _Counted(NamedTuple):
    """Width and height of an image, and the ids and pixels of its pairs."""

    size: tuple[int, int]
    truth: Int64Array
    predicted: Int64Array
    pixels: Int64Array


@dataclass(frozen=True, slots=True)
class _Side:
    """The segments of one image in one of the two inputs."""

    segments: PanopticSegments
    image: int

    @property
    def map(self) -> Path | AnyArray:
        return self.segments.maps[self.image]

    @property
    def place(self) -> str:
        source = self.map
        where = str(source) if isinstance(source, Path) else self.segments.source.name
        return f"{where} (image {self.segments.images[self.image]!r})"

    def rows_of(self, ids: Int64Array, pixels: Int64Array) -> Int64Array:
        """Rows of segment ids found in the map; E-175 where one is not listed."""
        rows = self.segments.of(self.image)
        listed = self.segments.ids[rows]
        order = np.argsort(listed)
        found = np.searchsorted(listed, ids, sorter=order)
        known = found < len(listed)
        known[known] = listed[order[found[known]]] == ids[known]
        if not (known | (ids == 0)).all():
            stranger = ids[~known & (ids != 0)][0]
            count = int(pixels[ids == stranger].sum())
            problem = f"segment {stranger} has {count} pixels in the map but is not in segments_info"
            fix = "list it in segments_info, or set its pixels to 0 (VOID)"
            raise InputError("E-175", self.place, problem, fix, row=self.image)
        result = np.full(len(ids), VOID)
        result[known] = rows.start + order[found[known]]
        return result

    def refuse_unseen(self, rows: Int64Array) -> None:
        """Predicted segments without a pixel (E-175): the map and the list are not of one run."""
        listed = self.segments.of(self.image)
        seen = np.zeros(listed.stop - listed.start, dtype=bool)
        seen[rows[rows != VOID] - listed.start] = True
        if not seen.all():
            segment = self.segments.ids[listed][~seen][0]
            problem = f"segment {segment} is in segments_info but has no pixel in the map"
            raise InputError("E-175", self.place, problem, "remove it from segments_info", row=self.image)


def segment_pairs(
    truth: PanopticSegments,
    predictions: PanopticSegments,
    images: Sequence[tuple[int, int]],
    *,
    threads: int,
) -> SegmentPairs:
    """Count the common pixels of all segments.

    Parameters
    ----------
    truth : PanopticSegments
        The true segments.
    predictions : PanopticSegments
        The predicted ones.
    images : sequence of (int, int)
        The number of each evaluated image in `truth` and in `predictions`.
    threads : int
        For PNGs, which are decoded and counted without Python's lock; 0 for the processors this
        process may use.

    Raises
    ------
    InputError
        E-172, E-173 for a PNG; E-175 segments and pixels disagree; E-176 sizes differ. Of several
        faults the one of the first image is raised.
    """
    sides = [(_Side(truth, one), _Side(predictions, other)) for one, other in images]
    counted = _count_plain([(one.map, other.map) for one, other in sides], threads)
    left = [pair for pair, found in zip(sides, counted, strict=True) if found is None]
    decoding = any(isinstance(side.map, Path) for pair in left for side in pair)
    if decoding and threads != 1:
        others: Iterator[_Pairs] = by_all_threads(lambda pair: _count_image(*pair), left, threads or None)
    else:
        # Counting alone takes 0.2 ms per image: handing it to threads and back took as long as it saved.
        others = starmap(_count_image, left)
    rows = [
        next(others) if found is None else _with_rows(*pair, found)
        for pair, found in zip(sides, counted, strict=True)
    ]
    empty = np.empty(0, dtype=np.int64)
    columns = [np.concatenate([empty, *parts]) for parts in zip(*rows, strict=True)] or [empty] * 3
    return SegmentPairs(*columns)


def _count_plain(
    maps: Sequence[tuple[Path | AnyArray, Path | AnyArray]], threads: int
) -> list[_Counted | None]:
    """Size and pairs of the images whose maps are plain PNGs of colours, of one size; None of the others."""
    found: list[_Counted | None] = [None] * len(maps)
    places: list[int] = []
    files: tuple[list[str], list[str]] = [], []
    for place, (one, other) in enumerate(maps):
        if isinstance(one, Path) and isinstance(other, Path):
            places.append(place)
            files[0].append(sound_path(one))
            files[1].append(sound_path(other))
    plain, sizes, ends, *columns = _kernels.count_png_pairs(files[0], files[1], most_plain_pixels(), threads)
    begin = 0
    for place, is_plain, size, end in zip(places, plain.tolist(), sizes.tolist(), ends.tolist(), strict=True):
        if is_plain:
            found[place] = _Counted((size[1], size[0]), *(column[begin:end] for column in columns))
        begin = end
    return found


def _count_image(truth: _Side, predicted: _Side) -> _Pairs:
    true_map, predicted_map = segment_map(truth.map), segment_map(predicted.map)
    for side, found in ((truth, true_map), (predicted, predicted_map)):
        _refuse_other_size(side, found.size, truth, true_map.size)
    pairs = _kernels.count_pairs(true_map.pixel_bytes(), predicted_map.pixel_bytes())
    return _rows(truth, predicted, *pairs)


def _with_rows(truth: _Side, predicted: _Side, counted: _Counted) -> _Pairs:
    for side in (truth, predicted):
        _refuse_other_size(side, counted.size, truth, counted.size)
    return _rows(truth, predicted, counted.truth, counted.predicted, counted.pixels)


def _rows(
    truth: _Side, predicted: _Side, true_ids: Int64Array, predicted_ids: Int64Array, pixels: Int64Array
) -> _Pairs:
    """The rows of the segments of each pair, and its pixels."""
    true_rows = truth.rows_of(true_ids, pixels)
    predicted_rows = predicted.rows_of(predicted_ids, pixels)
    predicted.refuse_unseen(predicted_rows)
    return true_rows, predicted_rows, pixels


def _refuse_other_size(side: _Side, size: tuple[int, int], truth: _Side, true_size: tuple[int, int]) -> None:
    """E-176 when a map has another size than the truth's map, or than its list of images says."""
    width, height = truth.segments.sizes[truth.image].tolist()
    fix = "write both maps at the size of the image"
    if size != true_size:
        problem = (
            f"{size[0]} x {size[1]} pixels, but the map of the truth has {true_size[0]} x {true_size[1]}"
        )
        raise InputError("E-176", side.place, problem, fix, row=side.image)
    if (width, height) not in ((0, 0), size):
        problem = f"{size[0]} x {size[1]} pixels, but the truth says the image has {width} x {height}"
        raise InputError("E-176", side.place, problem, fix, row=side.image)
