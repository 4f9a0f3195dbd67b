"""What the JSON of an evaluation looks like, as a JSON Schema: the published file is made from here."""

from __future__ import annotations

import json
from typing import Any, get_args

from truebox.evaluation.registry import OTHER_PROTOCOLS, PROTOCOLS
from truebox.typing import Geometry

__all__ = ["eval_schema"]

_METRIC = {"type": ["number", "null"], "minimum": 0, "maximum": 1}
_ANY = {"type": ["number", "null"]}
_METRICS = {
    "type": "object",
    "patternProperties": {"^(AP|AR|PQ|SQ|RQ)": _METRIC},
    "additionalProperties": _ANY,
    "description": "between 0 and 1, but for counts and MOTA of tracks",
}
_COUNT = {"type": "integer", "minimum": 0}
_TEXT = {"type": "string"}
_ID = {"type": ["integer", "string"]}


def eval_schema() -> str:
    """Return the JSON Schema (draft 2020-12) of ``truebox eval --json`` and ``Result.to_dict()``, version 1.

    Within ``format_version`` 1 keys may be added, and none is taken away or changes its meaning: readers
    ignore what they do not know.

    Returns
    -------
    str

    Examples
    --------
    >>> json.loads(eval_schema())["required"][:2]
    ['format_version', 'truebox']
    """
    properties = {
        "format_version": {"const": 1},
        "truebox": {**_TEXT, "description": "version of the program"},
        "protocol": _protocol(),
        "truth": _truth(),
        "results": {"type": "array", "minItems": 1, "items": _result()},
        "gates": {"type": "array", "items": _gate()},
    }
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Truebox evaluation, format_version 1",
        "description": "What truebox eval --json writes. Metrics are fractions; undefined is null, with a "
        "reason under undefined. Keys may be added within version 1.",
        **_object(properties),
    }
    return json.dumps(schema, indent=2) + "\n"


def _object(properties: dict[str, Any], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required}


def _protocol() -> dict[str, Any]:
    numbers = {"type": "array", "items": {"type": "number"}}
    ends = {"type": "array", "items": {"type": ["number", "null"]}, "minItems": 2, "maxItems": 2}
    return _object(
        {
            "name": {"enum": list(PROTOCOLS)},
            "mode": {"enum": ["strict", "corrected"]},
            "geometry": {"enum": [*get_args(Geometry), *OTHER_PROTOCOLS]},
            "iou_thresholds": numbers,
            "recall_thresholds": numbers,
            "max_detections": {"type": "array", "items": _COUNT},
            "area_ranges": {
                "type": "object",
                "additionalProperties": ends,
                "description": "label to [low, high] in square pixels; null is an open end",
            },
            "class_agnostic": {"type": "boolean"},
            "rules": {**_TEXT, "description": "of tracks: whose CLEAR"},
            "alphas": numbers,
        },
        optional=(
            *("iou_thresholds", "recall_thresholds", "max_detections", "area_ranges", "class_agnostic"),
            *("rules", "alphas"),
        ),
    )


def _truth() -> dict[str, Any]:
    return _object(
        {
            "path": _TEXT,
            "format": _TEXT,
            "images": _COUNT,
            "truths": {**_COUNT, "description": "annotations as read, crowd regions included"},
            "categories": _COUNT,
            "sha256": {"type": ["string", "null"], "description": "of the file; null where there is none"},
        }
    )


def _result() -> dict[str, Any]:
    evaluated = _object({"images": _COUNT, "truths": _COUNT, "detections": _COUNT})
    per_class = {
        **_object({"id": _ID, "name": _TEXT, "truths": _COUNT, "detections": _COUNT}),
        "description": "besides, each metric of the class by its name",
        "additionalProperties": {"type": ["number", "null", "boolean"]},
    }
    return _object(
        {
            "name": {**_TEXT, "description": "of the predictions"},
            "format": _TEXT,
            "detections": _COUNT,
            "evaluated": evaluated,
            "metrics": _METRICS,
            "undefined": {
                "type": "object",
                "additionalProperties": _TEXT,
                "description": "metric to the reason why it is null",
            },
            "per_class": {"type": "array", "items": per_class},
            "warnings": {
                "type": "array",
                "items": _object({"code": _TEXT, "message": _TEXT, "count": _COUNT}),
            },
            "equal_scores": _equal_scores(),
            "diagnosis": _diagnosis(),
            "protocol": {**_protocol(), "description": "where the results are of several geometries"},
            "per_sequence": {"type": "array", "items": per_class},
            "per_alpha": {
                "type": "object",
                "additionalProperties": {"type": "array", "items": _ANY},
                "description": "of tracks: HOTA and its parts at every alpha",
            },
            "detection_averaged": _METRICS,
            "groups": {
                "type": "object",
                "additionalProperties": _METRICS,
                "description": "of tracks: each group of classes, whose boxes count alike",
            },
        },
        optional=(
            *("evaluated", "equal_scores", "diagnosis", "protocol"),
            *("per_sequence", "per_alpha", "detection_averaged", "groups"),
        ),
    )


def _equal_scores() -> dict[str, Any]:
    expected = {"type": ["number", "null"]}
    ranges = {"value": _METRIC, "worst": _METRIC, "best": _METRIC, "exact": {"type": "boolean"}}
    more = {"expected": expected, "expected_error": expected, "reason": {"type": ["string", "null"]}}
    return {
        "type": "object",
        "additionalProperties": _object({**ranges, **more}),
        "description": "metric to what it is over all orders of equal scores; there where these may matter",
    }


def _diagnosis() -> dict[str, Any]:
    part = {"type": ["object", "null"]}
    names = ("errors", "intervals", "ties", "calibration", "slices", "confusion", "label_errors")
    return {
        **_object(
            {
                "words": {"type": "array", "items": _TEXT, "description": "the diagnosis in sentences"},
                "points": {"type": "object", "description": "scores of the best F1"},
                **dict.fromkeys(names, part),
                "skipped": {
                    "type": "object",
                    "additionalProperties": _TEXT,
                    "description": "part to the reason why it is null",
                },
            }
        ),
        "description": "with --diagnosis; each part is what to_dict() of its value gives",
    }


def _gate() -> dict[str, Any]:
    number = {"type": ["number", "null"]}
    return _object(
        {
            "expression": _TEXT,
            "name": {**_TEXT, "description": "of the predictions"},
            "value": number,
            "limit": number,
            "passed": {"type": "boolean"},
            "reason": {"type": ["string", "null"]},
        }
    )
