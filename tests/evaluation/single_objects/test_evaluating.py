"""Success, precision and average overlap of sequences, worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.errors import ArgumentError
from truebox.evaluation import evaluate_single_object

NAN = [float("nan")] * 4
STILL = [[0, 0, 10, 10]] * 4
FOUND = [[0, 0, 10, 10], [0, 0, 10, 5], [0, 0, 10, 10], [300, 0, 10, 10]]
"""Overlaps 1, 1/2, 1 and 0; centers 0, 2.5, 0 and 300 pixels apart."""


def test_otb():
    result = evaluate_single_object(STILL, FOUND, rules="otb")
    # Overlap 1 is above 20 of 21 thresholds, 1/2 above the ten below it.
    assert result.metrics == {
        "success_score": pytest.approx((20 + 10 + 20) / 21 / 4),
        "success_rate": 0.5,
        "precision_score": 0.75,
    }
    assert result.curves["success"].tolist() == [0.75] * 10 + [0.5] * 10 + [0]
    assert result.curves["precision"].tolist() == [0.5] * 3 + [0.75] * 48


def test_sequences_of_otb_weigh_alike():
    truth = {"long": STILL, "short": STILL[:2]}
    result = evaluate_single_object(truth, {"short": STILL[:2], "long": FOUND}, rules="otb")
    assert [each.name for each in result.per_sequence] == ["long", "short"]
    assert result.metrics["success_rate"] == (0.5 + 1) / 2
    assert result.metrics["precision_score"] == (0.75 + 1) / 2


@pytest.mark.parametrize("rules", ["otb", "lasot"])
def test_the_first_box_is_the_true_one(rules):
    wrong = [[500, 500, 1, 1], *STILL[1:]]
    result = evaluate_single_object(STILL, wrong, rules=rules)
    assert result.metrics["precision_score"] == 1
    assert wrong[0] == [500, 500, 1, 1]


def test_arrays_are_left_as_they_are():
    truth, found = np.array(STILL, dtype=np.float64), np.array(FOUND[::-1], dtype=np.float64)
    for rules, more in (("otb", {}), ("got10k", {"resolution": (5, 5)})):
        evaluate_single_object(truth, found, rules=rules, **more)
        assert truth.tolist() == STILL
        assert found.tolist() == FOUND[::-1]


def test_lasot_leaves_out_frames_without_truth():
    truth = [*STILL[:2], NAN, STILL[3]]
    result = evaluate_single_object(truth, [*FOUND[:2], NAN, FOUND[3]], rules="lasot")
    assert result.per_sequence[0].frames.tolist() == [0, 1, 3]
    assert result.metrics["success_rate"] == pytest.approx(1 / 3)
    assert result.metrics["precision_score"] == pytest.approx(2 / 3)
    # 2.5 pixels are a quarter of the box: within 26 of the 51 thresholds.
    assert result.metrics["normalized_precision_score"] == pytest.approx((51 + 26) / 51 / 3)
    assert result.metrics["normalized_precision_at_0.2"] == pytest.approx(1 / 3)


def test_got10k_takes_all_frames_together():
    truth = {"a": STILL, "b": STILL[:2]}
    found = {"a": FOUND, "b": STILL[:2]}
    result = evaluate_single_object(truth, found, rules="got10k", resolution=(640, 480))
    assert result.metrics == {"AO": (0.5 + 1 + 0 + 1) / 4, "SR.50": 0.5, "SR.75": 0.5}
    assert [each.metrics["AO"] for each in result.per_sequence] == [0.5, 1]
    assert len(result.curves["success"]) == 101
    assert result.per_sequence[0].errors is None


def test_got10k_counts_what_is_visible():
    result = evaluate_single_object(
        [*STILL[:3], NAN], FOUND, rules="got10k", resolution=(640, 480), cover=[8, 1, 1, 0]
    )
    assert result.metrics["AO"] == 0.75
    assert result.per_sequence[0].length == 4
    hidden = evaluate_single_object(
        STILL, FOUND, rules="got10k", resolution=(9, 9), cover=[True] + [False] * 3
    )
    assert hidden.metrics == {"AO": None, "SR.50": None, "SR.75": None}
    assert hidden.curves == {}


def test_got10k_clips_to_the_image():
    found = [STILL[0], [0, 0, 20, 10]]
    assert evaluate_single_object(STILL[:2], found, rules="got10k", resolution=(99, 99)).metrics["AO"] == 0.5
    assert evaluate_single_object(STILL[:2], found, rules="got10k", resolution=(10, 10)).metrics["AO"] == 1


@pytest.mark.parametrize(
    ("truth", "found", "how", "said"),
    [
        (STILL, FOUND, {"rules": "got10"}, "rules: 'got10' is unknown.*got10k"),
        (STILL, FOUND, {"rules": 3}, "rules: 3 is unknown"),
        (STILL, FOUND[:3], {"rules": "otb"}, "3 boxes for the 4 frames"),
        (STILL, [row[:3] for row in FOUND], {"rules": "otb"}, r"predictions\['sequence'\].*shape \(4, 3\)"),
        (STILL[0], FOUND[0], {"rules": "otb"}, r"truth.*shape \(4,\)"),
        (np.empty((0, 4)), np.empty((0, 4)), {"rules": "otb"}, "no frames"),
        ([["a"] * 4], FOUND[:1], {"rules": "otb"}, "no numbers in four columns"),
        ({}, {}, {"rules": "otb"}, "no sequence"),
        ({"a": STILL}, {}, {"rules": "otb"}, "predictions: sequence 'a' is missing"),
        ({"a": STILL}, {"a": FOUND, "b": FOUND}, {"rules": "otb"}, "sequence 'b' is not in the truth"),
        ([STILL[0], NAN], FOUND[:2], {"rules": "otb"}, r"truth\['sequence'\]\[1\].*lasot"),
        (STILL, [*FOUND[:3], NAN], {"rules": "lasot"}, r"predictions.*\[3\].*without area"),
        ([STILL[0], [0, 0, -1, 5]], FOUND[:2], {"rules": "lasot"}, "no box.*four NaN"),
        ([NAN, NAN], FOUND[:2], {"rules": "lasot"}, "no frame has a true box"),
        (STILL, FOUND, {"rules": "otb", "cover": [1] * 4}, "cover: the rules 'otb' have none"),
        (STILL, FOUND, {"rules": "lasot", "resolution": (9, 9)}, "resolution: the rules 'lasot'"),
        (STILL, FOUND, {"rules": "got10k"}, "resolution: the rules 'got10k' clip"),
        (STILL, FOUND, {"rules": "got10k", "resolution": (0, 9)}, "no size of an image"),
        (STILL, FOUND, {"rules": "got10k", "resolution": "big"}, "no size of an image"),
        (STILL, FOUND, {"rules": "got10k", "resolution": (9, 9), "cover": [1, 1]}, "expected 4 numbers"),
        (STILL, FOUND, {"rules": "got10k", "resolution": (9, 9), "cover": ["a"] * 4}, "expected 4 numbers"),
        ([*STILL[:3], NAN], FOUND, {"rules": "got10k", "resolution": (9, 9)}, "pass cover"),
        (
            {"a": STILL, "b": STILL},
            {"a": FOUND, "b": FOUND},
            {"rules": "got10k", "resolution": (9, 9), "cover": [1] * 4},
            "cover: there are several sequences",
        ),
    ],
)
def test_what_is_refused(truth, found, how, said):
    with pytest.raises(ArgumentError, match=said) as refused:
        evaluate_single_object(truth, found, **how)
    assert "Fix: " in str(refused.value)


@pytest.mark.parametrize("rules", ["otb", "lasot"])
@pytest.mark.parametrize("absent", [0, 1, 5])
def test_sequences_read_where_they_lie_give_every_bit_of_copies(rules, absent):
    """Lists are copied and checked one by one."""
    draws = np.random.default_rng(absent)
    truth, found = {}, {}
    for name, frames in (("a", 1), ("b", 9), ("c", 40)):
        truth[name] = draws.uniform(0, 60, (frames, 4))
        found[name] = truth[name] + draws.normal(0, 4, (frames, 4)) * (1, 1, 0, 0)
        if rules == "lasot":
            truth[name][1 : 1 + absent, draws.integers(4)] = np.nan
    swift = evaluate_single_object(truth, found, rules=rules)
    sides = ({name: boxes.tolist() for name, boxes in side.items()} for side in (truth, found))
    plain = evaluate_single_object(*sides, rules=rules)
    assert swift.metrics == plain.metrics
    for one, other in zip(swift.per_sequence, plain.per_sequence, strict=True):
        assert (one.name, one.length, one.metrics) == (other.name, other.length, other.metrics)
        assert one.errors is not None
        assert other.errors is not None
        for mine, theirs in (
            (one.frames, other.frames),
            (one.overlaps, other.overlaps),
            (one.errors, other.errors),
        ):
            assert mine.dtype == theirs.dtype
            assert mine.tobytes() == theirs.tobytes()
        assert all(one.curves[key].tobytes() == other.curves[key].tobytes() for key in other.curves)


def overlaps_by_definition(true: np.ndarray, found: np.ndarray, size: tuple[int, int]) -> list[float]:
    """IoU as got10k.utils.metrics.rect_iou computes it with a bound, frame by frame."""
    overlaps = []
    for a, b in zip(true, found, strict=True):
        sides = []
        for left, top, width, height in (a, b):
            x, y = min(max(left, 0), size[0]), min(max(top, 0), size[1])
            sides.append((x, y, min(max(width, 0), size[0] - x), min(max(height, 0), size[1] - y)))
        (ax, ay, aw, ah), (bx, by, bw, bh) = sides
        wide = max(min(ax + aw, bx + bw) - max(ax, bx), 0)
        high = max(min(ay + ah, by + bh) - max(ay, by), 0)
        overlaps.append(min(max(wide * high / (bw * bh + aw * ah - wide * high + 2**-52), 0), 1))
    return overlaps


@pytest.mark.parametrize("as_lists", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_got10k_gives_every_bit_of_its_definition(seed: int, as_lists: bool) -> None:
    chance = np.random.default_rng(seed)
    truth, found, cover, sizes, pooled = {}, {}, {}, {}, []
    for number in range(int(chance.integers(1, 5))):
        name, frames = f"s{number}", int(chance.integers(1, 30))
        truth[name] = chance.uniform(-50, 400, (frames, 4)).round(int(chance.integers(0, 4)))
        truth[name][:, 2:] = np.abs(truth[name][:, 2:])
        found[name] = np.where(chance.random((frames, 1)) < 0.2, truth[name], truth[name] + 3)
        found[name][chance.random(frames) < 0.2] = 0
        cover[name] = chance.integers(0, 3, frames)
        sizes[name] = (int(chance.integers(1, 500)), int(chance.integers(1, 400)))
        counts = np.flatnonzero(cover[name] > 0)
        counts = counts[counts > 0]
        pooled += overlaps_by_definition(
            truth[name][counts].tolist(), found[name][counts].tolist(), sizes[name]
        )
    if as_lists:  # read one by one
        truth = {name: boxes.tolist() for name, boxes in truth.items()}
    result = evaluate_single_object(truth, found, rules="got10k", resolution=sizes, cover=cover)
    if not pooled:
        assert result.metrics == {"AO": None, "SR.50": None, "SR.75": None}
        return
    overlaps = np.array(pooled)
    assert np.concatenate([each.overlaps for each in result.per_sequence]).tolist() == pooled
    assert result.metrics["AO"] == np.mean(overlaps)
    assert (result.metrics["SR.50"], result.metrics["SR.75"]) == (
        np.mean(overlaps > 0.5),
        np.mean(overlaps > 0.75),
    )
    curve = [np.mean(overlaps > threshold) for threshold in np.linspace(0, 1, 101)]
    assert result.curves["success"].tolist() == curve
    for each in (each for each in result.per_sequence if len(each.overlaps)):
        assert each.metrics["SR.75"] == np.mean(each.overlaps > 0.75)
