"""3-D boxes row by row, and as columns: what is checked of each, and the names of the attributes."""

from __future__ import annotations

from math import inf, isfinite, isinf
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from truebox._writing.saying import say
from truebox.datasets.formats.nuscenes.format import ATTRIBUTES, CLASSES, RACK
from truebox.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from truebox.typing import AnyArray, FloatArray

__all__ = ["SampleBox", "are_sound", "box_of", "columns_of", "problem_of", "refused"]

Three = tuple[float, float, float]

_MOST_POINTS = 2**53


class SampleBox(msgspec.Struct, gc=False):
    """One box of a sample, with the kit's names and units."""

    detection_name: str
    translation: Three
    size: Three
    rotation: tuple[float, float, float, float]
    velocity: tuple[float | None, float | None] | None = None
    attribute_name: str | None = ""
    detection_score: float | None = None
    sample_token: str | None = None
    ego_translation: Three | None = None
    num_pts: int | None = None


def box_of(value: Any, place: str) -> SampleBox:
    """A box of an object, or why it is none (E-440, E-441)."""
    try:
        return msgspec.convert(value, SampleBox)
    except msgspec.ValidationError as error:
        raise refused(error, place, "write it as nuScenes does", missing="E-441") from None


def refused(error: msgspec.ValidationError, place: str, fix: str, *, missing: str = "E-440") -> InputError:
    """What msgspec says of a value as an error of ours, with the place that it names.

    Examples
    --------
    >>> try:
    ...     msgspec.json.decode(b'[1, "a"]', type=list[int])
    ... except msgspec.ValidationError as error:
    ...     str(refused(error, "a.json", "write numbers"))
    'E-440 a.json[1]: expected `int`, got `str`. Fix: write numbers.'
    """
    problem, _, path = str(error).partition(" - at `$")
    code = missing if "missing required field" in problem else "E-440"
    return InputError(code, f"{place}{path.rstrip('`')}", problem[:1].lower() + problem[1:], fix)


def problem_of(box: SampleBox, sample: str, place: str, role: str) -> InputError | None:
    """What is wrong with a box whose fields have the right kinds."""
    if role == "predictions" and box.detection_score is None:
        return InputError("E-123", place, "detection_score is missing", "write the score of every detection")
    known = CLASSES if role == "predictions" else (*CLASSES, RACK)
    key, need = "", ""
    if box.detection_name not in known:
        key, need = "detection_name", f"one of {', '.join(CLASSES)}"
    elif box.attribute_name and box.attribute_name not in ATTRIBUTES:
        key, need = "attribute_name", f"one of {', '.join(ATTRIBUTES)}, or an empty text"
    elif not all(map(isfinite, box.translation)):
        key, need = "translation", "three finite numbers"
    elif not all(0 < each < inf for each in box.size):
        key, need = "size", "width, length and height in metres, all above 0"
    elif not all(map(isfinite, box.rotation)) or not any(box.rotation):
        key, need = "rotation", "a quaternion w, x, y, z that is not 0"
    elif any(each is not None and isinf(each) for each in box.velocity or ()):
        key, need = "velocity", "x and y in metres a second, NaN or null where unknown"
    elif box.ego_translation is not None and not all(map(isfinite, box.ego_translation)):
        key, need = "ego_translation", "three finite numbers"
    elif box.num_pts is not None and not -_MOST_POINTS <= box.num_pts <= _MOST_POINTS:
        key, need = "num_pts", "a count of points"
    elif box.sample_token not in (None, sample):
        key, need = "sample_token", f"{sample!r}, under which the box stands"
    if not key:
        return None
    return InputError("E-440", f"{place} {key}", f"{say(getattr(box, key))}, need {need}", f"write {need}")


def are_sound(samples: Mapping[str, Sequence[SampleBox]], role: str) -> bool:
    """Whether `problem_of` has nothing to say of any box of a JSON text, whose numbers are finite.

    Examples
    --------
    >>> box = SampleBox("car", (1, 2, 0), (2, 4, 1.5), (1, 0, 0, 0), detection_score=0.5)
    >>> are_sound({"a": [box]}, "predictions")
    True
    >>> are_sound({"b": [SampleBox("car", (1, 2, 0), (2, 0, 1), (1, 0, 0, 0))]}, "truth")
    False
    """
    boxes = [box for held in samples.values() for box in held]
    known = {*CLASSES} if role == "predictions" else {*CLASSES, RACK}
    points = {box.num_pts for box in boxes} - {None}
    return (
        {box.detection_name for box in boxes} <= known
        and {box.attribute_name or "" for box in boxes} <= {*ATTRIBUTES, ""}
        and (role != "predictions" or None not in {box.detection_score for box in boxes})
        and min((min(box.size) for box in boxes), default=1.0) > 0
        and all(any(box.rotation) for box in boxes)
        and all(-_MOST_POINTS <= each <= _MOST_POINTS for each in points if each is not None)
        and all({box.sample_token for box in held} <= {None, sample} for sample, held in samples.items())
    )


def columns_of(boxes: Sequence[SampleBox]) -> dict[str, AnyArray]:
    """The attributes of rows: where something is unknown NaN, an empty text, or -1 point.

    Examples
    --------
    >>> box = SampleBox("car", (1, 2, 0), (2, 4, 1.5), (1, 0, 0, 0), velocity=(3, None))
    >>> held = columns_of([box])
    >>> held["x_3d"].tolist(), held["velocity_x"].tolist(), held["points"].tolist()
    ([1.0], [3.0], [-1])
    """
    still = (np.nan, np.nan)
    return {
        **_named(("x_3d", "y_3d", "z_3d"), [each.translation for each in boxes]),
        **_named(("width_3d", "length_3d", "height_3d"), [each.size for each in boxes]),
        **_named(("rotation_w", "rotation_x", "rotation_y", "rotation_z"), [each.rotation for each in boxes]),
        **_named(("velocity_x", "velocity_y"), [each.velocity or still for each in boxes]),
        **_named(("ego_x", "ego_y"), [(each.ego_translation or still)[:2] for each in boxes]),
        "points": np.array([-1 if each.num_pts is None else each.num_pts for each in boxes], dtype=np.int64),
        "attribute": np.array([each.attribute_name or "" for each in boxes], dtype=object),
    }


def _named(names: Sequence[str], rows: Sequence[Any]) -> dict[str, FloatArray]:
    table = np.array(rows, dtype=np.float64).reshape(-1, len(names))  # None becomes NaN
    return {name: np.ascontiguousarray(table[:, k]) for k, name in enumerate(names)}
