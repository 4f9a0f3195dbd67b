from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import truebox
from truebox.diagnosis import compare, intervals
from truebox.diagnosis.certainty.difference import holm
from truebox.errors import ArgumentError
from truebox.evaluation import evaluate
from truebox.generation import make_dataset

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def test_a_worse_model_is_called_worse(made, noisier):
    pair = compare(made, noisier).pairs[0]
    ap = pair.metrics["AP"]
    assert (ap.first, ap.second) == (made.metrics["AP"], noisier.metrics["AP"])
    assert ap.value == ap.second - ap.first
    assert ap.low < ap.value < ap.high < 0
    assert ap.p < 0.05
    assert ap.verdict == "worse"


def test_changing_sides_changes_signs(made, noisier):
    there, back = compare(made, noisier).pairs[0], compare(noisier, made).pairs[0]
    for key, entry in there.metrics.items():
        other = back.metrics[key]
        assert other.value == -entry.value
        assert other.low == pytest.approx(-entry.high)
        assert other.p == pytest.approx(entry.p)
    assert (there.movers.better, there.movers.worse) == (back.movers.worse, back.movers.better)


def test_pairing_makes_the_difference_surer_than_the_numbers(made, noisier):
    error = compare(made, noisier).pairs[0].metrics["AP"].error
    apart = [intervals(result).metrics["AP"].error for result in (made, noisier)]
    assert error < 0.7 * np.hypot(*apart)


def test_truth_and_predictions_are_evaluated_first():
    truth, found = make_dataset(40, 2, 10, 3.0, 1)
    noise = np.random.default_rng(1).normal(0, 0.2, len(found.scores))
    other = replace(found, scores=found.scores + noise)
    given = truebox.compare(truth, found, other, replicates=200, mode="corrected", max_detections=[1, 5])
    results = [evaluate(truth, part, mode="corrected", max_detections=[1, 5]) for part in (found, other)]
    assert given.pairs == compare(*results, replicates=200).pairs
    assert given.results[0].parameters.max_detections == (1, 5)


def test_every_model_is_compared_with_the_first(made, noisier):
    found = compare(made, noisier, made, replicates=200)
    assert len(found.pairs) == 2
    assert found.pairs[0] == compare(made, noisier, replicates=200).pairs[0]
    assert found.pairs[1].metrics["AP"].value == 0


def test_classes_are_corrected_for_looking_at_all_of_them(made, noisier):
    pair = compare(made, noisier).pairs[0]
    raw = [replace(entry.metrics["AP"], corrected_p=None) for entry in pair.per_class]
    assert [entry.metrics["AP"] for entry in pair.per_class] == holm(raw, 0.95)
    assert all(entry.metrics["AP"].corrected_p >= entry.metrics["AP"].p for entry in pair.per_class)
    assert [entry.name for entry in pair.per_class] == [entry.name for entry in made.per_class]


def test_equally_good_models_are_rarely_told_apart():
    """Score noise of one kind, twice, on 150 data sets: at level 0.95 one in twenty may differ.

    Binomial(150, 0.05) is above 17 with a probability of less than 0.001.
    """
    told = 0
    for seed in range(150):
        rng = np.random.default_rng(seed)
        truth, found = make_dataset(60, 2, 8, 2.0, seed)
        noisy = [
            replace(found, scores=found.scores + rng.normal(0, 0.3, len(found.scores))) for _ in range(2)
        ]
        pair = compare(truth, *noisy, replicates=200, mode="corrected").pairs[0]
        told += pair.metrics["AP"].verdict != "not significant"
    assert told <= 17


def test_it_is_plain_values_in_the_end(made, noisier):
    document = compare(made, noisier, replicates=100, seed=4, most_movers=3).to_dict()
    assert document["format_version"] == 1
    assert (document["seed"], document["replicates"], document["images"]) == (4, 100, 60)
    pair = document["comparisons"][0]
    assert set(pair) == {"first", "second", "metrics", "per_class", "movers"}
    assert len(pair["movers"]["lost"]) <= 3


@pytest.mark.parametrize("arguments", [{"most_movers": -1}, {"most_movers": True}, {"replicates": 1}])
def test_what_cannot_be_taken_is_refused_by_name(made, arguments):
    with pytest.raises(ArgumentError, match=next(iter(arguments))):
        compare(made, made, **arguments)


@pytest.mark.parametrize(("lost", "verdict"), [(4, "not significant"), (5, "not significant"), (6, "worse")])
def test_the_p_value_is_the_share_of_swaps_that_part_the_models_so_far(lost, verdict):
    # One object in each of twelve images, found by the first model; the second misses some. Recall differs by
    # all of them only where none, or all, of these images are swapped: 2 of 2^lost ways.
    def rows(images):
        box = {"category_id": 1, "bbox": [10.0, 10.0, 40.0, 40.0]}
        return [{"image_id": image, **box} for image in images]

    truth = {
        "images": [{"id": n} for n in range(1, 13)],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [
            {"id": n, "area": 1600, "iscrowd": 0, **row} for n, row in enumerate(rows(range(1, 13)), 1)
        ],
    }
    first, second = (
        evaluate(truth, [{"score": 0.9, **row} for row in rows(images)], mode="corrected")
        for images in (range(1, 13), range(1, 13 - lost))
    )
    found = compare(first, second).pairs[0].metrics["AR100"]
    assert found.value == pytest.approx(-lost / 12)
    expected = 2 / 2**lost
    spread = (expected * (1 - expected) / 1000) ** 0.5
    assert found.p == pytest.approx(expected, abs=4 * spread + 1 / 1000)
    assert found.verdict == verdict


def test_no_movers_may_be_asked_for(made, noisier):
    movers = compare(made, noisier, replicates=200, most_movers=0).pairs[0].movers
    assert (movers.better, movers.worse) == (
        compare(made, noisier, replicates=200).pairs[0].movers.better,
        compare(made, noisier, replicates=200).pairs[0].movers.worse,
    )
    for wrong in (-1, True, 1.0, "2"):
        with pytest.raises(ArgumentError, match="most_movers"):
            compare(made, noisier, replicates=200, most_movers=wrong)


def test_groups_of_results_without_scores_are_refused():
    side = {"frames": [1, 2], "ids": [7, 7], "boxes": [[0, 0, 9, 9]] * 2}
    result = truebox.evaluation.evaluate_tracks(side, side)
    assert compare(result, result).pairs[0].metrics["HOTA"].value == 0.0
    with pytest.raises(ArgumentError, match=r"^groups: .*Fix: leave it out"):
        compare(result, result, groups="folder")
