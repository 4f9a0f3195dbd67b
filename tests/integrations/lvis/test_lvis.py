from __future__ import annotations

import json

import numpy as np
import pytest
from federated_worlds import federated_world

from truebox.integrations.lvis import LVIS, LVISResults


@pytest.fixture
def dataset(tmp_path):
    truth, found = federated_world(np.random.default_rng(2))
    path = tmp_path / "truth.json"
    path.write_text(json.dumps(truth))
    return LVIS(str(path)), found


def test_annotations_are_found_by_image_category_and_area(dataset):
    lvis, _ = dataset
    rows = lvis.dataset["annotations"]
    first = rows[0]
    same = [row["id"] for row in rows if row["image_id"] == first["image_id"]]
    assert lvis.get_ann_ids(img_ids=[first["image_id"]]) == same
    chosen = lvis.get_ann_ids(cat_ids=[first["category_id"]], area_rng=[first["area"] - 1, first["area"] + 1])
    assert first["id"] in chosen
    assert lvis.load_anns([first["id"]]) == [first]
    assert lvis.load_cats(None) == lvis.dataset["categories"]
    assert lvis.load_imgs(lvis.get_img_ids()) == lvis.dataset["images"]
    assert lvis.ann_to_mask(first).shape == lvis.ann_to_mask(first).shape


def test_the_best_of_an_image_are_kept(dataset):
    lvis, found = dataset
    few = LVISResults(lvis, [dict(row) for row in found], max_dets=2)
    for image, rows in few.img_ann_map.items():
        scores = sorted((row["score"] for row in found if row["image_id"] == image), reverse=True)
        assert sorted((row["score"] for row in rows), reverse=True) == scores[:2]
    best = max(row["score"] for row in found)
    assert few.get_top_results(found[0]["image_id"], best) == []
    assert len(LVISResults(lvis, [dict(row) for row in found], max_dets=-1).anns) == len(found)


def test_results_of_other_images_are_refused(dataset):
    lvis, found = dataset
    with pytest.raises(AssertionError, match="current LVIS set"):
        LVISResults(lvis, [{**found[0], "image_id": 999}])
    with pytest.raises(TypeError):
        LVISResults(5, found)
