"""What one example says."""

from __future__ import annotations

import math

import pytest

from truebox.datasets.formats.tfrecord.picture import Picture
from truebox.errors import InputError

SIDES = {"xmin": 0.25, "ymin": 0.5, "xmax": 0.75, "ymax": 1.0}


def truth_of(**more):
    features = {f"image/object/bbox/{side}": [value] for side, value in SIDES.items()}
    features |= {"image/object/class/text": [b"cat"], "image/object/class/label": [17]}
    features |= {f"image/object/{name}": values for name, values in more.items()}
    return Picture(features, "a.tfrecord record 1", 0)


def detections_of(**more):
    features = {f"image/detection/bbox/{side}": [value] for side, value in SIDES.items()}
    features |= {"image/detection/score": [0.5], "image/detection/label": [17]}
    features |= {f"image/detection/{name}": values for name, values in more.items()}
    return Picture(features, "a.tfrecord record 1", 0)


def test_objects():
    (found,) = truth_of(area=[3.5], difficult=[1], group_of=[0]).objects(100, 80)
    assert (found.label, found.text, found.box) == (17, "cat", (25, 40, 50, 40))
    assert (found.area, found.ignore, found.crowd) == (3.5, True, False)
    assert found.attributes == {"difficult": True, "group_of": False}
    assert found.place == "a.tfrecord record 1 object 1"


@pytest.mark.parametrize("flag", ["is_crowd", "group_of"])
def test_crowds(flag):
    assert truth_of(**{flag: [1]}).objects(100, 80)[0].crowd


def test_an_area_of_zero_is_none_given():
    # tf_example_decoder.py fills absent areas with zeros.
    assert truth_of(area=[0.0]).objects(100, 80)[0].area is None


def test_detections():
    assert detections_of().detections(100, 80) == [
        (17, (25, 40, 50, 40), 0.5, "a.tfrecord record 1 detection 1")
    ]


def test_name_and_size():
    picture = Picture({"image/filename": [b""], "image/source_id": [b"139"]}, "a", 0)
    assert (picture.name(), picture.size()) == ("139", None)
    assert Picture({"image/width": [4], "image/height": [3]}, "a", 0).size() == (4, 3)
    assert Picture({"image/width": [4], "image/height": [-3]}, "a", 0).size() is None


@pytest.mark.parametrize(
    ("picture", "code", "words"),
    [
        (truth_of(**{"bbox/xmin": [0.1, 0.2]}), "E-457", "xmin 2, ymin 1"),
        (truth_of(**{"bbox/xmin": [0.1, 0.2], "bbox/ymin": []}), "E-457", "differ in length"),
        (truth_of(**{"bbox/xmin": [1]}), "E-457", "no list of floats"),
        (truth_of(**{"bbox/xmax": [50.0]}), "E-401", "no fraction of the picture"),
        (truth_of(**{"bbox/xmax": [math.inf]}), "E-401", "no fraction"),
        (truth_of(**{"class/text": [b"a", b"b"]}), "E-457", "2 values for 1 boxes"),
        (truth_of(**{"class/text": [b"\xff"]}), "E-457", "not UTF-8"),
        (truth_of(**{"class/text": [3]}), "E-457", "no list of texts"),
        (truth_of(**{"class/label": [b"3"]}), "E-457", "no list of whole numbers"),
        (truth_of(**{"class/text": [], "class/label": []}), "E-457", "neither a label nor a text"),
        (truth_of(difficult=[1, 0]), "E-457", "difficult has 2 values"),
    ],
)
def test_objects_that_do_not_fit_are_refused(picture, code, words):
    with pytest.raises(InputError, match=f"{code} a.tfrecord record 1: .*{words}"):
        picture.objects(100, 80)


def test_fractions_need_a_size():
    with pytest.raises(InputError, match=r"E-450 .*image/width.*images="):
        truth_of().objects(0, 0)


@pytest.mark.parametrize(
    ("picture", "words"),
    [
        (truth_of(), "no detections"),
        (detections_of(score=[0.5, 0.5]), "score has 2 values for 1 boxes"),
        (detections_of(label=[]), "label has 0 values"),
    ],
)
def test_detections_that_do_not_fit_are_refused(picture, words):
    with pytest.raises(InputError, match=f"E-457 .*{words}"):
        picture.detections(100, 80)


def test_a_picture_without_a_name_is_refused():
    with pytest.raises(InputError, match="E-457 a: it has neither"):
        Picture({}, "a", 0).name()
