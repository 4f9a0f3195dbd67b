"""Rotated boxes of arrays per image: ``corners``, or ``boxes`` of five or eight numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np

from truebox.datasets.columns.box_reading import as_read
from truebox.datasets.columns.numbers.four_numbers import from_xywh
from truebox.datasets.columns.rotated_corners import angle_reading, corners_of_rotated
from truebox.datasets.columns.values import LARGEST_COORDINATE
from truebox.datasets.memory.array_values import numpy_of
from truebox.errors import InputError
from truebox.records import corners_of_boxes, quad_extents
from truebox.typing import ROTATED

if TYPE_CHECKING:
    from truebox.records import Finding
    from truebox.typing import FloatArray, Geometry

__all__ = ["with_corners"]

_NEED = "[n, 5] (centre, size, angle), [n, 8] (four corners), [n, 4, 2] or [n, 4] (upright)"


class _Placed(Protocol):
    @property
    def entry(self) -> Mapping[str, Any]: ...
    @property
    def place(self) -> str: ...


_Image = TypeVar("_Image", bound=_Placed)


def with_corners(
    images: list[_Image], box_format: str, geometry: Geometry, angles: str | None
) -> tuple[list[_Image], tuple[Finding, ...]]:
    """Images whose mappings have ``corners`` [n, 8], and ``boxes`` around them in `box_format` (E-120, 121).

    Parameters
    ----------
    images : list of dataclasses
        What each holds (`entry`), and its name in messages (`place`).
    box_format : str
        Of upright boxes.
    geometry : str
        What is evaluated: of others than rotated boxes the images stay as they are.
    angles : str or None
        What the caller said angles are; see `angle_reading`.
    """
    if geometry not in ROTATED:
        return images, ()
    held = [_numbers(image.place, image.entry) for image in images]
    fifth = np.concatenate([np.empty(0), *(rows[:, 4] for rows in held if rows.shape[1] == 5)])
    findings: tuple[Finding, ...] = ()
    if len(fifth):
        angles, findings = angle_reading(fifth, angles, f"{images[0].place.partition('[')[0]}.boxes")
    turned = []
    for image, rows in zip(images, held, strict=True):
        corners = rows
        if rows.shape[1] == 5:
            corners = corners_of_rotated(rows, angles or "radians")
        elif rows.shape[1] == 4:
            corners = corners_of_boxes(as_read(rows, box_format))
        boxes = from_xywh(quad_extents(corners), box_format)
        entry = {**image.entry, "boxes": boxes, "corners": corners}
        turned.append(replace(image, entry=entry))  # type: ignore[type-var]
    return turned, findings


def _numbers(place: str, entry: Mapping[str, Any]) -> FloatArray:
    key = "boxes" if entry.get("corners") is None else "corners"
    rows = numpy_of(entry[key])
    if rows.size == 0:
        return np.empty((0, 8))
    if rows.ndim == 3:
        rows = rows.reshape(len(rows), -1)
    if rows.ndim != 2 or rows.shape[1] not in (4, 5, 8) or rows.dtype.kind not in "iuf":
        raise InputError(
            "E-120", f"{place}.{key}", f"shape {rows.shape}, need {_NEED}", "give one row per box"
        )
    rows = rows.astype(np.float64)
    bad = ~(np.abs(rows) <= LARGEST_COORDINATE).all(axis=1)
    if bad.any():
        row = int(bad.argmax())
        problem = f"{rows[row].tolist()} is not finite or not a pixel coordinate"
        raise InputError("E-121", f"{place}.{key}[{row}]", problem, "remove or repair such boxes", row=row)
    return rows
