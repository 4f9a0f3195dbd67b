"""Made sides of one size in the files of each protocol: the same boxes, moved into the units of each."""

from __future__ import annotations

import json
import shutil
import struct
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.call import Array
from benchmarks.made_data import made_files
from truebox.datasets.formats.argoverse2.format import CLASSES as SWEEP_CLASSES
from truebox.datasets.formats.nuscenes.format import CLASSES as SAMPLE_CLASSES
from truebox.generation import make_dataset

_AERIAL = (
    *("plane", "baseball-diamond", "bridge", "ground-track-field", "small-vehicle", "large-vehicle", "ship"),
    *("tennis-court", "basketball-court", "storage-tank", "soccer-ball-field", "roundabout", "harbor"),
    *("swimming-pool", "helicopter"),
)


@dataclass(frozen=True, slots=True)
class Side:
    """Image and class of each object from 0, its box, and its score or None."""

    image: Array
    category: Array
    boxes: Array
    scores: Array | None

    @property
    def ground(self) -> tuple[Array, Array]:
        """Centres in metres from a car in the middle of the picture, and lengths and widths."""
        return (self.boxes[:, :2] + self.boxes[:, 2:] / 2 - (320, 240)) / 10, self.boxes[:, 2:] / 20 + 0.2

    def by_image(self, lines: Iterable[str], images: int) -> list[list[str]]:
        found: list[list[str]] = [[] for _ in range(images)]
        for image, line in zip(self.image.tolist(), lines, strict=True):
            found[image].append(line)
        return found


def write(folder: Path, kind: str, images: int) -> None:
    """The two sides of this kind: what ``truth`` and ``found`` in the folder are."""
    _WRITERS[kind](folder, images)


def _sides(images: int, classes: int) -> tuple[Side, Side]:
    """Truths, at least one in each image, none of them a crowd; and detections."""
    truth, found = make_dataset(images, classes, 100, 7.4, 1)
    place = {key: k for k, key in enumerate(truth.images.ids.tolist())}
    plain = truth.crowd == 0
    image = np.array([place[key] for key in truth.image.tolist()])[plain]
    category, boxes = np.array(truth.category.tolist())[plain] - 1, truth.boxes[plain]
    empty = np.setdiff1d(np.arange(images), image)
    image = np.concatenate([image, empty])
    category = np.concatenate([category, np.zeros(len(empty), dtype=np.int64)])
    boxes = np.concatenate([boxes, np.tile([20.0, 20, 30, 30], (len(empty), 1))])
    of_found = np.array([place[key] for key in found.image.tolist()])
    return (
        Side(image, category, boxes, None),
        Side(of_found, np.array(found.category.tolist()) - 1, found.boxes, found.scores),
    )


def _coco(folder: Path, images: int, classes: int) -> None:
    made = made_files(images, classes)
    shutil.copy(made.truth, folder / "truth")
    shutil.copy(made.predictions, folder / "found")


def _lvis(folder: Path, images: int) -> None:
    """Which classes were looked for in each image, beside COCO's keys."""
    _coco(folder, images, 80)
    chance = np.random.default_rng(1)
    truth = json.loads((folder / "truth").read_text(encoding="utf-8"))
    there: dict[Any, set[int]] = {}
    for each in truth["annotations"]:
        del each["iscrowd"]
        there.setdefault(each["image_id"], set()).add(each["category_id"])
    for each in truth["categories"]:
        each["frequency"] = "rcf"[each["id"] % 3]
    for each in truth["images"]:
        held = there.get(each["id"], set())
        each["neg_category_ids"] = [k for k in chance.permutation(80)[:20].tolist() if k and k not in held]
        each["not_exhaustive_category_ids"] = sorted(held)[:1]
    (folder / "truth").write_text(json.dumps(truth), encoding="utf-8")


def _kitti(folder: Path, images: int) -> None:
    names, chance = ("Car", "Pedestrian", "Cyclist"), np.random.default_rng(2)
    for name, side in zip(("truth", "found"), _sides(images, 3), strict=True):
        (center, _), turn = side.ground, chance.uniform(-3, 3, len(side.image))
        x, y, width, height = side.boxes.T
        numbers = [turn, x, y, x + width, y + height, np.full(len(x), 1.5), height / 20 + 0.3]
        numbers += [width / 10 + 0.4, center[:, 0], np.full(len(x), 1.7), center[:, 1] + 30, turn]
        hidden = chance.integers(0, 3, len(x)) if side.scores is None else np.full(len(x), -1)
        rows = np.column_stack(numbers if side.scores is None else [*numbers, side.scores]).tolist()
        lines = (
            f"{names[category]} {0 if side.scores is None else -1} {unseen} "
            + " ".join(f"{v:.4f}" for v in row)
            for category, unseen, row in zip(side.category.tolist(), hidden.tolist(), rows, strict=True)
        )
        _files(folder / name, "{:06d}.txt", side.by_image(lines, images))


def _nuscenes(folder: Path, images: int) -> None:
    moving = {"car": "vehicle.moving", "pedestrian": "pedestrian.moving", "bicycle": "cycle.with_rider"}
    chance = np.random.default_rng(2)
    for name, side in zip(("truth", "found"), _sides(images, 10), strict=True):
        (center, size), count = side.ground, len(side.image)
        turn, speed = chance.uniform(-1.5, 1.5, count), chance.normal(0, 2, (count, 2))
        rows = zip(
            *(side.image.tolist(), side.category.tolist(), center.tolist(), size.tolist(), speed.tolist()),
            *(np.cos(turn).tolist(), np.sin(turn).tolist()),
            [-1.0] * count if side.scores is None else side.scores.tolist(),
            strict=True,
        )
        held: dict[str, list[dict[str, Any]]] = {f"{k:032x}": [] for k in range(images)}
        for image, category, (x, y), sides, velocity, cosine, sine, score in rows:
            kind, sample = SAMPLE_CLASSES[category], f"{image:032x}"
            box = {"sample_token": sample, "translation": [x + 1000, y + 2000, 1.0], "size": [*sides, 1.6]}
            box |= {"rotation": [cosine, 0.0, 0.0, sine], "velocity": velocity, "num_pts": 9}
            box |= {"ego_translation": [x, y, 0.0], "detection_name": kind, "detection_score": score}
            held[sample].append(box | {"attribute_name": moving.get(kind, "")})
        (folder / name).write_text(
            json.dumps({"meta": {"use_lidar": True}, "results": held}), encoding="utf-8"
        )


def _argoverse2(folder: Path, images: int) -> None:
    import pyarrow
    from pyarrow import feather

    chance = np.random.default_rng(2)
    for name, side in zip(("truth", "found"), _sides(images, 26), strict=True):
        (center, size), count = side.ground, len(side.image)
        turn, one = chance.uniform(-1.5, 1.5, count), np.ones(count)
        columns: dict[str, Any] = {
            "tx_m": center[:, 0],
            "ty_m": center[:, 1],
            "tz_m": one,
            "height_m": 1.6 * one,
        }
        columns |= {"length_m": size[:, 0], "width_m": size[:, 1], "qw": np.cos(turn), "qz": np.sin(turn)}
        columns |= {"qx": 0 * one, "qy": 0 * one, "timestamp_ns": 10**9 + side.image}
        columns["category"] = [SWEEP_CLASSES[k] for k in side.category.tolist()]
        columns["log_id"] = [f"log{k // 150:04d}" for k in side.image.tolist()]
        if side.scores is None:
            columns["num_interior_pts"] = chance.integers(0, 40, count)
        else:
            columns["score"] = side.scores
        feather.write_feather(pyarrow.table(columns), folder / name)


def _waymo(folder: Path, images: int, *, camera: bool = False) -> None:
    chance = np.random.default_rng(2)
    for name, side in zip(("truth", "found"), _sides(images, 3), strict=True):
        (center, size), turn = side.ground, chance.uniform(-3, 3, len(side.image))
        if camera:
            center, size, turn = side.boxes[:, :2] + side.boxes[:, 2:] / 2, side.boxes[:, 2:], 0 * turn
        rows = np.column_stack([center, 0 * turn, size[:, 1], size[:, 0], 0 * turn + 1.5, turn]).tolist()
        scores = [None] * len(rows) if side.scores is None else side.scores.tolist()
        parts = []
        for image, category, row, score in zip(
            side.image.tolist(), side.category.tolist(), rows, scores, strict=True
        ):
            box = b"".join(_field(k, value) for k, value in enumerate(row, start=1))
            label = _field(1, box) + _field(3, (1, 2, 4)[category]) + _field(7, 9)
            held = _field(1, label) + (b"" if score is None else b"\x15" + struct.pack("<f", score))
            held += _field(4, f"segment{image // 200:03d}".encode()) + _field(5, 10**6 + image)
            parts.append(_field(1, held + (_field(6, 1) if camera else b"")))
        (folder / name).write_bytes(b"".join(parts))


def _field(number: int, held: bytes | int | float) -> bytes:
    if isinstance(held, bytes):
        return bytes([number << 3 | 2]) + _varint(len(held)) + held
    if isinstance(held, int):
        return bytes([number << 3]) + _varint(held)
    return bytes([number << 3 | 1]) + struct.pack("<d", held)


def _varint(value: int) -> bytes:
    digits = []
    while value > 0x7F:
        digits.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*digits, value])


def _quads(side: Side, chance: np.random.Generator) -> Array:
    """Corners [N, 4, 2]: boxes turned by what their place says, and a little more."""
    turn = (side.boxes[:, 0] // 40 * 0.7) % 1.5 + chance.normal(0, 0.03, len(side.boxes))
    half = side.boxes[:, 2:] / 2
    x, y = half[:, :1] * (-1, 1, 1, -1), half[:, 1:] * (-1, -1, 1, 1)
    cosine, sine = np.cos(turn)[:, None], np.sin(turn)[:, None]
    corners = np.stack([x * cosine - y * sine, x * sine + y * cosine], axis=-1)
    return corners + (side.boxes[:, :2] + half)[:, None]


def _dota(folder: Path, images: int) -> None:
    chance = np.random.default_rng(2)
    truth, found = _sides(images, len(_AERIAL))
    names = [_AERIAL[k] for k in truth.category.tolist()]
    corners = _quads(truth, chance).reshape(-1, 8).tolist()
    lines = (
        " ".join(f"{v:.1f}" for v in row) + f" {name} 0" for row, name in zip(corners, names, strict=True)
    )
    _files(folder / "truth", "P{:04d}.txt", truth.by_image(lines, images))
    assert found.scores is not None
    held: list[list[str]] = [[] for _ in _AERIAL]
    rows = zip(
        found.image.tolist(), found.category.tolist(), found.scores.tolist(),
        _quads(found, chance).reshape(-1, 8).tolist(), strict=True,
    )  # fmt: skip
    for image, category, score, row in rows:
        held[category].append(f"P{image:04d} {score:.6f} " + " ".join(f"{v:.2f}" for v in row))
    (folder / "found").mkdir()
    for name, each in zip(_AERIAL, held, strict=True):
        (folder / "found" / f"Task1_{name}.txt").write_text("\n".join(each) + "\n", encoding="utf-8")


def _icdar(folder: Path, images: int) -> None:
    chance = np.random.default_rng(2)
    for name, side in zip(("truth", "found"), _sides(images, 1), strict=True):
        corners = np.round(_quads(side, chance) + 60).astype(int).reshape(-1, 8).tolist()
        last = ["word"] * len(corners) if side.scores is None else [f"{v:.6f}" for v in side.scores.tolist()]
        lines = (",".join(map(str, [*row, end])) for row, end in zip(corners, last, strict=True))
        pattern = "gt_img_{}.txt" if side.scores is None else "res_img_{}.txt"
        _files(folder / name, pattern, side.by_image(lines, images))


def _curves(folder: Path, images: int, *, y_first: bool) -> None:
    """Words of fourteen corners along a box that is turned, in the files of Total-Text or of CTW1500."""
    chance = np.random.default_rng(2)
    for name, side in zip(("truth", "found"), _sides(images, 1), strict=True):
        corners = _quads(side, chance) + 60
        share = np.linspace(0, 1, 7)[None, :, None]
        upper = corners[:, :1] * (1 - share) + corners[:, 1:2] * share
        lower = corners[:, 2:3] * (1 - share) + corners[:, 3:] * share
        points = np.round(np.concatenate([upper, lower], axis=1)).astype(int)
        if side.scores is None and y_first:
            lines = [
                f"x: [[{' '.join(map(str, x))}]], y: [[{' '.join(map(str, y))}]], ornt: [u'c'], "
                "transcriptions: [u'word']"
                for x, y in zip(points[..., 0].tolist(), points[..., 1].tolist(), strict=True)
            ]
        else:
            rows = (points[..., ::-1] if y_first and side.scores is not None else points).reshape(-1, 28)
            end = ",####word" if side.scores is None else ""
            lines = [",".join(map(str, row)) + end for row in rows.tolist()]
        pattern = ("poly_gt_img{}.txt" if side.scores is None else "img{}.txt") if y_first else "{:07d}.txt"
        _files(folder / name, pattern, side.by_image(lines, images))


def _crowdhuman(folder: Path, images: int) -> None:
    for name, side in zip(("truth", "found"), _sides(images, 1), strict=True):
        boxes = np.round(side.boxes, 2).tolist()
        if side.scores is None:
            lines = (
                json.dumps({"tag": "person", "fbox": box, "vbox": box, "hbox": box, "extra": {}})
                for box in boxes
            )
        else:
            lines = (
                json.dumps({"box": box, "score": score})
                for box, score in zip(boxes, side.scores.round(6).tolist(), strict=True)
            )
        key = "gtboxes" if side.scores is None else "dtboxes"
        text = (
            f'{{"ID": "im{k}", "width": 640, "height": 480, "{key}": [{", ".join(held)}]}}\n'
            for k, held in enumerate(side.by_image(lines, images))
        )
        (folder / name).write_text("".join(text), encoding="utf-8")


def _activitynet(folder: Path, images: int) -> None:
    """Boxes seen from below: what they cover along x is the segment."""
    sides = _sides(images, 80)
    for name, side in zip(("truth", "found"), sides, strict=True):
        ends = np.round(np.stack([side.boxes[:, 0], side.boxes[:, 0] + side.boxes[:, 2]], axis=1), 3)
        scores = [None] * len(ends) if side.scores is None else side.scores.tolist()
        held: dict[str, list[dict[str, Any]]] = {f"v_{k:05d}": [] for k in range(images)}
        rows = zip(side.image.tolist(), side.category.tolist(), ends.tolist(), scores, strict=True)
        for image, category, segment, score in rows:
            each = {"segment": segment, "label": f"activity {category}"}
            held[f"v_{image:05d}"].append(each if score is None else each | {"score": score})
        told: dict[str, Any] = {"version": "VERSION 1.3", "results": held}
        if side.scores is None:
            videos = {
                video: {"subset": "validation", "duration": 700, "annotations": each}
                for video, each in held.items()
            }
            told = {"database": videos}
        (folder / name).write_text(json.dumps(told), encoding="utf-8")


def _luna16(folder: Path, images: int) -> None:
    """Findings as wide as boxes, and marks in the middle of them."""
    (folder / "truth").mkdir()
    truth, found = _sides(images, 1)
    for path, side, last in (
        (folder / "truth" / "annotations.csv", truth, "diameter_mm"),
        (folder / "found.csv", found, "probability"),
    ):
        center = side.boxes[:, :2] + side.boxes[:, 2:] / 2
        ends = side.boxes[:, 2] if side.scores is None else side.scores
        rows = zip(side.image.tolist(), center.tolist(), ends.tolist(), strict=True)
        lines = [f"seriesuid,coordX,coordY,coordZ,{last}"]
        lines += [f"scan{image:05d},{x:.3f},{y:.3f},0.0,{end:.6f}" for image, (x, y), end in rows]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    names = "\n".join(f"scan{k:05d}" for k in range(images))
    (folder / "truth" / "seriesuids.csv").write_text(names + "\n", encoding="utf-8")


def _camelyon16(folder: Path, images: int) -> None:
    """Outlines of upright boxes, 40 times as wide, and a point in the middle of each detection."""
    truth, found = _sides(images, 1)
    lines = ["slide,lesion,x,y"]
    for row, (image, box) in enumerate(zip(truth.image.tolist(), (truth.boxes * 40).tolist(), strict=True)):
        x, y, width, height = box
        corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
        lines += [f"tumor_{image:05d},{row},{right:.1f},{down:.1f}" for right, down in corners]
    (folder / "truth.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert found.scores is not None
    center = np.maximum((found.boxes[:, :2] + found.boxes[:, 2:] / 2) * 40, 0)
    rows = zip(found.image.tolist(), found.scores.tolist(), center.tolist(), strict=True)
    lines = ["slide,confidence,x,y"]
    lines += [f"tumor_{image:05d},{score:.6f},{x:.1f},{y:.1f}" for image, score, (x, y) in rows]
    (folder / "found.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _cityscapes(folder: Path, images: int) -> None:
    """Filled boxes as instances in pictures of 640 x 480, and a mask for each detection."""
    from PIL import Image

    labels = (24, 25, 26, 27, 28, 31, 32, 33)
    truth, found = _sides(images, len(labels))
    (folder / "truth").mkdir()
    (folder / "found" / "masks").mkdir(parents=True)
    names = [f"city_{k:06d}_000000" for k in range(images)]
    pictures, lines = np.full((images, 480, 640), 7, dtype=np.uint16), [""] * images
    of_image = np.zeros(images, dtype=np.int64)
    for image, category, box in zip(truth.image.tolist(), truth.category.tolist(), truth.boxes, strict=True):
        pictures[image][_covered(box)] = labels[category] * 1000 + of_image[image]
        of_image[image] += 1
    for name, picture in zip(names, pictures, strict=True):
        Image.fromarray(picture).save(folder / "truth" / f"{name}_gtFine_instanceIds.png")
    assert found.scores is not None
    rows = zip(found.image.tolist(), found.category.tolist(), found.scores.tolist(), found.boxes, strict=True)
    for row, (image, category, score, box) in enumerate(rows):
        mask = np.zeros((480, 640), dtype=np.uint8)
        mask[_covered(box)] = 255
        Image.fromarray(mask).save(folder / "found" / "masks" / f"{row}.png", compress_level=1)
        lines[image] += f"masks/{row}.png {labels[category]} {score:.6f}\n"
    for name, each in zip(names, lines, strict=True):
        (folder / "found" / f"{name}.txt").write_text(each, encoding="utf-8")


def _covered(box: Array) -> tuple[slice, slice]:
    left, top, width, height = np.maximum(np.rint(box).astype(int), 0).tolist()
    return slice(top, top + height + 1), slice(left, left + width + 1)


def _files(folder: Path, pattern: str, lines: list[list[str]]) -> None:
    folder.mkdir()
    for k, each in enumerate(lines):
        (folder / pattern.format(k)).write_text("".join(f"{line}\n" for line in each), encoding="utf-8")


_WRITERS: dict[str, Callable[[Path, int], None]] = {
    "COCO, 80 classes": lambda folder, images: _coco(folder, images, 80),
    "COCO, one class": lambda folder, images: _coco(folder, images, 1),
    "LVIS": _lvis,
    "KITTI": _kitti,
    "nuScenes": _nuscenes,
    "Argoverse 2": _argoverse2,
    "Waymo, lidar": _waymo,
    "Waymo, camera": lambda folder, images: _waymo(folder, images, camera=True),
    "DOTA": _dota,
    "ICDAR": _icdar,
    "Total-Text": lambda folder, images: _curves(folder, images, y_first=True),
    "CTW1500": lambda folder, images: _curves(folder, images, y_first=False),
    "CrowdHuman": _crowdhuman,
    "ActivityNet": _activitynet,
    "LUNA16": _luna16,
    "CAMELYON16": _camelyon16,
    "Cityscapes": _cityscapes,
}
