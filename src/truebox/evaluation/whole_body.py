"""COCO-WholeBody: AP of body, feet, face, hands and of all 133 points, each as keypoints of their own."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from itertools import chain
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any
from warnings import catch_warnings, simplefilter

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._named import NamedTuple
from truebox.errors import ArgumentError, InputError
from truebox.evaluation.evaluating import evaluate

if TYPE_CHECKING:
    from truebox.evaluation.result import Result

__all__ = ["WHOLE_BODY_SIGMAS", "evaluate_whole_body"]

# fmt: off
WHOLE_BODY_SIGMAS = {
    "body": (
        0.026, 0.025, 0.025, 0.035, 0.035, 0.079, 0.079, 0.072, 0.072, 0.062, 0.062, 0.107, 0.107,
        0.087, 0.087, 0.089, 0.089
    ),
    "foot": (
        0.068, 0.066, 0.066, 0.092, 0.094, 0.094
    ),
    "face": (
        0.042, 0.043, 0.044, 0.043, 0.04, 0.035, 0.031, 0.025, 0.02, 0.023, 0.029, 0.032, 0.037, 0.038,
        0.043, 0.041, 0.045, 0.013, 0.012, 0.011, 0.011, 0.012, 0.012, 0.011, 0.011, 0.013, 0.015,
        0.009, 0.007, 0.007, 0.007, 0.012, 0.009, 0.008, 0.016, 0.01, 0.017, 0.011, 0.009, 0.011, 0.009,
        0.007, 0.013, 0.008, 0.011, 0.012, 0.01, 0.034, 0.008, 0.008, 0.009, 0.008, 0.008, 0.007, 0.01,
        0.008, 0.009, 0.009, 0.009, 0.007, 0.007, 0.008, 0.011, 0.008, 0.008, 0.008, 0.01, 0.008
    ),
    "lefthand": (
        0.029, 0.022, 0.035, 0.037, 0.047, 0.026, 0.025, 0.024, 0.035, 0.018, 0.024, 0.022, 0.026,
        0.017, 0.021, 0.021, 0.032, 0.02, 0.019, 0.022, 0.031
    ),
    "righthand": (
        0.029, 0.022, 0.035, 0.037, 0.047, 0.026, 0.025, 0.024, 0.035, 0.018, 0.024, 0.022, 0.026,
        0.017, 0.021, 0.021, 0.032, 0.02, 0.019, 0.022, 0.031
    ),
}
# fmt: on
"""How far each point may lie off, of the five parts; those of the left hand are those of the right."""


class _Part(NamedTuple):
    """What a part is made of: the points of which keys, and which score."""

    points: tuple[str, ...]
    score: str
    sigmas: tuple[float, ...]


_KEYS = {
    "body": "keypoints",
    "foot": "foot_kpts",
    "face": "face_kpts",
    "lefthand": "lefthand_kpts",
    "righthand": "righthand_kpts",
}
_PARTS = {
    **{name: _Part((key,), f"{name}_score", WHOLE_BODY_SIGMAS[name]) for name, key in _KEYS.items()},
    "wholebody": _Part(
        tuple(_KEYS.values()), "wholebody_score", tuple(chain.from_iterable(WHOLE_BODY_SIGMAS.values()))
    ),
}
_GIVEN = ("geometry", "sigmas", "protocol")


@refuses_other_kinds
def evaluate_whole_body(truth: Any, predictions: Any, **how: Any) -> dict[str, Result]:
    """Average precision of COCO-WholeBody, by part: COCO's ten numbers of keypoints for each.

    The numbers are those of xtcocotools. The points of a part are those of its key (``keypoints`` of the
    body, ``foot_kpts``, ``face_kpts``, ``lefthand_kpts``, ``righthand_kpts``; of the whole body all of them),
    and its score is ``foot_score`` ... ``wholebody_score``, or ``score`` where a row has none. A detection of
    which no point has a third number above 0 is not there; a person of whom no point of the part is labelled
    is neither found nor missed. A detection is as large as its ``bbox``, or, where the first row has none, as
    the extent of the points of its body, whatever part is asked for.

    Parameters
    ----------
    truth : path or parsed JSON
        In COCO's format with the four further keys in every annotation.
    predictions : path or list of mapping
        Rows of ``image_id``, ``category_id``, ``score`` and the points. Rows in results and warnings count
        those of which the part is there; rows in errors count all.
    **how
        Every other argument of `truebox.evaluate`, but ``geometry``, ``sigmas`` and ``protocol``.

    Returns
    -------
    dict of str to Result
        ``"body"``, ``"foot"``, ``"face"``, ``"lefthand"``, ``"righthand"`` and ``"wholebody"``.

    Raises
    ------
    InputError
        A file is no JSON (E-101, E-104, E-107), the points of a part are missing (E-170), or what
        `truebox.evaluate` refuses.
    ArgumentError
        An argument of `truebox.evaluate` that is given already.

    Warns
    -----
    TrueboxWarning
        As `truebox.evaluate`, for each part.

    Examples
    --------
    >>> points = {"keypoints": 17, "foot_kpts": 6, "face_kpts": 68, "lefthand_kpts": 21, "righthand_kpts": 21}
    >>> person = {key: [20, 30, 2] * count for key, count in points.items()}
    >>> place = {"image_id": 1, "category_id": 1, "bbox": [10, 10, 90, 90]}
    >>> truth = {
    ...     "images": [{"id": 1, "width": 200, "height": 200}],
    ...     "categories": [{"id": 1, "name": "person"}],
    ...     "annotations": [{"id": 1, "area": 4000, "iscrowd": 0, **place, **person}],
    ... }
    >>> found = {**person, "face_kpts": [90, 90, 1] * 68}
    >>> results = evaluate_whole_body(truth, [{"score": 0.9, **place, **found}], fit_test=False)
    >>> {part: round(result.metrics["AP"], 2) for part, result in results.items()}
    {'body': 1.0, 'foot': 1.0, 'face': 0.0, 'lefthand': 1.0, 'righthand': 1.0, 'wholebody': 0.0}
    """
    given = sorted(set(how).intersection(_GIVEN))
    if given:
        raise ArgumentError(f"{given[0]}: whole bodies have their own. Fix: leave it out.")
    document, rows = _parsed(truth, "truth"), _parsed(predictions, "predictions")
    if not isinstance(document, Mapping) or not isinstance(document.get("annotations"), Sequence):
        raise ArgumentError(
            "truth: expected COCO's JSON with annotations. Fix: pass the file or what it holds."
        )
    if not isinstance(rows, Sequence) or isinstance(rows, (str, bytes)):
        raise ArgumentError(
            "predictions: expected a list of rows. Fix: pass the file of results or its list."
        )
    return {name: _of_part(document, rows, part, how) for name, part in _PARTS.items()}


def _of_part(document: Mapping[str, Any], rows: Sequence[Any], part: _Part, how: dict[str, Any]) -> Result:
    truth = {**document, "annotations": _annotations(document["annotations"], part)}
    detections = _detections(rows, part)
    there = [each for each in detections if not _is_absent(each, part)]
    how = {"geometry": "keypoints", "sigmas": part.sigmas, **how}
    try:
        result: Result = evaluate(truth, there, **how)
    except InputError:
        if len(there) < len(detections):  # the same one, with the row that it has among all
            with catch_warnings():
                simplefilter("ignore")
                evaluate(truth, detections, **how)
        raise
    return result


def _parsed(given: Any, side: str) -> Any:
    if not isinstance(given, (str, os.PathLike)):
        return given
    path = Path(given)
    try:
        return json.loads(path.read_bytes())
    except OSError as error:
        raise InputError(
            "E-101", f"{side} {path.name}", f"cannot be read: {error}", "check the path"
        ) from None
    except ValueError as error:
        raise InputError("E-104", f"{side} {path.name}", str(error), "repair that place") from None
    except RecursionError:
        problem = "the values are nested deeper than Python reads"
        raise InputError("E-107", f"{side} {path.name}", problem, "check the file") from None


def _points(row: Mapping[str, Any], part: _Part, place: str, number: int) -> list[Any]:
    points: list[Any] = []
    for key in part.points:
        given = row.get(key)
        if isinstance(given, np.ndarray):
            given = given.tolist()  # what is masked becomes None, and is refused
        if not isinstance(given, Sequence):
            problem = "expected x, y and a third number of each point, one after the other"
            raise InputError("E-170", f"{place}[{number}].{key}", problem, "write it", row=number)
        points.extend(given)
    return points


def _annotations(rows: Sequence[Any], part: _Part) -> list[Any]:
    """Those of a part; none has the id 0, by which pycocotools, but not this kit, loses one."""
    on = any(isinstance(row, Mapping) and row.get("id") == 0 for row in rows)
    kept = ("image_id", "category_id", "bbox", "area", "iscrowd")
    found: list[Any] = []
    for number, row in enumerate(rows):
        if not isinstance(row, Mapping):
            found.append(row)  # `evaluate` says what it is
            continue
        points = _points(row, part, "annotations", number)
        found.append(
            {
                **{key: row[key] for key in kept if key in row},
                "id": number + 1 if on else row.get("id", number + 1),
                "keypoints": points,
                "num_keypoints": sum(_is_number(third) and third > 0 for third in points[2::3]),
            }
        )
    return found


def _detections(rows: Sequence[Any], part: _Part) -> list[Any]:
    """All of them, as the part has them; what is no number is left for `evaluate` to refuse."""
    boxed = bool(rows) and isinstance(rows[0], Mapping) and _is_given(rows[0].get("bbox"))
    found: list[Any] = []
    for number, row in enumerate(rows):
        if not isinstance(row, Mapping):
            found.append(row)
            continue
        entry = {key: row[key] for key in ("image_id", "category_id") if key in row}
        points = _points(row, part, "predictions", number)
        score = row.get(part.score, row.get("score"))
        box = row.get("bbox") if boxed else _extent(_points(row, _PARTS["body"], "predictions", number))
        found.append({**entry, "score": score, "keypoints": points, "bbox": box})
    return found


def _is_given(box: Any) -> bool:
    return box is not None and not (isinstance(box, Sequence) and not box)


def _is_absent(detection: Any, part: _Part) -> bool:
    """Whether it has the points of the part, and none has a third number above 0."""
    points = detection["keypoints"] if isinstance(detection, Mapping) else ()
    return len(points) == 3 * len(part.sigmas) and all(
        _is_number(third) and not third > 0 for third in points[2::3]
    )


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) or (isinstance(value, Real) and not isinstance(value, bool))


def _extent(points: list[Any]) -> list[Any] | None:
    x, y = points[0::3], points[1::3]
    if not all(map(_is_number, chain(x, y))):
        return None
    left, top = min(x, default=0), min(y, default=0)
    return [left, top, max(x, default=0) - left, max(y, default=0) - top]
