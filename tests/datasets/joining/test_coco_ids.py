"""Positions and published ids of COCO's classes."""

from __future__ import annotations

import json

import pytest
from format_rounds import refused

import truebox as tb
from truebox.datasets.joining.coco_ids import COCO_IDS, coco_ids_for
from truebox.generation import make_dataset


def test_the_ids_are_those_of_the_data_set():
    # instances_val2017.json: 80 categories; stop sign 13, cat 17, handbag 31, toothbrush 90.
    assert len(COCO_IDS) == 80
    assert [COCO_IDS[place] for place in (0, 11, 15, 26, 79)] == [1, 13, 17, 31, 90]


def test_ten_numbers_were_never_used():
    # Classes of the first list that were dropped: street sign, hat, shoe, eye glasses, plate, mirror,
    # window, desk, door, blender. The 91st, hair brush, lies beyond the last.
    assert sorted({*range(1, 91)} - {*COCO_IDS}) == [12, 26, 29, 30, 45, 66, 68, 69, 71, 83]


def test_either_side_may_have_the_positions():
    assert coco_ids_for({1, 90}) == {0: 1, 79: 90}
    assert coco_ids_for({0, 79}) == {1: 0, 90: 79}


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
@pytest.mark.parametrize("published_truth", [True, False])
def test_what_the_refusal_proposes_works_at_once(tmp_path, published_truth):
    truth, found = make_dataset(30, 5, seed=4)
    places = dict(zip(truth.categories.ids.tolist(), (2, 14, 26, 40, 79), strict=True))
    ids = {key: COCO_IDS[place] for key, place in places.items()}
    true_ids, found_ids = (ids, places) if published_truth else (places | {None: 0}, ids)
    document = {
        "images": [{"id": image} for image in truth.images.ids.tolist()],
        "categories": [{"id": each, "name": str(each)} for each in true_ids.values()],
        "annotations": [
            {"id": row + 1, "image_id": truth.image[row], "category_id": true_ids[truth.category[row]],
             "bbox": box, "area": float(truth.area[row]), "iscrowd": int(truth.crowd[row])}
            for row, box in enumerate(truth.boxes.tolist())
        ],
    }  # fmt: skip
    rows = [
        {"image_id": found.image[row], "category_id": found_ids[found.category[row]], "bbox": box,
         "score": float(found.scores[row])}
        for row, box in enumerate(found.boxes.tolist())
    ]  # fmt: skip
    (tmp_path / "truth.json").write_text(json.dumps(document))
    (tmp_path / "found.json").write_text(json.dumps(rows))
    message = refused("E-131", tb.evaluate, tmp_path / "truth.json", tmp_path / "found.json")
    assert "class_ids='coco91', truth=truth does it" in message
    read = tb.read_truth(tmp_path / "truth.json")
    again = tb.read_predictions(tmp_path / "found.json", truth=read, class_ids="coco91")
    assert tb.evaluate(read, again).metrics["AP"] == tb.evaluate(truth, found).metrics["AP"]
