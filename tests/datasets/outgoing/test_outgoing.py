"""Records about to be written."""

from __future__ import annotations

from dataclasses import replace

import pytest
from format_rounds import refused
from small_scene import scene

import truebox as tb
from truebox.datasets.outgoing.outgoing import outgoing_predictions, outgoing_truth


def test_rows_have_the_names_of_their_image_and_class():
    truth, found = scene()
    rows = outgoing_predictions(truth, found)
    assert rows.image_names[rows.image[0]] == "000001.jpg"
    assert (rows.class_names, len(rows)) == (("pedestrian",), 12)


def test_fractions_cannot_be_written():
    truth, _ = scene()
    refused("E-450", outgoing_truth, replace(truth, units="fractions"))


def test_rows_of_unlisted_images_cannot_be_written():
    parsed = {
        "images": [{"id": 1}],
        "annotations": [
            {"id": 1, "image_id": 2, "category_id": 1, "bbox": [0, 0, 1, 1], "area": 1, "iscrowd": 0}
        ],
        "categories": [{"id": 1, "name": "cat"}],
    }
    refused("E-130", outgoing_truth, tb.read_truth(parsed))


def test_corners():
    truth = tb.read_truth([{"boxes": [[1, 2, 4, 6]], "labels": ["cat"]}])
    assert outgoing_truth(truth).corners.tolist() == [[1, 2, 4, 6]]
    assert outgoing_truth(truth).image_ids == ("0",)
    with pytest.raises(AttributeError):
        outgoing_truth(truth).boxes = None
