"""Both sides without the rows that would be refused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from truebox import evaluate, read_predictions, read_truth
from truebox.datasets.row_errors import RowErrors
from truebox.errors import InputError
from truebox.evaluation.detection.leniency import without_refused
from truebox.generation import make_dataset

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def said(records):
    return {finding.message.split(":")[0] for finding in records.findings if finding.code == "W-150"}


def test_nothing_is_dropped_from_honest_records():
    truth, found = make_dataset(10, 3, seed=4)
    kept_truth, kept = without_refused(truth, found, "boxes")
    assert kept_truth is truth
    assert kept is found


def test_records_with_bad_values():
    truth, found = make_dataset(10, 3, seed=4)
    boxes, scores, area = found.boxes.copy(), found.scores.copy(), truth.area.copy()
    boxes[3, 0], boxes[5, 2], scores[7], scores[3], area[2] = np.nan, -1, np.inf, np.nan, np.nan
    bad_truth, bad = replace(truth, area=area), replace(found, boxes=boxes, scores=scores)
    with pytest.raises(InputError, match="E-138"):
        evaluate(bad_truth, bad)
    kept_truth, kept = without_refused(bad_truth, bad, "boxes")
    assert said(kept) == {"2 rows dropped by E-138", "1 row dropped by E-139"}
    assert said(kept_truth) == {"1 row dropped by E-138"}
    assert kept.source_rows[:6].tolist() == [0, 1, 2, 4, 6, 8]
    expected = np.setdiff1d(np.arange(len(found)), [3, 5, 7])
    assert kept.boxes.tolist() == found.boxes[expected].tolist()


def test_the_number_is_that_of_the_other_rows():
    truth, found = make_dataset(10, 3, seed=4)
    boxes = found.boxes.copy()
    boxes[::5, 3] = np.nan
    others = np.arange(len(found)) % 5 != 0
    plain = replace(
        found,
        boxes=found.boxes[others],
        scores=found.scores[others],
        image=replace(found.image, values=found.image.values[others]),
        category=replace(found.category, values=found.category.values[others]),
    )
    lenient = evaluate(truth, replace(found, boxes=boxes), lenient=True)
    assert lenient.metrics == evaluate(truth, plain).metrics


def test_rows_are_named_as_in_the_source_after_earlier_ones_were_dropped(tmp_path):
    """Reading drops row 0, looking at masks row 2."""
    whole, short = ({"size": [4, 4], "counts": [0, count]} for count in (16, 9))
    good = {"image_id": 1, "category_id": 1, "score": 0.5, "segmentation": whole}
    rows = [{**good, "score": None}, good, {**good, "segmentation": short}]
    annotation = {key: good[key] for key in ("image_id", "category_id", "segmentation")}
    truth = {
        "images": [{"id": 1, "width": 4, "height": 4}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [{"id": 1, "bbox": [0, 0, 4, 4], "area": 16, "iscrowd": 0, **annotation}],
    }
    result = evaluate(truth, rows, geometry="masks", lenient=True)
    dropped = {finding.rows for finding in result.warnings if finding.code == "W-150"}
    assert dropped == {(0,), (2,)}
    assert any("<predictions>[2]: " in finding.message for finding in result.warnings)
    assert result.metrics["AP"] == pytest.approx(1)


def test_one_unknown_name_does_not_keep_the_others_from_joining():
    truth = read_truth(
        [{"boxes": [[0, 0, 9, 9]], "labels": ["cat"], "file_name": name} for name in ("a.jpg", "b.jpg")]
    )
    row = {"category_id": "cat", "bbox": [0, 0, 9, 9], "score": 0.5}
    rows = [{"image_id": image, **row} for image in ("a", "x", "b")]
    result = evaluate(truth, rows, lenient=True)
    assert result.detections == 2
    assert "1 row dropped by E-130" in said(result.predictions)


def test_what_leaves_nothing_is_refused_all_the_same():
    truth = read_truth([{"boxes": [[0, 0, 9, 9]], "labels": [1]}])
    row = {"bbox": [0, 0, 9, 9], "score": 0.5}
    with pytest.raises(InputError, match="E-130"):
        evaluate(truth, [{"image_id": 9, "category_id": 1, **row}], lenient=True)
    with pytest.raises(InputError, match="E-131"):
        evaluate(truth, [{"image_id": 0, "category_id": 9, **row}], lenient=True)


def test_errors_are_counted_where_the_caller_asks():
    truth, found = make_dataset(5, 2, seed=1)
    scores = found.scores.copy()
    scores[:3] = np.nan
    errors = RowErrors(lenient=True), RowErrors(lenient=True)
    without_refused(truth, replace(found, scores=scores), "boxes", errors=errors)
    assert (errors[0].counts, errors[1].counts) == ({}, {"E-139": 3})


def test_arrays_of_numbers_in_rows():
    table = np.array([[0, 0, 0, 9, 9, 0.5, 1], [0, 0, np.nan, 9, 9, 0.5, 1]])
    found = read_predictions(table, lenient=True)
    assert (len(found), said(found)) == (1, {"1 row dropped by E-121"})
