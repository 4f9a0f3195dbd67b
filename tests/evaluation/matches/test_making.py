"""Partners, overlaps and best partners, against plain Python and against the match state itself."""

from __future__ import annotations

from typing import Any

import coco_worlds
import numpy as np
import pytest
import shape_worlds
from match_worlds import annotation, detection, result_of, small_result

from truebox.evaluation import Result, evaluate

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def matched_bits(result: Result) -> np.ndarray:
    """Whether each detection is matched at each threshold, from the match state [N, T]."""
    parameters = result.parameters
    count = len(parameters.iou_thresholds)
    bits = np.empty((len(result.state), count), dtype=bool)
    for t in range(count):
        word, bit = divmod(parameters.main_range * count + t, 64)
        bits[:, t] = (result.state.matched[:, word] >> np.uint64(bit)) & np.uint64(1)
    return bits


def check(result: Result) -> int:
    """Laws that every match table keeps; how many matches there were."""
    table = result.matches
    found, true = table.detections, table.truths
    assert len(found) == len(result.state)
    partners = found.matched_truth
    assert np.array_equal(partners >= 0, matched_bits(result))
    rows, at = np.nonzero(partners >= 0)
    truths = partners[rows, at]
    assert np.array_equal(true.image[truths], found.image[rows])
    if not result.parameters.class_agnostic:
        assert np.array_equal(true.category[truths], found.category[rows])
    single = ~true.crowd[truths]
    assert np.array_equal(true.matched_detection[truths, at][single], rows[single])
    overlaps = dict(zip(_keys(table.pairs.offsets, table.pairs.truth), table.pairs.overlap, strict=True))
    for row, truth, t in zip(rows.tolist(), truths.tolist(), at.tolist(), strict=True):
        assert overlaps[row, truth] >= min(result.parameters.iou_thresholds[t], 1 - 1e-10)
    _check_best(result, overlaps)
    return len(rows)


def _keys(offsets: np.ndarray, truth: np.ndarray) -> list[tuple[int, int]]:
    rows = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    return list(zip(rows.tolist(), truth.tolist(), strict=True))


def _check_best(result: Result, overlaps: dict[tuple[int, int], float]) -> None:
    table = result.matches
    found, true = table.detections, table.truths
    best: dict[str, dict[int, float]] = {"own": {}, "other": {}, "ignored": {}, "truth": {}}
    for (row, truth), overlap in overlaps.items():
        same = result.parameters.class_agnostic or true.category[truth] == found.category[row]
        kind = ("ignored" if same else None) if true.ignored[truth] else ("own" if same else "other")
        if kind is not None:
            best[kind][row] = max(best[kind].get(row, 0.0), overlap)
        if kind == "own":
            best["truth"][truth] = max(best["truth"].get(truth, 0.0), overlap)
    for kind in ("own", "other", "ignored"):
        column, partner = getattr(found, f"{kind}_overlap"), getattr(found, f"{kind}_truth")
        assert column.tolist() == [best[kind].get(row, 0.0) for row in range(len(found))]
        for row in np.flatnonzero(partner >= 0).tolist():
            assert overlaps[row, int(partner[row])] == column[row]
    assert true.best_overlap.tolist() == [best["truth"].get(row, 0.0) for row in range(len(true))]


@pytest.mark.parametrize("mode", ["strict", "corrected"])
def test_boxes_over_the_parameter_space(mode: Any) -> None:
    matches = 0
    for seed in range(60):
        rng = np.random.default_rng(7000 + seed)
        truth, found = coco_worlds.world(rng, images=4, classes=3)
        chosen = coco_worlds.parameters(rng, truth)
        matches += check(evaluate(truth, found, mode=mode, **chosen))
    assert matches > 1000


@pytest.mark.parametrize("mode", ["strict", "corrected"])
@pytest.mark.parametrize("geometry", ["masks", "boundary", "keypoints"])
def test_other_geometries(geometry: Any, mode: Any) -> None:
    matches = 0
    for seed in range(12):
        rng = np.random.default_rng(8000 + seed)
        made = shape_worlds.keypoint_world if geometry == "keypoints" else shape_worlds.mask_world
        truth, found = made(rng)
        agnostic = seed % 4 == 3
        matches += check(evaluate(truth, found, geometry=geometry, mode=mode, class_agnostic=agnostic))
    assert matches > 100


def test_keypoints_at_thresholds_that_nearly_everything_reaches() -> None:
    truth, found = shape_worlds.keypoint_world(np.random.default_rng(1))
    result = evaluate(truth, found, geometry="keypoints", iou_thresholds=[0.0, 0.001, 0.5])
    assert check(result) > 20
    assert len(result.matches.pairs) > len(evaluate(truth, found, geometry="keypoints").matches.pairs)


def test_the_limit_of_lvis_and_its_ignored_truths() -> None:
    matches = 0
    for seed in range(10):
        rng = np.random.default_rng(9000 + seed)
        truth, found = shape_worlds.mask_world(rng, boxed=True)
        for image in truth["images"]:
            image["neg_category_ids"] = [1, 2]
            image["not_exhaustive_category_ids"] = [3]
        for category in truth["categories"]:
            category["frequency"] = "f"
        matches += check(evaluate(truth, found, protocol="lvis", max_detections=[9]))
    assert matches > 100


def test_overlaps_by_hand() -> None:
    table = small_result().matches
    # (12, 10, 40, 40) on (10, 10, 40, 40): 38 x 40 shared of 2 x 1600 - 1520
    assert table.detections.own_overlap.tolist() == [1.0, 1520 / 1680, 0.0, 0.0, 0.0]
    # 50 x 40 inside 50 x 50, of another class
    assert table.detections.other_overlap.tolist() == [0.0, 0.0, 0.0, 0.0, 0.8]
    assert table.detections.other_truth.tolist() == [-1, -1, -1, -1, 1]
    # wholly inside the crowd region: the share of the detection
    assert table.detections.ignored_overlap.tolist() == [0.0, 0.0, 1.0, 0.0, 0.0]
    assert table.truths.best_detection.tolist() == [0, -1, -1]
    assert table.truths.found.tolist() == [True, False, True]
    assert table.truths.crowd.tolist() == [False, False, True]


def test_a_truth_is_taken_by_the_better_score() -> None:
    found = [detection(1, 1, (10, 10, 40, 40), 0.3), detection(1, 1, (14, 10, 40, 40), 0.9)]
    table = result_of([annotation(1, 1, (10, 10, 40, 40))], found).matches
    # the shifted box overlaps 36 x 40 of 2 x 1600 - 1440 = .818 and is first; at .85 the exact one wins
    assert table.detections.row.tolist() == [1, 0]
    assert table.truths.matched_detection[0].tolist() == [0] * 7 + [1] * 3
    assert table.detections.matched_truth[:, 9].tolist() == [-1, 0]


def test_a_subset_of_images() -> None:
    truths = [annotation(1, 1, (0, 0, 9, 9)), annotation(2, 1, (0, 0, 9, 9))]
    table = result_of(truths, [detection(2, 1, (0, 0, 9, 9), 0.9)], images=[2]).matches
    assert table.truths.row.tolist() == [1]
    assert table.detections.matched_truth[0, 0] == 0


def test_what_people_may_write_to_is_not_what_is_matched_again():
    result = small_result()
    ground = result.ground
    assert ground is not None
    for name in ("image", "category", "boxes", "area"):
        assert not np.shares_memory(getattr(result.matches.truths, name), getattr(ground.columns, name))
