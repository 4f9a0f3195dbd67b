"""BDD100K tracking beside TrackEval 1.3.0, live on made videos: equal to the last bit."""

from __future__ import annotations

import contextlib
import io
import warnings
from pathlib import Path

import numpy as np
import pytest
from bdd_worlds import make_video, write_videos

from truebox.evaluation import evaluate_tracks

FAMILIES = ("HOTA", "CLEAR", "Identity", "Count")
QUIET = {"PRINT_CONFIG": False}

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def answers_of_trackeval(gt: Path, trackers: Path) -> dict:
    """By its own Evaluator: sequences, classes, means and groups of classes."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        trackeval = pytest.importorskip("trackeval", reason="pip install --no-deps trackeval==1.3.0")
        data = trackeval.datasets.BDD100K(
            {"GT_FOLDER": str(gt), "TRACKERS_FOLDER": str(trackers), "TRACKERS_TO_EVAL": ["mine"], **QUIET}
        )
        metrics = [
            getattr(trackeval.metrics, name)(*([QUIET] if name in ("CLEAR", "Identity") else []))
            for name in FAMILIES[:-1]
        ]
        evaluator = trackeval.Evaluator(
            {
                **{"BREAK_ON_ERROR": True, "PRINT_RESULTS": False, "OUTPUT_SUMMARY": False},
                **{"OUTPUT_DETAILED": False, "PLOT_CURVES": False, "TIME_PROGRESS": False, **QUIET},
            }
        )
        return evaluator.evaluate([data], metrics)[0]["BDD100K"]["mine"]


@pytest.mark.parametrize(
    "worlds",
    [
        {"a": make_video(1), "b": make_video(2, 30, 25)},
        {"a": make_video(3, 15, 20, grid=25), "b": make_video(4, 15, 40, grid=40)},
        {"a": make_video(5, 1, 6), "b": make_video(6, 40, 60), "c": make_video(7, 5, 1)},
    ],
    ids=["plain", "tied", "unequal"],
)
def test_every_field_equals_trackeval(worlds, tmp_path):
    gt, tracker = write_videos(tmp_path, worlds)
    expected = answers_of_trackeval(gt, tracker.parent)
    result = evaluate_tracks(gt, tracker, fit_test=False)
    assert result.protocol == "bdd100k_tracking"
    found = result.to_trackeval()
    compared = 0
    for sequence, classes in expected.items():
        for kind, families in classes.items():
            for family, fields in families.items():
                for field, value in fields.items():
                    if field == "Frames" and sequence == "COMBINED_SEQ":
                        continue
                    if family == "Count" and kind.startswith("cls_comb"):
                        continue
                    got = np.asarray(found[sequence][kind][family][field], dtype=float)
                    want = np.asarray(value, dtype=float)
                    np.testing.assert_array_equal(got, want, err_msg=f"{sequence} {kind} {family} {field}")
                    compared += 1
    assert compared > 1000
    assert set(expected["COMBINED_SEQ"]) == set(found["COMBINED_SEQ"])
    assert 0 < result.metrics["HOTA"] < 1
