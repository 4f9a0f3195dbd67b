"""Which slice every truth and every detection belongs to."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from diagnosed_results import made_result

import truebox as tb
from truebox.diagnosis.parts.slice_keys import BUILT_IN, slice_keys
from truebox.errors import ArgumentError


def keys(result, by=None, bins=None, columns=None):
    return list(slice_keys(result, by, bins, columns))


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_row_is_in_exactly_one_part(name):
    parts = keys(made_result(), [name])
    truths = made_result().matches.truths
    times = np.sum([part.truths for part in parts], axis=0)
    assert (times[~truths.ignored] == 1).all()
    assert (np.sum([part.detections for part in parts], axis=0) <= 1).all()


def test_own_bins():
    parts = keys(made_result(), ["size"], {"size": {"tiny": (0, 100), "rest": (100, np.inf)}})
    assert [part.label for part in parts] == ["tiny", "rest"]
    assert parts[0].truths.tolist() == (made_result().matches.truths.area < 100).tolist()


def test_without_sizes_of_images_there_is_no_border():
    result = made_result()
    images = replace(result.truth.images, sizes=np.zeros_like(result.truth.images.sizes))
    other = replace(result, truth=replace(result.truth, images=images))
    assert "border" not in {key.by for key in keys(other)}
    with pytest.raises(ArgumentError, match="needs the size of every image"):
        keys(other, ["border"])


def test_what_the_truth_says_about_images_and_objects():
    result = made_result()
    weather = np.array(["rain", "sun"] * len(result.truth.images), dtype=object)[: len(result.truth.images)]
    tracks = np.arange(len(result.truth)) % 2 == 0
    images = replace(result.truth.images, attributes={"weather": weather})
    other = replace(result, truth=replace(result.truth, images=images, attributes={"occluded": tracks}))
    made = {(part.by, part.label): part for part in keys(other, ["weather", "occluded"])}
    assert set(made) == {("weather", "rain"), ("weather", "sun"), ("occluded", "True"), ("occluded", "False")}
    assert made["occluded", "True"].truths.tolist() == tracks[other.matches.truths.row].tolist()
    assert made["occluded", "True"].detections is None
    assert made["weather", "rain"].detections is not None


def test_columns_of_images_and_of_annotations():
    result = made_result()
    night = np.arange(len(result.truth.images)) < 5
    (yes, no) = sorted(keys(result, ["night"], columns={"night": night}), key=lambda part: part.label)[::-1]
    assert (yes.label, no.label) == ("True", "False")
    assert len(np.unique(result.matches.truths.image[yes.truths])) <= 5
    with pytest.raises(ArgumentError, match=r"columns\['night'\]: shape"):
        keys(result, ["night"], columns={"night": night[:3]})


def test_columns_with_one_value_or_too_many_are_no_slices():
    result = made_result()
    count = len(result.truth.images)
    for column in (np.zeros(count), np.arange(count)):
        with pytest.raises(ArgumentError, match="fewer than two or more than 20 distinct values"):
            keys(result, ["x"], columns={"x": column})
        images = replace(result.truth.images, attributes={"x": column})
        other = replace(result, truth=replace(result.truth, images=images))
        assert "x" not in {key.by for key in keys(other)}


def test_unknown_names_are_refused():
    with pytest.raises(ArgumentError, match="by: 'colour' is unknown"):
        keys(made_result(), ["colour"])


def cut(boxes, by, areas=None, sizes=(400, 100)):
    """Parts of truths and of unmatched detections with these boxes, each a list of rows."""
    boxes = np.array(boxes, float)
    image = {"labels": [1] * len(boxes), "width": sizes[0], "height": sizes[1]}
    found = {"labels": [1] * len(boxes), "scores": np.linspace(0.9, 0.1, len(boxes))}
    truth = tb.read_truth([{"boxes": boxes, **image}], box_format="xywh")
    found = tb.read_predictions([{**found, "boxes": boxes}], box_format="xywh", truth=truth)
    if areas is not None:
        truth = replace(truth, area=np.array(areas, float))
    result = tb.evaluate(truth, found, mode="corrected", fit_test=False)
    return [
        (part.label, np.flatnonzero(part.truths).tolist(), np.flatnonzero(part.detections).tolist())
        for part in keys(result, [by])
    ]


def test_sizes_begin_where_cocos_do():
    """32 squared is medium, 96 squared large; the truth's by its area, a detection's by its box."""
    boxes = [[0, 0, 32, 32], [0, 0, 31, 33], [0, 0, 96, 96], [0, 0, 95, 97]]
    assert cut(boxes, "size") == [
        ("small", [1], [1]),
        ("medium", [0, 3], [0, 3]),
        ("large", [2], [2]),
    ]
    areas = [1023, 1024, 9215, 9216]
    assert [part[1] for part in cut(boxes, "size", areas)] == [[0], [1, 2], [3]]


def test_shapes_and_shares_of_the_image():
    # Of an image of 400 x 100: twice as wide, twice as high, 1 and 10 % of it.
    boxes = [[0, 0, 20, 10], [0, 0, 19, 10], [0, 0, 10, 20], [0, 0, 10, 21], [0, 0, 40, 100]]
    assert [part[1:] for part in cut(boxes, "aspect")] == [([3, 4], [3, 4]), ([1, 2], [1, 2]), ([0], [0])]
    shares = [[0, 0, 20, 20], [0, 0, 20, 19], [0, 0, 40, 100], [0, 0, 40, 99]]
    assert [part[1:] for part in cut(shares, "relative_size")] == [([1], [1]), ([0, 3], [0, 3]), ([2], [2])]


@pytest.mark.parametrize(("many", "part"), [(1, 0), (3, 0), (4, 1), (9, 1), (10, 2), (12, 2)])
def test_how_many_objects_make_a_crowd(many, part):
    boxes = [[20 * k, 10, 9, 9] for k in range(many)]
    found = cut(boxes, "crowdedness")
    assert [len(row[1]) for row in found] == [many if place == part else 0 for place in range(3)]
    assert [len(row[2]) for row in found] == [many if place == part else 0 for place in range(3)]


@pytest.mark.filterwarnings("ignore:W-141")
def test_what_has_no_height_is_wide_and_warns_of_nothing():
    with np.errstate(all="raise"):
        parts = cut([[10, 10, 40, 0], [60, 10, 40, 40]], "aspect")
    assert [part[1:] for part in parts] == [([], []), ([1], [1]), ([0], [0])]
