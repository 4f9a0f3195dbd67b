from __future__ import annotations

import numpy as np
import pytest
from coco_worlds import world
from shape_worlds import keypoint_world, mask_world

from truebox._writing.watched import watching
from truebox.diagnosis.certainty.bootstrap_arguments import chosen_images
from truebox.diagnosis.certainty.drawn_units import drawn_units
from truebox.diagnosis.certainty.images_held import images_held
from truebox.diagnosis.certainty.replicates import CLASS_METRICS, Resampling
from truebox.errors import ArgumentError
from truebox.evaluation import evaluate
from truebox.generation import make_dataset

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
ROUNDING = 1e-12  # the same values, summed in another order


def odd_world(rng):
    """Crowd regions, areas on every side of the bounds, scores without ties within an image and class."""
    truth, found = world(rng, images=5, classes=3, irregular=False)
    for entry in truth["annotations"]:
        entry["iscrowd"] = int(rng.random() < 0.15)
        entry["area"] *= float(rng.choice([1.0, 0.3, 3.0]))
    for place, entry in zip(rng.permutation(len(found)), found, strict=True):
        entry["score"] = float(place + 1) / (len(found) + 1)
    return truth, found


def copied(truth, found, weights):
    """The data with each image standing as often as its weight says, copies beside each other."""
    again = {"images": [], "annotations": [], "categories": truth["categories"]}
    predictions = []
    for image, weight in zip(sorted(entry["id"] for entry in truth["images"]), weights, strict=True):
        for copy in range(weight):
            new = image * 100 + copy
            again["images"].append({"id": new, "width": 320, "height": 320})
            for entry in truth["annotations"]:
                if entry["image_id"] == image:
                    number = len(again["annotations"]) + 1
                    again["annotations"].append({**entry, "image_id": new, "id": number})
            predictions += [{**entry, "image_id": new} for entry in found if entry["image_id"] == image]
    return again, predictions


def assert_same(found, row, result):
    for key, value in result.metrics.items():
        if value is None:  # no such threshold, or no truth
            assert key not in found.metrics or np.isnan(found.metrics[key][row]), key
        else:
            assert found.metrics[key][row] == pytest.approx(value, abs=ROUNDING), key
    for k, entry in enumerate(result.per_class):
        for key in found.per_class:
            value = entry.metrics[key]
            assert np.isnan(found.per_class[key][row, k]) == (value is None)
            if value is not None:
                assert found.per_class[key][row, k] == pytest.approx(value, abs=ROUNDING)


@pytest.mark.parametrize("mode", ["strict", "corrected"])
@pytest.mark.parametrize("seed", range(6))
def test_weights_of_one_give_the_metrics_of_the_result(seed, mode):
    result = evaluate(*world(np.random.default_rng(seed)), mode=mode)
    weights = np.ones((1, len(result.state.images)), dtype=np.uint8)
    assert_same(Resampling(result).weighed(weights), 0, result)


@pytest.mark.parametrize("mode", ["strict", "corrected"])
@pytest.mark.parametrize("seed", range(10))
def test_a_weight_is_that_many_copies_of_the_image(seed, mode):
    rng = np.random.default_rng(seed)
    truth, found = odd_world(rng)
    resampling = Resampling(evaluate(truth, found, mode=mode))
    weights = rng.integers(0, 4, (4, 5)).astype(np.uint8)
    weighed = resampling.weighed(weights)
    for row, each in enumerate(weights):
        if each.any():
            assert_same(weighed, row, evaluate(*copied(truth, found, each.tolist()), mode=mode))


@pytest.mark.parametrize(
    "arguments",
    [
        {"iou_thresholds": [0.75, 0.5], "max_detections": [2, 5, 100]},
        {"recall_thresholds": [0.0, 0.3, 0.3, 1.0]},
        {"class_agnostic": True},
        {"area_ranges": {"all": (0, 1e10), "odd": (0, 700.0)}},
        {"images": [1, 2, 3], "categories": [1]},
        {"iou_thresholds": np.linspace(0.02, 0.98, 64)},  # several words of outcomes
    ],
)
def test_parameters_are_those_of_the_result(arguments):
    truth, found = make_dataset(30, 3, 20, 3.0, 4)
    result = evaluate(truth, found, mode="corrected", **arguments)
    weights = np.ones((1, len(result.state.images)), dtype=np.uint8)
    assert_same(Resampling(result).weighed(weights), 0, result)


@pytest.mark.parametrize("mode", ["strict", "corrected"])
@pytest.mark.parametrize("geometry", ["masks", "boundary", "keypoints"])
def test_every_geometry_can_be_weighed(geometry, mode):
    rng = np.random.default_rng(3)
    truth, found = keypoint_world(rng) if geometry == "keypoints" else mask_world(rng)
    result = evaluate(truth, found, geometry=geometry, mode=mode)
    weights = np.ones((1, len(result.state.images)), dtype=np.uint8)
    assert_same(Resampling(result).weighed(weights), 0, result)


def test_lvis_has_its_frequency_groups():
    rng = np.random.default_rng(4)
    truth, found = world(rng, images=6, classes=3, irregular=False)
    for place, entry in enumerate(truth["categories"]):
        entry["frequency"] = "rcf"[place]
    everything = [entry["id"] for entry in truth["categories"]]
    for place, entry in enumerate(truth["images"]):
        entry["neg_category_ids"] = everything if place % 2 else []
        entry["not_exhaustive_category_ids"] = everything[:1]
    result = evaluate(truth, found, protocol="lvis", max_detections=[20])
    assert {"APr", "APc", "APf"} <= set(result.metrics)
    weights = np.ones((1, 6), dtype=np.uint8)
    assert_same(Resampling(result).weighed(weights), 0, result)


def test_every_replicate_draws_as_many_images_as_there_are(made):
    from truebox._native import resampling as native

    sampled = np.array([3, 5, 8, 13], dtype=np.int32)
    drawn = np.empty((50, 60), dtype=np.uint8)
    native.draw(sampled, 1, drawn)
    assert set(np.flatnonzero(drawn.any(axis=0))) <= set(sampled.tolist())
    assert (drawn.sum(axis=1) == 4).all()
    assert len(np.unique(drawn, axis=0)) > 20  # of 35 possible multisets


def test_draws_are_fair():
    from truebox._native import resampling as native

    drawn = np.empty((4000, 10), dtype=np.uint8)
    native.draw(np.arange(10, dtype=np.int32), 3, drawn)
    # Each image is drawn Binomial(10, 1/10) times: mean 1, variance 0.9; five standard errors of 4,000.
    assert np.abs(drawn.mean(axis=0) - 1).max() < 5 * np.sqrt(0.9 / 4000)
    assert np.abs(drawn.astype(float).var(axis=0) - 0.9).max() < 0.15


def test_bootstrapped_replicates_are_the_drawn_weights(made):
    from truebox._native import resampling as native

    sampled = np.arange(60, dtype=np.int32)
    drawn = np.empty((37, 60), dtype=np.uint8)  # no multiple of the kernel's sixteen
    native.draw(sampled, 11, drawn)
    resampling = Resampling(made)
    by_seed = resampling.bootstrapped(37, 11, drawn_units(made, sampled))
    by_weight = resampling.weighed(drawn)
    for key, values in by_seed.metrics.items():
        np.testing.assert_array_equal(values, by_weight.metrics[key])


def test_bootstrapped_groups_are_their_drawn_weights(made):
    units = drawn_units(made, np.arange(60), [place // 6 for place in range(60)])
    resampling = Resampling(made)
    drawn, weighed = resampling.bootstrapped(20, 3, units), resampling.weighed(units.draws(20, 3))
    for key, values in drawn.metrics.items():
        np.testing.assert_array_equal(values, weighed.metrics[key])
        assert len(set(values.tolist())) > 1 or np.isnan(values).all()


@pytest.mark.parametrize("protocol", ["kitti", "crowdhuman", "froc", "wider_face"])
def test_a_class_without_truth_in_the_draw_is_no_part_of_a_measures_mean(protocol):
    def entry(labels, **more):
        boxes = [[10 + 60 * place, 10, 60 + 60 * place, 60] for place in range(len(labels))]
        return {"boxes": boxes, "labels": labels, "width": 200, "height": 100, **more}

    names = ["Car", "Pedestrian"] if protocol == "kitti" else ["a", "b"]
    truth = [entry(names[:1]), entry(names[:1]), entry(names)]
    found = [entry(names, scores=[0.9, 0.8]), entry(names[:1], scores=[0.7]), entry(names, scores=[0.6, 0.5])]
    result = evaluate(truth, found, protocol=protocol)
    alone = evaluate(truth[:2], found[:2], protocol=protocol)
    weighed = Resampling(result).weighed(np.array([[1, 1, 0]], dtype=np.uint8))
    for key, values in weighed.metrics.items():
        if alone.metrics[key] is not None:
            assert values[0] == pytest.approx(alone.metrics[key], abs=1e-12), key


def test_threads_change_nothing(made):
    resampling, sampled = Resampling(made), np.arange(60, dtype=np.int32)
    one, two = (
        resampling.bootstrapped(100, 5, drawn_units(made, sampled), threads=threads) for threads in (1, 2)
    )
    for key in CLASS_METRICS:
        np.testing.assert_array_equal(one.per_class[key], two.per_class[key])


def test_a_watched_bootstrap_has_the_same_numbers_and_says_how_far_it_has_come(made):
    units = drawn_units(made, chosen_images(None, made))
    alone = Resampling(made).bootstrapped(200, 5, units)
    said = []
    with watching(lambda *how_far: said.append(how_far)):
        seen = Resampling(made).bootstrapped(200, 5, units)
    assert said == [("bootstrap", done, 200) for done in (0, 64, 128, 192)]
    for key, values in alone.metrics.items():
        np.testing.assert_array_equal(values, seen.metrics[key])


def test_large_tables_are_filled_in_parts(made, monkeypatch):
    from truebox.diagnosis.certainty import replicates

    resampling, sampled = Resampling(made), np.arange(60, dtype=np.int32)
    whole = resampling.bootstrapped(50, 5, drawn_units(made, sampled))
    monkeypatch.setattr(replicates, "_BYTES_AT_ONCE", 1)  # sixteen replicates at a time
    parts = resampling.bootstrapped(50, 5, drawn_units(made, sampled))
    np.testing.assert_array_equal(whole.metrics["APs"], parts.metrics["APs"])


def test_what_cannot_be_resampled_is_refused():
    truth, found = make_dataset(12, 2, 5, 3.0, 1)
    with pytest.raises(ArgumentError, match="do not ascend"):
        Resampling(evaluate(truth, found, recall_thresholds=[0.5, 0.0]))
    with pytest.raises(ArgumentError, match="65 are more"):
        Resampling(evaluate(truth, found, iou_thresholds=np.linspace(0.1, 0.9, 65)))
    descending = evaluate(truth, found, recall_thresholds=[0.5, 0.0], mode="corrected")
    weights = np.ones((1, 12), dtype=np.uint8)
    assert Resampling(descending).weighed(weights).metrics["AP"][0] == pytest.approx(
        descending.metrics["AP"], abs=ROUNDING
    )


@pytest.mark.parametrize("within", [[True], np.ones(60), "all"])
def test_a_slice_is_one_truth_value_per_image(made, within):
    with pytest.raises(ArgumentError, match="within: expected 60 values"):
        chosen_images(within, made)


def test_an_empty_slice_is_refused(made):
    with pytest.raises(ArgumentError, match="no image is chosen"):
        chosen_images(np.zeros(60, dtype=bool), made)
    assert chosen_images(None, made).tolist() == list(range(60))
    nothing = {"images": [], "categories": [{"id": 1, "name": "cat"}], "annotations": []}
    with pytest.raises(ArgumentError, match="no images to draw from"):
        chosen_images(None, evaluate(nothing, []))


def test_a_frequency_group_is_a_mean_over_its_own_classes():
    # Of each class one object in each of twelve images; the rare class alone is found.
    names = {1: "r", 2: "c", 3: "f"}
    rows = [
        {"image_id": image, "category_id": kind, "bbox": [50.0 * kind, 0.0, 20.0, 20.0]}
        for image in range(1, 13)
        for kind in names
    ]
    truth = {
        "images": [
            {"id": n, "neg_category_ids": [], "not_exhaustive_category_ids": []} for n in range(1, 13)
        ],
        "categories": [{"id": k, "name": each, "frequency": each} for k, each in names.items()],
        "annotations": [{"id": n, "area": 400.0, **row} for n, row in enumerate(rows, 1)],
    }
    found = [{"score": 0.5, **row} for row in rows if row["category_id"] == 1]
    result = evaluate(truth, found, protocol="lvis")
    resampling = Resampling(result)
    weights = np.ones((2, 12), dtype=np.uint8)
    weights[1, ::2] = 3
    for key, expected in (("APr", 1.0), ("APc", 0.0), ("APf", 0.0), ("AP", 1 / 3)):
        assert resampling.weighed(weights).metrics[key].tolist() == pytest.approx([expected] * 2), key
    held = images_held(resampling, drawn_units(result, np.arange(12)))
    assert [held.of_metric[key] for key in ("AP", "APr", "APc", "APf")] == [12, 12, 12, 12]
    few = evaluate(_only_in(truth, kind=1, images=3), found, protocol="lvis")
    resampling = Resampling(few)
    held = images_held(resampling, drawn_units(few, np.arange(12)))
    assert [held.of_metric[key] for key in ("AP", "APr", "APc")] == [12, 3, 12]


def _only_in(truth, *, kind, images):
    kept = [row for row in truth["annotations"] if row["category_id"] != kind or row["image_id"] <= images]
    return {**truth, "annotations": kept}
