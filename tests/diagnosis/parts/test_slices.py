"""AP and recall of parts of the data, and which part is worse."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from diagnosed_results import made_result

import truebox as tb
from truebox.diagnosis import operating_points, slices
from truebox.generation import make_dataset

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def test_a_slice_of_images_has_the_ap_of_these_images():
    result = made_result(max_detections=(100,))
    ids = result.truth.images.ids.tolist()
    night = np.arange(len(ids)) % 3 == 0
    made = slices(result, ["night"], columns={"night": night})
    for row in made.rows:
        chosen = [value for value, flag in zip(ids, night, strict=True) if str(flag) == row.label]
        alone = tb.evaluate(result.truth, result.predictions, images=chosen, max_detections=(100,))
        assert row.ap == pytest.approx(alone.precision[..., 0, -1][:, :, alone.state.truths[:, 0] > 0].mean())
        assert row.truths == alone.truths


def test_all_of_the_data_in_one_slice_is_the_result():
    result = made_result()
    (row,) = slices(result, ["size"], bins={"size": {"every": (0, np.inf)}}).rows
    assert row.ap == pytest.approx(result.metrics["AP"], abs=1e-12)
    assert row.ap50 == pytest.approx(result.metrics["AP50"], abs=1e-12)
    assert (row.elsewhere, row.p_value) == (None, None)


def test_recall_counts_truths_found_at_the_operating_score():
    result = made_result()
    made = slices(result, ["size"])
    score = operating_points(result).overall.score
    table = result.matches
    for row, (low, high) in zip(made.rows, [(0, 1024), (1024, 9216), (9216, np.inf)], strict=True):
        found = total = 0
        for g in range(len(table.truths)):
            if table.truths.ignored[g] or not low <= table.truths.area[g] < high:
                continue
            total += 1
            partner = table.truths.matched_detection[g, 0]
            found += partner >= 0 and table.detections.score[partner] >= score
        assert (row.truths, row.recall) == (total, pytest.approx(found / total))


def test_a_part_that_is_missed_is_named_worst():
    truth, found = make_dataset(150, 3, seed=8)
    dark = np.arange(len(truth.images)) % 4 == 0
    ids = np.array(truth.images.ids.tolist())
    blind = np.isin(found.image.values, ids[dark]) & (np.arange(len(found)) % 2 == 0)
    moved = found.boxes + np.where(blind, 10_000, 0)[:, None] * [1, 1, 0, 0]
    result = tb.evaluate(truth, replace(found, boxes=moved))
    made = slices(result, ["aspect", "dark"], columns={"dark": dark})
    assert [(row.by, row.label) for row in made.worst][:1] == [("dark", "True")]
    assert made.worst[0].p_value <= 0.002  # the least of 1,999 draws, two hypotheses of aspect and dark


def test_parts_by_chance_are_not_named():
    random = np.random.default_rng(5)
    named = 0
    for seed in range(20):
        truth, found = make_dataset(40, 3, seed=seed)
        coin = random.random(len(truth.images)) < 0.5
        named += len(slices(tb.evaluate(truth, found), ["coin"], columns={"coin": coin}).worst)
    # With 5 % of 20 runs expected at most, three or more are less likely than 8 %.
    assert named <= 2


def test_sizes_relative_to_the_image():
    boxes = [[0, 0, 10, 10], [0, 0, 50, 40]]
    truth = [
        {"boxes": boxes, "labels": [1, 1], "width": 100, "height": 100},
        {"boxes": boxes, "labels": [1, 1], "width": 1000, "height": 1000},
    ]
    found = [{"boxes": boxes, "labels": [1, 1], "scores": [0.9, 0.8]}] * 2
    result = tb.evaluate(truth, found, mode="corrected")
    # Shares .01 and .2 of the first image, .0001 and .002 of the second.
    assert [row.truths for row in slices(result, ["relative_size"]).rows] == [2, 1, 1]
    bins = {"relative_size": {"a tenth": (0.1, 2.0)}}
    (row,) = slices(result, ["relative_size"], bins=bins).rows
    assert (row.truths, row.detections, row.ap) == (1, 1, 1.0)


def test_a_column_of_numbers_in_bins():
    result = made_result()
    light = np.arange(len(result.truth.images)).astype(object)
    light[0] = None
    cut = {"light": {"dark": (0, 10), "bright": (10, np.inf)}}
    dark, bright = slices(result, ["light"], columns={"light": light}, bins=cut).rows
    of_first = np.count_nonzero((result.matches.truths.image == 0) & ~result.matches.truths.ignored)
    assert dark.truths + bright.truths == result.truths - of_first


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"by": "size"}, "expected a list of names"),
        ({"by": ["colour"]}, "by: 'colour' is unknown"),
        ({"bins": {"colour": {}}}, "bins: 'colour' is unknown"),
        ({"bins": {"border": {"near": (0, 1)}}}, "the border has none"),
        ({"by": ["relative_size"]}, "needs the size of every image"),
        ({"columns": {"many": np.arange(30)}}, "more than 20 distinct values"),
        (
            {"columns": {"many": np.array(["a"] * 30)}, "bins": {"many": {"low": (0, 1)}}},
            "no column of numbers",
        ),
    ],
)
def test_what_cannot_be_sliced_by_is_said(given, words):
    truth = [{"boxes": [[0, 0, 9, 9]], "labels": [1]} for _ in range(30)]
    result = tb.evaluate(truth, [], mode="corrected")
    with pytest.raises(tb.errors.ArgumentError, match=words):
        slices(result, **given)


def test_where_a_detection_cannot_belong_there_is_no_ap():
    result = made_result()
    occluded = np.arange(len(result.truth)) % 2 == 0
    other = replace(result, truth=replace(result.truth, attributes={"occluded": occluded}))
    rows = slices(other, ["occluded"]).rows
    assert [(row.detections, row.ap) for row in rows] == [(None, None)] * 2
    assert all(row.recall is not None for row in rows)


def test_nothing_found():
    truth = [{"boxes": [[0, 0, 9, 9]], "labels": ["cat"], "width": 50, "height": 50}]
    made = slices(tb.evaluate(truth, [], mode="corrected"))
    assert made.score is None
    assert {row.recall for row in made.rows if row.truths} == {0.0}


def test_json():
    document = json.loads(json.dumps(slices(made_result()).to_dict()))
    assert {"by", "label", "images", "truths", "ap", "recall", "p_value"} <= set(document["rows"][0])
