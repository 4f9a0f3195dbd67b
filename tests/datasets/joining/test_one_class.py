"""All objects as of one class."""

from __future__ import annotations

import json

import pytest
from small_scene import ap_of, scene

import truebox as tb
from truebox.cli import main as command_line


def test_classes_of_any_kind_count_as_one():
    truth, found = scene()
    expected = ap_of(truth, found)  # all are of one class
    rows = [
        {"image_id": found.image[row], "category_id": 7 + row, "bbox": box, "score": found.scores[row]}
        for row, box in enumerate(found.boxes.tolist())
    ]
    grouped = {image: {"boxes": [], "labels": [], "image_id": image} for image in truth.images.ids.tolist()}
    for row, (x, y, width, height) in enumerate(truth.boxes.tolist()):
        grouped[truth.image[row]]["boxes"].append([x, y, x + width, y + height])
        grouped[truth.image[row]]["labels"].append(f"kind {row}")
    true = tb.read_truth(list(grouped.values()), single_class=True)
    assert true.categories.names == ("object",)
    assert ap_of(true, tb.read_predictions(rows, truth=true, single_class=True)) == pytest.approx(expected)


def test_the_option_of_the_command(tmp_path, capsys):
    (tmp_path / "truth.csv").write_text("image,label,x1,y1,x2,y2\na,cat,0,0,9,9\na,dog,20,20,29,29\n")
    (tmp_path / "found.csv").write_text(
        "image,label,score,x1,y1,x2,y2\na,dog,.9,0,0,9,9\na,cat,.8,20,20,29,29\n"
    )
    arguments = ["eval", str(tmp_path / "truth.csv"), str(tmp_path / "found.csv"), "--json", "--single-class"]
    assert command_line(arguments) in (0, None)
    assert json.loads(capsys.readouterr().out)["results"][0]["metrics"]["AP"] == 1
