"""A truth to Pascal VOC and back."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from label_samples import folder_of

from truebox.datasets import read_truth
from truebox.datasets.formats.voc.format import FORMAT
from truebox.errors import InputError
from truebox.generation import make_dataset
from truebox.records import Ids


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_what_is_written_is_read_back_up_to_what_was_said_to_be_lost(tmp_path_factory, seed):
    root = tmp_path_factory.mktemp("voc")
    truth, _ = make_dataset(6, 4, 3.0, 2.0, seed, crowds=0.2, ignored=0.2)
    losses = {loss.what: loss.count for loss in FORMAT.write_truth(truth, root / "out")}
    again = read_truth(root / "out", pixel_origin=1)
    assert losses.get("crowd flags (written as difficult)", 0) == truth.crowd.sum()
    assert len(again.images) == len(truth.images)
    assert sorted(map(tuple, again.images.sizes.tolist())) == sorted(map(tuple, truth.images.sizes.tolist()))
    left, right = _rows(again), _rows(truth)
    assert [row[:2] for row in left] == [row[:2] for row in right]
    assert [x for row in left for x in row[2:]] == pytest.approx(
        [x for row in right for x in row[2:]], abs=1e-9
    )


def _rows(truth):
    """Image, class, ignored, box: in the order of images by name and, in one image, of the rows."""
    table = truth.images.ids.tolist()
    files = [file or str(key) for key, file in zip(table, truth.images.file_names, strict=True)]
    images = dict(zip(table, (file.partition(".")[0] for file in files), strict=True))
    names = dict(zip(truth.categories.ids.tolist(), truth.categories.names, strict=True))
    rows = [
        (
            images[truth.image[row]],
            names[truth.category[row]],
            int(truth.ignore[row] or truth.crowd[row]),
            *box,
        )
        for row, box in enumerate(truth.boxes.tolist())
    ]
    return sorted(rows, key=lambda row: row[0])


def test_texts_are_escaped(tmp_path):
    names = ["a<b>&c", "\"q\" 'p'", "caf\u00e9"]
    truth = read_truth([{"boxes": [[0, 0, 1, 1]] * 3, "labels": names, "width": 2, "height": 2}])
    FORMAT.write_truth(truth, tmp_path / "out")
    again = read_truth(tmp_path / "out")
    assert sorted(again.categories.names) == sorted(names)


def test_what_xml_cannot_hold_is_refused_and_nothing_is_left(tmp_path):
    for name in ("a\0b", " padded", "a\ufffe"):
        truth = read_truth([{"boxes": [[0, 0, 1, 1]], "labels": [name], "width": 2, "height": 2}])
        with pytest.raises(InputError, match=r"E-414 .*XML cannot hold"):
            FORMAT.write_truth(truth, tmp_path / "out")
    fractions = read_truth(folder_of(tmp_path / "yolo", {"a.txt": "0 .5 .5 1 1"}))
    with pytest.raises(InputError, match=r"E-450 .*fractions"):
        FORMAT.write_truth(fractions, tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["yolo"]


@pytest.mark.parametrize("left", [-0.25, -1.0, -3.5, 0.0])
def test_boxes_that_reach_out_of_the_image_come_back_where_they_were(tmp_path, left):
    boxes = [[left, 5, 20, 30], [10, 20, 30, 60]]
    truth = read_truth([{"boxes": boxes, "labels": ["cat"] * 2, "width": 99, "height": 99}])
    FORMAT.write_truth(truth, tmp_path / "out")
    again = read_truth(tmp_path / "out")
    assert again.boxes.tolist() == truth.boxes.tolist()
    assert again.findings == ()


def test_areas_are_lost_where_they_are_not_those_of_the_boxes(tmp_path):
    truth = read_truth(
        [
            {
                "boxes": [[0, 0, 4, 8], [0, 0, 5, 5]],
                "labels": ["cat"] * 2,
                "file_name": "a.jpg",
                "width": 9,
                "height": 9,
            }
        ]
    )
    assert truth.area.tolist() == [32, 25]

    def lost(areas, folder):
        losses = FORMAT.write_truth(replace(truth, area=np.array(areas, dtype=float)), tmp_path / folder)
        return {each.what: each.count for each in losses}.get("areas other than width x height")

    assert lost([32, 25], "all") is None
    assert lost([32, 24], "one") == 1


@pytest.mark.parametrize("column", ["image", "category"])
def test_an_object_of_an_unlisted_image_or_class_is_refused_by_its_row(tmp_path, column):
    truth = read_truth(
        [
            {
                "boxes": [[0, 0, 4, 8], [0, 0, 5, 5]],
                "labels": [3, 3],
                "file_name": "a.jpg",
                "width": 9,
                "height": 9,
            }
        ]
    )
    ids = getattr(truth, column)
    other = Ids(np.array([ids.values[0], ids.values[0] + 7]))
    with pytest.raises(InputError, match=r"E-414 .*row 1: its image or class is not listed"):
        FORMAT.write_truth(replace(truth, **{column: other}), tmp_path / "labels")
