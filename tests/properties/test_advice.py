"""What an error advises is typed as it stands, and works at the first try."""

from __future__ import annotations

import json
import re
from ast import literal_eval

import numpy as np
import pytest

import truebox as tb
from truebox.cli.run import run
from truebox.errors import InputError

# The ids of COCO's 80 classes: 1 to 90, ten of them unused.
COCO91 = [k for k in range(1, 91) if k not in {12, 26, 29, 30, 45, 66, 68, 69, 71, 83}]


@pytest.fixture
def folder(tmp_path, request):
    """Truth and predictions that differ by one thing: how classes are numbered, or a letterbox of 640."""
    chance = np.random.default_rng(7)
    images, annotations, found = [], [], []
    for number in range(1, 41):
        width, height = (int(side) for side in chance.integers(400, 2000, 2))
        images.append({"id": number, "width": width, "height": height})
        scale = 640 / max(width, height)
        border = (640 - np.array([width, height]) * scale) / 2
        for place in chance.integers(0, 80, 4).tolist():
            size = chance.uniform(0.1, 0.4, 2) * (width, height)
            box = np.concatenate([chance.uniform(0, 0.6, 2) * (width, height), size])
            annotations.append(
                {
                    "id": len(annotations) + 1,
                    "image_id": number,
                    "category_id": COCO91[place],
                    "bbox": box.tolist(),
                    "area": float(size.prod()),
                    "iscrowd": 0,
                }
            )
            boxed = np.concatenate([box[:2] * scale + border, box[2:] * scale])
            found.append(
                {
                    "image_id": number,
                    "category_id": place if request.param == "positions" else COCO91[place],
                    "bbox": (boxed if request.param == "letterbox" else box).tolist(),
                    "score": float(chance.random()),
                }
            )
    truth = {
        "images": images,
        "annotations": annotations,
        "categories": [{"id": k, "name": f"class {k}"} for k in COCO91],
    }
    (tmp_path / "truth.json").write_text(json.dumps(truth), encoding="utf-8")
    (tmp_path / "found.json").write_text(json.dumps(found), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("folder", ["positions", "letterbox"], indirect=True)
def test_in_python(folder):
    truth = tb.read_truth(folder / "truth.json")
    with pytest.raises(InputError) as refused:
        tb.evaluate(truth, folder / "found.json")
    advice = re.search(r"(?:\w+='?\w+'?, )+truth=truth", str(refused.value))
    assert advice, str(refused.value)
    options = {name: literal_eval(value) for name, value in re.findall(r"(\w+)=('\w+'|\d+)", advice[0])}
    mended = tb.read_predictions(folder / "found.json", truth=truth, **options)
    assert tb.evaluate(truth, mended).metrics["AP"] == pytest.approx(1)


@pytest.mark.parametrize("folder", ["positions", "letterbox"], indirect=True)
def test_on_the_command_line(folder, capsys, monkeypatch):
    monkeypatch.chdir(folder)
    assert run(["eval", "truth.json", "found.json"]) == 3
    said = capsys.readouterr().err
    advice = re.search(r"(?:--box-format \w+ )?--(?:letterbox|class-ids) \w+", said)
    assert advice, said
    assert run(["eval", "truth.json", "found.json", *advice[0].split()]) == 0
    assert re.search(r"^all +\|[ \d]+\|[ \d]+\| 1\.000 ", capsys.readouterr().out, re.MULTILINE)
