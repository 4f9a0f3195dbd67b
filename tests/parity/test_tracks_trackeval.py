"""Tracks beside TrackEval 1.3.0, live on made worlds and by its stored answers: equal to the last bit."""

from __future__ import annotations

import contextlib
import io
import json
import warnings
from pathlib import Path

import numpy as np
import pytest
from fixtures_folder import fixture, needs_fixtures
from track_worlds import make_tracks, write_tracks

from truebox.evaluation import evaluate_tracks

FAMILIES = ("HOTA", "CLEAR", "Identity", "VACE", "Count")
BENCHMARKS = {"MOT15": "mot15", "MOT17": "mot17", "MOT20": "mot20"}
WORLDS = {
    "walking": {"A-01": make_tracks(1), "A-02": make_tracks(2, 60, 14)},
    "tied": {"B-01": make_tracks(3, 40, 12, grid=16), "B-02": make_tracks(4, 30, 10, grid=32)},
    "crowded": {"C-01": make_tracks(5, 25, 40, crowd=2), "C-02": make_tracks(6, 8, 150, crowd=3)},
}


def assert_equal(expected: dict, found: dict) -> None:
    """Every field of every family that the reference has; NaN equals NaN, None stands for it in JSON."""
    for sequence, families in expected.items():
        for family, fields in families.items():
            for field, value in fields.items():
                if (sequence, field) == ("COMBINED_SEQ", "Frames"):
                    continue
                want = np.asarray(np.nan if value is None else value, dtype=float)
                got = np.asarray(found[sequence][family][field], dtype=float)
                np.testing.assert_array_equal(got, want, err_msg=f"{sequence} {family} {field}")


def of_class(result, name: str = "pedestrian") -> dict:
    return {sequence: classes[name] for sequence, classes in result.to_trackeval().items()}


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize("benchmark", BENCHMARKS)
def test_every_field_equals_trackeval(world, benchmark, tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        trackeval = pytest.importorskip("trackeval", reason="pip install --no-deps trackeval==1.3.0")
        gt, tracker = write_tracks(tmp_path, WORLDS[world])
        names = list(WORLDS[world])
        config = {
            "GT_FOLDER": str(gt),
            "TRACKERS_FOLDER": str(tracker.parent),
            "SKIP_SPLIT_FOL": True,
            "BENCHMARK": benchmark,
            "SEQ_INFO": dict.fromkeys(names),
            "TRACKERS_TO_EVAL": ["mine"],
            "PRINT_CONFIG": False,
        }
        with contextlib.redirect_stdout(io.StringIO()):
            data = trackeval.datasets.MotChallenge2DBox(config)
            metrics = {
                name: getattr(trackeval.metrics, name)(
                    *([{"PRINT_CONFIG": False}] if name in FAMILIES[1:3] else [])
                )
                for name in FAMILIES
            }
            expected: dict = {}
            for name in names:
                raw = data.get_raw_seq_data("mine", name)
                ready = data.get_preprocessed_seq_data(raw, "pedestrian")
                expected[name] = {family: metric.eval_sequence(ready) for family, metric in metrics.items()}
            expected["COMBINED_SEQ"] = {
                family: metric.combine_sequences({name: expected[name][family] for name in names})
                for family, metric in metrics.items()
            }
    assert_equal(
        expected, of_class(evaluate_tracks(gt, tracker, protocol=BENCHMARKS[benchmark], fit_test=False))
    )


@needs_fixtures
@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
@pytest.mark.parametrize(
    ("world", "benchmark", "tracker"),
    [
        *(
            (world, "MOT17", "noisy")
            for world in ("crowded", "degenerate", "gaps", "rules", "ties", "twins", "wide")
        ),
        *(("distractors", benchmark, "noisy") for benchmark in ("MOT15", "MOT17", "MOT17-nopre", "MOT20")),
        *(("detections", tracker, tracker) for tracker in ("noisy", "iou", "sort", "bytetrack", "ocsort")),
    ],
)
def test_stored_answers(world, benchmark, tracker):
    folder = fixture("tracks/worlds") / world
    stored = json.loads(Path(fixture(f"tracks/expected/trackeval__{world}__{benchmark}.json")).read_text())
    protocol = {**BENCHMARKS, "MOT17-nopre": "mot15"}.get(benchmark, "mot17")
    result = evaluate_tracks(folder / "gt", folder / "trackers" / tracker, protocol=protocol, fit_test=False)
    assert_equal(stored["results"], of_class(result))


@needs_fixtures
@pytest.mark.parametrize("name", ["car", "pedestrian"])
def test_kitti(name):
    folder = fixture("tracks/worlds/kitti")
    stored = json.loads(Path(fixture("tracks/expected/trackeval__kitti.json")).read_text())["results"]
    result = evaluate_tracks(folder / "gt", folder / "trackers" / "noisy", protocol="kitti_tracking")
    assert_equal({sequence: classes[name] for sequence, classes in stored.items()}, of_class(result, name))


@needs_fixtures
@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
@pytest.mark.parametrize("world", ["crowded", "distractors", "gaps", "rules", "ties", "wide"])
@pytest.mark.parametrize("kind", ["plain", "official"])
def test_clear_of_motmetrics(world, kind):
    """motmetrics 1.4.0, by sequence: carried by the memory of an object, most pairs first."""
    folder = fixture("tracks/worlds") / world
    stored = json.loads(Path(fixture(f"tracks/expected/motmetrics__{world}__{kind}.json")).read_text())[
        "results"
    ]
    protocol = "mot17" if kind == "official" else "mot15"
    result = evaluate_tracks(
        folder / "gt", folder / "trackers" / "noisy", protocol=protocol, rules="motmetrics", fit_test=False
    )
    names = {
        "num_switches": "IDSW",
        "num_fragmentations": "Frag",
        "mostly_tracked": "MT",
        "partially_tracked": "PT",
        "mostly_lost": "ML",
        "num_false_positives": "CLR_FP",
        "num_misses": "CLR_FN",
        "mota": "MOTA",
        "idf1": "IDF1",
    }
    for part in result.per_sequence:
        for theirs, ours in names.items():
            want = stored.get(part.name, {}).get(theirs)
            if want is not None:
                assert part.metrics[ours] == pytest.approx(want, abs=1e-12), (part.name, ours)
