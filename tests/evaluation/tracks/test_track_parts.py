"""What true tracks add: the whole when all are added, and a few by hand."""

from __future__ import annotations

import numpy as np
import pytest
from track_worlds import make_tracks

from truebox.evaluation import evaluate_tracks


def test_all_tracks_add_up_to_the_whole():
    result = evaluate_tracks(*make_tracks(5, 60, 8).sides, fit_test=False)
    (cell,) = result.matched
    parts, sums = cell.parts, result.state.sums
    found = parts.found.sum(axis=0)
    assert np.array_equal(found, sums["hota_tp"][0])
    assert np.array_equal(parts.lengths.sum() - found, sums["hota_fn"][0])
    assert np.array_equal(parts.wrong.sum(axis=0) + parts.alone.sum(), sums["hota_fp"][0])
    for name, kept in (("AssA", "kept"), ("AssRe", "kept_of_truth"), ("AssPr", "kept_of_prediction")):
        whole = getattr(parts, kept).sum(axis=0) / np.maximum(1, found)
        assert whole.tolist() == pytest.approx(sums[name][0].tolist(), abs=1e-12), name
    assert parts.together.sum() == sums["identity_tp"][0]
    assert parts.astray.sum() + parts.alone_astray.sum() == sums["identity_fp"][0]


def test_false_boxes_belong_to_the_track_that_is_followed():
    box, away, far = [0, 0, 10, 10], [40, 0, 10, 10], [900, 0, 10, 10]
    truth = {"frames": [1, 2, 3, 1, 2, 3], "ids": [1, 1, 1, 2, 2, 2], "boxes": [box] * 3 + [away] * 3}
    found = {
        "frames": [1, 2, 3, 1, 1, 2],
        "ids": [5, 5, 5, 6, 7, 7],
        "boxes": [box, box, far, away, far, far],
    }
    parts = evaluate_tracks(truth, found, fit_test=False).matched[0].parts
    assert parts.lengths.tolist() == [3, 3]
    assert parts.found[:, 9].tolist() == [2, 1]
    assert parts.wrong[:, 9].tolist() == [1, 0]  # track 5 goes away in the third frame
    # two matches of tracks of 3 boxes each, 2 of which go together; one of 3 and 1
    assert parts.kept[:, 9].tolist() == [2 * 2 / 4, 1 * 1 / 3]
    assert parts.kept_of_prediction[:, 9].tolist() == [2 * 2 / 3, 1.0]
    assert (parts.together.tolist(), parts.astray.tolist()) == ([2, 1], [1, 0])
    assert (parts.alone.tolist(), parts.alone_astray.tolist()) == ([2], [2])


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_nothing_found():
    truth = {"frames": [1, 2], "ids": [1, 1], "boxes": [[0, 0, 9, 9]] * 2}
    parts = evaluate_tracks(truth, {"frames": [], "ids": [], "boxes": []}).matched[0].parts
    assert parts.found.tolist() == [[0] * 19]
    assert (parts.wrong.sum(), parts.together.tolist(), len(parts.alone)) == (0, [0], 0)
