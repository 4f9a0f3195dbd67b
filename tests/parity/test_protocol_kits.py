"""Generated worlds, and what the official kit of each protocol returned for them."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fixtures_folder import fixture, needs_fixtures
from open_images_masks import FOUND, MASKS, encoded, table

import truebox as tb

pytestmark = [needs_fixtures, pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")]

EXACT = 1e-12


def worlds(folder: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    pair = (
        json.loads(fixture(f"protocols/{folder}/{name}.json").read_text()) for name in ("worlds", "expected")
    )
    return list(zip(*pair, strict=True))


def assert_is(ours: float | None, kit: float | None, where: Any) -> None:
    assert (ours is None) == (kit is None), where
    assert ours is None or abs(ours - kit) <= EXACT, (where, ours, kit)


def open_images_folder(world: dict[str, Any], folder: Path) -> tuple[Path, Path]:
    """The CSV files of a split, in fractions."""
    images = {each["id"]: each for each in world["images"]}

    def row(each: dict[str, Any], *more: Any) -> str:
        image = images[each["image"]]
        x1, y1, x2, y2 = each["box"]
        wide, high = image["width"], image["height"]
        box = (x1 / wide, x2 / wide, y1 / high, y2 / high)
        return ",".join(map(str, (image["name"], each["class"], *map(repr, box), *more)))

    truth = folder / "truth"
    truth.mkdir()
    lines = ["ImageID,LabelName,XMin,XMax,YMin,YMax,IsGroupOf"]
    lines += [row(each, each["group_of"]) for each in world["truth"]]
    (truth / "boxes.csv").write_text("\n".join(lines) + "\n")
    verified = [(images[i]["name"], label) for i, held in enumerate(world["verified"]) for label in held]
    if verified:
        rows = [f"{name},{label},0" for name, label in verified]
        (truth / "labels.csv").write_text("\n".join(["ImageID,LabelName,Confidence", *rows]) + "\n")
    found = folder / "found.csv"
    lines = ["ImageID,LabelName,XMin,XMax,YMin,YMax,Conf"]
    lines += [row(each, repr(each["score"])) for each in world["detections"]]
    found.write_text("\n".join(lines) + "\n")
    return (truth if verified else truth / "boxes.csv"), found


def test_open_images(tmp_path: Path) -> None:
    asked = {
        "open_images": ("open_images_v2_boxes", "OpenImagesV2"),
        "open_images_challenge": ("challenge_boxes", "OpenImagesDetectionChallenge"),
    }
    for number, (world, kit) in enumerate(worlds("open_images")):
        if world["kind"] == "ties":  # the kit's sort is not stable
            continue
        (tmp_path / str(number)).mkdir()
        truth, found = open_images_folder(world, tmp_path / str(number))
        for protocol, (key, prefix) in asked.items():
            result = tb.evaluate(truth, found, protocol=protocol)
            assert_is(result.metrics["AP"], kit[key][f"{prefix}_Precision/mAP@0.5IOU"], (number, protocol))
            for each in result.per_class:
                theirs = kit[key][f"{prefix}_PerformanceByCategory/AP@0.5IOU/{each.name}"]
                assert_is(each.metrics["AP"], theirs, (number, protocol, each.name))


def open_images_masks(world: dict[str, Any], folder: Path) -> tuple[Path, Path]:
    """The same with masks, unions of rectangles; truths without one stay boxes."""
    truth, found = open_images_folder(world, folder)[0], folder / "masks_found.csv"
    images = {each["id"]: each for each in world["images"]}

    def drawn(each: dict[str, Any]) -> str:
        image = images[each["image"]]
        mask = np.zeros((image["height"], image["width"]), dtype=bool)
        for x1, y1, x2, y2 in each["mask"]:
            mask[y1:y2, x1:x2] = True
        return encoded(mask)

    rows = []
    for each in (each for each in world["truth"] if each.get("mask")):
        image, (x1, y1, x2, y2) = images[each["image"]], each["box"]
        wide, high = image["width"], image["height"]
        box = (x1 / wide, y1 / high, x2 / wide, y2 / high)
        rows.append((image["name"], each["class"], wide, high, *box, each["group_of"], drawn(each)))
    table(folder / "truth" / "masks.csv", MASKS, rows)
    rows = []
    for each in world["detections"]:
        image = images[each["image"]]
        size = (image["width"], image["height"])
        rows.append((image["name"], *size, each["class"], each["score"], drawn(each)))
    table(found, FOUND, rows)
    return (truth if truth.is_dir() else truth.parent), found


def test_open_images_masks(tmp_path: Path) -> None:
    for number, (world, kit) in enumerate(worlds("open_images")):
        if world["kind"] == "ties":  # the kit's sort is not stable
            continue
        folder = tmp_path / str(number)
        folder.mkdir()
        truth, found = open_images_masks(world, folder)
        result = tb.evaluate(truth, found, protocol="open_images_challenge", geometry="masks")
        theirs, prefix = kit["challenge_masks"], "OpenImagesInstanceSegmentationChallenge"
        assert_is(result.metrics["AP"], theirs[f"{prefix}_Precision/mAP@0.5IOU"], number)
        for each in result.per_class:
            key = f"{prefix}_PerformanceByCategory/AP@0.5IOU/{each.name}"
            assert_is(each.metrics["AP"], theirs[key], (number, each.name))


def test_hierarchy_of_open_images(tmp_path: Path) -> None:
    for number, tree in enumerate(
        json.loads(fixture("protocols/open_images/hierarchy_expansion.json").read_text())
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "tree.json").write_text(json.dumps(tree["hierarchy"]))
        boxes = ["ImageID,LabelName,Confidence,XMin,XMax,YMin,YMax,IsGroupOf", *tree["box_rows"]]
        (folder / "boxes.csv").write_text("\n".join(boxes) + "\n")
        labels = ["ImageID,Source,LabelName,Confidence", *tree["label_rows"]]
        (folder / "labels.csv").write_text("\n".join(labels) + "\n")
        truth = tb.datasets.with_ancestors(tb.read_truth(folder))
        names = dict(zip(truth.categories.ids.tolist(), truth.categories.names, strict=True))
        ours = sorted(
            zip(truth.image.tolist(), (names[each] for each in truth.category.tolist()), strict=True)
        )
        kit = sorted(tuple(row.split(",")[:2]) for rows in tree["box_rows"].values() for row in rows)
        assert ours == kit
        stated = truth.federation
        ours = sorted(
            (truth.images.ids[i], truth.categories.names[k], str(int(not no)))
            for i, k, no in zip(stated.image, stated.category, stated.negative, strict=True)
        )
        rows = [row.split(",") for rows in tree["label_rows"].values() for row in rows]
        assert ours == sorted((image, label, seen) for image, _, label, seen in rows)


def test_pedestrians() -> None:
    sets = {
        "Reasonable": "MR",
        "Reasonable_small": "MR[small]",
        "Reasonable_occ=heavy": "MR[heavy]",
        "All": "MR[all]",
    }
    for number, (world, kit) in enumerate(worlds("pedestrian_mr")):
        how = {"fit_test": False}
        ours = tb.evaluate(world["truth"], world["detections"], protocol="citypersons", **how).metrics
        for label, key in sets.items():
            theirs = kit["citypersons"][label]["MR"]
            assert_is(ours[key], None if theirs == -1 else theirs, (number, label))
        result = tb.evaluate(world["truth"], world["detections"], protocol="caltech", **how)
        if result.truths:  # docs/quirks.md, R2
            assert_is(result.metrics["MR"], kit["toolbox_reasonable"]["MR"], number)


def test_crowdhuman(tmp_path: Path) -> None:
    for number, (world, kit) in enumerate(worlds("crowdhuman")):
        paths = tmp_path / "truth.odgt", tmp_path / "found.odgt"
        for path, side in zip(paths, ("truth_odgt", "detections_odgt"), strict=True):
            path.write_text("\n".join(map(json.dumps, world[side])) + "\n")
        for part, named in (("body", {}), ("head", {"classes": ["head"]})):
            truth = tb.read_truth(paths[0], **named)
            found = tb.read_predictions(paths[1], truth=truth, **named)
            ours = tb.evaluate(truth, found, protocol="crowdhuman", fit_test=False).metrics
            for key, theirs in (("AP", "AP"), ("MR", "MR-2"), ("MR[-4]", "MR-4")):
                assert_is(ours[key], kit[part][theirs], (number, part, key))
            if part == "body":
                assert_is(ours["JI"], kit["JI"], (number, "JI"))
                for tenths, value in enumerate(kit["JI_by_threshold"]):
                    key = f"JI[{'0' if not tenths else f'0.{tenths}'}]"
                    assert_is(ours[key], value, (number, key))


def test_wider_face() -> None:
    for number, (world, kit) in enumerate(worlds("wider_face")):
        truth: dict[str, list[Any]] = {
            "images": [{"id": k, "width": 400, "height": 300} for k in range(len(world["images"]))],
            "categories": [{"id": 1, "name": "face"}],
            "annotations": [],
        }
        found = []
        for k, image in enumerate(world["images"]):
            for n, box in enumerate(image["faces"], start=1):
                subsets = {name: int(n in held) for name, held in image["subset"].items()}
                place = {"id": len(truth["annotations"]) + 1, "image_id": k, "category_id": 1, "iscrowd": 0}
                truth["annotations"].append({**place, "bbox": box, "area": box[2] * box[3], **subsets})
            found += [
                {"image_id": k, "category_id": 1, "bbox": each[:4], "score": each[4]}
                for each in image["detections"]
            ]
        ours = tb.evaluate(truth, found, protocol="wider_face", fit_test=False).metrics
        for name in ("easy", "medium", "hard"):
            assert_is(ours[f"AP[{name}]"], kit[name], (number, name))


def test_froc() -> None:
    alarms = ("1/8", "1/4", "1/2", "1", "2", "4", "8")
    for number, (world, kit) in enumerate(worlds("froc")):
        ids = {name: k for k, name in enumerate(world["classes"], start=1)}

        def row(each: dict[str, Any], ids: dict[str, int] = ids) -> dict[str, Any]:
            x1, y1, x2, y2 = each["box"]
            return {
                "image_id": each["image"],
                "category_id": ids[each["class"]],
                "bbox": [x1, y1, x2 - x1, y2 - y1],
            }

        truth = {
            "images": world["images"],
            "categories": [{"id": k, "name": name} for name, k in ids.items()],
            "annotations": [
                {"id": n, "area": 1, "iscrowd": 0, "ignore": each["ignore"], **row(each)}
                for n, each in enumerate(world["truth"], start=1)
            ],
        }
        found = [{**row(each), "score": each["score"]} for each in world["detections"]]
        ours = tb.evaluate(truth, found, protocol="froc", fit_test=False).metrics
        assert_is(ours["FROC"], kit["FROC_score_IoU_0.10"], number)
        assert_is(ours["FROC50"], kit["FROC_score_IoU_0.50"], number)
        for name, share in zip(alarms, kit["FROC_curve_IoU_0.10"], strict=True):
            assert_is(ours[f"S[{name}]"], share, (number, name))


def test_visdrone(tmp_path: Path) -> None:
    for number, (world, kit) in enumerate(worlds("visdrone")):
        split = tmp_path / str(number)
        for side, images in (("annotations", world["truth"]), ("found", world["detections"])):
            (split / side).mkdir(parents=True)
            for k, rows in enumerate(images):
                lines = [",".join(map(repr, row)) + "\n" for row in rows]
                (split / side / f"{k:03}.txt").write_text("".join(lines))
        (split / "images").mkdir()
        for k in range(len(world["truth"])):
            size = struct.pack("<HH", world["width"], world["height"])
            (split / "images" / f"{k:03}.gif").write_bytes(b"GIF89a" + size + bytes(3))
        ours = tb.evaluate(split, split / "found", protocol="visdrone", fit_test=False).metrics
        for key, theirs in kit.items():
            if key not in ("seed", "kind"):
                assert_is(100 * (ours[key] or 0), theirs, (number, key))


def kitti_folders(world: dict[str, Any], folder: Path) -> tuple[Path, Path]:
    """A label file and a result file for each frame."""
    for side in ("truth", "detections"):
        (folder / side).mkdir(parents=True)
        for number, frame in enumerate(world["frames"]):
            lines = [" ".join([row[0], *map(repr, row[1:])]) for row in frame[side]]
            (folder / side / f"{number:06}.txt").write_text("".join(f"{line}\n" for line in lines))
    return folder / "truth", folder / "detections"


def test_kitti(tmp_path: Path) -> None:
    asked = {
        ("R40", "detection_AP"): "AP[{}]",
        ("R11", "detection_AP"): "AP[{}@11]",
        ("R40", "orientation_AOS"): "AOS[{}]",
        ("R11", "orientation_AOS"): "AOS[{}@11]",
        ("R40", "detection_BEV_AP"): "AP_BEV[{}]",
        ("R11", "detection_BEV_AP"): "AP_BEV[{}@11]",
        ("R40", "detection_3D_AP"): "AP_3D[{}]",
        ("R11", "detection_3D_AP"): "AP_3D[{}@11]",
    }
    for number, (world, kit) in enumerate(worlds("kitti")):
        truth, found = kitti_folders(world, tmp_path / str(number))
        result = tb.evaluate(truth, found, protocol="kitti", fit_test=False)
        compared = set()
        for each in result.per_class:
            for (points, name), key in asked.items():
                theirs = kit[points].get(f"{each.name.lower()}_{name}", [None] * 3)
                compared.add((points, f"{each.name.lower()}_{name}"))
                for label, value in zip(("easy", "moderate", "hard"), theirs, strict=True):
                    ours = each.metrics[key.format(label)]
                    percent = None if ours is None else 100 * ours
                    assert_is(percent, value, (number, world["kind"], each.name, key, label))
        missed = {
            (points, name)
            for points, wanted in asked
            for name in kit[points]
            if name.endswith(wanted) and (points, name) not in compared
        }
        assert all(
            name.split("_")[0] not in {each.name.lower() for each in result.per_class} for _, name in missed
        )


def test_nuscenes() -> None:
    errors = dict(
        zip(
            ("ATE", "ASE", "AOE", "AVE", "AAE"),
            ("trans_err", "scale_err", "orient_err", "vel_err", "attr_err"),
            strict=True,
        )
    )
    for number, (world, kit) in enumerate(worlds("nuscenes")):
        tokens = sorted({each["sample_token"] for each in world["truth"] + world["detections"]})
        truth, found = (
            {
                "results": {
                    token: [row for row in world[side] if row["sample_token"] == token] for token in tokens
                }
            }
            for side in ("truth", "detections")
        )
        result = tb.evaluate(truth, found, protocol="nuscenes")
        assert_is(result.metrics["AP"], kit["mean_ap"], number)
        assert_is(result.metrics["NDS"], kit["nd_score"], number)
        assert len(result.per_class) == len(kit["label_aps"])
        for key, theirs in errors.items():
            assert_is(result.metrics[key], kit["tp_errors"][theirs], (number, key))
        for each in result.per_class:
            for key, theirs in errors.items():
                assert_is(
                    each.metrics[key], kit["label_tp_errors"][each.name][theirs], (number, each.name, key)
                )
            for distance, theirs in kit["label_aps"][each.name].items():
                assert_is(each.metrics[f"AP[{float(distance):g}m]"], theirs, (number, each.name, distance))
