from __future__ import annotations

import numpy as np
import pytest
from drop_in_pair import assert_equal, evaluation_of, everything, own_tools, reference_tools
from drop_in_worlds import MAKERS

from truebox.integrations.pycocotools import cocoeval


@pytest.mark.parametrize("kind", ["segm", "keypoints"])
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.filterwarnings("ignore:__array__ implementation")
def test_masks_and_keypoints_are_evaluated_at_once(monkeypatch, kind, seed):
    truth, results = MAKERS[kind](np.random.default_rng(seed))
    theirs = evaluation_of(reference_tools(), truth, results, kind)
    expected = everything(theirs)
    monkeypatch.setattr(cocoeval.COCOeval, "_evaluate_cells", lambda self: pytest.fail("cell by cell"))
    ours = evaluation_of(own_tools(), truth, results, kind)
    assert_equal(everything(ours), expected)
    # What is left in the annotations is the same too.
    assert_equal(ours.cocoGt.dataset, theirs.cocoGt.dataset)
    assert_equal(ours.cocoDt.dataset, theirs.cocoDt.dataset)


@pytest.mark.parametrize(
    "change",
    [
        {"segmentation": [[1, 2, 3, 4]]},
        {"segmentation": {"size": [5, 5], "counts": "0i0"}},
        {"segmentation": None},
        {"keypoints": [1, 2, 3]},
    ],
    ids=str,
)
def test_shapes_that_are_not_plain_are_refused_or_taken_as_by_the_reference(change):
    from drop_in_pair import assert_same

    kind = "keypoints" if "keypoints" in change else "segm"
    truth, results = MAKERS[kind](np.random.default_rng(3))
    truth["annotations"][1].update(change)
    assert_same(lambda tools: everything(evaluation_of(tools, truth, results, kind)))
