"""A reading of boxes is proposed where it lies on the truth clearly better than the others."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
import pytest
from small_scene import ap_of, scene

import truebox as tb
from truebox.boxes import convert_boxes
from truebox.datasets.columns.layout_evidence import UndecidedLayoutError
from truebox.datasets.joining.layout_trial import tried_on_truth
from truebox.datasets.registry import all_formats
from truebox.errors import InputError


def written(folder, layout):
    """A scene as COCO truth, and its detections as a table whose one column of boxes says nothing."""
    truth, found = scene(images=6)
    names = dict(zip(truth.images.ids.tolist(), truth.images.file_names, strict=True))
    numbers = convert_boxes(found.boxes, "xywh", layout, image_size=(100, 120) if "rel" in layout else None)
    rows = [
        f'{names[image]},pedestrian,{score},"{box}"'
        for image, score, box in zip(found.image.tolist(), found.scores, numbers.tolist(), strict=True)
    ]
    (folder / "found.csv").write_text("\n".join(["image,label,score,bbox", *rows]) + "\n")
    all_formats()["coco"].write_truth(truth, folder / "truth.json")
    return folder / "truth.json", folder / "found.csv", ap_of(truth, found)


@pytest.mark.parametrize("layout", ["xywh", "xyxy", "cxcywh", "rel_xywh", "rel_cxcywh"])
def test_the_reading_that_fits_is_proposed_and_works_at_the_first_try(tmp_path, layout):
    truth, found, ap = written(tmp_path, layout)
    with pytest.raises(InputError, match=rf"E-423 .*as {layout} \d+% of the most confident") as caught:
        tb.evaluate(truth, found)
    assert str(caught.value).endswith(f"Fix: say it with box_format='{layout}'.")
    with pytest.warns(tb.errors.TrueboxWarning):
        again = tb.evaluate(truth, found, box_format=layout)
    assert again.metrics["AP"] == pytest.approx(ap, abs=1e-12)


def test_where_no_reading_fits_clearly_better_all_that_are_possible_are_named(tmp_path):
    truth, found, _ = written(tmp_path, "xywh")
    lines = found.read_text().splitlines()
    chance = np.random.default_rng(0)
    moved = [
        f'{line.split(",")[0]},pedestrian,0.5,"{chance.integers(1, 9, 4).tolist()}"' for line in lines[1:]
    ]
    found.write_text("\n".join([lines[0], *moved]) + "\n")
    with pytest.raises(InputError, match=r"box_format='xywh' or .*box_format='cxcywh'"):
        tb.evaluate(truth, found)


def test_the_refusal_is_pickled_with_its_layouts():
    error = UndecidedLayoutError("a.csv", "nothing says it", ("xywh", "xyxy"), "--box-format", "")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.layouts) == (str(error), ("xywh", "xyxy"))


def test_a_box_format_is_of_the_predictions_where_the_truth_states_its_own():
    box = {"image_id": 1, "category_id": 1, "bbox": [10, 10, 20, 20]}
    truth = {
        "images": [{"id": 1, "width": 64, "height": 64}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [{"id": 1, "area": 400, "iscrowd": 0, **box}],
    }
    found = [{**box, "bbox": [10, 10, 30, 30], "score": 1}]
    assert tb.evaluate(truth, found, box_format="xyxy").metrics["AP"] == pytest.approx(1)


def test_the_shares_of_every_reading_are_said():
    box = [20, 20, 50, 60]
    truth = tb.read_truth([{"boxes": [box], "labels": [1]}] * 40)

    def read_as(layout):
        found = tb.read_predictions([{"boxes": [box], "labels": [1], "scores": [0.5]}] * 40)
        moved = found.boxes + (0 if layout == "xyxy" else 500)
        return replace(found, boxes=moved)

    open_ = UndecidedLayoutError("a.csv", "nothing says it", ("xywh", "xyxy"), "--box-format", "")
    said = tried_on_truth(open_, truth, read_as).problem
    assert said == "nothing says it; as xyxy 100% of the most confident boxes lie on an object, 0% as xywh"
