"""Numbers of annotations that only some protocols read."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import truebox as tb
from truebox.datasets import with_annotation_values
from truebox.errors import InputError

DATA = {
    "images": [{"id": 1}],
    "categories": [{"id": 1, "name": "person"}],
    "annotations": [
        {"id": 1, "image_id": 1, "category_id": 1, "bbox": [0, 0, 9, 9], "vis_ratio": 0.5},
        {"id": 2, "image_id": 1, "category_id": 1, "bbox": [0, 0, 5, 5]},
    ],
}


def test_from_a_file_and_from_parsed_content(tmp_path: Path) -> None:
    path = tmp_path / "truth.json"
    path.write_text(json.dumps(DATA))
    for given in (path, DATA):
        found = with_annotation_values(tb.read_truth(given), given, ["vis_ratio", "height"])
        np.testing.assert_array_equal(found.attributes["vis_ratio"], [0.5, np.nan])
        assert with_annotation_values(found, given, ["vis_ratio"]) is found


def test_of_what_is_no_coco_truth_nothing_is_asked() -> None:
    arrays = [{"boxes": [[0, 0, 9, 9]], "labels": ["person"]}]
    truth = tb.read_truth(arrays)
    assert with_annotation_values(truth, arrays, ["vis_ratio"]) is truth


@pytest.mark.parametrize("value", [True, "0.5", [0.5]])
def test_what_is_no_number_is_refused(value: object) -> None:
    annotations = [DATA["annotations"][0] | {"vis_ratio": value}]  # type: ignore[operator]
    data = DATA | {"annotations": annotations}
    with pytest.raises(InputError, match=r"E-134 .*annotations\[0\].vis_ratio"):
        with_annotation_values(tb.read_truth(data), data, ["vis_ratio"])
