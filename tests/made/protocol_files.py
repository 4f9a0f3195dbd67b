"""A small data set for every protocol, in the files its users have: a truth and two sets of predictions."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from protocol_pictures import cityscapes, label_maps, segment_pictures
from protocol_scene import (
    HEIGHT,
    SIDES,
    WIDTH,
    corners,
    in_coco,
    in_image_files,
    json_in,
    lines_in,
    name_of,
    scene,
    table_in,
    wide,
)
from protocol_space_files import argoverse2, camelyon16, luna16, nuscenes, waymo
from protocol_track_files import TRACK_WRITERS, one_object

__all__ = ["Files", "files_of"]


def voc(folder: Path) -> tuple[Path, tuple[Path, Path]]:
    names, made = ("person", "cat"), scene(2)
    for image in range(made.images):
        objects = [
            f"<object><name>{names[kind]}</name><difficult>0</difficult><bndbox><xmin>{box[0]}</xmin><ymin>{box[1]}</ymin>"
            f"<xmax>{box[2]}</xmax><ymax>{box[3]}</ymax></bndbox></object>"
            for held, kind, box in made.truth
            if held == image
        ]
        size = f"<size><width>{WIDTH}</width><height>{HEIGHT}</height></size>"
        head = f"<annotation><filename>{name_of(image)}.jpg</filename>{size}"
        lines_in(folder / "Annotations" / f"{name_of(image)}.xml", [head, *objects, "</annotation>"])
    for side, rows in zip(SIDES, made.found, strict=True):
        for kind, name in enumerate(names):
            lines = [
                " ".join(map(str, (name_of(image), score, *box)))
                for image, label, box, score in rows
                if label == kind
            ]
            lines_in(folder / side / f"comp4_det_test_{name}.txt", lines)
    return folder / "Annotations", (folder / SIDES[0], folder / SIDES[1])


def yolo(folder: Path) -> tuple[Path, tuple[Path, Path]]:
    from PIL import Image

    def row(kind: int, box: list[float], *score: float) -> str:
        x, y, w, h = wide(box)
        numbers = ((x + w / 2) / WIDTH, (y + h / 2) / HEIGHT, w / WIDTH, h / HEIGHT, *score)
        return " ".join(map(str, (kind, *numbers)))

    _, found = in_image_files(folder, 2, row, row, truth_folder="labels/val")
    (folder / "images" / "val").mkdir(parents=True)
    for image in range(scene(2).images):
        Image.new("L", (WIDTH, HEIGHT)).save(folder / "images" / "val" / f"{name_of(image)}.png")
    held = ["path: .", "train: images/val", "val: images/val", "names: [person, cat]"]
    return lines_in(folder / "data.yaml", held), found


def open_images(folder: Path) -> tuple[Path, tuple[Path, Path]]:
    names, made = ("/m/01g317", "/m/01yrx"), scene(2)

    def row(image: int, kind: int, box: list[float]) -> tuple[Any, ...]:
        left, top, right, bottom = box
        return (name_of(image), names[kind], left / WIDTH, right / WIDTH, top / HEIGHT, bottom / HEIGHT)

    head = ("ImageID", "LabelName", "XMin", "XMax", "YMin", "YMax")
    rows = [(*row(*each), int(place % 9 == 0)) for place, each in enumerate(made.truth)]
    table_in(folder / "truth" / "boxes.csv", [(*head, "IsGroupOf"), *rows])
    verified = sorted({(name_of(image), names[kind], 1) for image, kind, _ in made.truth})
    table_in(folder / "truth" / "labels.csv", [("ImageID", "LabelName", "Confidence"), *verified])
    paths = [
        table_in(folder / f"{side}.csv", [(*head, "Conf"), *((*row(*each[:3]), each[3]) for each in rows)])
        for side, rows in zip(SIDES, made.found, strict=True)
    ]
    return folder / "truth", (paths[0], paths[1])


def crowdhuman(folder: Path) -> tuple[Path, tuple[Path, Path]]:
    made = scene(1)

    def person(box: list[float]) -> dict[str, Any]:
        return {"tag": "person", "fbox": wide(box), "vbox": wide(box), "hbox": wide(box), "extra": {}}

    def line(image: int, key: str, held: list[Any]) -> str:
        return json.dumps({"ID": name_of(image), "width": WIDTH, "height": HEIGHT, key: held})

    lines = [
        line(image, "gtboxes", [person(row[2]) for row in made.truth if row[0] == image])
        for image in range(made.images)
    ]
    paths = []
    for side, rows in zip(SIDES, made.found, strict=True):
        held = [
            line(k, "dtboxes", [{"box": wide(row[2]), "score": row[3]} for row in rows if row[0] == k])
            for k in range(made.images)
        ]
        paths.append(lines_in(folder / f"{side}.odgt", held))
    return lines_in(folder / "truth.odgt", lines), (paths[0], paths[1])


def keypoints(box: list[float], count: int) -> list[float]:
    """Along the diagonal, all seen."""
    steps = np.linspace(0.1, 0.9, count)
    points = ((box[0] + s * (box[2] - box[0]), box[1] + s * (box[3] - box[1]), 2) for s in steps)
    return [round(float(value), 2) for point in points for value in point]


def crowdpose(folder: Path) -> tuple[Path, tuple[Path, Path]]:
    return in_coco(
        folder,
        "person",
        of_images={"crowdIndex": 0.4},
        more=lambda box: {"keypoints": keypoints(box, 14), "num_keypoints": 14},
        found_more=lambda box: {"keypoints": keypoints(box, 14)},
    )


def wider_face(folder: Path) -> tuple[Path, tuple[Path, Path]]:
    made, lines = scene(1), []
    for image in range(made.images):
        rows = [wide(row[2]) for row in made.truth if row[0] == image]
        lines += [f"0--Parade/{name_of(image)}.jpg", str(len(rows))]
        lines += [" ".join(map(str, (*map(round, row), 0, 0, 0, 0, 0, 0))) for row in rows]
    for side, held in zip(SIDES, made.found, strict=True):
        for image in range(made.images):
            rows = sorted((row[3], wide(row[2])) for row in held if row[0] == image)[::-1]
            text = [" ".join(map(str, (*box, score))) for score, box in rows]
            lines_in(
                folder / side / "0--Parade" / f"{name_of(image)}.txt", [name_of(image), str(len(rows)), *text]
            )
    return lines_in(folder / "wider_face_val_bbx_gt.txt", lines), (folder / SIDES[0], folder / SIDES[1])


def kitti(folder: Path) -> tuple[Path, tuple[Path, Path]]:
    names = ("Car", "Pedestrian", "Cyclist")

    def line(kind: int, box: list[float], *score: float) -> str:
        left, top, right, bottom = box
        place = (f"{left / 10:.2f}", 1.5, f"{bottom / 10:.2f}")
        numbers = (0, 0, 0.1, left, top, right, bottom, 1.5, 1.6, 3.9, *place, 0.2, *score)
        return " ".join(map(str, (names[kind], *numbers)))

    return in_image_files(folder, 3, line, line, truth_folder="label_2")


def words(folder: Path, **names: Any) -> tuple[Path, tuple[Path, Path]]:
    def line(_: int, box: list[float], *score: float) -> str:
        return ",".join(map(str, corners(box))) + (f",{score[0]}" if score else ",word")

    return in_image_files(folder, 1, line, line, names=("gt_img_{}.txt", "res_img_{}.txt"), **names)


def total_text(folder: Path) -> tuple[Path, tuple[Path, Path]]:
    """Outlines of six corners, as those of curved words are."""

    def ring(box: list[float]) -> list[tuple[int, int]]:
        left, top, right, bottom = map(int, box)
        middle = (left + right) // 2
        return [
            (left, top),
            (middle, top - 2),
            (right, top),
            (right, bottom),
            (middle, bottom - 2),
            (left, bottom),
        ]

    def true(_: int, box: list[float]) -> str:
        xs, ys = (" ".join(map(str, each)) for each in zip(*ring(box), strict=True))
        return f"x: [[{xs}]], y: [[{ys}]], ornt: [u'c'], transcriptions: [u'WORD']"

    def found(_: int, box: list[float], __: float) -> str:
        return ",".join(f"{y},{x}" for x, y in ring(box))

    return in_image_files(folder, 1, true, found, names=("poly_gt_img{}.txt", "img{}.txt"))


def ctw1500(folder: Path) -> tuple[Path, tuple[Path, Path]]:
    def ring(box: list[float]) -> str:
        left, top, right, bottom = map(int, box)
        xs = np.linspace(left, right, 7).astype(int).tolist()
        points = [*((x, top) for x in xs), *((x, bottom) for x in xs[::-1])]
        return ",".join(str(value) for point in points for value in point)

    return in_image_files(
        folder,
        1,
        lambda _, box: f"{ring(box)},####word",
        lambda _, box, __: ring(box),
    )


def activitynet(folder: Path) -> tuple[Path, tuple[Path, Path]]:
    made, names = scene(2), ("Run", "Jump")
    database: dict[str, Any] = {}
    for video in range(made.images):
        rows = [
            {"segment": [box[0], box[2]], "label": names[kind]}
            for held, kind, box in made.truth
            if held == video
        ]
        database[f"v_{video}"] = {"subset": "validation", "duration": 500, "annotations": rows}
    paths = []
    for side, held in zip(SIDES, made.found, strict=True):
        results: dict[str, Any] = {f"v_{video}": [] for video in range(made.images)}
        for video, kind, box, score in held:
            row = {"segment": sorted((max(box[0], 0), max(box[2], 0))), "label": names[kind], "score": score}
            results[f"v_{video}"].append(row)
        paths.append(json_in(folder / f"{side}.json", {"version": "VERSION 1.3", "results": results}))
    return json_in(folder / "truth.json", {"version": "VERSION 1.3", "database": database}), (
        paths[0],
        paths[1],
    )


def dota(folder: Path) -> tuple[Path, tuple[Path, Path]]:
    names, made = ("plane", "ship"), scene(2)
    for image in range(made.images):
        rows = [
            " ".join(map(str, (*corners(box), names[kind], 0)))
            for held, kind, box in made.truth
            if held == image
        ]
        lines_in(
            folder / "labelTxt" / f"P{name_of(image)}.txt", ["imagesource:GoogleEarth", "gsd:0.1", *rows]
        )
    for side, held in zip(SIDES, made.found, strict=True):
        for kind, name in enumerate(names):
            rows = [
                " ".join(map(str, (f"P{name_of(image)}", score, *corners(box))))
                for image, label, box, score in held
                if label == kind
            ]
            lines_in(folder / side / f"Task1_{name}.txt", rows)
    return folder / "labelTxt", (folder / SIDES[0], folder / SIDES[1])


def visdrone(folder: Path) -> tuple[Path, tuple[Path, Path]]:
    from PIL import Image

    def line(kind: int, box: list[float], *score: float) -> str:
        held = (*score, (1, 4)[kind], -1, -1) if score else (1, (1, 4)[kind], 0, 0)
        return ",".join(map(str, (*wide(box), *held)))

    _, found = in_image_files(folder, 2, line, line, truth_folder="val/annotations")
    (folder / "val" / "images").mkdir(parents=True)
    for image in range(scene(2).images):
        Image.new("L", (WIDTH, HEIGHT)).save(folder / "val" / "images" / f"{name_of(image)}.png")
    return folder / "val", found


def pedestrians(folder: Path) -> tuple[Path, tuple[Path, Path]]:
    return in_coco(
        folder,
        "pedestrian",
        "rider",
        more=lambda box: {"vis_ratio": 0.9, "height": box[3] - box[1], "ignore": 0},
    )


def federated(folder: Path) -> tuple[Path, tuple[Path, Path]]:
    truth, found = in_coco(
        folder,
        "person",
        "cat",
        of_images={"neg_category_ids": [], "not_exhaustive_category_ids": []},
    )
    held = json.loads(truth.read_text())
    for each, how in zip(held["categories"], ("f", "r"), strict=True):
        each |= {"frequency": how, "synset": f"{each['name']}.n.01", "image_count": 9, "instance_count": 20}
    return json_in(truth, held), found


@dataclass(frozen=True)
class Files:
    """Where they lie, and what a person says besides: nothing, where the files tell the protocol."""

    truth: Path
    found: tuple[Path, Path]
    options: dict[str, str]


WRITERS: dict[str, Callable[[Path], tuple[Path, tuple[Path, Path]]]] = {
    "lvis": federated,
    **dict.fromkeys(("voc", "voc2007"), voc),
    **dict.fromkeys(("ultralytics", "ultralytics_8_4_40", "yolov5"), yolo),
    **dict.fromkeys(("open_images", "open_images_challenge"), open_images),
    **dict.fromkeys(("caltech", "citypersons"), pedestrians),
    **{"crowdhuman": crowdhuman, "crowdpose": crowdpose, "wider_face": wider_face},
    **{"luna16": luna16, "camelyon16": camelyon16},
    **{"kitti": kitti, "nuscenes": nuscenes, "argoverse2": argoverse2, "cityscapes": cityscapes},
    **dict.fromkeys(("waymo", "waymo_bev"), waymo),
    "waymo_camera": lambda folder: waymo(folder, camera=True),
    **dict.fromkeys(("icdar2015", "deteval"), words),
    **dict.fromkeys(("total_text", "total_text_iou"), total_text),
    "ctw1500": ctw1500,
    **dict.fromkeys(("activitynet", "thumos14"), activitynet),
    **dict.fromkeys(("dota", "dota_v1_5", "mmrotate"), dota),
    "visdrone": visdrone,
    **{"panoptic": segment_pictures, "voc_segmentation": label_maps},
    "otb": lambda folder: one_object(folder, kind="otb"),
    "lasot": lambda folder: one_object(folder, kind="lasot"),
    "got10k": lambda folder: one_object(folder, kind="got10k"),
    **TRACK_WRITERS,
}
"""By protocol; any other has COCO's JSON."""


def files_of(protocol: str, folder: Path) -> Files:
    """The data set of a protocol, written below `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    write = WRITERS.get(protocol, lambda at: in_coco(at, "person", "cat"))
    truth, found = write(folder)
    return Files(truth, found, {"protocol": protocol})
