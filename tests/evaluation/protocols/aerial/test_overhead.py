"""DOTA's rules on generated boxes, against a plain walk through the kit's steps."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rotated_worlds import NAMES, rotated_world

import truebox as tb
from truebox.cli import main

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def a_world(seed: int) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    truth, found = rotated_world(seed, images=14)
    chance = np.random.default_rng(seed)
    for row in truth["annotations"]:
        row["iscrowd"], row["ignore"] = 0, int(chance.random() < 0.3)
    return truth, found


def walked(truth: dict[str, Any], found: list[dict[str, Any]], category: int, *, difficult: bool) -> float:
    """AP of a class at eleven recalls: each detection has its best truth, whether that is taken or not."""
    true = [row for row in truth["annotations"] if row["category_id"] == category]
    rows = sorted((row for row in found if row["category_id"] == category), key=lambda row: -row["score"])
    taken: set[int] = set()
    hits, counted = [], sum(not (difficult and row["ignore"]) for row in true)
    for row in rows:
        own = [each for each in true if each["image_id"] == row["image_id"]]
        outlines = [np.reshape(each["segmentation"][0], (4, 2)) for each in own]
        overlaps = (
            tb.overlap.pairwise_polygon_iou([np.reshape(row["segmentation"][0], (4, 2))], outlines)[0]
            if own
            else np.zeros(0)
        )
        best = int(overlaps.argmax()) if own else -1
        if best < 0 or overlaps[best] <= 0.5:
            hits.append(0)
        elif not (difficult and own[best]["ignore"]):
            hits.append(int(own[best]["id"] not in taken))
            taken.add(own[best]["id"])
    if counted == 0:
        return 0.0
    recall = np.cumsum(hits) / counted
    precision = np.cumsum(hits) / np.arange(1, len(hits) + 1)
    return sum(precision[recall >= i * 0.1].max(initial=0) for i in range(11)) / 11


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("protocol", "difficult"), [("dota", True), ("dota_v1_5", False)])
def test_every_class_is_as_walked(seed, protocol, difficult):
    truth, found = a_world(seed)
    result = tb.evaluate(truth, found, protocol=protocol, geometry="rotated")
    ours = {each.id: each.metrics["AP"] for each in result.per_class}
    expected = {
        place + 1: walked(truth, found, place + 1, difficult=difficult) for place in range(len(NAMES))
    }
    assert ours == pytest.approx(expected, abs=1e-12)
    assert result.metrics["AP"] == pytest.approx(np.mean(list(expected.values())), abs=1e-12)


def test_a_class_without_truth_is_0_as_in_the_kit_and_left_out_in_corrected_mode():
    truth, found = a_world(1)
    truth["annotations"] = [row for row in truth["annotations"] if row["category_id"] != 1]
    strict = tb.evaluate(truth, found, protocol="dota", geometry="rotated")
    corrected = tb.evaluate(truth, found, protocol="dota", geometry="rotated", mode="corrected")
    absent = next(each for each in strict.per_class if each.id == 1)
    assert absent.metrics["AP"] == 0
    others = [each.metrics["AP"] for each in strict.per_class if each.id != 1]
    assert strict.metrics["AP"] == pytest.approx(sum(others) / 3)
    named = [each.metrics["AP"] for each in corrected.per_class if each.id != 1]
    assert corrected.metrics["AP"] == pytest.approx(sum(named) / 2)
    assert tb.diagnosis.diagnose(strict, replicates=100).intervals.metrics["AP"].high < 2 / 3


def test_the_second_version_says_what_difficult_objects_moved():
    truth, found = a_world(2)
    result = tb.evaluate(truth, found, protocol="dota_v1_5", geometry="rotated")
    corrected = tb.evaluate(truth, found, protocol="dota_v1_5", geometry="rotated", mode="corrected")
    assert (
        corrected.metrics
        == tb.evaluate(truth, found, protocol="dota", geometry="rotated", mode="corrected").metrics
    )
    said = [str(each) for each in result.warnings if each.code == "W-310"]
    assert any("D1 difficult objects count as all others" in each for each in said)


def test_upright_truths_lose_their_fractions():
    # From 10.9, 10.9 to 20.9, 20.9: pixels 10 to 20, so 11 wide; the detection is 6 wide of these: 66 / 121.
    truth = [{"boxes": [[10.9, 10.9, 20.9, 20.9]], "labels": ["ship"]}]
    found = [{"boxes": [[10, 10, 15, 20]], "labels": ["ship"], "scores": [0.5]}]
    result = tb.evaluate(truth, found, protocol="dota")
    assert result.matches.pairs.overlap.tolist() == [66 / 121]
    assert result.metrics["AP"] == pytest.approx(1)


def test_files_are_read_without_a_flag(tmp_path, monkeypatch, capsys):
    truth, found = a_world(3)
    (tmp_path / "labelTxt").mkdir()
    (tmp_path / "results").mkdir()
    for image in truth["images"]:
        rows = [row for row in truth["annotations"] if row["image_id"] == image["id"]]
        lines = [
            f"{' '.join(map(repr, row['segmentation'][0]))} {NAMES[row['category_id'] - 1]} {row['ignore']}\n"
            for row in rows
        ]
        (tmp_path / "labelTxt" / f"P{image['id']}.txt").write_text("".join(lines))
    for place, name in enumerate(NAMES, 1):
        lines = [
            f"P{row['image_id']} {row['score']} {' '.join(map(repr, row['segmentation'][0]))}\n"
            for row in found
            if row["category_id"] == place
        ]
        (tmp_path / "results" / f"Task1_{name}.txt").write_text("".join(lines))
    monkeypatch.chdir(tmp_path)
    assert main(["eval", "labelTxt", "results", "--protocol", "dota", "--json", "--quiet"]) == 0
    document = json.loads(capsys.readouterr().out)
    expected = tb.evaluate(truth, found, protocol="dota", geometry="rotated")
    assert document["results"][0]["metrics"]["AP"] == pytest.approx(expected.metrics["AP"], abs=1e-12)
    assert document["protocol"]["geometry"] == "rotated"


def test_a_class_without_detections_is_0():
    truth, found = a_world(1)
    found = [row for row in found if row["category_id"] != 2]
    result = tb.evaluate(truth, found, protocol="dota", geometry="rotated")
    assert {each.id: each.metrics["AP"] for each in result.per_class}[2] == 0


@pytest.mark.parametrize(("left", "right"), [(-180.9, 88), (-108.7, 99), (-128.9, 138), (-118.7, 32)])
def test_the_last_column_of_boxes_that_begin_outside(tmp_path: Path, left: float, right: int) -> None:
    """The kit cuts each corner as written: left + (right - left) may lie a rounding below the whole right."""
    begin, width = int(left), right - int(left) + 1
    half = width // 2 + 1  # columns: more than half of the truth, and not if it ended one before
    assert half / width > 0.5 >= (half - 1) / width
    assert left + (right - left) < right
    for folder, name, line in (
        ("labelTxt", "P1.txt", f"{left} 1 {right} 1 {right} 9 {left} 9 ship 0"),
        ("found", "Task2_ship.txt", f"P1 0.9 {right - half + 1} 1 {right} 9"),
    ):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_text(line + "\n")
    sides = tmp_path / "labelTxt", tmp_path / "found"
    result = tb.evaluate(*sides, protocol="dota", geometry="boxes", fit_test=False)
    assert begin < 0
    assert result.metrics["AP"] == pytest.approx(1, abs=1e-12)
