"""Native matching against its plain Python twin, and what matching reports beside the state."""

from __future__ import annotations

import coco_worlds
import numpy as np
import pytest
from coco_records import prediction_records, truth_records
from coco_twin import match_bits, unpacked

from truebox.evaluation import coco_parameters, evaluate
from truebox.evaluation.matching.matching import match, repeated_ids
from truebox.evaluation.states.alignment import align
from truebox.evaluation.states.quirks import Quirk

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


@pytest.mark.parametrize("seed", range(12))
def test_the_twin_agrees(seed: int) -> None:
    rng = np.random.default_rng(500 + seed)
    truth, detections = coco_worlds.world(rng, images=4, classes=2, truths=5, detections=8)
    for entry, key in [
        *((e, "id") for e in truth["images"]),
        *((e, "image_id") for e in truth["annotations"]),
    ]:
        entry[key] = int(entry[key]) if entry[key] != "nowhere" else 10**6
    for detection in detections:
        detection["image_id"] = int(detection["image_id"])
    for number, annotation in enumerate(truth["annotations"]):
        annotation["id"] = number  # the twin knows no shared ids
    true, predicted = truth_records(truth), prediction_records(detections)
    thresholds = [[0.5], [0.3, 0.5, 0.75, 1.0], np.linspace(0.05, 0.95, 33)][seed % 3]
    state = evaluate(true, predicted, iou_thresholds=thresholds).state
    matched, ignored = match_bits(true, predicted, state)
    assert np.array_equal(unpacked(state.matched, 4, len(thresholds)), matched)
    assert np.array_equal(unpacked(state.ignored, 4, len(thresholds)), ignored)


def test_rows_are_sorted_and_refer_to_the_file() -> None:
    truth, detections = coco_worlds.world(np.random.default_rng(3), images=5, classes=3)
    predicted = prediction_records(detections)
    state = evaluate(truth_records(truth), predicted, max_detections=[1, 2, 5]).state
    keys = list(zip(state.category.tolist(), state.image.tolist(), state.rank.tolist(), strict=True))
    assert keys == sorted(keys)
    assert np.array_equal(predicted.scores[state.row], state.score)
    assert state.rank.max() < 5
    assert [predicted.image[row] for row in state.row] == [state.images[i] for i in state.image]


def test_counts_beside_the_state() -> None:
    box = {"image_id": 1, "category_id": 1, "bbox": [0.0, 0, 9, 9], "score": 0.5}
    truth = {
        "images": [{"id": 1}, {"id": 2}],
        "categories": [{"id": 1, "name": "one"}, {"id": 2, "name": "two"}],
        "annotations": [
            {
                "id": n,
                "image_id": 1 + (n == 2),
                "category_id": 1,
                "bbox": [0.0, 0, 9, 9],
                "area": 81.0,
                "iscrowd": 0,
            }
            for n in (1, 2, 3)
        ],
    }
    detections = [box, box, {**box, "bbox": [0.0, 0, 9, 8]}, {**box, "score": 0.2}]
    true, predicted = truth_records(truth), prediction_records(detections)
    parameters = coco_parameters(max_detections=[1, 2, 3])
    alignment = align(true, predicted, images=None, categories=None, class_agnostic=False, threads=1)
    matched = match(true, predicted, alignment, parameters, mended=Quirk.NONE, threads=1)
    assert matched.detections.tolist() == [4, 0]
    assert matched.truth_images.tolist() == [2, 0]
    assert matched.state.truths[:, 0].tolist() == [3, 0]
    assert matched.cut == 1
    assert matched.repeated == 1
    assert matched.equal_scores.tolist() == [1, 0]
    assert matched.equal_overlaps.tolist() == [1, 0]  # image 1 holds the same truth twice


def test_repeated_ids() -> None:
    truth, _ = coco_worlds.world(np.random.default_rng(3), irregular=False)
    assert repeated_ids(truth_records(truth)) == 0
    truth["annotations"][0]["id"] = truth["annotations"][1]["id"]
    assert repeated_ids(truth_records(truth)) == 1


UPRIGHT, DIAMOND = [0, 0, 40, 0, 40, 40, 0, 40], [20, 0, 40, 20, 20, 40, 0, 20]
# Of the square and of the square on its tip, what half and three quarters of their height leave.
CUT = {
    "upright": (UPRIGHT, {0.5: [0, 0, 40, 0, 40, 20, 0, 20], 0.75: [0, 0, 40, 0, 40, 30, 0, 30]}),
    "diamond": (DIAMOND, {0.5: [20, 0, 40, 20, 30, 30, 10, 10], 0.75: [20, 0, 40, 20, 25, 35, 5, 15]}),
}


def held(corners: list[float], geometry: str) -> dict[str, np.ndarray]:
    x0, y0, x1, y1 = *np.reshape(corners, (4, 2)).min(0), *np.reshape(corners, (4, 2)).max(0)
    if geometry == "masks":
        mask = np.zeros((1, 40, 40), dtype=bool)
        mask[0, int(y0) : int(y1), int(x0) : int(x1)] = True
        return {"masks": mask}
    return {"boxes": np.array([corners if geometry == "rotated" else [x0, y0, x1, y1]], dtype=float)}


@pytest.mark.parametrize("crowd", [False, True])
@pytest.mark.parametrize("share", [0.5, 0.75])
@pytest.mark.parametrize(
    ("geometry", "shape"),
    [("boxes", "upright"), ("masks", "upright"), ("rotated", "upright"), ("rotated", "diamond")],
)
def test_an_overlap_on_the_threshold_is_enough(geometry: str, shape: str, share: float, crowd: bool) -> None:
    """To the last bit: all numbers are small and whole. Of a crowd the share is that of the
    detection, so that the whole one is found with its part as the crowd."""
    whole, part = CUT[shape][0], CUT[shape][1][share]
    true, found = (part, whole) if crowd else (whole, part)
    truth = [{**held(true, geometry), "labels": [0], "iscrowd": [int(crowd)]}]
    detections = [{**held(found, geometry), "labels": [0], "scores": [0.5]}]
    for threshold, enough in ((share, True), (np.nextafter(share, 1), False)):
        result = evaluate(truth, detections, geometry=geometry, iou_thresholds=[threshold])
        matched = unpacked(result.state.matched, 4, 1)[0].ravel()
        assert matched.tolist() == [enough] * len(matched)
