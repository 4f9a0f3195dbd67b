"""The tables of nuScenes as one truth: classes, velocities and the place of the car put together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
import numpy as np

from truebox.datasets.formats.nuscenes.boxes import SampleBox, problem_of, refused
from truebox.datasets.formats.nuscenes.format import RACK
from truebox.datasets.formats.nuscenes.samples import truth_of_boxes
from truebox.datasets.formats.nuscenes.scenes import scenes_of_split, tables_folder
from truebox.datasets.splitting.splits import ALL_SPLITS
from truebox.datasets.texts.files import read_bytes
from truebox.datasets.texts.json_text import check_text
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.datasets.options import ReadOptions
    from truebox.records import Source, Truth
    from truebox.typing import AnyArray

__all__ = ["truth_of_tables"]

_CLASS_OF = {
    "movable_object.barrier": "barrier",
    "movable_object.trafficcone": "traffic_cone",
    "static_object.bicycle_rack": RACK,
    "vehicle.bicycle": "bicycle",
    "vehicle.bus.bendy": "bus",
    "vehicle.bus.rigid": "bus",
    "vehicle.car": "car",
    "vehicle.construction": "construction_vehicle",
    "vehicle.motorcycle": "motorcycle",
    "vehicle.trailer": "trailer",
    "vehicle.truck": "truck",
    **{
        f"human.pedestrian.{kind}": "pedestrian"
        for kind in ("adult", "child", "construction_worker", "police_officer")
    },
}
"""Class of the detection task by category; others take no part."""

_LIDAR = "LIDAR_TOP"
_LONGEST = 1.5
"""Seconds between two places of which a velocity is made; twice as many across the one between."""


class _Token(msgspec.Struct, gc=False):
    token: str


class _Named(_Token, gc=False):
    name: str


class _Sample(_Token, gc=False):
    timestamp: float
    scene_token: str = ""


class _Instance(_Token, gc=False):
    category_token: str


class _Annotation(_Token, gc=False):
    sample_token: str
    instance_token: str
    translation: tuple[float, float, float]
    size: tuple[float, float, float]
    rotation: tuple[float, float, float, float]
    num_lidar_pts: int
    num_radar_pts: int
    attribute_tokens: list[str] = []
    prev: str = ""
    next: str = ""


class _Reading(msgspec.Struct, gc=False):
    sample_token: str
    ego_pose_token: str
    calibrated_sensor_token: str = ""
    filename: str = ""
    is_key_frame: bool = True


class _Pose(_Token, gc=False):
    translation: tuple[float, float, float]


class _Calibrated(_Token, gc=False):
    sensor_token: str


class _Sensor(_Token, gc=False):
    channel: str


_Row = TypeVar("_Row", bound=msgspec.Struct)
_Keyed = TypeVar("_Keyed", bound=_Token)


def truth_of_tables(path: Path, source: Source, options: ReadOptions) -> Truth:
    """The truth of a folder, or of one split of it."""
    folder = tables_folder(path)
    table = partial(_table, folder)
    every_sample = _by_token(table("sample", _Sample))
    samples = _of_split(folder, every_sample, options.split)
    category = _by_token(table("category", _Named))
    instance = _by_token(table("instance", _Instance))
    attribute = _by_token(table("attribute", _Named, optional=True))
    annotations = table("sample_annotation", _Annotation)
    everything = _by_token(annotations)
    found: dict[str, list[SampleBox]] = {token: [] for token in samples}
    for row, each in enumerate(annotations):
        if each.sample_token not in found:
            continue
        place = f"{folder / 'sample_annotation.json'}[{row}]"
        kind = _of(instance, each.instance_token, place, "instance_token")
        name = _CLASS_OF.get(_of(category, kind.category_token, place, "category_token").name)
        if name is None:
            continue
        box = SampleBox(
            detection_name=name,
            translation=each.translation,
            size=each.size,
            rotation=each.rotation,
            velocity=_velocity(each, everything, every_sample, place),
            attribute_name=_attribute(each, attribute, place),
            num_pts=each.num_lidar_pts + each.num_radar_pts,
        )
        problem = problem_of(box, each.sample_token, place, "truth")
        if problem is None:
            found[each.sample_token].append(box)
        else:
            options.errors.refuse(problem)
    return truth_of_boxes(found, source, options, _ego(folder, samples))


def _table(folder: Path, name: str, kind: type[_Row], *, optional: bool = False) -> list[_Row]:
    path = folder / f"{name}.json"
    if optional and not path.is_file():
        return []
    text = read_bytes(path)
    check_text(text, str(path))
    try:
        return msgspec.json.decode(text, type=list[kind])  # type: ignore[valid-type]
    except msgspec.ValidationError as error:
        raise refused(error, str(path), "copy the tables again, unchanged") from None


def _by_token(rows: Iterable[_Keyed]) -> dict[str, _Keyed]:
    return {each.token: each for each in rows}


def _of(table: Mapping[str, _Keyed], token: str, place: str, key: str) -> _Keyed:
    found = table.get(token)
    if found is None:
        problem = f"{token!r} stands in no table"
        raise InputError("E-440", f"{place} {key}", problem, "copy all tables of one version")
    return found


def _of_split(folder: Path, samples: dict[str, _Sample], split: str | None) -> dict[str, _Sample]:
    if split in (None, ALL_SPLITS):
        return samples
    names = {each.token: each.name for each in _table(folder, "scene", _Named)}
    chosen = scenes_of_split(folder, split, names.values())
    return {token: each for token, each in samples.items() if names.get(each.scene_token) in chosen}


def _attribute(each: _Annotation, attribute: Mapping[str, _Named], place: str) -> str:
    if not each.attribute_tokens:
        return ""
    if len(each.attribute_tokens) > 1:
        problem = f"{len(each.attribute_tokens)} attributes, and an object has one at most"
        raise InputError("E-440", f"{place} attribute_tokens", problem, "keep one of them")
    return _of(attribute, each.attribute_tokens[0], place, "attribute_tokens").name


def _velocity(
    each: _Annotation, rows: Mapping[str, _Annotation], samples: Mapping[str, _Sample], place: str
) -> tuple[float, float] | None:
    """Of the places before and after, or of one of them and this; None where nothing tells it."""
    if not each.prev and not each.next:
        return None
    first = _of(rows, each.prev, place, "prev") if each.prev else each
    last = _of(rows, each.next, place, "next") if each.next else each
    begin, end = (
        1e-6 * _of(samples, one.sample_token, place, "sample_token").timestamp for one in (first, last)
    )
    longest = 2 * _LONGEST if each.prev and each.next else _LONGEST
    if end - begin > longest or end == begin:
        return None
    x, y = (last.translation[k] - first.translation[k] for k in (0, 1))
    return x / (end - begin), y / (end - begin)


def _ego(folder: Path, samples: Mapping[str, Any]) -> dict[str, AnyArray]:
    """Where the car stands in each sample; nothing where the folder does not say it."""
    if not all((folder / f"{name}.json").is_file() for name in ("sample_data", "ego_pose")):
        return {}
    sensors = {each.token: each.channel for each in _table(folder, "sensor", _Sensor, optional=True)}
    channels = {
        each.token: sensors.get(each.sensor_token, "")
        for each in _table(folder, "calibrated_sensor", _Calibrated, optional=True)
    }
    pose_of = {
        each.sample_token: each.ego_pose_token
        for each in _table(folder, "sample_data", _Reading)
        if each.is_key_frame
        and each.sample_token in samples
        and (channels.get(each.calibrated_sensor_token) == _LIDAR or f"/{_LIDAR}/" in f"/{each.filename}")
    }
    poses = {each.token: each.translation for each in _table(folder, "ego_pose", _Pose)}
    places = np.full((len(samples), 2), np.nan)
    for row, token in enumerate(samples):
        pose = poses.get(pose_of.get(token, ""))
        if pose is None:
            problem = f"sample {token!r} has no pose of {_LIDAR}"
            raise InputError(
                "E-440", str(folder / "sample_data.json"), problem, "copy all tables of one version"
            )
        places[row] = pose[:2]
    return {"ego_x": places[:, 0], "ego_y": places[:, 1]}
