"""TAO beside TrackEval 1.3.0, live on made videos: equal to the last bit."""

from __future__ import annotations

import contextlib
import io
import shutil
import warnings
from pathlib import Path

import numpy as np
import pytest
from tao_worlds import make_tao, write_tao

from truebox.evaluation import evaluate_tracks

FAMILIES = ("HOTA", "CLEAR", "Identity", "TrackMAP", "Count")
QUIET = {"PRINT_CONFIG": False}

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def answers_of_trackeval(gt: Path, dt: Path, folder: Path) -> dict:
    """By its own Evaluator: sequences, classes and means."""
    home, tracker = folder / "truths", folder / "trackers" / "mine" / "data"
    home.mkdir()
    tracker.mkdir(parents=True)
    shutil.copy(gt, home)
    shutil.copy(dt, tracker)
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        trackeval = pytest.importorskip("trackeval", reason="pip install --no-deps trackeval==1.3.0")
        data = trackeval.datasets.TAO(
            {
                **{"GT_FOLDER": str(home), "TRACKERS_FOLDER": str(folder / "trackers")},
                **{"TRACKERS_TO_EVAL": ["mine"], **QUIET},
            }
        )
        metrics = [
            getattr(trackeval.metrics, name)(*([] if name == "HOTA" else [dict(QUIET)]))
            for name in FAMILIES[:-1]
        ]
        evaluator = trackeval.Evaluator(
            {
                **{"BREAK_ON_ERROR": True, "PRINT_RESULTS": False, "OUTPUT_SUMMARY": False},
                **{"OUTPUT_DETAILED": False, "PLOT_CURVES": False, "TIME_PROGRESS": False, **QUIET},
            }
        )
        return evaluator.evaluate([data], metrics)[0]["TAO"]["mine"]


@pytest.mark.parametrize(
    ("seed", "options"),
    [
        (1, {}),
        (2, {"videos": 6}),
        (3, {"grid": 16}),
        (8, {"videos": 5, "unique_ids": True}),
        (5, {"videos": 2, "crowd": 310}),
        (6, {"grid": 32, "videos": 8, "unique_ids": True}),
        (7, {"videos": 12}),
    ],
)
def test_every_field_equals_trackeval(seed, options, tmp_path):
    gt, dt = write_tao(tmp_path, *make_tao(seed, **options))
    expected = answers_of_trackeval(gt, dt, tmp_path)
    result = evaluate_tracks(gt, dt, fit_test=False)
    assert result.protocol == "tao"
    found = result.to_trackeval()
    compared = 0
    for sequence, classes in expected.items():
        for kind, families in classes.items():
            for family, fields in families.items():
                if family == "TrackMAP" and sequence != "COMBINED_SEQ":
                    continue  # there it holds matches
                if family == "Count" and kind.startswith("cls_comb"):
                    continue
                for field, value in fields.items():
                    if field in ("precision", "recall") or (field == "Frames" and sequence == "COMBINED_SEQ"):
                        continue
                    got = np.asarray(found[sequence][kind][family][field], dtype=float)
                    want = np.asarray(value, dtype=float)
                    np.testing.assert_array_equal(got, want, err_msg=f"{sequence} {kind} {family} {field}")
                    compared += 1
    assert compared > 500
    assert set(expected["COMBINED_SEQ"]) == set(found["COMBINED_SEQ"])
    assert 0 < result.metrics["HOTA"] < 1
    assert 0 < result.metrics["AP"] < 1
