"""YOLOv5 and Ultralytics, three generations: generated sets against a plain twin of their code."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import yolo_twin

import truebox as tb
from truebox.evaluation import by_rules, evaluate
from truebox.evaluation.protocols.yolo.generations import best_smoothed
from truebox.evaluation.registry import protocol_named
from truebox.evaluation.states.class_outcomes import ClassOutcomes
from truebox.masks import encode_masks, masks_to_counts

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

GENERATIONS = {"yolov5": "a", "ultralytics_8_4_40": "b", "ultralytics": "c"}


def a_world(
    seed: int, *, tied: bool = False, tiny: bool = False
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Boxes of whole numbers and their halves: exact halves, equal overlaps and crowded truths abound."""
    rng = np.random.default_rng(seed)
    count = int(rng.integers(3, 30))
    boxes = np.concatenate([rng.integers(0, 30, (count, 2)), rng.integers(4, 20, (count, 2))], 1) * 1.0
    boxes = boxes / 64 if tiny else boxes
    truths = [
        {"id": n + 1, "image_id": int(rng.integers(4)), "category_id": int(rng.integers(1, 4)), "area": 1.0,
         "bbox": box.tolist(), "iscrowd": 0}
        for n, box in enumerate(boxes)
    ]  # fmt: skip
    found = []
    for number in range(int(rng.integers(1, 80))):
        near = truths[int(rng.integers(count))]
        moved = np.array(near["bbox"]) * rng.choice([1.0, 1.0, 0.5], 4) + rng.normal(
            0, rng.choice([0, 0.3]), 4
        )
        moved[2:] = np.abs(moved[2:]) + (0.01 if tiny else 0.5)
        score = round(float(rng.random()), 1) if tied else float(rng.permutation(1000)[number] / 1000)
        label = near["category_id"] if rng.random() < 0.8 else int(rng.integers(1, 4))
        found.append(
            {"image_id": near["image_id"], "category_id": label, "bbox": moved.tolist(), "score": score}
        )
    images = [{"id": i, "width": 60, "height": 60} for i in range(4)]
    categories = [{"id": k, "name": f"c{k}"} for k in (1, 2, 3, 4)]
    return {"images": images, "categories": categories, "annotations": truths}, found


@pytest.mark.parametrize("tiny", [False, True])
@pytest.mark.parametrize("tied", [False, True])
@pytest.mark.parametrize("name", GENERATIONS)
def test_every_number_is_what_the_twin_gives(name: str, tied: bool, tiny: bool) -> None:
    for seed in range(40):
        truth, found = a_world(seed, tied=tied, tiny=tiny)
        wanted = yolo_twin.validate(truth, found, generation=GENERATIONS[name])
        got = evaluate(truth, found, protocol=name, fit_test=False).metrics
        assert got == pytest.approx(wanted, abs=1e-12), seed


def with_halves(truth: dict[str, Any], found: list[dict[str, Any]]) -> None:
    """To every second truth one that a detection between both overlaps as much, and detections beside it."""
    first = len(truth["annotations"])
    for each in truth["annotations"][:first:2]:
        x, y, w, h = each["bbox"]
        step = max(round(w / 4), 1)
        twin = {**each, "id": len(truth["annotations"]) + 1, "bbox": [x - 2 * step, y, w, h]}
        truth["annotations"].append(twin)
        for moved in (-1, -3, 1):
            row = {key: each[key] for key in ("image_id", "category_id")}
            score = (len(found) * 37 % 101) / 101
            found.append({**row, "bbox": [x + moved * step, y, w, h], "score": score})


@pytest.mark.parametrize("name", GENERATIONS)
def test_of_equal_overlaps_the_newest_takes_the_first_truth_and_the_older_the_last(name: str) -> None:
    """Both by the twin: ``argmax``, and a rising sort turned round."""
    seen = set()
    for seed in range(40):
        truth, found = a_world(seed)
        with_halves(truth, found)
        wanted = yolo_twin.validate(truth, found, generation=GENERATIONS[name])
        got = evaluate(truth, found, protocol=name, fit_test=False).metrics
        assert got == pytest.approx(wanted, abs=1e-12), seed
        truth["annotations"].reverse()
        seen.add(wanted["AP"] == yolo_twin.validate(truth, found, generation=GENERATIONS[name])["AP"])
    assert seen == {True, False}  # else no overlap was equal


def test_its_confusion_matrix_is_what_the_twin_counts() -> None:
    for seed in range(60):
        truth, found = a_world(seed, tied=seed % 2 == 0)
        with_halves(truth, found)
        result = evaluate(truth, found, protocol="ultralytics", fit_test=False)
        counts = tb.diagnosis.confusion_matrix(result, iou=0.45, score=0).counts
        assert counts.T.tolist() == yolo_twin.confused(truth, found).tolist(), seed


@pytest.mark.parametrize("name", GENERATIONS)
def test_their_rules_mixed_by_hand_give_the_same_also_of_equal_overlaps(name: str) -> None:
    mixed = by_rules("mixed", "Mixed", "", protocol_named(name).rules)
    for seed in range(30):
        truth, found = a_world(seed, tied=seed % 2 == 0)
        with_halves(truth, found)
        wanted = yolo_twin.validate(truth, found, generation=GENERATIONS[name])
        got = evaluate(truth, found, protocol=mixed, fit_test=False).metrics
        for key in ("AP", "AP50", "AP75"):
            assert got[key] == pytest.approx(wanted[key], abs=1e-12), (seed, key)


MATRICES = {"ultralytics_8_3_55": "8.3.55", "ultralytics_8_3_30": "8.3.30", "ultralytics_8_0": "8.0"}


@pytest.mark.parametrize("pairing", MATRICES)
def test_older_confusion_matrices_are_what_the_twin_counts(pairing: Any) -> None:
    """Also of images without truth, and of images in which nothing lies on it."""
    other = 0
    for seed in range(60):
        truth, found = a_world(seed, tied=seed % 2 == 0)
        with_halves(truth, found)
        bare = {image for image in range(4) if (seed >> image) % 5 == 1}
        truth["annotations"] = [each for each in truth["annotations"] if each["image_id"] not in bare]
        for each in found:
            each["bbox"][0] += 90 * (each["image_id"] == seed % 7)
        result = evaluate(truth, found, protocol="ultralytics_8_4_40", fit_test=False)
        made = tb.diagnosis.confusion_matrix(result, iou=0.45, score=0, pairing=pairing)
        assert made.counts.T.tolist() == yolo_twin.confused(truth, found, MATRICES[pairing]).tolist(), seed
        assert len(made.rows_of(len(made.names) - 1, 0)[0]) == made.counts[-1, 0]
        newest = tb.diagnosis.confusion_matrix(result, iou=0.45, score=0)
        other += newest.counts.tolist() != made.counts.tolist()
    assert other > 20


def masked(row: dict[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    """With the pixels of its box, some with a hole, and these as run lengths."""
    mask = np.zeros((64, 64), np.uint8)
    left, top, width, height = np.clip(np.round(row["bbox"]), 0, 63).astype(int).tolist()
    mask[top : top + height, left : left + width] = 1
    if rng.random() < 0.3:
        mask[top + 1 : top + height // 2, left : left + width // 2] = 0
    counts = masks_to_counts(encode_masks(mask.astype(bool)))[0]
    return {**row, "mask": mask, "segmentation": {"size": [64, 64], "counts": list(counts)}}


@pytest.mark.parametrize("name", GENERATIONS)
def test_masks_are_compared_as_the_twin_does(name: str) -> None:
    for seed in range(25):
        rng = np.random.default_rng(seed)
        truth, found = a_world(seed, tied=seed % 2 == 0)
        truth["images"] = [{**each, "width": 64, "height": 64} for each in truth["images"]]
        truth["annotations"] = [masked(each, rng) for each in truth["annotations"]]
        found = [masked(each, rng) for each in found]
        wanted = yolo_twin.validate(truth, found, generation=GENERATIONS[name], measure=yolo_twin.of_masks)
        sides = [[{k: v for k, v in row.items() if k != "mask"} for row in rows]
                 for rows in (truth["annotations"], found)]  # fmt: skip
        given = {**truth, "annotations": sides[0]}
        got = evaluate(given, sides[1], protocol=name, geometry="masks", fit_test=False).metrics
        assert got == pytest.approx(wanted, abs=1e-12), seed


def posed(
    row: dict[str, Any], near: list[float] | None, points: int, rng: np.random.Generator
) -> dict[str, Any]:
    """With points in its box, or with those of `near`, some of them far away, so that shares are exact."""
    if near is None:
        x, y, w, h = row["bbox"]
        where = np.round(np.stack([x + w * rng.random(points), y + h * rng.random(points)], 1))
        seen = rng.integers(0, 3, points) * (rng.random() < 0.9)
        return {**row, "keypoints": np.concatenate([where, seen[:, None]], 1).ravel().tolist()}
    moved = np.array(near).reshape(-1, 3)
    moved[:, 0] += np.where(rng.random(points) < rng.choice([0, 0.3, 0.6]), 1e4, rng.choice([0, 0.2]))
    return {**row, "keypoints": moved.ravel().tolist()}


@pytest.mark.parametrize("points", [17, 5])
@pytest.mark.parametrize("name", GENERATIONS)
def test_poses_are_compared_as_the_twin_does(name: str, points: int) -> None:
    """Three of five points that are hit are 0.6 in single precision, which is the threshold."""
    for seed in range(25):
        rng = np.random.default_rng(seed)
        truth, found = a_world(seed, tied=seed % 2 == 0)
        people = [posed(each, None, points, rng) for each in truth["annotations"]]
        truth["annotations"] = people
        found = [
            posed(each, people[n % len(people)]["keypoints"], points, rng) for n, each in enumerate(found)
        ]
        wanted = yolo_twin.validate(truth, found, generation=GENERATIONS[name], measure=yolo_twin.of_points)
        got = evaluate(truth, found, protocol=name, geometry="keypoints", fit_test=False).metrics
        assert got == pytest.approx(wanted, abs=1e-12), seed


def test_a_person_without_labelled_points_is_missed() -> None:
    row = {"image_id": 1, "category_id": 1, "bbox": [0, 0, 20, 20]}
    truth, _ = a_pair([0, 0, 20, 20])
    people = [[5, 5, 2] * 5, [0, 0, 0] * 5]
    truth["annotations"] = [
        {**row, "id": n + 1, "area": 400, "iscrowd": 0, "keypoints": points, "num_keypoints": points[2] and 5}
        for n, points in enumerate(people)
    ]
    found = [{**row, "score": 0.9, "keypoints": people[0]}]
    result = evaluate(truth, found, protocol="ultralytics", geometry="keypoints", fit_test=False)
    assert result.truths == 2
    assert result.metrics["mR"] == pytest.approx(0.5)


def a_pair(*boxes: list[float]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    rows = [{"image_id": 1, "category_id": 1, "bbox": box} for box in boxes]
    truth = {
        "images": [{"id": 1, "width": 100, "height": 100}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [{"id": n + 1, "area": 100.0, "iscrowd": 0, **row} for n, row in enumerate(rows)],
    }
    return truth, [{**row, "score": 0.9 - n / 10} for n, row in enumerate(rows)]


def test_u1_the_closing_line_is_half_of_what_is_missed() -> None:
    """One of two truths, found without a false detection: (1 + 0) / 2 over the half that is missed."""
    truth, found = a_pair([0, 0, 10, 10], [50, 50, 10, 10])
    result = evaluate(truth, found[:1], protocol="yolov5")
    assert result.metrics["AP"] == pytest.approx(0.75)
    said = [each.message for each in result.warnings if each.code == "W-310"]
    assert said[-1].startswith("U1 precision falls from the last detection to recall 1 in a straight line")
    assert evaluate(truth, found[:1], protocol="ultralytics").metrics["AP"] == pytest.approx(0.495)
    assert evaluate(truth, found[:1], protocol="yolov5", mode="corrected").metrics["AP"] == pytest.approx(
        0.505
    )


def test_u2_a_perfect_detector_has_995_thousandths() -> None:
    truth, found = a_pair([0, 0, 10, 10], [50, 50, 10, 10])
    for name in GENERATIONS:
        assert evaluate(truth, found, protocol=name).metrics["AP"] == pytest.approx(0.995)
        assert evaluate(truth, found, protocol=name, mode="corrected").metrics["AP"] == pytest.approx(1)


def test_only_the_newest_takes_the_next_best_truth() -> None:
    truth, _ = a_pair([0, 0, 20, 20], [6, 0, 20, 20])
    found = [
        {"image_id": 1, "category_id": 1, "bbox": [0, 0, 20, 20], "score": 0.9},
        {"image_id": 1, "category_id": 1, "bbox": [2, 0, 20, 20], "score": 0.8},
    ]
    halves = {
        name: evaluate(truth, found, protocol=name, iou_thresholds=[0.5]).metrics for name in GENERATIONS
    }
    assert halves["ultralytics"]["AP50"] == pytest.approx(0.995)
    assert halves["ultralytics_8_4_40"]["AP50"] == pytest.approx(0.495)


def test_crowds_and_ignored_objects_are_no_objects() -> None:
    truth, found = a_pair([0, 0, 10, 10], [50, 50, 10, 10], [70, 70, 10, 10])
    truth["annotations"][1]["iscrowd"] = 1
    truth["annotations"][2]["ignore"] = 1
    result = evaluate(truth, found, protocol="ultralytics")
    assert result.truths == 1
    assert result.metrics["mR"] == pytest.approx(1)


def test_the_best_three_hundred_of_an_image_count() -> None:
    truth, found = a_pair([0, 0, 10, 10])
    many = [{**found[0], "bbox": [40, 40, 5, 5], "score": 0.5 + n / 1000} for n in range(300)]
    late = [{**found[0], "score": 0.1}]
    assert evaluate(truth, many + late, protocol="ultralytics", fit_test=False).metrics["AP"] == 0
    more = evaluate(truth, many + late, protocol="ultralytics", max_detections=[301], fit_test=False)
    assert more.metrics["AP"] > 0


@pytest.mark.parametrize("name", ["yolov5", "ultralytics"])
def test_intervals_and_comparisons_are_of_its_own_numbers(name: str) -> None:
    truth, found = a_world(5)
    truth["images"] = [{"id": i, "width": 60, "height": 60} for i in range(24)]
    truth["annotations"] = [{**each, "image_id": (each["id"] * 7) % 24} for each in truth["annotations"]]
    found = [
        {k: v for k, v in each.items() if k in ("image_id", "category_id", "bbox")}
        | {"score": 0.01 * each["id"]}
        for each in truth["annotations"]
    ]
    result = evaluate(truth, found, protocol=name, fit_test=False)
    weights = np.ones((1, 24), np.uint8)
    from truebox.diagnosis.certainty.replicates import Resampling

    again = Resampling(result).weighed(weights)
    for key, value in result.metrics.items():
        assert again.metrics[key][0] == pytest.approx(value, abs=1e-12), key
    intervals = tb.diagnosis.intervals(result, replicates=100).metrics
    assert set(intervals) == set(result.metrics)
    assert tb.diagnosis.compare(result, result, replicates=100).pairs[0].metrics["mF1"].value == 0


def test_measures_of_nothing_are_nothing() -> None:
    none = ClassOutcomes(
        score=np.empty(0), image=np.empty(0, np.int32), row=np.empty(0, np.int64), truths=0, images=1,
        hit=np.empty((0, 1), bool), false=np.empty((0, 1), bool),
    )  # fmt: skip
    assert np.isnan(best_smoothed([none])).all()
