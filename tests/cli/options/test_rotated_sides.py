"""A plain evaluation recognises rotated boxes, and only these."""

from __future__ import annotations

import json

import pytest
from label_samples import folder_of, png
from rotated_worlds import corners, rotated_world, written

from truebox.cli.options.rotated_sides import rotated_sides


def files(folder, form, of_results=None):
    truth, found = rotated_world(1)
    truth["annotations"] = written(truth["annotations"], form)
    paths = folder / "t.json", folder / "p.json"
    paths[0].write_text(json.dumps(truth))
    paths[1].write_text(json.dumps(written(found, of_results or form)))
    return str(paths[0]), [str(paths[1])]


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ("rbox radians", 'its rows have "rbox"'),
        ("bbox degrees", 'its "bbox" has 5 numbers'),
        ("corners", 'its "bbox" has 8 numbers'),
        ("segmentation", ""),  # upright boxes with outlines of four points: masks as well
    ],
)
def test_coco_is_known_by_its_first_rows(tmp_path, form, words):
    assert rotated_sides(*files(tmp_path, form)) == words


def test_both_sides_must_say_so(tmp_path):
    assert rotated_sides(*files(tmp_path, "corners", "segmentation")) == ""
    assert rotated_sides("-", []) == ""
    assert rotated_sides(str(tmp_path / "missing.json"), []) == ""


def label(box, *more):
    return " ".join(["0", *(f"{each / 1000:.6f}" for each in corners(box)), *more]) + "\n"


def test_label_files_are_by_who_says_what_their_rows_are(tmp_path):
    box = (500, 500, 100, 40, 0.3)
    data = "path: .\nval: images\nnames: [ship]\n"
    pictures = {f"images/{name}.png": png(100, 100) for name in "ab"}
    labels = {f"labels/{name}.txt": label(box) for name in "ab"}
    folder_of(tmp_path / "truth", {"data.yaml": data, **pictures, **labels})
    folder_of(tmp_path / "found", {f"{name}.txt": label(box, "0.9") for name in "ab"})
    folder_of(tmp_path / "boxes", {f"{name}.txt": "0 0.5 0.5 0.1 0.1 0.9\n" for name in "ab"})
    truth, found = str(tmp_path / "truth" / "data.yaml"), [str(tmp_path / "found")]
    assert rotated_sides(truth, found) == ""  # or polygons of four points
    assert rotated_sides(truth, found, "obb").startswith("--task obb; ")
    assert rotated_sides(truth, found, "segment") == ""
    (tmp_path / "truth" / "data.yaml").write_text(data + "task: obb\n")
    assert rotated_sides(truth, found).startswith("data.yaml says task: obb")
    assert rotated_sides(truth, [str(tmp_path / "boxes")]) == ""


def test_results_of_the_second_dota_task_are_upright(tmp_path):
    row = " ".join(map(str, corners((500, 500, 100, 40, 0.3))))
    folder_of(tmp_path / "labelTxt", {"P0001.txt": f"{row} ship 0\n"})
    folder_of(tmp_path / "one", {"Task1_ship.txt": f"P0001 0.9 {row}\n"})
    folder_of(tmp_path / "two", {"Task2_ship.txt": "P0001 0.9 450 460 550 540\n"})
    labels = str(tmp_path / "labelTxt")
    assert rotated_sides(labels, [str(tmp_path / "one")]).startswith("DOTA labels have four corners")
    assert rotated_sides(labels, [str(tmp_path / "two")]) == ""
