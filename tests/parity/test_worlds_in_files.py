"""Generated worlds of protocols in the files their users have, through the command, beside kits' answers."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fixtures_folder import fixture, needs_fixtures

from truebox.cli import main

pytestmark = [needs_fixtures, pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")]

EXACT = 1e-12
Document = Callable[..., dict[str, Any]]


@pytest.fixture
def document(capsys: pytest.CaptureFixture[str]) -> Document:
    """What ``truebox eval TRUTH FOUND --protocol NAME --json`` prints."""

    def run(truth: Path, found: Path, name: str, *more: str) -> dict[str, Any]:
        code = main(["eval", str(truth), str(found), "--protocol", name, "--no-diagnosis", "--json", *more])
        out, said = capsys.readouterr()
        assert code == 0, said
        (held,) = json.loads(out)["results"]
        return held

    return run


def worlds(folder: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    pair = (
        json.loads(fixture(f"protocols/{folder}/{name}.json").read_text()) for name in ("worlds", "expected")
    )
    return list(zip(*pair, strict=True))


def of_class(held: dict[str, Any], name: str, key: str) -> float | None:
    entry = next((each for each in held["per_class"] if each["name"] == name), None)
    return None if entry is None else entry[key]


def is_near(ours: float | None, kit: float | None) -> bool:
    return ours == kit if None in (ours, kit) else abs((ours or 0.0) - (kit or 0.0)) <= EXACT


def voc_folders(world: dict[str, Any], folder: Path) -> tuple[Path, Path]:
    for side in ("Annotations", "results"):
        (folder / side).mkdir(parents=True)
    names = {each["id"]: each["name"] for each in world["images"]}
    for image in world["images"]:
        objects = [
            f"<object><name>{each['class']}</name><difficult>{each['difficult']}</difficult><bndbox>"
            + "".join(
                f"<{key}>{value!r}</{key}>"
                for key, value in zip(("xmin", "ymin", "xmax", "ymax"), each["box"], strict=True)
            )
            + "</bndbox></object>"
            for each in world["truth"]
            if each["image"] == image["id"]
        ]
        size = f"<size><width>{image['width']}</width><height>{image['height']}</height></size>"
        head = f"<filename>{image['name']}.jpg</filename>{size}"
        text = f"<annotation>{head}{''.join(objects)}</annotation>"
        (folder / "Annotations" / f"{image['name']}.xml").write_text(text)
    for label in world["classes"]:
        rows = [
            " ".join([names[each["image"]], repr(each["score"]), *map(repr, each["box"])])
            for each in world["detections"]
            if each["class"] == label
        ]
        path = folder / "results" / f"comp4_det_test_{label}.txt"
        path.write_text("".join(f"{row}\n" for row in rows))
    return folder / "Annotations", folder / "results"


def test_voc(tmp_path: Path, document: Document) -> None:
    compared = 0
    for number, (world, kit) in enumerate(worlds("pascal_voc")):
        if not world["truth"] or not world["detections"]:
            continue
        truth, found = voc_folders(world, tmp_path / str(number))
        for name, key in (("voc", "ap10"), ("voc2007", "ap07")):
            held = document(truth, found, name, "--pixel-origin", "1")
            for label, numbers in kit["classes"].items():
                theirs = numbers["devkit_matlab"][key]
                if numbers["npos"] and theirs is not None:  # else docs/quirks.md, V4
                    assert is_near(of_class(held, label, "AP"), theirs), (number, name, label)
                    compared += 1
    assert compared > 80


def test_actions(tmp_path: Path, document: Document) -> None:
    compared = 0
    for number, (world, kit) in enumerate(worlds("temporal_action")):
        if world["kind"] == "ties":  # the kit's sort is not stable
            continue
        paths = tmp_path / f"{number}_truth.json", tmp_path / f"{number}_found.json"
        for path, side in zip(paths, ("truth", "detections"), strict=True):
            path.write_text(json.dumps(world[side]))
        for name in ("activitynet", "thumos14"):
            held = document(*paths, name)
            theirs = kit[name]
            if "average_mAP" not in theirs:  # docs/quirks.md, T1: the kit ends with an error
                continue
            assert is_near(held["metrics"]["AP"], theirs["average_mAP"]), (number, name)
            for threshold, value in zip(theirs["thresholds"], theirs["mAP"], strict=True):
                key = f"AP{round(100 * threshold)}"
                if key in held["metrics"]:
                    assert is_near(held["metrics"][key], value), (number, name, key)
                    compared += 1
            for label, values in theirs["AP"].items():
                assert is_near(of_class(held, label, "AP"), sum(values) / len(values)), (number, name, label)
                compared += 1
    assert compared > 100


def dota_folders(world: dict[str, Any], folder: Path) -> tuple[Path, Path]:
    for side in ("labelTxt", "task1"):
        (folder / side).mkdir(parents=True)
    for image in world["images"]:
        rows = [
            " ".join([*map(repr, each["quad"]), each["class"], str(each["difficult"])])
            for each in world["truth"]
            if each["image"] == image
        ]
        text = "".join(f"{row}\n" for row in ["imagesource:GoogleEarth", "gsd:0.1", *rows])
        (folder / "labelTxt" / f"{image}.txt").write_text(text)
    for label in world["classes"]:
        rows = [
            " ".join([each["image"], repr(each["score"]), *map(repr, each["quad"])])
            for each in world["detections"]
            if each["class"] == label
        ]
        (folder / "task1" / f"Task1_{label}.txt").write_text("".join(f"{row}\n" for row in rows))
    return folder / "labelTxt", folder / "task1"


def test_dota(tmp_path: Path, document: Document) -> None:
    compared = 0
    for number, (world, kit) in enumerate(worlds("dota")):
        truth, found = dota_folders(world, tmp_path / str(number))
        for name, key in (("dota", "task1_oriented_voc07"), ("dota_v1_5", "task1_v15_voc07")):
            held = document(truth, found, name)
            for label, numbers in kit["classes"].items():
                theirs = numbers.get(key) if isinstance(numbers, dict) else None
                if theirs is not None and of_class(held, label, "AP") is not None:
                    assert is_near(of_class(held, label, "AP"), theirs), (number, name, label)
                    compared += 1
    assert compared > 90


def test_pedestrians_and_samples(tmp_path: Path, document: Document) -> None:
    sets = {
        "Reasonable": "MR",
        "Reasonable_small": "MR[small]",
        "Reasonable_occ=heavy": "MR[heavy]",
        "All": "MR[all]",
    }
    for number, (world, kit) in enumerate(worlds("pedestrian_mr")):
        paths = tmp_path / f"{number}_truth.json", tmp_path / f"{number}_found.json"
        for path, side in zip(paths, ("truth", "detections"), strict=True):
            path.write_text(json.dumps(world[side]))
        held = document(*paths, "citypersons", "--no-fit-test")
        for label, key in sets.items():
            theirs = kit["citypersons"][label]["MR"]
            assert is_near(held["metrics"][key], None if theirs == -1 else theirs), (number, label)
    meta = dict.fromkeys(("use_camera", "use_lidar", "use_radar", "use_map", "use_external"), False)
    for number, (world, kit) in enumerate(worlds("nuscenes")):
        tokens = sorted({each["sample_token"] for each in world["truth"] + world["detections"]})
        paths = tmp_path / f"{number}_samples.json", tmp_path / f"{number}_results.json"
        for path, side in zip(paths, ("truth", "detections"), strict=True):
            results = {
                token: [row for row in world[side] if row["sample_token"] == token] for token in tokens
            }
            path.write_text(json.dumps({"meta": meta, "results": results}))
        held = document(*paths, "nuscenes")
        assert is_near(held["metrics"]["AP"], kit["mean_ap"]), number
        assert is_near(held["metrics"]["NDS"], kit["nd_score"]), number
