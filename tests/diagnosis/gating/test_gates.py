"""When a gate passes, and when it does not."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from truebox.diagnosis import check_gates
from truebox.errors import ArgumentError
from truebox.evaluation import evaluate, evaluate_tracks
from truebox.generation import make_dataset

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def test_at_least_and_at_most_include_the_limit(made):
    ap = made.metrics["AP"]
    for text, passed in [
        (f"AP={ap!r}", True),
        (f"AP<={ap!r}", True),
        (f"AP={ap + 1e-9!r}", False),
        (f"AP<={ap - 1e-9!r}", False),
    ]:
        (gate,) = check_gates(made, [text])
        assert gate.passed is passed, text
        assert gate.value == ap


def test_an_undefined_metric_fails(made):
    lost = replace(made, metrics={**made.metrics, "AP": None}, undefined={"AP": "no images"})
    for text in ("AP=0", "AP<=1"):
        (gate,) = check_gates(lost, [text])
        assert (gate.value, gate.passed, gate.reason) == (None, False, "no images")


@pytest.mark.parametrize("significant", [False, True])
def test_where_less_is_better_the_number_may_rise_so_much(significant):
    """The second detector has 60 of 100 people's boxes: a higher miss rate, which is no improvement."""
    person = {"boxes": [[0, 0, 40, 100]], "labels": ["person"]}
    truth = [person] * 100
    good = [person | {"scores": [0.5 + k / 1000]} for k in range(100)]
    worse = [each if k % 5 < 3 else {"boxes": [], "labels": [], "scores": []} for k, each in enumerate(good)]
    before, after = (evaluate(truth, found, protocol="citypersons") for found in (good, worse))
    assert before.metrics["MR"] < after.metrics["MR"]
    document = before.to_dict()
    for baseline in (before, document):
        asked = {"baseline": baseline, "max_drop": ["MR=0.1", "AP=0.5"], "significant": significant}
        rate, area = check_gates(after, **asked)
        assert (rate.passed, area.passed, rate.relation, rate.limit) == (
            False,
            True,
            "<=",
            before.metrics["MR"] + 0.1,
        )
        assert "less is better" in rate.reason
    for baseline in (after, after.to_dict()):
        assert check_gates(before, baseline=baseline, max_drop=["MR=0"], significant=significant).passed


def test_what_is_undefined_now_is_a_drop(made):
    lost = replace(made, metrics={**made.metrics, "AP": None}, undefined={"AP": "no images"})
    for baseline in (made, made.to_dict()):
        (gate,) = check_gates(lost, baseline=baseline, max_drop=["AP=1"])
        assert (gate.value, gate.passed, gate.reason) == (None, False, "no images")
    for baseline in (lost, lost.to_dict()):  # and so is what was undefined before, or both times
        for result in (made, lost):
            (gate,) = check_gates(result, baseline=baseline, max_drop=["AP=1"])
            assert (gate.limit, gate.passed) == (None, False)


def test_a_drop_of_exactly_the_limit_passes(made):
    # In doubles .3 - .1 is .19999999999999998, .8 - .1 is .7000000000000001 and so above .7.
    for before, drop, now in ((0.3, "0.1", 0.2), (0.8, "0.1", 0.7), (0.9, "0.2", 0.7), (0.5, "0.25", 0.25)):
        earlier, later = (replace(made, metrics={**made.metrics, "AP": ap}) for ap in (before, now))
        for baseline in (earlier, earlier.to_dict()):
            assert check_gates(later, baseline=baseline, max_drop=[f"AP={drop}"]).passed
        worse = replace(made, metrics={**made.metrics, "AP": now - 1e-9})
        assert not check_gates(worse, baseline=earlier, max_drop=[f"AP={drop}"]).passed


def test_a_drop_is_measured_from_the_baseline(made, noisier):
    drop = made.metrics["AP"] - noisier.metrics["AP"]
    assert drop > 0.001
    for limit, passed in ((drop + 1e-6, True), (drop - 1e-6, False)):
        (gate,) = check_gates(noisier, baseline=made, max_drop=[f"AP={limit:.9f}"])
        assert gate.passed is passed
        assert gate.limit == pytest.approx(made.metrics["AP"] - limit, abs=1e-8)
        assert gate.expression.startswith("max-drop AP=")
        assert gate.reason == f"baseline {made.metrics['AP']:.3f}"
    assert check_gates(made, baseline=noisier, max_drop=["AP=0"]).passed


def test_a_document_and_its_file_say_the_same(made, noisier, tmp_path):
    file = tmp_path / "last.json"
    file.write_text(json.dumps(made.to_dict()), encoding="utf-8")
    wanted = ["AP=0.0001", "AP50[class 1]=0.9"]
    by_result = check_gates(noisier, baseline=made, max_drop=wanted)
    for baseline in (made.to_dict(), file, str(file)):
        found = check_gates(noisier, baseline=baseline, max_drop=wanted)
        assert [(gate.value, gate.limit, gate.passed) for gate in found] == [
            (gate.value, gate.limit, gate.passed) for gate in by_result
        ]


def test_a_significant_drop_fails_and_chance_passes(made, noisier):
    (gate,) = check_gates(noisier, baseline=made, max_drop=["AP=0"], significant=True)
    assert not gate.passed
    # Numbers alone cannot be paired image by image: .074 is less than two errors of such a difference.
    (gate,) = check_gates(noisier, baseline=made.to_dict(), max_drop=["AP=0"], significant=True)
    assert gate.passed
    # A drop of one part in a million lies inside any interval; blurring scores by .002 does little either.
    hair = replace(made, metrics={**made.metrics, "AP": made.metrics["AP"] + 1e-6})
    lower, higher = sorted((made, _blurred()), key=lambda result: result.metrics["AP"])
    for result, baseline in ((made, hair.to_dict()), (lower, higher)):
        assert not check_gates(result, baseline=baseline, max_drop=["AP=0"]).passed
        (gate,) = check_gates(result, baseline=baseline, max_drop=["AP=0"], significant=True)
        assert gate.passed
        assert ", no significant drop (p = " in gate.reason


def _blurred():
    truth, found = make_dataset(60, 3, 20, 3.0, 1)
    noise = np.random.default_rng(3).normal(0, 0.002, len(found.scores))
    return evaluate(truth, replace(found, scores=np.clip(found.scores + noise, 0, 1)), mode="corrected")


def test_classes_can_be_judged_and_slices_cannot(made, noisier):
    assert len(check_gates(noisier, baseline=made, max_drop=["AP[class 1]=0"], significant=True)) == 1
    with pytest.raises(ArgumentError, match="whether a drop of recall is significant is not known"):
        check_gates(noisier, baseline=made, max_drop=["recall=0"], significant=True)


@pytest.mark.parametrize(
    "arguments",
    [{"max_drop": ["AP=0.1"]}, {"baseline": {}}, {"significant": True}],
)
def test_half_a_comparison_is_refused(made, arguments):
    with pytest.raises(ArgumentError, match="Fix: pass"):
        check_gates(made, **arguments)


def test_a_drop_has_no_relation(made):
    with pytest.raises(ArgumentError, match="a largest drop is written with ="):
        check_gates(made, baseline=made, max_drop=["AP<=0.1"])


def _finding(lost, *, images=12, of_second=0):
    """One truth an image, found but in the first `lost`; the last images may hold a second class."""

    def box(image):
        return {
            "image_id": image,
            "bbox": [10, 10, 40, 40],
            "category_id": 2 if image > images - of_second else 1,
        }

    truth = {
        "images": [{"id": image} for image in range(1, images + 1)],
        "categories": [{"id": 1, "name": "cat"}, {"id": 2, "name": "dog"}],
        "annotations": [{"id": n, "area": 1600, "iscrowd": 0, **box(n)} for n in range(1, images + 1)],
    }
    found = [{"score": 0.9, **box(n)} for n in range(1, images + 1) if n not in lost]
    return evaluate(truth, found, mode="corrected")


def _judged(result, baseline, *drops, **more):
    return check_gates(result, baseline=baseline, max_drop=drops, significant=True, **more)


# Recall loses 1/12 for each lost image. Swapped at random, k such losses all point one way with 2 / 2^k.
@pytest.mark.parametrize(
    ("lost", "drop", "p", "passed"),
    [
        (5, "AR100=0", 2 / 2**5, True),  # .0625
        (6, "AR100=0", 2 / 2**6, False),  # .031
        (6, "AR100=0.2", 14 / 2**6, True),  # .3 beyond the limit: 6 or 5 of 6 point one way, (1 + 6) * 2 / 64
        (9, "AR100=0.2", 20 / 2**9, False),  # .55 beyond: 9 or 8 of 9 do, (1 + 9) * 2 / 512 = .039
        (1, "AR100=0.1", None, True),  # within the limit
    ],
)
def test_a_drop_is_tested_against_its_limit(lost, drop, p, passed):
    (gate,) = _judged(_finding(range(1, lost + 1)), _finding([]), drop)
    assert gate.passed is passed
    if p is not None:
        said = float(gate.reason.split("(p = ")[1].rstrip(")"))
        assert said == pytest.approx(p, abs=0.01)


def test_gates_are_corrected_for_the_gates_asked_alone():
    now, before = _finding(range(1, 7)), _finding([])
    assert not _judged(now, before, "AR100=0").passed  # .031
    assert _judged(now, before, "AR100=0", "AR10=0").passed  # .031 * 2


def test_a_class_asked_for_has_its_own_p_value():
    # Ten of 24 images hold dogs; the six lost are cats, one class of two: 2 / 2^6, not twice that.
    now, before = (_finding(lost, images=24, of_second=10) for lost in (range(1, 7), []))
    (gate,) = _judged(now, before, "AP[cat]=0")
    assert not gate.passed


def test_what_cannot_be_judged_fails_or_passes_as_asked():
    now, before = (_finding(lost, images=20, of_second=9) for lost in (range(12, 21), []))
    assert now.per_class[1].metrics["AP"] == 0
    for unjudged, passed in (("fail", False), ("pass", True)):
        for baseline in (before, before.to_dict()):
            (gate,) = _judged(now, baseline, "AP[dog]=0", unjudged=unjudged)
            assert gate.passed is passed
            assert "cannot be judged (only 9 images with truths of it; 10 are needed)" in gate.reason
            assert gate.reason.endswith(f"unjudged gates {unjudged}")
    with pytest.raises(ArgumentError, match="unjudged"):
        _judged(now, before, "AP=0", unjudged="maybe")


@pytest.mark.parametrize(
    ("lost", "stored", "passed"),
    [
        # The error of a recall r over 12 images is sqrt(r (1 - r) / 12).
        (4, None, True),  # .333 over sqrt(2) * .136: 1.73 errors
        (4, 0.05, False),  # .333 over hypot(.136, .05): 2.30 errors
        (6, None, False),  # .5 over sqrt(2) * .144: 2.45 errors
    ],
)
def test_against_a_document_both_errors_count(lost, stored, passed):
    document = _finding([]).to_dict()
    if stored is not None:
        intervals = {"metrics": {"AR100": {"error": stored}}, "per_class": []}
        document["results"][0]["diagnosis"] = {"intervals": intervals}
    (gate,) = _judged(_finding(range(1, lost + 1)), document, "AR100=0")
    assert gate.passed is passed


def test_groups_are_swapped_as_one():
    # 24 images lost of 48, in videos of four: six videos lost, so 2 / 2^6; in videos of eight three, 2 / 2^3.
    now, before = _finding(range(1, 25), images=48), _finding([], images=48)
    for size, passed in ((4, False), (8, True)):
        videos = [place // size for place in range(48)]
        assert _judged(now, before, "AR100=0", groups=videos).passed is passed


def test_faults_of_tracks_may_rise_so_much():
    """One object of six frames: its second tracker changes the id twice, and misses a frame."""
    boxes = [[0, 0, 9, 9]] * 6
    truth = {"frames": range(6), "ids": [7] * 6, "boxes": boxes}
    good = evaluate_tracks(truth, {**truth, "ids": [1] * 6})
    worse = evaluate_tracks(truth, {"frames": range(5), "ids": [1, 1, 2, 2, 3], "boxes": boxes[:5]})
    assert (worse.metrics["IDSW"], worse.metrics["CLR_FN"]) == (2, 1)
    allowed = ["IDSW=1", "CLR_FN=1", "MOTA=0.4"]
    for baseline in (good, good.to_dict()):
        gates = list(check_gates(worse, baseline=baseline, max_drop=allowed))
        assert [(each.passed, each.relation) for each in gates] == [
            (False, "<="),
            (True, "<="),
            (False, ">="),
        ]
    assert check_gates(good, baseline=worse, max_drop=["IDSW=0", "CLR_FN=0", "MOTA=0"]).passed


def test_the_distance_of_motmetrics_may_rise_so_much():
    truth = {"frames": range(6), "ids": [7] * 6, "boxes": [[0, 0, 9, 9]] * 6}
    far = evaluate_tracks(truth, {**truth, "boxes": [[1, 0, 9, 9]] * 6}, rules="motmetrics")
    exact = evaluate_tracks(truth, truth, rules="motmetrics")
    assert (exact.metrics["MOTP"], round(far.metrics["MOTP"], 6)) == (0.0, 0.2)
    assert not check_gates(far, baseline=exact, max_drop=["MOTP=0.1"]).passed
    assert check_gates(exact, baseline=far, max_drop=["MOTP=0.1"]).passed
