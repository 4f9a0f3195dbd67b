"""Tracked masks beside TrackEval 1.3.0, live on made worlds and by stored answers: equal to the last bit."""

from __future__ import annotations

import contextlib
import io
import json
import warnings
from pathlib import Path

import numpy as np
import pytest
from fixtures_folder import fixture, needs_fixtures
from mask_worlds import make_masks, write_masks

from truebox.evaluation import evaluate_tracks

FAMILIES = ("HOTA", "CLEAR", "Identity", "VACE", "Count")
QUIET = {"PRINT_CONFIG": False}
WORLDS = {
    "mots": {
        "A-01": make_masks(1),
        "A-02": make_masks(2, 20, 11),
        "A-03": make_masks(3, 9, 25),
    },
    "kitti_mots": {
        "0002": make_masks(4, classes=(1, 2)),
        "0006": make_masks(5, 18, 14, classes=(1, 2)),
        "0007": make_masks(6, 10, 3, classes=(1,)),
    },
}


def answers_of_trackeval(protocol: str, gt: Path, tracker: Path) -> dict:
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        trackeval = pytest.importorskip("trackeval", reason="pip install --no-deps trackeval==1.3.0")
        config = {"GT_FOLDER": str(gt), "TRACKERS_FOLDER": str(tracker.parent), **QUIET}
        config["TRACKERS_TO_EVAL"] = [tracker.name]
        if protocol == "mots":
            names = dict.fromkeys(WORLDS[protocol])
            data = trackeval.datasets.MOTSChallenge({**config, "SKIP_SPLIT_FOL": True, "SEQ_INFO": names})
        else:
            lengths = {name: world.frames for name, world in WORLDS[protocol].items()}
            data = trackeval.datasets.KittiMOTS({**config, "SEQ_INFO": lengths})
        metrics = {
            name: getattr(trackeval.metrics, name)(*([QUIET] if name in FAMILIES[1:3] else []))
            for name in FAMILIES
        }
        expected: dict = {name: {} for name in (*data.seq_list, "COMBINED_SEQ")}
        for kind in data.class_list:
            for name in data.seq_list:
                ready = data.get_preprocessed_seq_data(data.get_raw_seq_data(tracker.name, name), kind)
                expected[name][kind] = {family: each.eval_sequence(ready) for family, each in metrics.items()}
            expected["COMBINED_SEQ"][kind] = {
                family: each.combine_sequences({name: expected[name][kind][family] for name in data.seq_list})
                for family, each in metrics.items()
            }
        if len(data.class_list) > 1:
            for label, joined in (
                ("cls_comb_cls_av", "combine_classes_class_averaged"),
                ("cls_comb_det_av", "combine_classes_det_averaged"),
            ):
                expected["COMBINED_SEQ"][label] = {
                    family: getattr(each, joined)(
                        {kind: expected["COMBINED_SEQ"][kind][family] for kind in data.class_list}
                    )
                    for family, each in metrics.items()
                    if family != "Count"
                }
    return expected


def assert_equal(expected: dict, found: dict) -> int:
    """Every field that the reference has; NaN equals NaN. Returns how many were compared."""
    compared = 0
    for sequence, classes in expected.items():
        for kind, families in classes.items():
            for family in set(families) & set(FAMILIES):
                for field, value in families[family].items():
                    if (sequence, field) == ("COMBINED_SEQ", "Frames"):
                        continue
                    got = np.asarray(found[sequence][kind][family][field], dtype=float)
                    want = np.asarray(np.nan if value is None else value, dtype=float)
                    np.testing.assert_array_equal(got, want, err_msg=f"{sequence} {kind} {family} {field}")
                    compared += 1
    return compared


@pytest.mark.parametrize("protocol", WORLDS)
def test_every_field_equals_trackeval(protocol, tmp_path):
    gt, tracker = write_masks(tmp_path, WORLDS[protocol], protocol)
    expected = answers_of_trackeval(protocol, gt, tracker)
    result = evaluate_tracks(gt, tracker, protocol=protocol, fit_test=False)
    kinds = len(result.per_class)
    assert assert_equal(expected, result.to_trackeval()) > 100 * kinds
    left_out = sum(int((each.partner_of_prediction == -2).sum()) for each in result.matched)
    assert left_out > 5  # the worlds do have predictions in ignored regions


@pytest.mark.parametrize("seed", range(20, 32))
def test_crowded_worlds(seed, tmp_path, monkeypatch):
    """Chains of partly covered masks, where the number of pairs and their overlap disagree."""
    worlds = {"0001": make_masks(seed, 8, 30 + seed, classes=(1, 2))}
    monkeypatch.setitem(WORLDS, "kitti_mots", worlds)
    gt, tracker = write_masks(tmp_path, worlds, "kitti_mots")
    expected = answers_of_trackeval("kitti_mots", gt, tracker)
    found = evaluate_tracks(gt, tracker, protocol="kitti_mots", fit_test=False).to_trackeval()
    assert assert_equal(expected, found) > 200


@needs_fixtures
@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_stored_answers():
    folder = fixture("tracks/worlds/mots")
    stored = json.loads(Path(fixture("tracks/expected/trackeval__mots.json")).read_text())["results"]
    result = evaluate_tracks(folder / "gt", folder / "trackers" / "noisy")
    assert result.protocol == "mots"
    assert assert_equal(stored, result.to_trackeval()) > 100
    assert result.metrics["HOTA"] == pytest.approx(0.477697, abs=5e-7)
