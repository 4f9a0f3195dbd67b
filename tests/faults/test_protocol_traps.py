"""What is broken or missing, under every protocol of boxes: a number, or a finding or refusal that names it.

None of them ends with another error, has a number that is not finite, or lacks one without a reason.
"""

from __future__ import annotations

import copy
import json
import math
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from argoverse2_worlds import argoverse2_world
from camelyon16_worlds import camelyon16_world, corners_of
from federated_worlds import federated_world
from luna16_worlds import luna16_world

import truebox as tb
from truebox.errors import TrueboxError
from truebox.evaluation.registry import DETECTION_PROTOCOLS, protocol_value

# These take boxes in space, marks or federated files: any value of theirs is broken, below and in files.
OF_OTHER_DATA = ("nuscenes", "argoverse2", "luna16", "camelyon16", "waymo", "waymo_bev", "lvis")
NAMES = {"kitti": ("Car", "Pedestrian"), "waymo_camera": ("VEHICLE", "PEDESTRIAN")}
SHAPED = [
    (name, geometry)
    for name in DETECTION_PROTOCOLS
    if name not in OF_OTHER_DATA
    for geometry in protocol_value(name).geometries
    if geometry in ("boxes", "rotated")
]


def world(first: str, second: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    truth = [
        {"boxes": [[10, 10, 50, 100], [60, 10, 99, 90]], "labels": [first, second]},
        {"boxes": [[5, 5, 45, 95]], "labels": [first]},
        {"boxes": [[1, 1, 41, 99]], "labels": [first]},
    ]
    found = [
        {"boxes": [[10, 10, 50, 98], [60, 10, 99, 88]], "labels": [first, second], "scores": [0.9, 0.8]},
        {"boxes": [[5, 5, 45, 90]], "labels": [first], "scores": [0.7]},
        {"boxes": [[1, 1, 41, 99]], "labels": [first], "scores": [0.6]},
    ]
    return truth, found


NOTHING: dict[str, Any] = {"boxes": [], "labels": []}
SILENCE = NOTHING | {"scores": []}


def emptied(truth: list[Any], found: list[Any], *, true: bool, mine: bool) -> None:
    if true:
        truth[:] = [NOTHING] * 3
    if mine:
        found[:] = [SILENCE] * 3


def set_in(side: dict[str, Any], key: str, value: Any) -> None:
    side[key] = [value, *side[key][1:]]


TRAPS: dict[str, tuple[Any, str]] = {
    "nothing found": (lambda t, f: emptied(t, f, true=False, mine=True), "W-303"),
    "nothing there": (lambda t, f: emptied(t, f, true=True, mine=False), "E-131"),
    "nothing at all": (lambda t, f: emptied(t, f, true=True, mine=True), "W-303|protocol:"),
    "class without truth": (lambda t, _: t.__setitem__(0, NOTHING), "W-152"),
    "silent image": (lambda _, f: f.__setitem__(1, SILENCE), "W-301"),
    "fewer images": (lambda _, f: f.pop(), "W-301"),
    "more images": (lambda _, f: f.append(f[0]), "E-130"),
    "unknown label": (lambda _, f: set_in(f[0], "labels", "zebra"), "W-152"),
    "score that is no number": (lambda _, f: set_in(f[0], "scores", math.nan), "E-124"),
    "endless score": (lambda _, f: set_in(f[0], "scores", math.inf), "E-124"),
    "box that is no number": (lambda _, f: set_in(f[0], "boxes", [math.nan, 10, 50, 98]), "E-121"),
    "endless box": (lambda _, f: set_in(f[0], "boxes", [10, 10, math.inf, 98]), "E-121"),
    "truth that is no number": (lambda t, _: set_in(t[0], "boxes", [math.nan, 10, 50, 98]), "E-121"),
    "truth without extent": (lambda t, _: set_in(t[0], "boxes", [10, 10, 10, 10]), "W-141"),
    "detection without extent": (lambda _, f: set_in(f[0], "boxes", [10, 10, 10, 10]), ""),
    "equal scores": (lambda _, f: [e.update(scores=[0.5] * len(e["scores"])) for e in f], "W-304"),
    "scores below 0": (lambda _, f: [e.update(scores=[-3.0] * len(e["scores"])) for e in f], "W-307"),
    "everything a crowd": (lambda t, _: [e.update(iscrowd=[1] * len(e["labels"])) for e in t], ""),
    "everything ignored": (lambda t, _: [e.update(ignore=[1] * len(e["labels"])) for e in t], ""),
}
"""What is done to the world, and the code or word by which it is named; empty where it is no fault."""


def with_corners(side: list[dict[str, Any]]) -> list[dict[str, Any]]:
    order = [0, 1, 2, 1, 2, 3, 0, 3]
    return [
        each | {"boxes": np.array(each["boxes"], dtype=np.float64).reshape(-1, 4)[:, order]} for each in side
    ]


@pytest.mark.parametrize(("name", "geometry"), SHAPED)
def test_every_trap_is_named(name: str, geometry: Any) -> None:
    for trap, (spring, code) in TRAPS.items():
        truth, found = world(*NAMES.get(name, ("person", "cat")))
        spring(truth, found)
        if geometry == "rotated":
            truth, found = with_corners(truth), with_corners(found)
        for mode in ("strict", "corrected"):
            said = outcome(truth, found, name, mode, geometry)
            assert any(each.startswith(tuple(code.split("|"))) for each in said), (trap, said)
        if not said[0].startswith("protocol:"):  # none of the classes is the protocol's
            items = tb.check(truth, found, protocol=name, geometry=geometry).items
            assert all(each.code and each.message for each in items)


def outcome(truth: Any, found: Any, name: str, mode: Any, geometry: Any) -> list[str]:
    """What was said, the last whether there is a number."""
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            result = tb.evaluate(truth, found, protocol=name, mode=mode, geometry=geometry)
        except TrueboxError as error:
            return [str(error)] if "Fix: " in str(error) else ["without a fix"]
    for key, value in result.metrics.items():
        assert math.isfinite(value) if value is not None else result.undefined[key], key
    json.dumps(result.to_dict(), allow_nan=False)
    return [*(str(each.message) for each in seen), f"{result.metrics[result.layout.main]}"]


def samples() -> tuple[Any, Any]:
    box = {"size": [2, 4, 1.5], "rotation": [1, 0, 0, 0], "velocity": [1, 0], "detection_name": "car"}
    box |= {"attribute_name": "vehicle.moving", "num_pts": 9, "ego_translation": [5, 0, 0]}
    truth = {"results": {"a": [box | {"translation": [5, 0, 0]}], "b": []}}
    found = {"results": {"a": [box | {"translation": [5.75, 0, 0], "detection_score": 0.5}], "b": []}}
    return truth, found


def slides() -> tuple[Any, Any]:
    truth, found = camelyon16_world(1)
    return corners_of(truth), found


OTHERS = {
    "nuscenes": samples,
    "argoverse2": lambda: argoverse2_world(1),
    "luna16": lambda: luna16_world(1),
    "camelyon16": slides,
    "lvis": lambda: federated_world(np.random.default_rng(1)),
}
BROKEN = (math.nan, math.inf, None, -1, "x", [], {}, 10**20)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Of everything in plain data; of lists the first two."""
    if isinstance(value, dict | list):
        for key in list(value)[:20] if isinstance(value, dict) else range(min(len(value), 2)):
            yield (*path, key)
            yield from places(value[key], (*path, key))


@pytest.mark.parametrize("name", OTHERS)
def test_any_value_of_other_data_may_be_broken(name: str) -> None:
    pair = json.loads(json.dumps(OTHERS[name](), default=lambda array: array.tolist()))
    assert outcome(*pair, name, "strict", "boxes")[-1] not in ("None", "without a fix")
    refused = 0
    for path in places(pair):
        if len(path) == 1:
            continue
        for value in BROKEN:
            broken = copy.deepcopy(pair)
            inner = broken
            for key in path[:-1]:
                inner = inner[key]
            inner[path[-1]] = value
            said = outcome(*broken, name, "strict", "boxes")
            assert said != ["without a fix"], (path, value)
            refused += "Fix: " in said[0]
    assert refused > 20
