"""Reading that starts before NumPy is imported."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest

from truebox.datasets import read_predictions, read_truth, start_reading
from truebox.errors import ArgumentError, InputError

TRUTH = {"images": [{"id": 1}], "annotations": [], "categories": [{"id": 1, "name": "cat"}]}
RESULTS = [{"image_id": 1, "category_id": 1, "bbox": [1, 2, 3, 4], "score": 0.5}]


@pytest.fixture
def paths(tmp_path):
    for name, content in (("truth.json", TRUTH), ("a.json", RESULTS), ("b.json", RESULTS * 3)):
        (tmp_path / name).write_text(json.dumps(content))
    return tmp_path / "truth.json", tmp_path / "a.json", tmp_path / "b.json"


def test_the_result_is_that_of_reading(paths):
    started = start_reading(paths[0], paths[1:], threads=2)
    truth, (first, second) = started.result()
    assert len(truth.images) == len(read_truth(paths[0]).images)
    assert np.array_equal(first.boxes, read_predictions(paths[1]).boxes)
    assert len(second) == 3
    assert started.result()[0] is truth
    assert len(start_reading(paths[0], paths[1]).result()[1]) == 1


def test_a_refusal_comes_with_the_result(paths, tmp_path):
    started = start_reading(paths[0], tmp_path / "none.json")
    with pytest.raises(InputError, match="E-101"):
        started.result()
    with pytest.raises(ArgumentError, match="threads"):
        start_reading(*paths[:2], threads=0)


def test_a_reading_nobody_waits_for_ends_quietly(paths):
    started = start_reading(paths[0], paths[1])
    del started
    assert len(read_predictions(paths[1])) == 1


def test_starting_imports_no_numpy(paths):
    program = (
        "import sys; from truebox.datasets.background import start_reading\n"
        f"started = start_reading({str(paths[0])!r}, {str(paths[1])!r})\n"
        "print(sorted({'numpy', 'msgspec'} & set(sys.modules)))\n"
        "print(len(started.result()[1][0]))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == ["[]", "1"]
    assert done.stderr == ""


def test_what_is_loaded_meanwhile_is_what_the_result_needs(paths):
    code = (
        "import sys; from truebox.datasets.background import start_reading\n"
        f"started = start_reading({str(paths[0])!r}, {str(paths[1])!r})\n"
        "started.get_ready()\n"
        "before = set(sys.modules)\n"
        "truth, (found,) = started.result()\n"
        "print(len(truth), len(found), 'truebox.datasets.formats.coco.files' in before)"
    )
    truth, (found,) = start_reading(paths[0], paths[1]).result()
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert told.split() == [str(len(truth)), str(len(found)), "True"]
