"""Files: what the native reader accepts never loads the general path, what it declines is read by it."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shape_worlds

from truebox.datasets import read_predictions, read_truth
from truebox.datasets.formats.coco.files import finish_predictions_file, finish_truth_file
from truebox.datasets.formats.coco.native import reader_of
from truebox.records import Ids, Source, Strings

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


pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def assert_same(ours: Any, theirs: Any, place: str) -> None:
    assert type(ours) is type(theirs), place
    if isinstance(ours, np.ndarray):
        assert ours.dtype == theirs.dtype, place
        np.testing.assert_array_equal(ours, theirs, err_msg=place)
    elif isinstance(ours, Ids | Strings):
        assert list(ours) == list(theirs), place
    elif hasattr(ours, "__dataclass_fields__") and not isinstance(ours, Source):
        for field in fields(ours):
            assert_same(getattr(ours, field.name), getattr(theirs, field.name), f"{place}.{field.name}")


def _styles(rng: np.random.Generator) -> dict[str, Any]:
    styles: list[dict[str, Any]] = [{}, {"separators": (",", ":")}, {"indent": 1}, {"indent": "\t"}]
    return styles[rng.integers(len(styles))]


def _shuffled(rng: np.random.Generator, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    order = rng.permutation(8)
    return [dict(sorted(row.items(), key=lambda item: order[len(item[0]) % 8])) for row in rows]


@pytest.mark.parametrize("geometry", ["masks", "keypoints"])
@pytest.mark.parametrize("batch", range(4))
def test_generated_files(tmp_path: Path, geometry: Any, batch: int) -> None:
    for seed in range(batch * 8, batch * 8 + 8):
        rng = np.random.default_rng(seed)
        make = shape_worlds.mask_world if geometry == "masks" else shape_worlds.keypoint_world
        truth, found = make(rng)
        truth["annotations"] = _shuffled(rng, truth["annotations"])
        found = _shuffled(rng, found)
        paths = tmp_path / "truth.json", tmp_path / "found.json"
        for path, value in zip(paths, (truth, found), strict=True):
            path.write_text(json.dumps(value, **_styles(rng)))
        threads = int(rng.integers(1, 4))
        assert len(reader_of(geometry).truth_file(paths[0], threads).take()) > 2  # the native reader takes it
        for read, path, value in ((read_truth, paths[0], truth), (read_predictions, paths[1], found)):
            ours = read(path, geometry=geometry, threads=threads)
            assert_same(ours, read(value, geometry=geometry), f"{read.__name__} seed {seed}")


def test_several_parts_and_threads(tmp_path: Path) -> None:
    _, found = shape_worlds.mask_world(np.random.default_rng(3), images=6)
    many = (found * (1 + 1_500_000 // len(json.dumps(found))))[:20_000]
    path = tmp_path / "found.json"
    path.write_text(json.dumps(many))
    assert path.stat().st_size > 1_000_000
    expected = read_predictions(many, geometry="masks")
    for threads in (1, 3):
        assert_same(read_predictions(path, geometry="masks", threads=threads), expected, f"{threads} threads")


def test_gzip(tmp_path: Path) -> None:
    truth, found = shape_worlds.keypoint_world(np.random.default_rng(5))
    for name, value, read in (("t", truth, read_truth), ("p", found, read_predictions)):
        path = tmp_path / f"{name}.json.gz"
        path.write_bytes(gzip.compress(json.dumps(value).encode()))
        assert_same(read(path, geometry="keypoints"), read(value, geometry="keypoints"), name)


@pytest.mark.parametrize(
    ("geometry", "row"),
    [
        ("masks", {"segmentation": {"size": [2, 3], "counts": [1, 2.5, 3]}}),
        ("masks", {"segmentation": {"size": [2.0, 3], "counts": "06"}}),
        ("masks", {"segmentation": "06"}),
        ("masks", {"segmentation": {"counts": "06"}}),
        ("masks", {"segmentation": [[1, 2, 3, "4", 5, 6]]}),
        ("masks", {"segmentation": [1, 2, 3, 4, 5, 6]}),
        ("keypoints", {"keypoints": [1, 2, None]}),
        ("keypoints", {"keypoints": [1, 2]}),
        ("keypoints", {"keypoints": []}),
        ("keypoints", {}),
    ],
)
def test_what_is_unusual_is_left_to_the_general_path(
    tmp_path: Path, geometry: Any, row: dict[str, Any]
) -> None:
    path = tmp_path / "found.json"
    path.write_text(json.dumps([{"image_id": 1, "category_id": 1, "score": 0.5, **row}]))
    reader = reader_of(geometry)
    assert reader.predictions(reader.predictions_file(path, 1).take()) is None


def test_boxes_in_some_rows_only_are_left_to_the_general_path() -> None:
    rows = [
        {"image_id": 1, "category_id": 1, "score": 0.5, "segmentation": {"size": [2, 3], "counts": "06"}}
    ] * 2
    first_boxed = [{**rows[0], "bbox": [0, 0, 1, 1]}, rows[1]]
    reader = reader_of("masks")
    assert reader.predictions(reader.predictions_text(json.dumps(first_boxed).encode(), 1)) is None
    later_boxed = reader.predictions(reader.predictions_text(json.dumps(first_boxed[::-1]).encode(), 1))
    assert later_boxed is not None
    assert not later_boxed.boxed
    assert not later_boxed.boxes.any()


def test_finishing_asks_the_reader_of_the_geometry(tmp_path: Path) -> None:
    truth, found = shape_worlds.mask_world(np.random.default_rng(1), boxed=True)
    paths = tmp_path / "t.json", tmp_path / "p.json"
    for path, value in zip(paths, (truth, found), strict=True):
        path.write_text(json.dumps(value))
    boxes = reader_of("boxes")
    plain = finish_truth_file(paths[0], boxes.truth_file(paths[0], 1).take(), 1)
    assert plain.segmentations is None
    assert (
        finish_predictions_file(paths[1], boxes.predictions_file(paths[1], 1).take(), 1).segmentations is None
    )
