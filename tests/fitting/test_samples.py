"""A few images with their best detections."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from truebox.datasets import read_predictions, read_truth
from truebox.fitting.samples import RowsByImage, places_of, sample_of_places, sample_of_rows, sample_pairs
from truebox.generation import make_dataset
from truebox.records import Ids


def test_every_detection_stands_beside_every_truth_of_its_image():
    truth, found = make_dataset(40, 3, seed=2)
    sample = sample_pairs(truth, found)
    image = {row: truth.image[row] for row in range(len(truth))}
    for place, row in zip(sample.detection.tolist(), sample.truth.tolist(), strict=True):
        assert found.image[int(sample.detections[place])] == image[row]
    counts = np.diff([*sample.first_pair, len(sample.truth)])
    assert np.repeat(np.arange(len(sample)), counts).tolist() == sample.detection.tolist()


def test_the_best_of_an_image_are_taken_as_many_as_it_has_truths():
    boxes = [[0, 0, 9, 9], [20, 20, 29, 29]]
    truth = read_truth([{"boxes": boxes, "labels": [1, 1]}])
    scores = [0.1, 0.9, 0.5, 0.9]
    found = read_predictions([{"boxes": boxes * 2, "labels": [1] * 4, "scores": scores}])
    assert sample_pairs(truth, found).detections.tolist() == [1, 3]


def test_large_data_is_sampled_and_sizes_come_along():
    truth, found = make_dataset(2_000, 3, seed=3)
    sample = sample_pairs(truth, found)
    assert len({found.image[row] for row in sample.detections.tolist()}) <= 300
    by_id = dict(zip(truth.images.ids.tolist(), truth.images.sizes.tolist(), strict=True))
    expected = [by_id[found.image[row]] for row in sample.detections.tolist()]
    assert sample.sizes.tolist() == expected


def test_text_ids_and_nothing_in_common():
    truth, found = make_dataset(30, 3, ids="strings", seed=2)
    assert len(sample_pairs(truth, found)) > 0
    other = read_predictions([{"image_id": "elsewhere", "category_id": 1, "bbox": [0, 0, 1, 1], "score": 1}])
    assert len(sample_pairs(truth, other)) == 0


def test_crowds_and_boxes_without_size_are_no_ground_to_judge_on():
    truth = read_truth(
        [{"boxes": [[0, 0, 9, 9], [0, 0, 0, 9], [1, 1, 5, 5]], "labels": [1, 1, 1], "iscrowd": [1, 0, 0]}]
    )
    found = read_predictions([{"boxes": [[0, 0, 9, 9]], "labels": [1], "scores": [1.0]}])
    assert sample_pairs(truth, found).truth.tolist() == [2]


def test_of_a_crowded_image_60_truths_and_20_detections_are_looked_at():
    boxes = [[20 * n, 0, 20 * n + 9, 9] for n in range(70)]
    truth = read_truth([{"boxes": boxes, "labels": [1] * 70}])
    scores = [n / 100 for n in range(70)]
    sample = sample_pairs(truth, read_predictions([{"boxes": boxes, "labels": [1] * 70, "scores": scores}]))
    assert sample.detections.tolist() == list(range(69, 49, -1))
    assert sample.first_pair.tolist() == list(range(0, 1200, 60))
    assert sample.truth.tolist() == list(range(60)) * 20


def test_ids_beyond_those_listed_are_of_no_image():
    truth = read_truth([{"boxes": [[0, 0, 9, 9]], "labels": [1]}])
    rows = [{"image_id": each, "category_id": 1, "bbox": [0, 0, 9, 9], "score": 1} for each in (-3, 0, 7)]
    assert sample_pairs(truth, read_predictions(rows)).detections.tolist() == [1]
    assert len(sample_pairs(read_truth([]), read_predictions(rows))) == 0


def test_images_of_another_kind_of_id_are_none_of_the_truth():
    """Numbers against names, and names against numbers."""
    box = {"category_id": 1, "bbox": [0, 0, 9, 9]}
    named, numbered = (
        {
            "images": [{"id": each}],
            "categories": [{"id": 1, "name": "x"}],
            "annotations": [{"id": 1, "image_id": each, **box}],
        }
        for each in ("a", 0)
    )
    for truth, other in ((named, 0), (numbered, "a")):
        found = read_predictions([{"image_id": other, "score": 0.5, **box}])
        assert len(sample_pairs(read_truth(truth), found)) == 0


def test_a_thinned_sample_keeps_whole_detections():
    chance = np.random.default_rng(1)
    truth, found = [], []
    for truths in (3, 1, 8, 5, 2):
        corner = chance.uniform(0, 50, (truths, 2))
        boxes = np.hstack([corner, corner + 5])
        truth.append({"boxes": boxes, "labels": [1] * truths})
        found.append({"boxes": boxes, "labels": [1] * truths, "scores": chance.random(truths)})
    whole = sample_pairs(read_truth(truth), read_predictions(found))
    thin = whole.thinned(len(whole.truth) // 2)
    assert whole.thinned(len(whole.truth)) is whole
    assert thin.detections.tolist() == whole.detections[::3].tolist()  # 103 pairs for at most 51
    for place, row in enumerate(range(0, len(whole), 3)):
        assert thin.truth[thin.detection == place].tolist() == whole.truth[whole.detection == row].tolist()
        assert thin.detection[thin.first_pair[place]] == place


def test_a_sample_of_rows_has_the_truths_of_their_images():
    boxes = [[0, 0, 9, 9], [20, 20, 29, 29], [40, 40, 49, 49]]
    truth = read_truth(
        [
            {"boxes": boxes[:2], "labels": [1, 1]},
            {"boxes": [], "labels": []},
            {"boxes": boxes[2:], "labels": [1]},
        ]
    )
    found = read_predictions([{"boxes": boxes, "labels": [1] * 3, "scores": [0.5] * 3}] * 3)
    true = RowsByImage(np.arange(3), np.array([0, 0, 2], dtype=np.int32))
    rows = RowsByImage(np.array([7, 4, 1]), np.array([2, 1, 0], dtype=np.int32))
    sample = sample_of_rows(truth, found, rows, true)
    assert sample.detections.tolist() == [7, 1]  # image 1 has no truth
    assert (sample.first_pair.tolist(), sample.truth.tolist()) == ([0, 1], [2, 0, 1])


@pytest.mark.parametrize("far", [1, 10**12], ids=["numbers near each other", "far apart"])
def test_places_are_those_of_the_first_of_equal_ids(far):
    table = Ids.of([7 * far, -3 * far, 7 * far, 5 * far])
    ids = Ids.of([5 * far, 7 * far, 6 * far, -3 * far, -4 * far, 8 * far])
    assert places_of(ids, table).tolist() == [3, 0, -1, 1, -1, -1]
    assert places_of(Ids.of([2**62]), Ids.of([1, 2])).tolist() == [-1]
    assert places_of(ids, Ids.of(np.empty(0, dtype=np.int64))).tolist() == [-1] * 6


def test_detections_can_be_looked_at_in_other_images_than_theirs():
    truth, found = make_dataset(50, 3, seed=5)
    images = truth.images.ids
    true_image, place = places_of(truth.image, images), places_of(found.image, images)
    moved = Ids.of([images[(at + 1) % len(images)] for at in place.tolist()])
    sample = sample_of_places(truth, true_image, found.scores, (place + 1) % len(images))
    expected = sample_pairs(truth, replace(found, image=moved))
    assert len(sample) > 30
    assert sample.detections.tolist() == expected.detections.tolist()
    assert sample.truth.tolist() == expected.truth.tolist()
