from __future__ import annotations

import numpy as np

from truebox.integrations.lvis.curves import tables_of_classes


def _entry(scores, matches, truths):
    return {
        "dt_scores": scores,
        "dt_ids": list(range(len(scores))),
        "dt_matches": np.array([matches], dtype=float),
        "dt_ignore": np.zeros((1, len(scores)), dtype=bool),
        "gt_ignore": np.zeros(truths),
    }


def test_precision_falls_from_hit_to_hit():
    entries = [_entry([0.9, 0.6], [1, 0], 2), _entry([0.8, 0.7], [0, 5], 2)]
    precision, recall, outcomes = tables_of_classes(entries, 1, 1, 2, ([0.5], [0.0, 0.5, 0.75]))
    # Of four truths the best and the third are found: precision 1, then 2 of 3.
    np.testing.assert_allclose(precision[0, :, 0, 0], [1, 2 / 3, 0], rtol=1e-15)
    assert recall.tolist() == [[[0.5]]]
    assert outcomes[0][0]["tps"].tolist() == [[True, False, True, False]]


def test_a_class_without_truths_is_undefined():
    precision, recall, outcomes = tables_of_classes([_entry([0.9], [0], 0), None], 2, 1, 1, ([0.5], [0.0]))
    assert (precision == -1).all()
    assert (recall == -1).all()
    assert outcomes == {0: {0: {}}, 1: {0: {}}}
