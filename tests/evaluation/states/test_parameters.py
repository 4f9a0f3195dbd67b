"""Defaults equal the reference's; bad values are refused with argument, value and fix."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from pycocotools.cocoeval import Params

from truebox.errors import ArgumentError
from truebox.evaluation import CocoParameters, Quirk, coco_parameters


def test_defaults_are_those_of_the_reference() -> None:
    ours, theirs = coco_parameters(), Params(iouType="bbox")
    assert np.array_equal(ours.iou_thresholds, theirs.iouThrs)
    assert np.array_equal(ours.recall_thresholds, theirs.recThrs)
    assert [list(bounds) for bounds in ours.area_ranges.values()] == theirs.areaRng
    assert list(ours.area_ranges) == theirs.areaRngLbl
    assert list(ours.max_detections) == theirs.maxDets


def test_mended_defaults_are_decimals() -> None:
    exact = coco_parameters(mended=Quirk.LINSPACE)
    assert exact.recall_thresholds.tolist() == [n / 100 for n in range(101)]
    assert exact.iou_thresholds.tolist() == [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95]


def test_given_values_are_kept() -> None:
    chosen = coco_parameters(
        iou_thresholds=(0.7, 0.5), max_detections=np.array([100, 1]), area_ranges={"x": [1, 2]}
    )
    assert chosen.iou_thresholds.tolist() == [0.7, 0.5]
    assert chosen.max_detections == (1, 100)
    assert chosen.area_ranges == {"x": (1.0, 2.0)}


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"iou_thresholds": [50]}, r"iou_thresholds: 50.0 is not in \[0, 1\].*0.5 for 50 %"),
        ({"iou_thresholds": [np.nan]}, "iou_thresholds: nan"),
        ({"iou_thresholds": []}, r"iou_thresholds: expected a list of numbers, got shape \(0,\)"),
        ({"iou_thresholds": "half"}, "iou_thresholds: expected numbers"),
        ({"iou_thresholds": 0.5}, "iou_thresholds: expected numbers"),
        ({"recall_thresholds": [-0.1]}, "recall_thresholds: -0.1"),
        ({"recall_thresholds": [[0.1]]}, "recall_thresholds: expected a list"),
        ({"area_ranges": {}}, "area_ranges: expected a mapping"),
        ({"area_ranges": [(0, 1)]}, "area_ranges: expected a mapping"),
        ({"area_ranges": {"small": (9, 1)}}, r"area_ranges\['small'\]: expected \(low, high\)"),
        ({"area_ranges": {"small": 5}}, r"area_ranges\['small'\]"),
        ({"area_ranges": {3: (0, 1)}}, "label 3 is not a text"),
        ({"max_detections": [0]}, "max_detections: 0 is not a whole number"),
        ({"max_detections": [1.5]}, "max_detections: 1.5"),
        ({"max_detections": [True]}, "max_detections: True"),
        ({"max_detections": []}, "max_detections: expected 1 to"),
        ({"max_detections": "100"}, "max_detections: '100' is not a whole number"),
        ({"max_detections": b"d"}, "max_detections: b'd' is not a whole number"),
        ({"max_detections": np.array(0.5)}, r"max_detections: array\(0\.5\) is not a whole number"),
        ({"area_ranges": {"small": "19"}}, r"area_ranges\['small'\].*got '19'"),
        ({"area_ranges": {"small": (0, 10**400)}}, r"area_ranges\['small'\]"),
        ({"class_agnostic": "false"}, "class_agnostic: expected True or False, got 'false'"),
        ({"class_agnostic": None}, "class_agnostic: expected True or False, got None"),
    ],
)
def test_bad_values(chosen: dict[str, Any], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        coco_parameters(**chosen)


def test_same_as() -> None:
    assert coco_parameters().same_as(coco_parameters())
    assert not coco_parameters().same_as(coco_parameters(class_agnostic=True))
    assert not coco_parameters().same_as(coco_parameters(area_ranges={"all": (0, 1e10)}))


def test_parameters_pickled_before_protocols_were_values_load() -> None:
    now = coco_parameters(protocol="lvis")
    state = list(now.__reduce_ex__(2)[2])
    assert len(state) == 8
    old = CocoParameters.__new__(CocoParameters)
    old.__setstate__(state[:7])
    assert old.rules is None
    assert old.same_as(now)
    again = pickle.loads(pickle.dumps(now))
    assert again.same_as(now)


@pytest.mark.parametrize("name", ["iou_thresholds", "recall_thresholds"])
def test_the_first_number_out_of_range_is_named(name):
    with pytest.raises(ArgumentError, match=rf"{name}: 1.5 is not in \[0, 1\]"):
        coco_parameters(**{name: [0.5, 1.5, 0.7, -2]})
    with pytest.raises(ArgumentError, match=rf"{name}: expected a list of numbers, got shape \(2, 1\)"):
        coco_parameters(**{name: [[0.5], [0.7]]})
