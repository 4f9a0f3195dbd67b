"""Files: what the native reader accepts never loads the general path, what it declines is read by it."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys

import pytest

from truebox.datasets import read_predictions, read_truth

TRUTH = {
    "images": [{"id": 1}],
    "categories": [{"id": 1, "name": "cat"}],
    "annotations": [
        {"id": 1, "image_id": 1, "category_id": 1, "bbox": [1, 2, 3, 4], "area": 12, "iscrowd": 0}
    ],
}
RESULTS = [{"image_id": 1, "category_id": 1, "bbox": [1, 2, 3, 4], "score": 0.5}]


def loaded_after_reading(folder, image_id) -> bool:
    """Whether a fresh process that reads the two files loads the general path."""
    results = [{**RESULTS[0], "image_id": image_id}]
    (folder / "truth.json").write_text(json.dumps(TRUTH), encoding="utf-8")
    (folder / "results.json").write_text(json.dumps(results), encoding="utf-8")
    code = (
        "import sys; from truebox.datasets.background import start_reading;"
        "truth, (found,) = start_reading('truth.json', 'results.json').result();"
        "assert found.image[0] == 1;"
        "print('truebox.datasets.formats.coco.general' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True)
    return ran.stdout.strip() == "True"


def test_plain_files_do_not_load_the_general_path(tmp_path):
    assert not loaded_after_reading(tmp_path, 1)


def test_a_declined_file_is_read_by_the_general_path(tmp_path):
    assert loaded_after_reading(tmp_path, 1.0)


@pytest.mark.parametrize("geometry", ["boxes", "masks", "keypoints"])
def test_compressed_files_give_the_same_records(tmp_path, geometry):
    annotation = {
        **TRUTH["annotations"][0],
        "segmentation": [[1, 2, 4, 2, 4, 6, 1, 6]],
        "keypoints": [1, 2, 2] * 17,
        "num_keypoints": 17,
    }
    truth = {**TRUTH, "images": [{"id": 1, "width": 9, "height": 9}], "annotations": [annotation]}
    results = [{**RESULTS[0], "segmentation": {"size": [9, 9], "counts": "\\2"}, "keypoints": [1, 2, 2] * 17}]
    for name, value in (("truth.json", truth), ("results.json", results)):
        text = json.dumps(value).encode()
        (tmp_path / name).write_bytes(text)
        (tmp_path / f"{name}.gz").write_bytes(gzip.compress(text, mtime=0))
    for read, name in ((read_truth, "truth.json"), (read_predictions, "results.json")):
        plain = read(tmp_path / name, geometry=geometry)
        packed = read(tmp_path / f"{name}.gz", geometry=geometry)
        assert plain.boxes.tolist() == packed.boxes.tolist() == [[1, 2, 3, 4]]
        assert plain.image[0] == packed.image[0] == 1
