from __future__ import annotations

import numpy as np
import pytest
from federated_worlds import federated_world

from truebox.integrations.lvis import LVIS, LVISResults


@pytest.fixture
def made(tmp_path):
    import json

    truth, found = federated_world(np.random.default_rng(2))
    path = tmp_path / "truth.json"
    path.write_text(json.dumps(truth))
    return LVIS(str(path)), found


def test_the_best_of_an_image_are_kept(made):
    lvis, found = made
    few = LVISResults(lvis, [dict(row) for row in found], max_dets=2)
    for image, rows in few.img_ann_map.items():
        scores = sorted((row["score"] for row in found if row["image_id"] == image), reverse=True)
        assert sorted((row["score"] for row in rows), reverse=True) == scores[:2]
    best = max(row["score"] for row in found)
    assert few.get_top_results(found[0]["image_id"], best) == []
    assert len(LVISResults(lvis, [dict(row) for row in found], max_dets=-1).anns) == len(found)


def test_results_of_other_images_are_refused(made):
    lvis, found = made
    with pytest.raises(AssertionError, match="current LVIS set"):
        LVISResults(lvis, [{**found[0], "image_id": 999}])
    with pytest.raises(TypeError):
        LVISResults(5, found)
