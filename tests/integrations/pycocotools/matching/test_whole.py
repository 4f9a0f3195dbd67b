from __future__ import annotations

import numpy as np
import pytest

from truebox.integrations.pycocotools import Params
from truebox.integrations.pycocotools.matching.whole import plain_parameters


@pytest.mark.parametrize("kind", ["bbox", "segm", "keypoints"])
def test_the_usual_parameters_are_plain(kind):
    assert plain_parameters(Params(kind)) is not None


@pytest.mark.parametrize(
    "change",
    [
        {"iouThrs": []},
        {"iouThrs": [-0.1]},
        {"iouThrs": ["half"]},
        {"recThrs": []},
        {"recThrs": [np.nan]},
        {"areaRng": []},
        {"areaRng": [[5, 1]]},
        {"areaRng": [[1]]},
        {"maxDets": [0, 5]},
        {"maxDets": [0.5]},
        {"maxDets": []},
        {"useCats": 2},
    ],
    ids=str,
)
def test_others_are_asked_cell_by_cell(change):
    params = Params("bbox")
    for name, value in change.items():
        setattr(params, name, value)
    assert plain_parameters(params) is None
