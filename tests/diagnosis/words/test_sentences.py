"""Sentences say what the figures say, and nothing that rests on little."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from planted_faults import FAULTS, diagnosed

from truebox.diagnosis import diagnose
from truebox.diagnosis.words.sentences import sentences
from truebox.errors import TrueboxWarning
from truebox.evaluation import evaluate


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
    assert "95 % interval" in said(fault, "AP")


@pytest.mark.parametrize("fault", FAULTS)
def test_the_threshold_is_that_of_the_best_f1(fault):
    best = diagnosed(fault).points.overall
    expected = [f"{best.precision:.3f}", f"{best.recall:.3f}", f"{best.f1:.3f}"]
    sentence = said(fault, "Best threshold")
    assert sentence.startswith(f"Best threshold {best.score:.2f}:")
    assert re.findall(r"\d\.\d{3}", sentence) == expected


@pytest.mark.parametrize("fault", FAULTS)
def test_a_slice_is_worse_beyond_chance(fault):
    sentence = said(fault, "Worst slice")
    worst = diagnosed(fault).slices.worst
    if sentence is None:
        return
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
