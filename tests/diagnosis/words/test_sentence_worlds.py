"""Each sentence in a world where it is true, and in one where it must stay silent."""

from __future__ import annotations

import numpy as np
import pytest

import truebox as tb
from truebox.diagnosis import diagnose
from truebox.diagnosis.words.label_sentence import unexplained

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


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
    assert (
        "The detector finds nothing: all 30 objects are missed, and none of the 30 detections is right at IoU 0.5."
        in blind
    )
    assert not _said(blind, "No kind of error")
    assert _said(_words(truth, []), "all 30 objects are missed, and there are no detections")
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
    assert "; over all images of this kind " in whole
    assert "fewer than" not in whole
    (grouped,) = _said(_words(truth, found, groups=[i // 10 for i in range(200)]), "AP 0")
    assert "confidence interval from 20 groups; another set" in grouped
    truth["categories"].append({"id": 3, "name": "hen"})
    truth["annotations"].append({"id": 9999, "area": 1600, "iscrowd": 0, **_box(1, 500, 3)})
    (short,) = _said(_words(truth, found), "AP 0")
    assert "1 class lies on fewer than 10 images (`hen`): the interval may be too short" in short


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
    from dataclasses import replace

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


def test_labels_are_doubted_where_the_surest_are_wrong_as_often():
    rng = np.random.default_rng(4)
    right = rng.random(2000)
    own = rng.random(400) * 0.25  # errors of a detector that is unsure of them
    assert unexplained(own, right) == 0
    everywhere = np.concatenate([own, rng.random(200)])  # a tenth of the labels is missing
    assert 20 < unexplained(everywhere, right) < 60
    assert unexplained(np.ones(5), np.ones(5)) == 0  # a handful says nothing
    # Scores without decimals: all are tied, and none is surer than another.
    assert unexplained(np.round(own + 0.3), np.round(right)) == 0


def test_a_badly_drawn_box_can_be_said():
    """Boxes drawn at an overlap of about a third: the surest of 30 reach the suspicion of the sentence."""
    rows = [_box(i) for i in range(1, 61)]
    truth = _truth(rows, 60)
    shifted = [{**row, "score": 0.5 + 0.005 * row["image_id"]} for row in rows]
    for row in shifted[30:]:
        row["bbox"] = [10 + 40 * (1 - 0.66) / (1 + 0.34) * 2, 10, 40, 40]
    found = tb.diagnosis.label_errors(tb.evaluate(truth, shifted, mode="corrected"), least=0.8)
    boxes = [each for each in found if each.kind == "box"]
    assert boxes
    assert max(each.suspicion for each in boxes) >= 0.9
