from __future__ import annotations

import numpy as np
import pytest

from truebox.diagnosis import intervals
from truebox.diagnosis.certainty.difference import difference
from truebox.diagnosis.certainty.estimate import estimate
from truebox.diagnosis.certainty.intervals import Intervals
from truebox.diagnosis.certainty.replicates import Resampling
from truebox.errors import ArgumentError
from truebox.evaluation import evaluate
from truebox.generation import make_dataset


def test_the_values_are_those_of_the_result(made):
    found = intervals(made, replicates=200)
    assert {key: entry.value for key, entry in found.metrics.items()} == dict(made.metrics)
    for entry, row in zip(found.per_class, made.per_class, strict=True):
        assert (entry.id, entry.name) == (row.id, row.name)
        assert entry.metrics["AP"].value == row.metrics["AP"]
    for entry in found.metrics.values():
        assert entry.low < entry.value < entry.high
        assert entry.error > 0


def test_the_seed_alone_decides(made):
    first, again, other = (intervals(made, seed=seed, replicates=200) for seed in (1, 1, 2))
    assert first == again
    assert first.metrics["AP"] != other.metrics["AP"]
    assert (first.seed, first.replicates, first.level, first.images) == (1, 200, 0.95, 60)


def test_a_higher_level_is_wider(made):
    narrow, wide = (intervals(made, level=level).metrics["AP"] for level in (0.5, 0.99))
    assert wide.low < narrow.low < narrow.high < wide.high


def test_four_times_the_images_give_half_the_error():
    errors = []
    for images in (100, 400):
        result = evaluate(*make_dataset(images, 2, 20, 3.0, 1), mode="corrected")
        errors.append(intervals(result, replicates=400).metrics["AR100"].error)
    assert 1.5 < errors[0] / errors[1] < 2.7  # the error falls with the root of the images


def test_a_slice_is_evaluated_alone(made):
    truth, found = make_dataset(60, 3, 20, 3.0, 1)
    within = np.arange(60) % 2 == 0
    ids = [made.state.images[place] for place in np.flatnonzero(within)]
    alone = evaluate(truth, found, images=ids, mode="corrected")
    sliced = intervals(made, within=within, replicates=200)
    assert sliced.images == 30
    for key, value in alone.metrics.items():
        assert sliced.metrics[key].value == pytest.approx(value, abs=1e-12)
    for entry, row in zip(sliced.per_class, alone.per_class, strict=True):
        assert entry.metrics["AP50"].value == pytest.approx(row.metrics["AP50"], abs=1e-12)


def test_undefined_has_its_reason():
    box = {"category_id": 1, "bbox": [10.0, 10.0, 40.0, 40.0]}
    truth = {
        "images": [{"id": image} for image in range(1, 13)],
        "categories": [{"id": 1, "name": "cat"}, {"id": 2, "name": "ghost"}],
        "annotations": [
            {"id": n, "image_id": n, "area": 1600.0 if n < 11 else 10000.0, "iscrowd": 0, **box}
            for n in range(1, 13)
        ],
    }
    result = evaluate(truth, [{"image_id": n, "score": 0.5 + n / 100, **box} for n in range(1, 13)],
                      mode="corrected")  # fmt: skip
    found = intervals(result, replicates=100)
    assert found.metrics["APs"].value is None
    assert found.metrics["APs"].reason == "no truth of small size"
    assert found.metrics["APm"].reason == "no replicate differs from another"  # all are found, always
    assert found.metrics["APl"].value == 1.0
    assert found.metrics["APl"].low is None
    assert "only 2 images" in found.metrics["APl"].reason
    assert found.per_class[1].metrics["AP"].reason == "no truth of the class"


@pytest.mark.parametrize(
    "arguments",
    [{"replicates": 10}, {"replicates": 1e3}, {"level": 1.0}, {"level": 95}, {"seed": -1}, {"seed": 0.5}],
)
def test_what_cannot_be_taken_is_refused_by_name(made, arguments):
    with pytest.raises(ArgumentError, match=next(iter(arguments))):
        intervals(made, **arguments)


def test_it_is_plain_values_in_the_end(made):
    found = intervals(made, replicates=100).to_dict()
    assert found["metrics"]["AP"]["value"] == made.metrics["AP"]
    assert set(found["per_class"][0]["metrics"]) == {"AP", "AP50", "AP75"}


def test_intervals_cover_as_often_as_they_say():
    """150 samples of 100 images from a pool; nominal 90 %.

    Binomial(150, 0.9) is below 121 or above 148 with a probability of less than 0.001.
    """
    pool, trials, size = 1200, 150, 100
    truth, found = make_dataset(pool, 2, 8, 2.0, 1)
    results = [evaluate(truth, part, mode="corrected") for part in (found, _blurred(found))]
    prepared = [Resampling(result) for result in results]
    rng = np.random.default_rng(5)
    samples = [rng.integers(0, pool, size) for _ in range(1000)]
    weights = np.stack([np.bincount(sample, minlength=pool) for sample in samples]).astype(np.uint8)
    both = Resampling(*results)
    values = [each.weighed(weights).metrics["AP"] for each in prepared]
    target = values[0].mean()
    gap = (values[1] - values[0]).mean()
    covered = covered_gap = 0
    for trial in range(trials):
        sampled = samples[trial].astype(np.int32)
        # An image drawn twice is drawn and swapped as two: a bootstrap of the sample's own weights.
        chosen = np.random.default_rng(trial).integers(0, size, (160, size))
        again = np.stack([np.bincount(sampled[row], minlength=pool) for row in chosen]).astype(np.uint8)
        drawn = prepared[0].weighed(again).metrics["AP"]
        first, second = (float(value[trial]) for value in values)
        own = estimate(first, drawn, images=size, level=0.9, reason=None)
        covered += own.low <= target <= own.high
        swapped = np.random.default_rng([trial, 1]).integers(0, 2, (160, size), dtype=np.uint8)
        theirs = np.stack([np.bincount(sampled, row, pool) for row in swapped]).astype(np.uint8)
        whole = np.bincount(sampled, minlength=pool).astype(np.uint8)
        parted = [
            both.weighed(np.stack(sides, axis=2).reshape(160, -1)).metrics["AP"]
            for sides in ((whole - theirs, theirs), (theirs, whole - theirs))
        ]
        between = difference(first, second, parted[1] - parted[0], images=size, level=0.9)
        covered_gap += between.low <= gap <= between.high
    assert 121 <= covered <= 148
    assert 121 <= covered_gap <= 148


def _blurred(found):
    from dataclasses import replace

    noise = np.random.default_rng(3).normal(0, 0.2, len(found.scores))
    return replace(found, scores=np.clip(found.scores + noise, 0, 1))


@pytest.mark.parametrize(("groups", "counted"), [(None, "images"), (7, "groups")])
def test_a_warning_names_what_was_drawn(groups, counted):
    found = Intervals(
        metrics={}, per_class=(), level=0.95, replicates=100, seed=0, images=60, groups=groups, few=("dog",)
    )
    assert f"fewer than 10 {counted}" in found.warning
