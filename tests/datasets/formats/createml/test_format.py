"""CreateML: centres in pixels, and numbers that may be fractions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import truebox as tb
from truebox.errors import InputError


def picture(*boxes: tuple[float, ...], image: str = "a.jpg", **more: Any) -> dict[str, Any]:
    keys = ("x", "y", "width", "height")
    held = [{"label": "cat", "coordinates": dict(zip(keys, box, strict=False))} for box in boxes]
    return {"image": image, "annotations": held, **more}


def write(folder: Path, held: Any) -> Path:
    path = folder / "_annotations.createml.json"
    path.write_text(held if isinstance(held, str) else json.dumps(held), encoding="utf-8")
    return path


def test_x_and_y_are_the_centre(tmp_path):
    truth = tb.read_truth(write(tmp_path, [picture((50, 40, 20, 10)), picture(image="b.jpg")]))
    assert truth.boxes.tolist() == [[40, 35, 20, 10]]
    assert list(truth.images.file_names) == ["a.jpg", "b.jpg"]
    assert truth.source.boxes == "cxcywh"


def test_a_folder_and_other_spellings_are_read(tmp_path):
    held = picture((50, 40, 20, 10))
    other = {"imagefilename": "a.jpg", "annotation": held["annotations"]}
    write(tmp_path, [other])
    assert tb.read_truth(tmp_path).boxes.tolist() == [[40, 35, 20, 10]]


def test_other_anchors_and_units_are_said_by_a_box_format(tmp_path):
    path = write(tmp_path, [picture((0.5, 0.4, 0.2, 0.1))])
    with pytest.raises(InputError, match=r"E-446 .*all numbers of 1 boxes lie within 0 and 1"):
        tb.read_truth(path)
    truth = tb.read_truth(path, box_format="rel_cxcywh")
    assert (truth.boxes.tolist(), truth.units) == ([[0.4, pytest.approx(0.35), 0.2, 0.1]], "fractions")
    corner = tb.read_truth(write(tmp_path, [picture((50, 40, 20, 10))]), box_format="xywh")
    assert corner.boxes.tolist() == [[50, 40, 20, 10]]


@pytest.mark.parametrize(
    ("held", "message"),
    [
        ('[{"image": "a.jpg"', "E-104"),
        ([{"annotations": []}], "E-441 .*picture 0: imagefilename is missing"),
        ([{"image": "a.jpg"}], "E-441 .*annotations is missing"),
        ([picture((1, 2, 3))], r"E-441 .*annotations\[0\] coordinates: height is missing"),
        ([picture(("1,5", 2, 3, 4))], "E-440 .*coordinates x.*decimal point"),
        ([picture((10, 20, 30, -4))], "E-122"),
        ([picture(), picture()], "E-448"),
    ],
)
def test_what_is_refused(tmp_path, held, message):
    with pytest.raises(InputError, match=message):
        tb.read_truth(write(tmp_path, held), format="createml")
