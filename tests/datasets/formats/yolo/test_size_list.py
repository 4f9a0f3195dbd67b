"""Sizes of images beside labels without pictures."""

from __future__ import annotations

import numpy as np
import pytest
from label_samples import folder_of

from truebox.datasets import read_truth
from truebox.datasets.formats.yolo.size_list import SIZE_LIST, read_size_list, size_list_text
from truebox.errors import InputError
from truebox.records import Strings


def test_names_with_commas_and_quotes_come_back(tmp_path):
    sizes = np.array([(640, 480), (0, 0)])
    text = size_list_text(["a,b", 'c"d'], Strings.of(["a,b.jpg", ""]), sizes)
    folder_of(tmp_path, {SIZE_LIST: text.decode()})
    assert read_size_list(tmp_path) == {"a,b": ("a,b.jpg", 640, 480), 'c"d': ("", 0, 0)}
    assert read_size_list(tmp_path / "elsewhere") == {}


@pytest.mark.parametrize(
    "row",
    [
        "a,a.jpg,640",
        "a,a.jpg,-1,2",
        "a,a.jpg,1.5,2",
        "a,a.jpg,99999999999,2",
        "a,b,c,d,e",
        "a,a.jpg,1000000001,2",
        "a,a.jpg,2,1000000001",
    ],
)
def test_a_row_that_is_none_is_refused_by_line(tmp_path, row):
    folder_of(tmp_path, {SIZE_LIST: f"label,file_name,width,height\n{row}\n"})
    with pytest.raises(InputError, match=r"E-403 .*image_sizes.csv line 2"):
        read_size_list(tmp_path)


def test_the_largest_size_is_taken(tmp_path):
    folder_of(tmp_path, {SIZE_LIST: "label,file_name,width,height\na,a.jpg,1000000000,1\n"})
    assert read_size_list(tmp_path) == {"a": ("a.jpg", 10**9, 1)}


def test_labels_without_pictures_take_their_sizes_from_it(tmp_path):
    text = size_list_text(["x/a"], Strings.of(["x/a.jpg"]), np.array([(200, 100)])).decode()
    root = folder_of(tmp_path, {SIZE_LIST: text, "labels/x/a.txt": "0 .5 .5 .5 .5\n", "classes.txt": "cat"})
    truth = read_truth(root)
    assert (truth.units, truth.boxes.tolist()) == ("pixels", [[50, 25, 100, 50]])
    assert list(truth.images.file_names) == ["x/a.jpg"]
    folder_of(root, {"labels/b.txt": ""})
    with pytest.raises(InputError, match=r"E-405 labels/b.txt: .*image_sizes.csv"):
        read_truth(root)
