"""Which slice every truth and every detection belongs to."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from diagnosed_results import made_result

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
