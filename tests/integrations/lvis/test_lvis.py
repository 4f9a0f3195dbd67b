from __future__ import annotations

import json

import numpy as np
import pytest
from federated_worlds import federated_world

from truebox.integrations.lvis import LVIS


@pytest.fixture
def dataset(tmp_path):
    truth, _ = federated_world(np.random.default_rng(2))
    path = tmp_path / "truth.json"
    path.write_text(json.dumps(truth))
    return LVIS(str(path))


def test_annotations_are_found_by_image_category_and_area(dataset):
    lvis = dataset
    rows = lvis.dataset["annotations"]
    first = rows[0]
    same = [row["id"] for row in rows if row["image_id"] == first["image_id"]]
    assert lvis.get_ann_ids(img_ids=[first["image_id"]]) == same
    chosen = lvis.get_ann_ids(cat_ids=[first["category_id"]], area_rng=[first["area"] - 1, first["area"] + 1])
    assert first["id"] in chosen
    assert lvis.load_anns([first["id"]]) == [first]
    assert lvis.load_cats(None) == lvis.dataset["categories"]
    assert lvis.load_imgs(lvis.get_img_ids()) == lvis.dataset["images"]
    image = lvis.load_imgs([first["image_id"]])[0]
    assert lvis.ann_to_mask(first).shape == (image["height"], image["width"])
