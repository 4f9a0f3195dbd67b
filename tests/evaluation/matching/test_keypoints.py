"""Keypoints as a source of overlaps: what must fit, and that leaving pairs out changes nothing."""

from __future__ import annotations

import json

import numpy as np
import pytest
import shape_worlds

from truebox.datasets import read_predictions, read_truth
from truebox.errors import ArgumentError, InputError
from truebox.evaluation import evaluate

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def test_sigmas_must_fit() -> None:
    truth, found = shape_worlds.keypoint_world(np.random.default_rng(1), points=5)
    with pytest.raises(ArgumentError, match="has 5 keypoints a row, but there are 17 sigmas"):
        evaluate(truth, found, geometry="keypoints")
    with pytest.raises(ArgumentError, match="one positive number per keypoint"):
        evaluate(truth, found, geometry="keypoints", sigmas=[0.1, 0.1, 0, 0.1, 0.1])
    assert evaluate(truth, found, geometry="keypoints", sigmas=[0.1] * 5).metrics["AP"] is not None


def test_both_sides_must_have_the_same_points() -> None:
    truth, _ = shape_worlds.keypoint_world(np.random.default_rng(1))
    _, found = shape_worlds.keypoint_world(np.random.default_rng(1), points=5)
    with pytest.raises(InputError, match="E-170 <predictions>: 5 keypoints a row, but <truth> has 17"):
        evaluate(truth, found, geometry="keypoints")


def test_records_without_keypoints_are_refused() -> None:
    truth, found = shape_worlds.keypoint_world(np.random.default_rng(1))
    with pytest.raises(ArgumentError, match=r"truth.*without its keypoints.*geometry='keypoints'"):
        evaluate(read_truth(truth), found, geometry="keypoints")
    predictions = read_predictions(found, geometry="keypoints")
    assert evaluate(truth, predictions, geometry="keypoints").metrics["AP"] is not None


def test_the_number_of_threads_changes_nothing() -> None:
    truth, found = shape_worlds.keypoint_world(np.random.default_rng(2), images=9)
    one, three = (evaluate(truth, found, geometry="keypoints", threads=threads) for threads in (1, 3))
    np.testing.assert_array_equal(one.precision, three.precision)


def test_packed_points_are_compared_as_their_numbers_are(tmp_path) -> None:
    truth, found = shape_worlds.keypoint_world(np.random.default_rng(7), images=9)
    for rows in (truth["annotations"], found):
        for row in rows:
            row["keypoints"] = np.round(row["keypoints"], 2).tolist()
    sides = []
    for name, document in (("truth", truth), ("predictions", found)):
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps(document))
        sides.append(path)
    results = []
    for widened in (False, True):
        true = read_truth(sides[0], geometry="keypoints")
        predicted = read_predictions(sides[1], geometry="keypoints", truth=true)
        for side in (true, predicted):
            assert side.keypoints.packed is not None
            assert not widened or len(side.keypoints.points)
        results.append(evaluate(true, predicted, geometry="keypoints"))
    packed, wide = results
    assert packed.predictions.keypoints.packed is not None
    assert wide.predictions.keypoints.packed is None
    assert (
        packed.stats.tolist()
        == wide.stats.tolist()
        == evaluate(truth, found, geometry="keypoints").stats.tolist()
    )
    np.testing.assert_array_equal(packed.precision, wide.precision)
    np.testing.assert_array_equal(packed.matches.pairs.overlap, wide.matches.pairs.overlap)


def test_a_perfect_detection_of_every_person() -> None:
    truth, _ = shape_worlds.keypoint_world(np.random.default_rng(4), images=6)
    found = [
        {key: row[key] for key in ("image_id", "category_id", "keypoints")} | {"score": 1 - number / 1000}
        for number, row in enumerate(truth["annotations"])
        if row["num_keypoints"] and any(value > 0 for value in row["keypoints"][2::3])
    ]
    result = evaluate(truth, found, geometry="keypoints")
    assert result.metrics["AR"] == 1.0
    assert list(result.metrics) == ["AP", "AP50", "AP75", "APm", "APl", "AR", "AR50", "AR75", "ARm", "ARl"]


@pytest.mark.parametrize("mode", ["strict", "corrected"])
def test_a_crowd_with_labelled_points_is_no_truth_to_find(mode):
    # cocoeval.py, _prepare: ignored is what is a crowd or has no labelled point. Two people count; the sure
    # detection of the crowd is neither right nor wrong, so AP and AR are those of the two.
    def person(number, left, **more):
        points = [value for point in range(17) for value in (left + 3 * point, 50 + point % 5 * 9, 2)]
        return {"id": number, "image_id": 1, "category_id": 1, "keypoints": points, "num_keypoints": 17,
                "bbox": [left, 50, 50, 40], "area": 2000.0, "iscrowd": 0, **more}  # fmt: skip

    people = [person(1, 10), person(2, 200), person(3, 400, iscrowd=1), person(4, 600, num_keypoints=0)]
    people[3]["keypoints"][2::3] = [0] * 17
    truth = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "person"}], "annotations": people}
    found = [
        {"image_id": 1, "category_id": 1, "keypoints": people[place]["keypoints"], "score": score}
        for place, score in ((2, 0.9), (0, 0.8), (1, 0.7))
    ]
    result = evaluate(truth, found, geometry="keypoints", mode=mode)
    assert result.state.truths[:, 0].tolist() == [2]
    assert [result.metrics[key] for key in ("AP", "AP50", "AR", "APm")] == pytest.approx([1, 1, 1, 1])
    half = evaluate(truth, found[:2], geometry="keypoints", mode=mode)
    assert half.metrics["AR"] == 0.5
