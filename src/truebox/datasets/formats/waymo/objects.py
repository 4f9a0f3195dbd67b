"""The objects of a file as columns, those that are refused left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from truebox._native import datasets as _kernels
from truebox.datasets.columns.box_reading import ground_boxes
from truebox.datasets.formats.waymo.format import CAMERAS, CLASSES
from truebox.datasets.texts.files import read_bytes
from truebox.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from truebox.datasets.format import Role
    from truebox.datasets.options import ReadOptions
    from truebox.typing import AnyArray, BoolArray, FloatArray, Int64Array

__all__ = ["Objects", "objects_of_file"]

_NUMBERS = ("x_3d", "y_3d", "z_3d", "length_3d", "width_3d", "height_3d", "heading")
_HAS_BOX, _HAS_SCORE, _HAS_CONTEXT, _HAS_TIME, _HAS_POINTS, _HAS_CAMERA = (1, 2, 4, 8, 16, 32)


@dataclass(frozen=True, slots=True, eq=False)
class Objects:
    """Rows of a file.

    Parameters
    ----------
    frames : tuple of str
        Names of the distinct frames, in the order of the kit.
    frame : int64 array [N]
        Places in `frames`.
    category : int64 array [N]
        Types, from 1.
    boxes : float64 array [N, 4]
        x, y, width, height: in the picture, or on the ground.
    scores : float64 array [N]
    columns : mapping of name to array [N]
        Attributes of records.
    """

    frames: tuple[str, ...]
    frame: Int64Array
    category: Int64Array
    boxes: FloatArray
    scores: FloatArray
    columns: Mapping[str, AnyArray]

    def __len__(self) -> int:
        return len(self.frame)


def objects_of_file(path: Path, options: ReadOptions, role: Role) -> Objects:
    """The objects of a file (E-460 where it is no such message)."""
    found = _kernels.read_labelled_objects(path)
    if found is None or not (found[0] or len(found[2])):
        # A pipe, compressed, or what the system does not map; one without a byte was never written.
        found = _kernels.read_labelled_objects_text(read_bytes(path))
    whole, numbers, scores, wholes, contexts = found
    if not whole:
        raise InputError(
            "E-460",
            f"{path} object {len(scores) + 1}",
            "it is no message of a labelled box, or the file ends inside it",
            "write the file as one waymo.open_dataset.Objects message, whole",
        )
    try:
        names = tuple(each.decode() for each in contexts)
    except UnicodeDecodeError:
        raise InputError("E-460", f"{path}", "a context_name is no UTF-8", "write names as text") from None
    numbers, wholes = numbers.reshape(-1, len(_NUMBERS)), wholes.reshape(-1, 8)
    rows = _Rows(numbers, scores, wholes)
    kept = _kept(rows, f"{path}", options, role)
    return _objects(names, numbers[kept], wholes[kept], scores[kept], role)


class _Rows(NamedTuple):
    """As the kernel reads them."""

    numbers: FloatArray
    scores: FloatArray
    wholes: Int64Array


def _kept(rows: _Rows, name: str, options: ReadOptions, role: Role) -> BoolArray:
    numbers, scores, wholes = rows
    there = wholes[:, 7]
    kept: BoolArray = np.ones(len(wholes), dtype=bool)

    def refuse(bad: AnyArray, code: str, what: str, need: str) -> None:
        for row in np.flatnonzero(bad & kept).tolist():
            options.errors.refuse(InputError(code, f"{name} object {row + 1}", what, need, row=row))
            kept[row] = False

    flat = there & _HAS_CAMERA != 0
    refuse(there & _HAS_BOX == 0, "E-120", "it has no box", "write the box of every object")
    sides = np.where(flat[:, None], numbers[:, [3, 4, 3]], numbers[:, 3:6])
    finite: BoolArray = np.asarray(np.isfinite(numbers).all(axis=1))
    refuse(~finite, "E-121", "its box is not finite", "write finite numbers")
    negative: BoolArray = np.asarray((sides < 0).any(axis=1))
    refuse(negative, "E-122", "a side of its box is negative", "write sides of at least 0")
    refuse(
        (there & _HAS_CONTEXT == 0) | (there & _HAS_TIME == 0),
        *("E-125", "it names no frame", "write context_name and frame_timestamp_micros of every object"),
    )
    types = wholes[:, 3]
    refuse(
        (types < 0) | (types > len(CLASSES)),
        *("E-131", "its type is unknown", f"write a type from 1 ({CLASSES[0]}) to {len(CLASSES)}"),
    )
    cameras = wholes[:, 2]
    refuse(
        (cameras < 0) | (cameras >= len(CAMERAS)),
        *("E-440", "its camera is unknown", f"write a camera from 0 to {len(CAMERAS) - 1}"),
    )
    if role == "predictions":
        refuse(there & _HAS_SCORE == 0, "E-123", "it has no score", "write the score of every prediction")
        refuse(~np.isfinite(scores), "E-124", "its score is not finite", "write finite scores")
    kept &= types > 0  # objects of unknown type are in no class of the kit
    return kept


def _objects(
    contexts: Sequence[str], numbers: FloatArray, wholes: Int64Array, scores: FloatArray, role: Role
) -> Objects:
    there = wholes[:, 7]
    flat = there & _HAS_CAMERA != 0
    keys, frame = _distinct_frames(wholes[:, [0, 2, 1]])
    named = [
        (f"{contexts[context]}_{camera}", time, context, camera) for context, camera, time in keys.tolist()
    ]
    order = sorted(range(len(named)), key=lambda place: named[place][:2])
    place = np.empty(len(named), dtype=np.int64)
    place[order] = np.arange(len(named))
    frames = [
        f"{contexts[context]}/{time}{f'/{CAMERAS[camera]}' if camera else ''}"
        for _, time, context, camera in (named[each] for each in order)
    ]
    columns: dict[str, AnyArray] = {name: numbers[:, k].copy() for k, name in enumerate(_NUMBERS)}
    boxes = _boxes(columns, flat)
    if flat.all() and len(flat):
        columns = {}
    columns["points"] = np.where(there & _HAS_POINTS != 0, wholes[:, 5], -1).astype(np.float64)
    columns["level"] = wholes[:, 4].astype(np.float64)
    if role == "predictions":
        columns = {name: column for name, column in columns.items() if name not in ("points", "level")}
        columns["in_unlabelled_zone"] = wholes[:, 6] != 0
    return Objects(tuple(frames), place[frame], wholes[:, 3], boxes, scores, columns)


def _distinct_frames(keys: Int64Array) -> tuple[Int64Array, Int64Array]:
    """The distinct rows, sorted, and the place of each row among them. Mostly a frame stands together."""
    changes = np.flatnonzero((keys[1:] != keys[:-1]).any(axis=1)) + 1
    first = np.concatenate([np.zeros(min(len(keys), 1), dtype=np.int64), changes])
    found, place = np.unique(keys[first], axis=0, return_inverse=True)
    return found, np.repeat(place.reshape(-1), np.diff(np.append(first, len(keys))))


def _boxes(columns: Mapping[str, AnyArray], flat: BoolArray) -> FloatArray:
    """In the picture where there is one, else on the ground."""
    half = columns["heading"] / 2
    turn = {"rotation_w": np.cos(half), "rotation_z": np.sin(half)}
    still = dict.fromkeys(("rotation_x", "rotation_y"), np.zeros_like(half))
    ground = ground_boxes({**columns, **turn, **still})
    wide, high = columns["length_3d"], columns["width_3d"]
    picture = np.column_stack([columns["x_3d"] - wide / 2, columns["y_3d"] - high / 2, wide, high])
    boxes: FloatArray = np.where(flat[:, None], picture, ground)
    return boxes
