from __future__ import annotations

import numpy as np

from truebox.integrations.pycocotools import Params
from truebox.integrations.pycocotools.matching.curves import tables_of_entries


def _params():
    params = Params("bbox")
    params.imgIds, params.catIds, params.iouThrs, params.maxDets = [1, 2], [1], [0.5], [1, 100]
    params.areaRng, params.recThrs = [[0, 1e10]], [0.0, 0.5, 0.75, 1.0]
    return params


def _entry(scores, matches, truths):
    return {
        "dtScores": scores,
        "dtMatches": np.array([matches], dtype=float),
        "dtIgnore": np.zeros((1, len(scores)), dtype=bool),
        "gtIgnore": np.zeros(truths),
    }


def test_precision_falls_from_hit_to_hit_and_is_0_where_recall_never_comes():
    entries = [_entry([0.9, 0.6], [1, 0], 2), _entry([0.8, 0.7], [0, 5], 2)]
    tables = tables_of_entries(entries, _params(), _params())
    # Of four truths the best and the third are found: precision 1, then 2 of 3.
    np.testing.assert_allclose(tables.precision[0, :, 0, 0, 1], [1, 2 / 3, 0, 0], rtol=1e-15)
    assert tables.scores[0, :, 0, 0, 1].tolist() == [0.9, 0.7, 0, 0]
    # The best of each image alone: one hit.
    assert tables.recall[0, 0, 0].tolist() == [0.25, 0.5]


def test_a_class_without_truths_is_undefined_and_one_without_detections_has_recall_0():
    assert (tables_of_entries([_entry([0.9], [0], 0), None], _params(), _params()).precision == -1).all()
    nothing = tables_of_entries([None, _entry([], [], 1)], _params(), _params())
    assert (nothing.recall == 0).all()
    assert (nothing.precision == 0).all()
