"""Every figure in a sentence about errors, counted again from the match table."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from planted_faults import FAULTS, diagnosed

from truebox.diagnosis import errors
from truebox.diagnosis.causes.error_breakdown import ERROR_NAMES
from truebox.diagnosis.words.error_sentences import (
    concentration,
    confusion_sentence,
    loss_sentence,
    named,
)
from truebox.errors import TrueboxWarning
from truebox.evaluation import evaluate

BOX = {"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40]}
TRUTH = {
    "images": [{"id": 1}],
    "categories": [{"id": 1, "name": "cat"}],
    "annotations": [{"id": 1, "area": 1600, "iscrowd": 0, **BOX}],
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_planted_fault_is_the_largest_loss(fault):
    found = diagnosed(fault)
    said = loss_sentence(found.errors, found.points.overall.score)
    assert found.errors.largest == fault
    assert fault in said
    largest = max(found.errors.loss.values())
    sure = found.errors.intervals[fault]
    span = f"({sure.low:.3f} to {sure.high:.3f})"
    assert said.startswith(f"Largest loss: {largest:.3f} {span} of AP at IoU 0.5, from ")


@pytest.mark.parametrize("fault", FAULTS)
def test_where_most_of_it_is_can_be_counted_again(fault):
    found = diagnosed(fault)
    score = found.points.overall.score
    where = concentration(found.errors, fault, score)
    if where is None:
        assert " are " not in loss_sentence(found.errors, score)
        return
    table, breakdown = found.errors.table, found.errors
    sizes = {"small": (0, 1024), "medium": (1024, 9216), "large": (9216, np.inf)}
    count = total = 0
    if fault == "missed":
        rows = np.flatnonzero(breakdown.missed & ~table.truths.ignored)
        about = [(table.truths.category[row], table.truths.area[row]) for row in rows]
    else:
        about = []
        for row in np.flatnonzero(breakdown.kind == ERROR_NAMES.index(fault)):
            if table.detections.score[row] < score:
                continue
            truth = breakdown.target[row]
            own = table.detections.category[row], table.detections.boxes[row, 2:].prod()
            area = own[1] if truth < 0 else table.truths.area[truth]
            about.append((table.truths.category[truth] if fault == "class" else own[0], area))
    for category, area in about:
        total += 1
        right_class = where.category is None or table.category_names[category] == where.category
        low, high = sizes.get(where.size or "", (0, np.inf))
        count += right_class and low <= area < high
    assert (where.count, where.of) == (count, total)
    shown = re.search(r"; (\d+) % .*\(([\d,]+) of ([\d,]+)\)", loss_sentence(breakdown, score))
    assert [int(each.replace(",", "")) for each in shown.groups()] == [
        round(100 * count / total),
        count,
        total,
    ]


def test_the_confused_pair_can_be_counted_again():
    found = diagnosed("class")
    score, breakdown = found.points.overall.score, found.errors
    said = confusion_sentence(breakdown, score)
    share, count, total, true, predicted = re.match(
        r"(\d+) % of the class errors scored [\d.]+ or more \((\d+) of (\d+)\) take `(.+)` for `(.+)`\.", said
    ).groups()
    names, table = breakdown.table.category_names, breakdown.table
    pairs = [
        (names[table.truths.category[breakdown.target[row]]], names[table.detections.category[row]])
        for row in np.flatnonzero(breakdown.kind == ERROR_NAMES.index("class"))
        if table.detections.score[row] >= score
    ]
    assert (int(count), int(total)) == (pairs.count((true, predicted)), len(pairs))
    assert max(pairs.count(pair) for pair in set(pairs)) == int(count)
    assert int(share) == round(100 * int(count) / int(total))


@pytest.mark.parametrize("fault", ["location", "missed", "duplicate"])
def test_no_pair_of_classes_is_named_where_none_is_confused(fault):
    found = diagnosed(fault)
    assert confusion_sentence(found.errors, found.points.overall.score) is None


def test_the_loss_says_what_is_wrong_with_its_interval():
    found = diagnosed("missed").errors
    sure = found.intervals["missed"]
    for entry, span in (
        (sure, f"({sure.low:.3f} to {sure.high:.3f})"),
        (replace(sure, reason="rests on 12"), f"({sure.low:.3f} to {sure.high:.3f}; rests on 12)"),
        (replace(sure, low=None, high=None, reason="only 4"), "(how sure cannot be said: only 4)"),
    ):
        said = loss_sentence(replace(found, intervals={"missed": entry}), 0.5)
        assert said.startswith(f"Largest loss: {found.loss['missed']:.3f} {span} of AP")
    plain = loss_sentence(replace(found, intervals={}), 0.5)
    assert plain.startswith(f"Largest loss: {found.loss['missed']:.3f} of AP")


@pytest.mark.parametrize(("share", "said"), [(0.95, True), (0.85, False)])
def test_a_second_loss_is_named_where_it_is_nearly_as_large(share, said):
    found = diagnosed("missed").errors
    loss = dict.fromkeys(found.loss, 0.0) | {"missed": 0.2, "class": share * 0.2}
    close = replace(found, loss=loss, counts=found.counts | {"class": 40})
    text = loss_sentence(close, 0.5)
    assert (f"Nearly as much, {share * 0.2:.3f}, from wrong classes (class)" in text) is said
    assert "Nearly" not in loss_sentence(replace(close, counts=found.counts | {"class": 9}), 0.5)


def test_a_handful_is_no_cause():
    shifted = [{**BOX, "score": 0.9, "bbox": [30, 10, 40, 40]}]
    found = errors(evaluate(TRUTH, shifted, mode="corrected"))
    assert found.loss["location"] == 1.0
    assert loss_sentence(found, 0.9) == (
        "Too few errors to name a cause: the kind that costs most, location, has 1 case."
    )
    assert concentration(found, "location", 0.9) is None


@pytest.mark.filterwarnings("ignore:W-303")
def test_nothing_to_measure_has_no_sentence():
    empty = {**TRUTH, "annotations": []}
    with pytest.warns(TrueboxWarning, match="W-312"):
        result = evaluate(empty, [], mode="corrected")
    assert loss_sentence(errors(result), None) is None


def test_a_detector_without_errors_has_no_largest_loss():
    found = errors(evaluate(TRUTH, [{**BOX, "score": 0.9}], mode="corrected"))
    assert loss_sentence(found, 0.9) == "No kind of error alone costs 0.005 of AP at IoU 0.5."


def test_long_names_are_cut():
    assert named("x" * 100) == f"`{'x' * 30}…{'x' * 29}`"


def missed_world(sides, names=("cat", "dog")):
    """Per class, forty images with one missed square of the side, and forty with one found of 200."""
    truth, found = [], []
    for label, side in zip(names, sides, strict=True):
        for k in range(80):
            size = 200.0 if k % 2 or side is None else float(side)
            box = [[0, 0, size, size]]
            truth.append({"boxes": box, "labels": [label]})
            kept = bool(k % 2 or side is None)
            found.append({"boxes": box[:kept], "labels": [label][:kept], "scores": [0.9][:kept]})
    return errors(evaluate(truth, found, mode="corrected", fit_test=False))


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
@pytest.mark.parametrize(
    ("side", "size"),
    [(1023.9**0.5, "small"), (32, "medium"), (9215.9**0.5, "medium"), (96, "large")],
)
def test_sizes_are_those_of_coco(side, size):
    where = concentration(missed_world((side, None)), "missed", 0.5)
    assert (where.category, where.size, where.count, where.of) == ("cat", size, 40, 40)


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_a_size_of_two_classes_is_no_class():
    where = concentration(missed_world((20, 20)), "missed", 0.5)
    assert (where.category, where.size, where.count, where.of) == ("cat", "small", 40, 80)
    many = missed_world((20,) * 6, names="abcdef")
    where = concentration(many, "missed", 0.5)
    assert (where.category, where.size, where.count, where.of) == (None, "small", 240, 240)


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_of_two_classes_a_size_may_stand_out_where_neither_class_does():
    """Of each 80 small objects, 50 missed, and 20 large ones: 100 % small for .8, by five deviations of .04.

    A class and size has 50 % for .4: two deviations of .05, which is no sign.
    """
    truth, found = [], []
    for label in ("cat", "dog"):
        for k in range(100):
            side = 20 if k < 80 else 200
            rows = {"boxes": [[0, 0, side, side]], "labels": [label]}
            truth.append(rows)
            missed = {"boxes": [], "labels": [], "scores": []}
            found.append(missed if k < 50 else {**rows, "scores": [0.9]})
    where = concentration(errors(evaluate(truth, found, mode="corrected", fit_test=False)), "missed", 0.5)
    assert (where.category, where.size, where.count, where.of) == (None, "small", 100, 100)


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_fractions_of_pictures_of_unknown_size_are_neither_small_nor_large():
    box, nothing = [[0.1, 0.1, 0.3, 0.3]], {"boxes": [], "labels": [], "scores": []}
    truth = [{"boxes": box, "labels": [label]} for label in ("cat", "dog") for _ in range(40)]
    found = [nothing] * 40 + [{**each, "scores": [0.9]} for each in truth[40:]]
    how = {"mode": "corrected", "fit_test": False, "box_format": "rel_xyxy"}
    where = concentration(errors(evaluate(truth, found, **how)), "missed", 0.5)
    assert (where.category, where.size, where.count, where.of) == ("cat", None, 40, 40)
