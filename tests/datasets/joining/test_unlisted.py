"""Rows for unknown images and classes are left out leniently."""

from __future__ import annotations

import json

import pytest

from truebox.datasets import read_predictions, read_truth
from truebox.datasets.joining.unlisted import without_unknown_names, without_unlisted
from truebox.datasets.row_errors import RowErrors

BOX = {"bbox": [0, 0, 9, 9], "score": 0.5}


@pytest.fixture
def truth():
    return read_truth(
        [{"image_id": image, "boxes": [[0, 0, 9, 9]] * 2, "labels": [1, 2]} for image in (1, 2)]
    )


def rows(*pairs):
    return [{"image_id": image, "category_id": category, **BOX} for image, category in pairs]


def test_unknown_images_and_classes_are_counted_apart(truth):
    found = read_predictions(rows((1, 1), (9, 1), (8, 3), (2, 3), (2, 2)))
    kept = without_unlisted(truth, found, RowErrors(lenient=True))
    assert kept.image.tolist() == [1, 2]
    said = [(finding.code, finding.count, finding.rows) for finding in kept.findings]
    assert said == [("W-150", 2, (1, 2)), ("W-150", 1, (3,))]
    assert "E-130" in kept.findings[0].message
    assert "class 3 is not in <truth>" in kept.findings[1].message


def test_each_kind_has_its_own_way_out(truth):
    errors = RowErrors(lenient=True)
    without_unlisted(truth, read_predictions(rows((1, 1), (9, 1), (2, 3))), errors)
    fixes = {code: refused[0].fix for code, refused in errors.refused.items()}
    assert fixes["E-130"].startswith("evaluate against the truth these predictions were made for")
    assert fixes["E-131"].startswith("use the category ids of the truth: 1, 2")


def test_what_is_all_known_stays_as_it_is(truth):
    found = read_predictions(rows((1, 1)))
    assert without_unlisted(truth, found, RowErrors(lenient=True)) is found


def test_strictly_nothing_is_dropped(truth):
    found = read_predictions(rows((9, 1)))
    assert without_unlisted(truth, found, RowErrors()) is found


def test_text_ids(truth):
    found = read_predictions(rows(("a", 1)))
    assert without_unlisted(truth, found, RowErrors(lenient=True)) is found  # none would be left


def test_where_it_is_plain_which_classes_were_meant_nothing_is_dropped(truth):
    found = read_predictions(rows((1, 0), (2, 1)))
    assert without_unlisted(truth, found, RowErrors(lenient=True)) is found


def test_names_that_join_nothing_are_dropped_before_joining(truth):
    found = read_predictions(rows(("1", 1), ("x", 1), ("2", 1)))
    errors = RowErrors(lenient=True)
    kept = without_unknown_names(truth, found, errors)
    assert (kept.image.tolist(), kept.image.names, errors.counts) == (["1", "2"], ("1", "2"), {"E-130": 1})


def test_the_front_door_does_it(truth, tmp_path):
    path = tmp_path / "found.json"
    path.write_text(json.dumps(rows((1, 1), (9, 1))))
    found = read_predictions(path, truth=truth, lenient=True)
    assert (len(found), found.findings[0].code) == (1, "W-150")
