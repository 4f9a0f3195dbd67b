"""Rotated boxes as a geometry: overlaps, what is refused, and everything that is made of a result."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace

import numpy as np
import pytest
from rotated_worlds import rotated_world

import truebox as tb
from truebox.errors import ArgumentError, InputError
from truebox.evaluation.matching.policy import QuadMeasure
from truebox.evaluation.matching.quads import quad_source
from truebox.evaluation.states.alignment import align

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

TURNED = [50.0, 20.0, 80.0, 50.0, 50.0, 80.0, 20.0, 50.0]


def one(corners, **more):
    return [{"boxes": [corners], "labels": [1], **more}]


def overlap_of(a, b, geometry="rotated"):
    result = tb.evaluate(one(a), one(b, scores=[0.5]), geometry=geometry)
    return float(result.matches.pairs.overlap[0])


def test_the_overlap_is_the_area_both_share():
    # A diamond of area 1800 and an upright square of 900 in its middle: IoU 900 / 1800.
    assert overlap_of(TURNED, [35, 35, 65, 35, 65, 65, 35, 65]) == 0.5
    assert overlap_of(TURNED, TURNED[2:] + TURNED[:2]) == 1
    assert overlap_of(TURNED, [*TURNED[6:], *TURNED[4:6], *TURNED[2:4], *TURNED[:2]]) == 1


def test_overlaps_are_those_of_the_overlap_room():
    truth, found = rotated_world(3, images=1)
    for row in truth["annotations"]:
        row["iscrowd"] = 0
    result = tb.evaluate(truth, found, geometry="rotated", class_agnostic=True)
    a = np.array([row["segmentation"][0] for row in found]).reshape(-1, 4, 2)
    b = np.array([row["segmentation"][0] for row in truth["annotations"]]).reshape(-1, 4, 2)
    expected = tb.overlap.pairwise_polygon_iou(list(a), list(b))
    pairs, rows = result.matches.pairs, result.state.row
    ours = np.zeros_like(expected)
    for place, row in enumerate(rows):
        for pair in range(pairs.offsets[place], pairs.offsets[place + 1]):
            ours[row, pairs.truth[pair]] = pairs.overlap[pair]
    np.testing.assert_allclose(ours, expected, atol=1e-12)


def probiou(one, other):
    """Ultralytics' batch_probiou (8.4.190), written down from its formula for one pair of x, y, w, h, r."""
    x1, y1, w1, h1, r1 = one
    x2, y2, w2, h2, r2 = other

    def covariance(w, h, r):
        a, b, c, s = w * w / 12, h * h / 12, np.cos(r), np.sin(r)
        return a * c * c + b * s * s, a * s * s + b * c * c, (a - b) * c * s

    (a1, b1, c1), (a2, b2, c2), eps = covariance(w1, h1, r1), covariance(w2, h2, r2), 1e-7
    both = (a1 + a2) * (b1 + b2) - (c1 + c2) ** 2
    t1 = ((a1 + a2) * (y1 - y2) ** 2 + (b1 + b2) * (x1 - x2) ** 2) / (both + eps) * 0.25
    t2 = (c1 + c2) * (x2 - x1) * (y1 - y2) / (both + eps) * 0.5
    alone = max(a1 * b1 - c1 * c1, 0) * max(a2 * b2 - c2 * c2, 0)
    t3 = np.log(both / (4 * np.sqrt(alone) + eps) + eps) * 0.5
    return 1 - np.sqrt(1 - np.exp(-np.clip(t1 + t2 + t3, eps, 100)) + eps)


@pytest.mark.parametrize("seed", range(4))
def test_probiou_is_that_of_ultralytics(seed):
    chance = np.random.default_rng(seed)
    a = np.array([50, 50, *chance.uniform(5, 60, 2), chance.uniform(-3, 3)])
    b = a + np.array([*chance.normal(0, 3, 2), *chance.uniform(0, 5, 2), chance.normal(0, 0.2)])
    rows = [{"boxes": each[None], "labels": [1], "scores": [0.5]} for each in (a, b)]
    found = tb.read_predictions([rows[1]], geometry="probiou", box_format="radians")
    truth = tb.read_truth([rows[0]], geometry="probiou", box_format="radians")
    (overlap,) = tb.evaluate(truth, found, geometry="probiou").matches.pairs.overlap
    assert overlap == pytest.approx(probiou(a, b), abs=1e-9)


def test_ultralytics_compares_rotated_boxes_by_probiou():
    assert overlap_of(TURNED, TURNED, "probiou") == pytest.approx(0.9995, abs=1e-4)
    result = tb.evaluate(one(TURNED), one(TURNED, scores=[1.0]), protocol="ultralytics", geometry="rotated")
    assert result.metrics["AP"] == pytest.approx(0.995)
    assert result.matches.pairs.overlap[0] == pytest.approx(0.9995, abs=1e-4)


def test_the_area_of_a_truth_is_its_outlines():
    truth = tb.read_truth(one([0, 0, 30, 30, 0, 60, -30, 30]), geometry="rotated")
    assert truth.area.tolist() == [1800]
    result = tb.evaluate(truth, one(TURNED, scores=[0.5]), geometry="rotated")
    assert result.metrics["APm"] == 0
    assert result.metrics["APs"] is None


@pytest.mark.parametrize(
    ("corners", "words"),
    [
        ([0, 0, 10, 10, 10, 0, 0, 10], "crosses itself"),
        ([0, 0, 10, 0, 10, 10, 5, 20, 0, 10], "its outline has 5 points, need four corners"),
        ([0, 0, 10, 0, 10, 10], "its outline has 3 points, need four corners"),
    ],
)
def test_what_are_no_four_corners_is_refused(corners, words):
    truth, found = rotated_world(1)
    records = tb.read_truth(truth, geometry="masks")
    found[2]["segmentation"] = [corners]
    with pytest.raises(InputError, match=f"E-195 .*row 2: .*{words}"):
        tb.evaluate(records, tb.read_predictions(found, geometry="masks"), geometry="rotated")


def test_a_mask_is_no_rotated_box():
    truth, found = rotated_world(1)
    found[0]["segmentation"] = {"size": [1000, 1000], "counts": [10, 5, 999985]}
    with pytest.raises(InputError, match=r"its segmentation is a mask.*geometry='masks'"):
        tb.evaluate(
            tb.read_truth(truth, geometry="rotated"),
            tb.read_predictions(found, geometry="masks"),
            geometry="rotated",
        )


def test_records_without_outlines_are_refused():
    truth, found = rotated_world(1)
    with pytest.raises(ArgumentError, match=r"read without rotated boxes. Fix: .*geometry='rotated'"):
        tb.evaluate(tb.read_truth(truth), found, geometry="rotated")


def test_rows_that_take_no_part_are_not_looked_at():
    truth, found = rotated_world(2)
    broken = copy.deepcopy(found)
    broken[0]["segmentation"] = [[0, 0, 10, 10, 10, 0, 0, 10]]
    others = [each["id"] for each in truth["images"] if each["id"] != broken[0]["image_id"]]
    assert tb.evaluate(truth, broken, geometry="rotated", images=others).metrics == (
        tb.evaluate(truth, found, geometry="rotated", images=others).metrics
    )


def test_everything_is_made_of_a_result():
    truth, found = rotated_world(4, images=20)
    result = tb.evaluate(truth, found, geometry="rotated")
    diagnosed = tb.diagnosis.diagnose(result, replicates=100)
    assert diagnosed.intervals.metrics["AP"].low <= result.metrics["AP"]
    again = pickle.loads(pickle.dumps(result))
    assert again.matches.pairs.overlap.tolist() == result.matches.pairs.overlap.tolist()
    halves = [range(1, 11), range(11, 21)]
    one, other = (tb.evaluate(truth, found, geometry="rotated", images=part).state for part in halves)
    assert (
        tb.evaluation.summarise(one + other, tb.evaluation.accumulate(one + other)).metrics == result.metrics
    )
    (pair,) = tb.diagnosis.compare(truth, found, found[::2], geometry="rotated").pairs
    assert pair.metrics["AP"].value < 0
    tables = [tb.evaluate(truth, found, geometry="rotated", threads=count) for count in (1, 3)]
    assert tables[0].precision.tobytes() == tables[1].precision.tobytes()


def test_the_source_says_what_it_is_of():
    truth, found = rotated_world(1)
    true, predicted = tb.read_truth(truth, geometry="rotated"), tb.read_predictions(found, geometry="rotated")
    alignment = align(true, predicted, images=None, categories=None, class_agnostic=False, threads=1)
    source = quad_source(true, predicted, alignment, QuadMeasure.EXACT)
    assert source.area(0) == pytest.approx([row["area"] for row in found])
    assert source.predictions.boxes == pytest.approx(np.array([row["bbox"] for row in found]))


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_upright_boxes_against_turned_ones_are_said() -> None:
    turned, upright = [[10, 20, 30, 10, 50, 20, 30, 30]] * 3, [[10, 10, 50, 10, 50, 30, 10, 30]] * 3

    def codes(true, found):
        sides = [{"boxes": np.array(corners, float), "labels": [1] * 3} for corners in (true, found)]
        sides[1]["scores"] = [0.9, 0.8, 0.7]
        result = tb.evaluate([sides[0]], [sides[1]], geometry="rotated")
        return [each.message for each in result.warnings if each.code == "W-198"]

    assert codes(turned, turned) == codes(upright, upright) == codes(turned, turned[:1] + upright[:2]) == []
    words = "(3 boxes), 3 of 3 of <truth> are: these may not be the rotated boxes"
    assert codes(turned, upright) == [f"no box of <predictions> is turned {words}"]
    assert codes(upright, turned)[0].startswith("no box of <truth>")


def test_what_is_not_evaluated_may_have_any_outline():
    """Labels of five corners are read as outlines; only those that take part must be rotated boxes."""
    truth = tb.read_truth(
        [{"boxes": [TURNED], "labels": ["a"]}, {"boxes": [TURNED, TURNED], "labels": ["a", "b"]}],
        geometry="rotated",
    )
    held = truth.segmentations
    five = [10.0, 10, 60, 10, 60, 50, 30, 60, 10, 50]
    outlines = replace(
        held,
        numbers=np.concatenate([TURNED, five, five]),
        part_offsets=np.array([0, 8, 18, 28]),
    )
    truth = replace(truth, segmentations=outlines)
    found = tb.read_predictions(
        [{"boxes": [TURNED], "labels": ["a"], "scores": [0.5]}, {"boxes": [], "labels": [], "scores": []}],
        geometry="rotated",
        truth=truth,
    )
    first = truth.images.ids.tolist()[0]
    result = tb.evaluate(truth, found, geometry="rotated", images=[first], mode="corrected")
    assert result.metrics["AP"] == 1
    with pytest.raises(InputError, match=r"row 1.*four corners") as error:
        tb.evaluate(truth, found, geometry="rotated", categories=["a"], mode="corrected")
    assert error.value.row == 1


def test_one_corner_that_is_no_number_is_refused_by_its_row():
    broken = [*TURNED[:3], float("nan"), *TURNED[4:]]
    truth = [{"boxes": [TURNED, TURNED, TURNED], "labels": [1, 1, 1]}]
    found = [{"boxes": [TURNED, broken, TURNED], "labels": [1, 1, 1], "scores": [0.5, 0.4, 0.3]}]
    with pytest.raises(InputError, match=r"row 1\b|\[1\]"):
        tb.evaluate(truth, found, geometry="rotated")
