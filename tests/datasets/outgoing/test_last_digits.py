"""What is said of boxes that come back with other last digits is what comes back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from format_worlds import made_pair, pictures, said, target

import truebox as tb
from truebox.datasets.outgoing.last_digits import digits_not_held
from truebox.datasets.registry import all_formats


@pytest.mark.parametrize("name", ["yolo", "openimages", "label-studio"])
@pytest.mark.parametrize("whole", [True, False])
def test_the_count_is_that_of_the_boxes_that_differ(tmp_path: Path, name: str, whole: bool) -> None:
    truth, _ = made_pair(images=20)
    boxes = np.maximum(np.round(truth.boxes), 1.0) if whole else np.round(truth.boxes, 2) + 0.01
    truth = replace(truth, boxes=boxes, area=boxes[:, 2] * boxes[:, 3])
    form = all_formats()[name]
    path = target(tmp_path, form)
    lost = {each.what: each.count for each in form.write_truth(truth, path)}
    again = tb.read_truth(path, **said(form, pictures(tmp_path, truth)))
    keys = [_rows(truth), _rows(again)]
    assert [row[:2] for row in keys[0]] == [row[:2] for row in keys[1]]
    differ = sum(a[2] != b[2] for a, b in zip(*keys, strict=True))
    assert differ == sum(count for what, count in lost.items() if what.startswith("last digits"))
    assert differ > 0


def _rows(truth):
    names = dict(zip(truth.images.ids.tolist(), truth.images.file_names, strict=True))
    images = [names[each].removesuffix(".jpg") for each in truth.image.tolist()]
    near, exact = np.round(truth.boxes, 6).tolist(), truth.boxes.tolist()
    return sorted(zip(images, near, exact, strict=True))


def test_boxes_that_come_back_are_not_counted() -> None:
    boxes = np.array([[0.0, 0.0, 3.0, 2.0]])
    assert digits_not_held(boxes, boxes.copy()) == ()
    assert digits_not_held(boxes, np.nextafter(boxes, 9.0))[0].count == 1
    assert digits_not_held(np.empty((0, 4)), np.empty((0, 4))) == ()
