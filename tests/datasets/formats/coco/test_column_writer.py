"""What is written reads back to the same bits, in any JSON parser."""

from __future__ import annotations

import json

import numpy as np
import pytest

from truebox.datasets import read_predictions, read_truth, write_coco_predictions, write_coco_truth
from truebox.errors import ArgumentError
from truebox.generation import make_dataset, to_coco, to_coco_results
from truebox.records import Ids


def columns(count, seed=0):
    rng = np.random.default_rng(seed)
    boxes = np.abs(rng.standard_normal((count, 4)) * 10.0 ** rng.integers(-12, 12, (count, 1)))
    return {
        "image": rng.integers(0, 9, count),
        "category": rng.integers(0, 5, count),
        "boxes": boxes,
        "scores": rng.random(count),
    }


def test_predictions_read_back_to_the_same_bits(tmp_path):
    path = tmp_path / "p.json"
    given = columns(1000)
    write_coco_predictions(path, **given)
    found = read_predictions(path)
    assert found.boxes.tobytes() == given["boxes"].tobytes()
    assert found.scores.tobytes() == given["scores"].tobytes()
    assert found.image.values.tolist() == given["image"].tolist()
    parsed = json.loads(path.read_text())
    assert [row["bbox"] for row in parsed] == given["boxes"].tolist()


def test_more_rows_than_a_chunk(tmp_path, monkeypatch):
    monkeypatch.setattr("truebox.datasets.formats.coco.column_writer._CHUNK", 7)
    for count in (0, 1, 7, 8, 21):
        write_coco_predictions(tmp_path / "p.json", **columns(count))
        assert len(json.loads((tmp_path / "p.json").read_text())) == count


def test_string_ids_are_escaped(tmp_path):
    names = ['a"\\\n', "é😀", "</script>"]
    write_coco_predictions(
        tmp_path / "p.json",
        image=names,
        category=Ids(np.array([0, 0, 0]), ("x",)),
        boxes=np.ones((3, 4)),
        scores=[1, 2, 3],
    )
    found = read_predictions(tmp_path / "p.json")
    assert [found.image[row] for row in range(3)] == names
    assert found.category[2] == "x"


def test_a_truth_reads_back(tmp_path):
    given = columns(50)
    del given["scores"]
    crowd = np.arange(50) % 2
    write_coco_truth(
        tmp_path / "t.json",
        image_ids=range(9),
        image_sizes=[[3, 4]] * 9,
        file_names=["é.jpg"] * 9,
        category_ids=range(5),
        category_names=["a", "b", "c", "d", 'e"'],
        crowd=crowd,
        ignore=1 - crowd,
        area=np.arange(50) / 3,
        **given,
    )
    truth = read_truth(tmp_path / "t.json")
    assert truth.boxes.tobytes() == given["boxes"].tobytes()
    assert truth.area.tolist() == (np.arange(50) / 3).tolist()
    assert truth.ids.values.tolist() == list(range(1, 51))
    assert truth.crowd.tolist() == crowd.tolist()
    assert truth.ignore.tolist() == (1 - crowd).tolist()
    assert truth.images.sizes.tolist() == [[3, 4]] * 9
    assert list(truth.images.file_names) == ["é.jpg"] * 9
    assert truth.categories.names[4] == 'e"'


@pytest.mark.parametrize("ids", ["ordered", "zero", "unsorted", "strings"])
def test_made_records_are_written_as_their_dicts(tmp_path, ids):
    truth, found = make_dataset(6, 3, ids=ids, ignored=0.2, seed=1)
    write_coco_truth(
        tmp_path / "t.json",
        image_ids=truth.images.ids,
        image_sizes=truth.images.sizes,
        file_names=truth.images.file_names,
        category_ids=truth.categories.ids,
        category_names=truth.categories.names,
        image=truth.image,
        category=truth.category,
        ids=truth.ids,
        boxes=truth.boxes,
        area=truth.area,
        crowd=truth.crowd,
        ignore=truth.ignore,
    )
    write_coco_predictions(
        tmp_path / "p.json",
        image=found.image,
        category=found.category,
        boxes=found.boxes,
        scores=found.scores,
    )
    expected = to_coco(truth)
    for annotation in expected["annotations"]:
        if not annotation["ignore"]:  # written only where it is 1
            del annotation["ignore"]
    assert json.loads((tmp_path / "t.json").read_bytes()) == expected
    assert json.loads((tmp_path / "p.json").read_bytes()) == to_coco_results(found)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"scores": [1.0]}, "scores must have shape"),
        ({"scores": [float("nan")] * 3}, "scores must be finite"),
        ({"boxes": np.full((3, 4), np.inf)}, "boxes must be finite"),
        ({"boxes": np.ones((3, 3))}, "boxes must have shape"),
        ({"image": [1.5, 2, 3]}, "image must be all integers or all strings"),
        ({"image": [1]}, "image must have shape"),
    ],
)
def test_bad_columns_write_nothing(tmp_path, changes, words):
    with pytest.raises(ArgumentError, match=words):
        write_coco_predictions(tmp_path / "p.json", **{**columns(3), **changes})
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_write_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "p.json"
    write_coco_predictions(path, **columns(2))
    before = path.read_bytes()

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("truebox.datasets.formats.coco.column_writer._kernels.format_predictions", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_coco_predictions(path, **columns(3))
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
