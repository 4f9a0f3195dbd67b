"""Instances of video beside TrackEval 1.3.0, live and by stored answers: equal to the last bit."""

from __future__ import annotations

import contextlib
import copy
import io
import json
import shutil
import warnings
from pathlib import Path

import numpy as np
import pytest
from fixtures_folder import fixture, needs_fixtures
from video_instances import make_instances, write_instances

from truebox.evaluation import evaluate_tracks

QUIET = {"PRINT_CONFIG": False}
AREAS = [[0, 128**2], [128**2, 256**2], [256**2, 1e5**2]]
FAMILIES = ("HOTA", "CLEAR", "Identity", "VACE", "Count")

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def answers_of_trackeval(gt: Path, dt: Path, folder: Path, limits: tuple[int, ...] = (0, 1, 10)) -> dict:
    """Combined over videos: of each class and both means; track mAP under several limits."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        trackeval = pytest.importorskip("trackeval", reason="pip install --no-deps trackeval==1.3.0")
        home = folder / "truths" / "youtube_vis_x"
        tracker = folder / "trackers" / "youtube_vis_x" / "mine" / "data"
        home.mkdir(parents=True)
        tracker.mkdir(parents=True)
        shutil.copy(gt, home)
        shutil.copy(dt, tracker)
        data = trackeval.datasets.YouTubeVIS(
            {
                "GT_FOLDER": f"{folder}/truths/",
                "TRACKERS_FOLDER": f"{folder}/trackers/",
                "SPLIT_TO_EVAL": "x",
                "TRACKERS_TO_EVAL": ["mine"],
                **QUIET,
            }
        )
        metrics = {
            name: getattr(trackeval.metrics, name)(*([QUIET] if name in FAMILIES[1:3] else []))
            for name in FAMILIES
        }
        for limit in limits:
            config = {"USE_TIME_RANGES": False, "AREA_RANGES": AREAS, "MAX_DETECTIONS": limit, **QUIET}
            metrics[f"TrackMAP {limit}"] = trackeval.metrics.TrackMAP(config)
        single: dict = {kind: {name: {} for name in metrics} for kind in data.class_list}
        for name in sorted(data.seq_list):  # as `Evaluator.evaluate` does
            raw = data.get_raw_seq_data("mine", name)
            for kind in data.class_list:
                ready = data.get_preprocessed_seq_data(raw, kind)
                for family, each in metrics.items():
                    # VACE divides by the tracks there are
                    if family != "VACE" or ready["num_gt_ids"] + ready["num_tracker_ids"]:
                        single[kind][family][name] = each.eval_sequence(copy.deepcopy(ready))
        expected = {
            kind: {
                family: each.combine_sequences(single[kind][family])
                for family, each in metrics.items()
                if family != "VACE" or single[kind][family]
            }
            for kind in data.class_list
        }
        means = (
            ("cls_comb_cls_av", "combine_classes_class_averaged"),
            ("cls_comb_det_av", "combine_classes_det_averaged"),
        )
        for label, joined in means if len(data.class_list) > 1 else ():
            expected[label] = {
                family: getattr(each, joined)({kind: expected[kind][family] for kind in data.class_list})
                for family, each in metrics.items()
                if family not in ("Count", "VACE")
            }
    return expected


def assert_equal(expected: dict, result) -> int:
    found = result.to_trackeval()["COMBINED_SEQ"]
    compared = 0
    for kind, families in expected.items():
        for family, fields in families.items():
            for field, value in fields.items():
                if field in ("Frames", "precision", "recall"):
                    continue
                if family.startswith("TrackMAP"):
                    limit = family.partition(" ")[2]
                    if limit == "0":
                        got = found[kind]["TrackMAP"][field]
                    elif field == "AR_all":
                        got = np.nan_to_num(found[kind]["AP"][f"AR{limit}"], nan=-1.0)
                    else:
                        continue
                else:
                    got = found[kind][family][field]
                want = np.asarray(np.nan if value is None else value, dtype=float)
                got = np.asarray(got, dtype=float)
                np.testing.assert_array_equal(got, want, err_msg=f"{kind} {family} {field}")
                compared += 1
    return compared


@pytest.mark.parametrize(
    ("seed", "videos", "size"),
    [
        (1, 3, (60, 80)),
        (2, 5, (40, 50)),
        (3, 1, (300, 400)),
        (4, 4, (300, 400)),
        (5, 8, (30, 40)),
        (6, 2, (64, 48)),
    ],
)
def test_every_field_equals_trackeval(seed, videos, size, tmp_path):
    gt, dt = write_instances(tmp_path, *make_instances(seed, videos, size=size))
    expected = answers_of_trackeval(gt, dt, tmp_path)
    result = evaluate_tracks(gt, dt, fit_test=False)
    assert result.protocol == "youtube_vis"
    assert assert_equal(expected, result) > 150
    assert len(result.per_class) == 3
    assert 0 < result.metrics["AP"] < 1
    assert 0 < result.metrics["AR1"] <= result.metrics["AR10"]


def test_videos_in_any_order_of_the_file(tmp_path):
    """Among equal scores the video with the first name comes first, wherever the file has it."""
    truth, found = make_instances(5, 8, size=(30, 40))
    numbers = {}
    for order, folder in ((1, "as-named"), (-1, "reversed")):
        for each in found:
            each["score"] = round(each["score"], 1)
        (tmp_path / folder).mkdir()
        gt, dt = write_instances(tmp_path / folder, truth | {"videos": truth["videos"][::order]}, found)
        expected = answers_of_trackeval(gt, dt, tmp_path / folder)
        result = evaluate_tracks(gt, dt, fit_test=False)
        assert assert_equal(expected, result) > 150
        numbers[folder] = result.metrics["AP"]
    assert numbers["as-named"] == numbers["reversed"]


def test_the_track_numbered_0_leaves_its_truth_free(tmp_path):
    """In strict mode two predictions meet one truth, as in the reference; recall is 2."""
    shape = {"size": [4, 4], "counts": [0, 8, 8]}
    truth = {
        "videos": [{"id": 1, "file_names": ["a/0.jpg"], "height": 4, "width": 4}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [
            {
                **{"id": 1, "video_id": 1, "category_id": 1, "iscrowd": 0, "height": 4, "width": 4},
                **{"areas": [8], "segmentations": [shape]},
            }
        ],
    }
    track = {"video_id": 1, "category_id": 1, "segmentations": [{"size": [4, 4], "counts": "088"}]}
    gt, dt = write_instances(tmp_path, truth, [{**track, "score": 0.9}, {**track, "score": 0.8}])
    expected = answers_of_trackeval(gt, dt, tmp_path)
    strict = evaluate_tracks(gt, dt, fit_test=False)
    assert assert_equal(expected, strict) > 50
    assert strict.metrics["AR"] == 2.0
    corrected = evaluate_tracks(gt, dt, mode="corrected", fit_test=False)
    assert corrected.metrics["AR"] == 1.0


@needs_fixtures
def test_stored_answers():
    folder = fixture("tracks/worlds/youtube_vis")
    stored = json.loads(Path(fixture("tracks/expected/trackeval__youtube_vis.json")).read_text())["results"]
    result = evaluate_tracks(folder / "instances.json", folder / "results.json")
    found = result.to_trackeval()["COMBINED_SEQ"]
    for kind, ours in (("round", "round"), ("long", "long"), ("mean", "cls_comb_cls_av")):
        for field in ("AP_all", "AR_all"):
            np.testing.assert_array_equal(found[ours]["TrackMAP"][field], stored["default"][kind][field])
    assert result.metrics["AP50"] == pytest.approx(0.143564, abs=5e-7)
