"""How the name of an image is compared with another spelling of it."""

from __future__ import annotations

import pytest

from truebox.datasets import read_truth
from truebox.datasets.joining.image_names import are_one_image, image_ways
from truebox.records import Ids


def how_joined(file: str, name: int | str) -> str | None:
    truth = read_truth([{"boxes": [], "labels": [], "file_name": file}])
    image = Ids.of([name])
    for how, names, of_truth, of_found in image_ways(truth.images, image):
        if of_truth(names[0]) == of_found(str(name)):
            return how
    return None


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("a.jpg", "a"),
        ("a", "a.jpg"),
        ("a.JPG", "a.jp2"),
        ("a.geojson", "a.mp4"),
        ("a.dicom", "a.txt"),
        ("a", "a.dicom"),
        ("a.1.jpg", "a.1"),
        ("a.1", "a.1.jpg"),
        ("v/a.1.jpg", "a.1.txt"),
        ("a_jpg.rf.1b2c3d", "a_jpg.rf.1b2c3d.jpg"),
        (".a", ".a.png"),
        ("000042.jpg", 42),
    ],
)
def test_a_suffix_may_lack_or_differ(file, name):
    assert how_joined(file, name) is not None


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("a.1", "a"),
        ("a", "a.1"),
        ("a.1", "a.2"),
        ("a.jpg", "a.1"),
        ("a.left", "a.right"),
        ("a_jpg.rf.h1", "a_jpg.rf.h8"),
        ("a", "a.picture"),
        ("a", "a.1b"),
        (".jpg", ".png"),
        ("42.5", 42),
    ],
)
def test_what_is_no_suffix_belongs_to_the_name(file, name):
    assert how_joined(file, name) is None


@pytest.mark.parametrize(
    ("names", "one"),
    [
        (["a.jpg"], True),
        (["a.jpg", "./a.jpg", ".\\a.jpg"], True),
        (["a.jpg", "a", "./a"], True),
        (["v//a.jpg", "v/a"], True),
        (["a.jpg", "a.png"], False),
        (["a", "a.jpg", "a.png"], False),
        (["a", "a.1"], False),
        (["a", "a.left"], False),
        (["v/a", "w/a"], False),
    ],
)
def test_spellings_of_one_image(names, one):
    assert are_one_image(names) == one
