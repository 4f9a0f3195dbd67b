"""TrackEval, master at 12c8791, ``tests/test_metrics.py``: who is there and alike, and values, as facts."""

from __future__ import annotations

import numpy as np
import pytest
from given_similarity import evaluate_given

ALL, NONE = [1] * 5, [0] * 5

# Of every case: pairs alike in each of five frames, truths present, predictions present, and the values.
CASES = {
    "no confusion": (
        {(0, 1): [0, 0, 0, 1, 1], (1, 0): [1, 1, 0, 0, 0]},
        [ALL, [1, 1, 1, 0, 0]],
        [[1, 1, 1, 1, 0], ALL],
        {
            **{"CLR_TP": 4, "CLR_FN": 4, "CLR_FP": 5, "IDSW": 0, "MOTA": 1 - 9 / 8},
            **{"IDTP": 4, "IDFN": 4, "IDFP": 5, "IDR": 4 / 8, "IDP": 4 / 9, "IDF1": 8 / 17},
            **{"STDA": 2 / 5 + 2 / 4, "ATA": (2 / 5 + 2 / 4) / 2},
        },
    ),
    "with confusion": (
        {
            **{(0, 1): [0, 0, 0, 1, 1], (1, 0): [1, 1, 0, 0, 0]},
            **{(0, 0): [0, 0, 1, 0, 0], (1, 1): [0, 1, 0, 0, 0]},
        },
        [ALL, [1, 1, 1, 0, 0]],
        [[1, 1, 1, 1, 0], ALL],
        {
            **{"CLR_TP": 5, "CLR_FN": 3, "CLR_FP": 4, "IDSW": 1, "MOTA": 0},
            **{"IDTP": 4, "IDFN": 4, "IDFP": 5, "IDR": 4 / 8, "IDP": 4 / 9, "IDF1": 8 / 17},
            **{"STDA": 2 / 5 + 2 / 4, "ATA": (2 / 5 + 2 / 4) / 2},
        },
    ),
    "split tracks": (
        {
            **{(0, 0): [1, 1, 0, 0, 0], (0, 3): [0, 0, 0, 1, 1]},
            **{(1, 1): [0, 0, 1, 1, 0], (1, 2): [0, 0, 0, 0, 1], (1, 4): [1, 1, 0, 0, 0]},
        },
        [[1, 1, 0, 1, 1], ALL],
        [[1, 1, 0, 0, 0], [0, 0, 1, 1, 1], [0, 0, 0, 0, 1], [0, 0, 1, 1, 1], [1, 1, 0, 0, 0]],
        {
            **{"CLR_TP": 9, "CLR_FN": 0, "CLR_FP": 2, "IDSW": 3, "MOTA": 1 - 5 / 9},
            **{"IDTP": 4, "IDFN": 5, "IDFP": 7, "IDR": 4 / 9, "IDP": 4 / 11, "IDF1": 8 / 20},
            **{"STDA": 2 / 4 + 2 / 5, "ATA": (2 / 4 + 2 / 5) / (0.5 * (2 + 5))},
        },
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_clear_identity_and_vace(case):
    alike, true, found, published = CASES[case]
    here = [[np.flatnonzero(column) for column in np.array(side).T] for side in (true, found)]
    similar = np.zeros((5, len(true), len(found)))
    for (a, b), frames in alike.items():
        similar[:, a, b] = frames
    given = [similar[frame][np.ix_(here[0][frame], here[1][frame])] for frame in range(5)]
    metrics = evaluate_given(*here, given).metrics
    assert {name: metrics[name] for name in published} == pytest.approx(published)
