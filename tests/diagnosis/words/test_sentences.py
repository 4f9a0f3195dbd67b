"""Sentences say what the figures say, and nothing that rests on little or is not true."""

from __future__ import annotations

import contextlib
import json
import re
from dataclasses import replace

import numpy as np
import pytest
from planted_faults import FAULTS, diagnosed

import truebox as tb
from truebox.diagnosis import diagnose
from truebox.diagnosis.words.sentences import sentences
from truebox.errors import TrueboxWarning
from truebox.evaluation import evaluate

pytestmark = [pytest.mark.filterwarnings(f"ignore:{code}") for code in ("W-301", "W-303", "W-312 AP is 0")]


def said(fault, start):
    return next((each for each in sentences(diagnosed(fault)) if each.startswith(start)), None)


@pytest.mark.parametrize("fault", FAULTS)
def test_there_are_three_to_five(fault):
    assert 3 <= len(sentences(diagnosed(fault))) <= 5


@pytest.mark.parametrize("fault", FAULTS)
def test_the_interval_is_that_of_the_diagnosis(fault):
    found = diagnosed(fault)
    ap = found.intervals.metrics["AP"]
    numbers = re.findall(r"\d\.\d{3}", said(fault, "AP"))
    assert numbers[:3] == [f"{value:.3f}" for value in (found.result.metrics["AP"], ap.low, ap.high)]
    assert "95 % confidence interval" in said(fault, "AP")


@pytest.mark.parametrize("fault", FAULTS)
def test_the_threshold_is_that_of_the_best_f1(fault):
    best = diagnosed(fault).points.overall
    expected = [f"{best.precision:.3f}", f"{best.recall:.3f}", f"{best.f1:.3f}"]
    sentence = said(fault, "Best threshold")
    sure = diagnosed(fault).points.intervals["score"]
    assert sentence.startswith(f"Best threshold {best.score:.2f} ({sure.low:.2f} to {sure.high:.2f}):")
    assert re.findall(r"\d\.\d{3}", sentence) == expected


@pytest.mark.parametrize("fault", FAULTS)
def test_a_slice_is_worse_beyond_chance(fault):
    worst = diagnosed(fault).slices.worst
    for start in ("Lowest recall", "The slice that costs most objects"):
        sentence = said(fault, start)
        if sentence is None:
            continue
        (row,) = [row for row in worst if f"{row.by} {row.label!r}," in sentence]
        assert row.p_value < 0.05
        assert f"recall {row.recall:.3f} at" in sentence
        assert f"against {row.elsewhere:.3f} elsewhere ({row.truths:,} objects)" in sentence


def test_removed_labels_are_named_as_such():
    found = diagnosed("background")
    sentence = said("background", "The labels may be wrong")
    sure = [each for each in found.label_errors if each.suspicion >= 0.9]
    assert f"in {len(sure)} places" in sentence
    assert f"{sum(each.kind == 'missing' for each in sure)} unlabelled objects" in sentence
    assert f"first in image {sure[0].image_id}: about " in sentence


def test_ties_are_said_where_they_matter():
    found = diagnosed("class")
    assert said("class", "Equal scores") is None
    wide = replace(found.ties.metrics["AP"], worst=0.4, best=0.6, exact=False, expected=None)
    loose = replace(found, ties=replace(found.ties, metrics={"AP": wide}), slices=None)
    assert any("AP cannot leave the bounds 0.4000 to 0.6000" in each for each in sentences(loose))
    # A twentieth of what the choice of images makes is not worth a sentence.
    ap = found.intervals.metrics["AP"]
    narrow = replace(wide, worst=0.5, best=0.5 + 0.04 * (ap.high - ap.low))
    loose = replace(found, ties=replace(found.ties, metrics={"AP": narrow}), slices=None)
    assert not any("Equal scores" in each for each in sentences(loose))
    likely = replace(wide, expected=0.5, spread=0.01, exact=True)
    loose = replace(found, ties=replace(found.ties, metrics={"AP": likely}), slices=None)
    said_now = next(each for each in sentences(loose) if each.startswith("Equal scores"))
    assert said_now.endswith(
        "random orders give 0.5000 ± 0.0200, and AP lies anywhere from 0.4000 to 0.6000."
    )


@pytest.mark.filterwarnings("ignore:W-303")
def test_undefined_says_why():
    truth = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "cat"}], "annotations": []}
    with pytest.warns(TrueboxWarning, match="W-312"):
        result = evaluate(truth, [], mode="corrected")
    assert sentences(diagnose(result, replicates=100)) == ("AP is undefined: no truth that counts.",)


def test_without_ap_the_rest_is_still_said():
    found = diagnosed("class")
    why = {"AP": "AP is read at 100 detections per image, and max_detections is 3"}
    lost = replace(found.result, metrics={**found.result.metrics, "AP": None}, undefined=why)
    said = sentences(replace(found, result=lost))
    assert said[0] == f"AP is undefined: {why['AP']}."
    assert said[1:3] == sentences(found)[1:3]


def test_few_images_have_no_interval_in_words():
    box = {"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40]}
    truth = {
        "images": [{"id": 1}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [{"id": 1, "area": 1600, "iscrowd": 0, **box}],
    }
    found = diagnose(evaluate(truth, [{**box, "score": 0.5}], mode="corrected"), replicates=100)
    assert "only 1 image" in found.words.sentences[0]
    assert not any(each.startswith("Best threshold") for each in found.words)


def _box(image, x=10, category=1, side=40):
    return {"image_id": image, "category_id": category, "bbox": [x, 10, side, side]}


def _truth(rows, images, classes=("cat",)):
    return {
        "images": [{"id": image, "width": 640, "height": 480} for image in range(1, images + 1)],
        "categories": [{"id": k, "name": name} for k, name in enumerate(classes, start=1)],
        "annotations": [
            {"id": n, "area": row["bbox"][2] ** 2, "iscrowd": 0, **row} for n, row in enumerate(rows, start=1)
        ],
    }


def _words(truth, found, **more):
    return list(diagnose(tb.evaluate(truth, found, mode="corrected"), replicates=200, **more).words)


def _said(words, part):
    return [each for each in words if part in each]


IMAGES = range(1, 31)


def test_a_blind_detector_finds_nothing():
    truth = _truth([_box(i) for i in IMAGES], 30)
    blind = _words(truth, [{**_box(i, 400), "score": 0.9 - 0.01 * i} for i in IMAGES])
    assert _said(
        blind, "The detector finds nothing: all 30 objects are missed, and none of the 30 detections"
    )
    assert not _said(blind, "No kind of error")
    assert _said(_words(truth, []), "all 30 objects are missed, and there are no detections")
    with pytest.warns(TrueboxWarning, match="W-330 21 of 30 images"):
        seeing = _words(truth, [{**_box(i), "score": 0.9 - 0.01 * i} for i in IMAGES if i < 10])
    assert not _said(seeing, "finds nothing")


def _crowded(share, seed=1):
    """200 images with two cats and two dogs each; of the missed ones so many are cats."""
    rng = np.random.default_rng(seed)
    rows = [
        _box(i, x, category) for i in range(1, 201) for x, category in ((10, 1), (110, 1), (210, 2), (310, 2))
    ]
    missed = np.where([row["category_id"] == 1 for row in rows], share, 1 - share) * 0.5
    found = [
        {**row, "score": float(rng.random())}
        for row, lost in zip(rows, missed, strict=True)
        if rng.random() > lost
    ]
    return _truth(rows, 200, ("cat", "dog")), found


def test_a_class_is_named_where_it_has_more_than_its_share():
    (loss,) = _said(_words(*_crowded(0.8)), "Largest loss")
    assert "`cat` (50 % of all objects are)" in loss
    for seed in range(3):  # half of what is missed is cats, and so is half of everything
        (loss,) = _said(_words(*_crowded(0.5, seed)), "Largest loss")
        assert "`cat`" not in loss
        assert "`dog`" not in loss


def test_a_class_without_truth_does_not_make_the_largest_loss():
    rows = [_box(i, x) for i in range(1, 41) for x in (10, 110)]
    found = [{**row, "score": 0.5 + 0.01 * row["image_id"]} for row in rows[::2]]
    found += [{**_box(i, 400, category), "score": 0.9} for i in range(1, 41) for category in (2, 3, 4)]
    truth = _truth(rows, 40, ("cat", "dog", "cow", "hen"))
    result = tb.evaluate(truth, found, mode="corrected")
    assert tb.diagnosis.errors(result).largest == "background"  # TIDE counts cow, dog and hen as AP 0
    (loss,) = _said(_words(truth, found), "Largest loss")
    assert "missed objects" in loss
    everywhere = _words(*_crowded(0.5))
    assert _said(everywhere, "Largest loss")[0].startswith("Largest loss: 0.")


def test_the_interval_says_what_it_holds_and_when_it_is_short():
    truth, found = _crowded(0.5)
    (whole,) = _said(_words(truth, found), "AP 0")
    assert "its mean over data sets of 200 such images lies in " in whole
    assert "fewer than" not in whole
    (grouped,) = _said(_words(truth, found, groups=[i // 10 for i in range(200)]), "AP 0")
    assert "its mean over data sets of 200 such images of 20 groups lies in " in grouped
    truth["categories"].append({"id": 3, "name": "hen"})
    truth["annotations"].append({"id": 9999, "area": 1600, "iscrowd": 0, **_box(1, 500, 3)})
    (short,) = _said(_words(truth, found), "AP 0")
    assert "1 class lies on fewer than 10 images (`hen`): the interval may be too short" in short


def test_a_threshold_that_rests_on_few_groups_says_so():
    truth, found = _crowded(0.5)
    (sentence,) = _said(_words(truth, found, groups=[i // 25 for i in range(200)]), "Best threshold")
    assert "; rests on 8 groups: it may be too short): precision" in sentence


@pytest.mark.parametrize(("errors", "said"), [(0.6, True), (0.4, False), (-1.0, False)])
def test_a_bias_is_said_where_it_is_more_than_half_an_error(errors, said):
    found = diagnosed("class")
    bias = errors * found.intervals.metrics["AP"].error
    words = sentences(replace(found, intervals=replace(found.intervals, bias=bias)))
    assert (f"on so few images AP is about {bias:.3f} too high" in words[0]) is said


@pytest.mark.parametrize(("images", "said"), [(9, False), (10, True)])
def test_no_threshold_is_proposed_on_a_handful_of_objects(images, said):
    rows = [_box(i) for i in range(1, images + 1)]
    found = [{**row, "score": 0.5 + 0.01 * row["image_id"]} for row in rows]
    assert bool(_said(_words(_truth(rows, images), found), "Best threshold")) is said


def _night(dark, lost, images=60):
    """Four objects an image, one of them small; at night so many are lost, by day a tenth."""
    rng = np.random.default_rng(3)
    rows = [_box(i, x, side=20 if x == 10 else 60) for i in range(1, images + 1) for x in (10, 110, 210, 310)]
    chance = np.array([lost if row["image_id"] in dark else 0.1 for row in rows])
    kept = rng.random(len(rows)) > chance
    found = [{**row, "score": float(rng.random())} for row, keep in zip(rows, kept, strict=True) if keep]
    result = tb.evaluate(_truth(rows, images), found, mode="corrected")
    night = np.array([i in dark for i in range(1, images + 1)])
    return tb.diagnosis.slices(result, ["size", "night"], columns={"night": night})


def test_a_slice_is_named_where_it_is_worse_and_not_else():
    worse = _night(set(range(1, 21)), 0.5)
    assert [(row.by, row.label) for row in worse.worst] == [("night", "True")]
    assert _night(set(range(1, 21)), 0.1).worst == ()


def test_the_lowest_recall_is_the_lowest():
    found = diagnose(tb.evaluate(*_crowded(0.5), mode="corrected"), replicates=100)
    common = {"images": 50, "detections": None, "elsewhere": 0.8, "p_value": 0.001, "worse": True}
    wide = tb.diagnosis.Slice(by="light", label="night", truths=900, recall=0.6, **common)
    deep = tb.diagnosis.Slice(by="fog", label="dense", truths=60, recall=0.4, **common)
    deepest = tb.diagnosis.Slice(by="rain", label="heavy", truths=40, recall=0.3, images=20, detections=None)
    for rows, starts in (
        ((wide, deep), ["The slice that costs most objects: light 'night'", "Lowest recall: fog 'dense'"]),
        ((wide,), ["Lowest recall: light 'night'"]),
        (
            (deep, deepest),
            ["The slice that costs most objects: fog 'dense'"],
        ),  # rain may be chance
        ((deepest,), []),
    ):
        slices = replace(found.slices, rows=rows)
        words = list(replace(found, slices=slices, ties=None).words)
        said = [each for each in words if "recall" in each and "Best threshold" not in each]
        assert [each.split(",")[0] for each in said] == starts


def test_one_score_for_all_cuts_nothing():
    box = {"boxes": [[0, 0, 40, 90]], "labels": ["word"]}
    for scores, cuts in (([1.0] * 12, False), ([0.9 - place / 100 for place in range(12)], True)):
        with pytest.warns(TrueboxWarning) if not cuts else contextlib.nullcontext():
            result = evaluate([box] * 12, [box | {"scores": [score]} for score in scores], mode="corrected")
            told = sentences(diagnose(result, replicates=100))
        assert any(each.startswith("Best threshold") for each in told) == cuts


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_what_is_drawn_is_called_what_it_is(tmp_path):
    segment = {"segment": [2, 8], "label": "Run"}
    videos = {f"v{place}": {"subset": "validation", "annotations": [segment]} for place in range(12)}
    found = {name: [segment | {"score": 0.9 - place / 100}] for place, name in enumerate(list(videos)[:9])}
    for name, held in (("truth", {"database": videos}), ("found", {"results": found})):
        (tmp_path / f"{name}.json").write_text(json.dumps(held))
    result = evaluate(tmp_path / "truth.json", tmp_path / "found.json", protocol="activitynet")
    assert "over data sets of 12 such videos lies in" in sentences(diagnose(result, replicates=100))[0]
