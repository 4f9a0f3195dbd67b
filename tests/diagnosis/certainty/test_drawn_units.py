"""What belongs together, by column, folder, pattern and value."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from truebox.diagnosis.certainty.drawn_units import drawn_units, group_values, swaps
from truebox.errors import ArgumentError
from truebox.evaluation import evaluate
from truebox.generation import make_dataset
from truebox.records import Strings


@pytest.fixture(scope="module")
def filmed():
    """Ten images of three videos, with a column that names the town."""
    truth, found = make_dataset(10, 2, 5, 3.0, 1)
    names = Strings.of(f"v{place // 4}/frame_{place:03d}.jpg" for place in range(10))
    town = np.array([None, "", *["Ulm"] * 4, *["Jena"] * 4], dtype=object)
    images = replace(truth.images, file_names=names, attributes={"town": town})
    return evaluate(replace(truth, images=images), found, mode="corrected")


@pytest.mark.parametrize(
    ("groups", "expected"),
    [
        ("folder", [0, 0, 0, 0, 1, 1, 1, 1, 2, 2]),
        ("v([0-9])/", [0, 0, 0, 0, 1, 1, 1, 1, 2, 2]),
        ("town", [0, 1, 2, 2, 2, 2, 3, 3, 3, 3]),  # an image without a value belongs to no other
        ([*"aab"] + ["c"] * 7, [0, 0, 1, 2, 2, 2, 2, 2, 2, 2]),
    ],
)
def test_each_image_has_its_group(filmed, groups, expected):
    units = drawn_units(filmed, np.arange(10), groups)
    assert units.of_image.tolist() == expected
    assert (units.count, units.counted) == (len(set(expected)), "groups")


def test_objects_that_agree_in_each_image_say_its_group(filmed):
    truth = filmed.truth
    image = truth.image.values
    towns = np.array([f"town {place // 4}" for place in image.tolist()], dtype=object)
    sides = np.array(["left", "right"], dtype=object)[np.arange(len(image)) % 2]
    said = replace(filmed, truth=replace(truth, attributes={"town of it": towns, "side": sides}))
    ids = filmed.state.images.tolist()
    expected = [f"town {id // 4}" for id in ids]
    seen = set(image.tolist())
    assert group_values(said, "town of it") == [
        town if id in seen else None for id, town in zip(ids, expected, strict=True)
    ]
    with pytest.raises(ArgumentError, match="a group holds whole images"):
        group_values(said, "side")


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_images_without_a_file_name_are_grouped_by_their_ids():
    box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    result = evaluate([box] * 12, [box | {"scores": [0.5]}] * 12, mode="corrected")
    assert group_values(result, "^(.)") == [*"0123456789", "1", "1"]


def test_without_groups_each_image_is_its_own(filmed):
    units = drawn_units(filmed, np.array([2, 5]))
    assert units.of_image.tolist() == [-1, -1, 0, -1, -1, 1, -1, -1, -1, -1]
    assert units.sampled.tolist() == [2, 5]


@pytest.mark.parametrize(
    ("groups", "message"),
    [
        ("city", "no column of the images, and a pattern of file names has one pair of brackets"),
        ("(night", "no pattern"),
        ("(night)", "fits no file name, such as 'v0/frame_000.jpg'"),
        ([1, 2], "pass one per image"),
        (["a"] * 10, "are one group"),
    ],
)
def test_groups_that_cannot_be_are_refused(filmed, groups, message):
    with pytest.raises(ArgumentError, match=message.replace("(", "\\(")):
        drawn_units(filmed, np.arange(10), groups)


def test_draws_give_whole_groups(filmed):
    units = drawn_units(filmed, np.arange(10), "folder")
    drawn = units.draws(50, 3)
    assert (drawn[:, :4] == drawn[:, :1]).all()
    assert (drawn[:, [0, 4, 8]].sum(axis=1) == 3).all()
    assert units.distinct(np.array([0, 1, 9], dtype=np.int32)) == 2
    assert group_values(filmed, "folder")[4] == "v1"


def test_half_is_swapped():
    chosen = swaps(400, 100, 1, 0)
    assert set(np.unique(chosen)) == {0, 1}
    assert abs(chosen.mean() - 0.5) < 5 * 0.5 / 200
    assert not np.array_equal(chosen, swaps(400, 100, 1, 1))
    assert np.array_equal(chosen, swaps(400, 100, 1, 0))
