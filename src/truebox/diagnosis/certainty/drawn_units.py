"""What chance draws: images, or groups of images that belong together, such as the frames of a video."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from truebox import datasets
from truebox._native import resampling as native
from truebox.diagnosis.certainty.frame_names import names_of_images, tracked_sequences
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.evaluation import Result
    from truebox.records import Truth
    from truebox.typing import AnyArray, ByteArray, FloatArray, Int32Array

__all__ = ["FOLDER", "DrawnUnits", "Groups", "drawn_units", "group_values", "swaps", "times_drawn"]

FOLDER = "folder"
"""The group of an image is the folder of its file."""

Groups: TypeAlias = "str | Sequence[object] | AnyArray | None"
"""A column of the truth (of its images, or of objects that agree in each image), ``"folder"``, a pattern of
file names, or one value per image."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class DrawnUnits:
    """Which unit each image belongs to.

    Parameters
    ----------
    of_image : int32 array [I]
        Of each image of the match state; -1 where it takes no part.
    count : int
    counted : {"images", "groups"}
        What a unit is.
    """

    of_image: Int32Array
    count: int
    counted: str

    @property
    def sampled(self) -> Int32Array:
        """The images that take part."""
        return np.flatnonzero(self.of_image >= 0).astype(np.int32)

    def spread_out(self, of_unit: ByteArray) -> ByteArray:
        """One weight for each image [R, I] from one for each unit [R, units]; 0 where an image takes no part.

        Examples
        --------
        >>> units = DrawnUnits(of_image=np.array([0, -1, 1, 0], dtype=np.int32), count=2, counted="groups")
        >>> units.spread_out(np.array([[2, 0]], dtype=np.uint8)).tolist()
        [[2, 0, 0, 2]]
        """
        padded = np.concatenate([of_unit, np.zeros((len(of_unit), 1), dtype=np.uint8)], axis=1)
        return np.ascontiguousarray(padded[:, self.of_image])

    def draws(self, replicates: int, seed: int) -> ByteArray:
        """How often each image stands in each replicate [R, I]: units are drawn with replacement."""
        return self.spread_out(self.unit_draws(replicates, seed))

    def unit_draws(self, replicates: int, seed: int) -> ByteArray:
        """How often each unit stands in each replicate [R, units]."""
        drawn = np.empty((replicates, self.count), dtype=np.uint8)
        native.draw(np.arange(self.count, dtype=np.int32), seed, drawn)
        return drawn

    def distinct(self, images: Int32Array) -> int:
        """How many units these images are of."""
        of_image = self.of_image[images]
        return int(np.count_nonzero(np.bincount(of_image[of_image >= 0], minlength=self.count)))


def drawn_units(result: Result, sampled: Int32Array, groups: Groups = None) -> DrawnUnits:
    """The images `sampled`, or the groups they form; of a truth with tracks its sequences.

    Raises
    ------
    ArgumentError
        There is no such column, a pattern fits no file name, or all images are one group.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> from truebox.generation import make_dataset
    >>> result = evaluate(*make_dataset(4, 2, 9, 3.0, 1), mode="corrected")
    >>> drawn_units(result, np.arange(4), ["a", "a", "b", None]).of_image.tolist()
    [0, 0, 1, 2]
    """
    of_image = np.full(len(result.state.images), -1, dtype=np.int32)
    values = tracked_sequences(result) if groups is None else group_values(result, groups)
    if values is None:
        of_image[sampled] = np.arange(len(sampled), dtype=np.int32)
        return DrawnUnits(of_image=of_image, count=len(sampled), counted="images")
    places: dict[object, int] = {}
    for image in sampled.tolist():
        value = values[image]
        # An image without a value belongs to no other.
        of_image[image] = places.setdefault((image,) if _is_missing(value) else value, len(places))
    if len(places) < 2:
        raise ArgumentError(
            f"groups: all {len(sampled):,} images are one group, {next(iter(places), None)!r}. "
            "Fix: name what tells groups apart, or leave groups out if images are independent."
        )
    return DrawnUnits(of_image=of_image, count=len(places), counted="groups")


def group_values(result: Result, groups: Groups) -> list[object]:
    """The group of each image of the match state.

    Raises
    ------
    ArgumentError
        As `drawn_units`.
    """
    images = result.truth.images
    row_of = {value: row for row, value in enumerate(images.ids.tolist())}
    rows = [row_of[value] for value in result.state.images.tolist()]
    if not isinstance(groups, str):
        given = list(np.asarray(groups, dtype=object).tolist()) if groups is not None else []
        if len(given) != len(images):
            raise ArgumentError(
                f"groups: {len(given):,} values. Fix: pass one per image ({len(images):,}), in the order "
                "of the truth, or the name of a column."
            )
        return [given[row] for row in rows]
    names = names_of_images(result)
    if groups == FOLDER and groups not in images.attributes:
        return [os.path.dirname(name.replace("\\", "/")) or "." for name in names]
    columns = datasets.image_columns(result.truth)
    if groups in columns:
        return [columns[groups][row] for row in rows]
    objects = result.truth.attributes
    if groups in objects:
        column = _of_objects(groups, result.truth)
        return [column[row] for row in rows]
    return _by_pattern(groups, names, [*columns, *objects])


def _of_objects(name: str, truth: Truth) -> list[object]:
    """The value that all objects of an image share, one per image."""
    values: list[object] = [None] * len(truth.images)
    row_of = {value: row for row, value in enumerate(truth.images.ids.tolist())}
    for id, value in zip(truth.image.tolist(), truth.attributes[name].tolist(), strict=True):
        row = row_of.get(id)
        if row is None or _is_missing(value):
            continue
        if values[row] is not None and values[row] != value:
            raise ArgumentError(
                f"groups: the objects of image {id} have {values[row]!r} and {value!r} as {name!r}, and a "
                "group holds whole images. Fix: name a column that is the same for all objects of an image."
            )
        values[row] = value
    return values


def swaps(units: int, replicates: int, seed: int, stream: int) -> ByteArray:
    """Random zeros and ones [R, units]; `stream` tells runs of one seed apart.

    Examples
    --------
    >>> swaps(5, 2, 0, 0).shape
    (2, 5)
    """
    bits = replicates * units
    # Raw output of the generator is the same in every version of NumPy.
    raw = np.random.PCG64(np.random.SeedSequence([seed, stream])).random_raw(-(-bits // 64))
    return np.unpackbits(raw.astype("<u8").view(np.uint8), count=bits).reshape(replicates, units)


def times_drawn(units: int, replicates: int, seed: int) -> FloatArray:
    """How often each unit is drawn, with replacement and as many as there are [R, units].

    Examples
    --------
    >>> times_drawn(4, 2, 0).sum(axis=1).tolist()
    [4.0, 4.0]
    """
    picked = np.random.default_rng(seed).integers(0, units, size=(replicates, units))
    times = np.zeros((replicates, units))
    np.add.at(times, (np.arange(replicates)[:, None], picked), 1)
    return times


def _by_pattern(pattern: str, names: Sequence[str], columns: Sequence[str]) -> list[object]:
    try:
        expression = re.compile(pattern)
    except re.error as error:
        raise ArgumentError(
            f"groups: {pattern!r} is no column of the images and no pattern ({error}). {_choices(columns)}"
        ) from None
    if expression.groups != 1:
        raise ArgumentError(
            f"groups: {pattern!r} is no column of the images, and a pattern of file names has one pair of "
            f"brackets round the group. {_choices(columns)}"
        )
    found = [expression.search(name) for name in names]
    if not any(found):
        example = names[0] if names else ""
        raise ArgumentError(
            f"groups: the pattern {pattern!r} fits no file name, such as {example!r}. {_choices(columns)}"
        )
    return [None if match is None else match[1] for match in found]


def _choices(columns: Sequence[str]) -> str:
    named = f"a column ({', '.join(map(repr, columns[:8]))}), " if columns else ""
    return f"Fix: pass {named}'folder', or a pattern such as '(.*)_[0-9]+'."


def _is_missing(value: object) -> bool:
    return value is None or value == "" or (isinstance(value, float) and math.isnan(value))
