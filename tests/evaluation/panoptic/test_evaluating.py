"""Panoptic evaluation against the published definition in `panoptic_twin`, and everything that is refused."""

from __future__ import annotations

import warnings

import numpy as np
import panoptic_twin as twin
import pytest
from panoptic_scenes import CATEGORIES, scene, write_scene

from truebox.errors import ArgumentError, InputError, TrueboxWarning
from truebox.evaluation import evaluate_panoptic


def quiet(*args, **kwargs):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TrueboxWarning)
        return evaluate_panoptic(*args, **kwargs)


def counts(result):
    return {
        entry.id: (entry.true_positives, entry.false_positives, entry.false_negatives, entry.iou_sum)
        for entry in result.per_class
    }


def expected(truth, predictions, mode):
    classes = twin.twin_counts(truth, predictions, strict=mode == "strict")
    return {key: (one.tp, one.fp, one.fn, one.iou) for key, one in classes.items()}


@pytest.mark.parametrize("mode", ["strict", "corrected"])
@pytest.mark.parametrize("first", range(0, 400, 50))
def test_counts_and_sums_equal_the_definition(first, mode):
    for seed in range(first, first + 50):
        truth, predictions = scene(seed)
        result = quiet(truth, predictions, mode=mode, threads=1 + seed % 2)
        assert counts(result) == expected(truth, predictions, mode), seed


def test_the_scenes_hold_what_they_should():
    total = np.zeros(4)
    ignored = 0
    for seed in range(100):
        result = quiet(*scene(seed))
        total += np.sum([list(values) for values in counts(result).values()], axis=0)
        ignored += sum(entry.ignored for entry in result.per_class)
    assert (total > 100).all()
    assert ignored > 20


@pytest.mark.parametrize("seed", range(60))
def test_means_equal_the_definition(seed):
    truth, predictions = scene(seed)
    result = quiet(truth, predictions)
    assert result.metrics == twin.twin_means(truth, twin.twin_counts(truth, predictions, strict=True))
    assert {name for name, value in result.metrics.items() if value is None} == set(result.undefined)


@pytest.mark.parametrize("seed", range(0, 40, 4))
def test_stated_areas_count_in_strict_mode_only(seed):
    truth, predictions = scene(seed)
    for entry in truth["annotations"]:
        for segment in entry["segments_info"]:
            segment["area"] += segment["id"] % 5
    for mode in ("strict", "corrected"):
        assert counts(quiet(truth, predictions, mode=mode)) == expected(truth, predictions, mode)


@pytest.mark.parametrize("seed", [1, 2, 5, 11])
def test_files_give_what_arrays_give(tmp_path, seed):
    truth, predictions = scene(seed)
    paths = write_scene(tmp_path, "truth", truth), write_scene(tmp_path, "found", predictions)
    assert counts(quiet(*paths)) == counts(quiet(truth, predictions))
    named = quiet(*paths, truth_folder=tmp_path / "truth", predictions_folder=str(tmp_path / "found"))
    assert counts(named) == counts(quiet(truth, predictions))


@pytest.mark.parametrize("dtype", ["uint8", "int16", "uint32", "int64", ">i4"])
def test_any_integer_dtype_and_memory_order(dtype):
    ids = np.array([[1, 1, 0], [2, 2, 2]], dtype=dtype, order="F")
    segments = [{"id": 1, "category_id": 3}, {"id": 2, "category_id": 90}]
    part = {"image_id": "a", "segmentation": ids, "segments_info": segments}
    result = evaluate_panoptic({"categories": CATEGORIES, "annotations": [part]}, {"annotations": [part]})
    assert result.metrics["PQ"] == result.metrics["PQth"] == result.metrics["PQst"] == 1.0


def test_colours_in_memory():
    colours = np.zeros((1, 2, 3), dtype=np.uint8)
    colours[0, 0] = (4, 1, 2)
    segments = [{"id": 4 + 256 + 2 * 65536, "category_id": 3}]
    part = {"image_id": 1, "segmentation": colours, "segments_info": segments}
    result = evaluate_panoptic({"categories": CATEGORIES, "annotations": [part]}, {"annotations": [part]})
    assert result.metrics["PQ"] == 1.0


def test_overlap_of_exactly_one_half_is_no_match():
    true, found = np.array([[1, 1, 1, 0]]), np.array([[0, 0, 0, 0]])
    found[0, 1:3] = 7  # shares 2 of 2 + 3 - 2 = 3 pixels: above one half
    assert _one_class(true, found).true_positives == 1
    true = np.array([[1, 1, 1, 1]])
    assert _one_class(true, found).true_positives == 0  # 2 of 4


def test_void_under_a_prediction_does_not_count():
    true, found = np.array([[1, 1, 0, 0, 0, 0]]), np.array([[7, 7, 7, 7, 0, 0]])
    one = _one_class(true, found)
    assert (one.true_positives, one.iou_sum) == (1, 1.0)


def test_a_prediction_mostly_on_void_is_neither_right_nor_wrong():
    true, found = np.array([[1, 0, 0, 0]]), np.array([[7, 7, 7, 0]])
    true[0, 0] = 0
    one = _one_class(np.array([[0, 0, 0, 1]]), found)
    assert (one.false_positives, one.ignored, one.false_negatives) == (0, 1, 1)


def _one_class(true, found):
    def part(ids, number):
        segments = [{"id": number, "category_id": 3}] if (ids == number).any() else []
        return {"image_id": 1, "segmentation": ids, "segments_info": segments}

    truth = {"categories": CATEGORIES, "annotations": [part(true, 1)]}
    return quiet(truth, {"annotations": [part(found, 7)]}).per_class[0]


def test_a_subset_of_the_images():
    truth, predictions = scene(5, images=4)
    chosen = [entry["image_id"] for entry in truth["annotations"]][1:3]
    part = {**truth, "annotations": truth["annotations"][1:3]}
    subset = quiet(truth, predictions, images=chosen)
    assert counts(subset) == expected(part, predictions, "strict")
    assert subset.state.images == tuple(sorted(chosen))
    with pytest.raises(ArgumentError, match="images: 99 is not in the truth"):
        quiet(truth, predictions, images=[99])


def test_nothing_at_all_is_undefined_with_reasons():
    result = evaluate_panoptic({"categories": [], "annotations": []}, {"annotations": []})
    assert result.metrics["PQ"] is None
    assert result.undefined["PQ"] == "the truth lists no class"
    empty = evaluate_panoptic({"categories": CATEGORIES[:1], "annotations": []}, {"annotations": []})
    assert empty.undefined["PQ"] == "no class has a segment that counts"
    assert empty.undefined["SQst"] == "the truth lists no class of stuff"


def test_an_image_without_prediction_is_refused():
    truth, predictions = scene(5)
    lost = predictions["annotations"].pop()["image_id"]
    with pytest.raises(InputError, match=rf"E-178 predictions: 1 of 3 images .*such as {lost}") as caught:
        evaluate_panoptic(truth, predictions)
    assert caught.value.code == "E-178"


def test_more_predicted_images_are_left_out_aloud():
    truth, predictions = scene(5)
    lost = truth["annotations"].pop()["image_id"]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = evaluate_panoptic(truth, predictions)
    assert f"W-182 1 predicted images are not in the truth and are left out (such as {lost})" in [
        str(entry.message) for entry in caught
    ]
    assert counts(result) == expected(truth, predictions, "strict")


@pytest.mark.parametrize("threads", [0, -1, 1.5, True])
def test_impossible_threads(threads):
    with pytest.raises(ArgumentError, match="threads: "):
        evaluate_panoptic(*scene(1), threads=threads)


def test_unknown_mode():
    with pytest.raises(ArgumentError, match="mode: 'loose' is unknown"):
        evaluate_panoptic(*scene(1), mode="loose")


def test_the_input_is_not_changed():
    truth, predictions = scene(8)
    before = repr((truth, predictions))
    quiet(truth, predictions)
    assert repr((truth, predictions)) == before


def test_the_advice_for_maps_elsewhere_works(tmp_path):
    pytest.importorskip("PIL")
    truth, found = scene(5)
    for name, document in (("truth", truth), ("found", found)):
        write_scene(tmp_path, name, document)
    right = evaluate_panoptic(tmp_path / "truth.json", tmp_path / "found.json")
    (tmp_path / "truth").rename(tmp_path / "maps")
    with pytest.raises(
        InputError, match=r"E-172 .*truth_folder=.* of truebox\.evaluation\.evaluate_panoptic"
    ):
        evaluate_panoptic(tmp_path / "truth.json", tmp_path / "found.json")
    moved = evaluate_panoptic(
        tmp_path / "truth.json", tmp_path / "found.json", truth_folder=tmp_path / "maps"
    )
    assert moved.metrics == right.metrics


def test_true_segments_are_those_found_and_those_missed():
    segments = [{"id": 4, "category_id": 1}, {"id": 5, "category_id": 1}]
    truth = {"image_id": 1, "segmentation": [[4, 0, 5, 5]], "segments_info": segments}
    found = {"image_id": 1, "segmentation": [[4, 0, 0, 0]], "segments_info": segments[:1]}
    classes = {"categories": [{"id": 1, "name": "cat", "isthing": 1}], "annotations": [truth]}
    (only,) = quiet(classes, {"annotations": [found]}).per_class
    assert (only.truths, only.true_positives, only.false_negatives) == (2, 1, 1)
