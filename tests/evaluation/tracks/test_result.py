"""Results of tracks: what they hold and give."""

from __future__ import annotations

import pickle

import numpy as np
from track_worlds import make_tracks

from truebox.evaluation import evaluate_tracks


def made():
    return evaluate_tracks(*make_tracks(4, 25, 8).sides, fit_test=False)


def test_curves_and_headline():
    result = made()
    assert result.hota.alphas.tolist() == np.arange(0.05, 0.99, 0.05).tolist()
    assert result.metrics["HOTA"] == float(np.mean(result.hota.per_alpha["HOTA"]))
    assert (result.geometry, result.truths) == ("boxes", result.metrics["GT_Dets"])
    assert result.true_tracks == result.metrics["GT_IDs"]
    assert result.found_tracks == result.metrics["IDs"]


def test_results_can_be_kept():
    result = made()
    again = pickle.loads(pickle.dumps(result))
    assert again.metrics == result.metrics
    assert again.events.counts() == result.events.counts()


def test_trackeval_s_own_nesting():
    result = made()
    fields = result.to_trackeval()
    assert set(fields) == {"", "COMBINED_SEQ"}
    assert fields["COMBINED_SEQ"]["object"]["CLEAR"]["IDSW"] == result.metrics["IDSW"]
