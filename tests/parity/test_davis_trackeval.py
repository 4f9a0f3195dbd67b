"""J and F beside TrackEval 1.3.0, live on made pictures and by stored answers: equal to the last bit."""

from __future__ import annotations

import contextlib
import copy
import io
import json
import sys
import types
import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from fixtures_folder import fixture, needs_fixtures
from palette_worlds import make_palettes, write_palettes

from truebox.evaluation import evaluate_tracks, protocol_value

FAMILIES = ("HOTA", "CLEAR", "Identity", "Count", "JAndF")
QUIET = {"PRINT_CONFIG": False}

pytestmark = [
    pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning"),
    pytest.mark.filterwarnings("ignore:.*mode.*parameter is deprecated:DeprecationWarning"),
]


def disk(radius: float) -> np.ndarray:
    """What scikit-image defines: every pixel no farther than the radius."""
    steps = np.arange(-radius, radius + 1)
    return (steps[:, None] ** 2 + steps**2 <= radius**2).astype(np.uint8)


@pytest.fixture(autouse=True)
def _morphology(monkeypatch):
    """TrackEval wants scikit-image for this one function."""
    pytest.importorskip("cv2", reason="pip install opencv-python-headless")
    module = types.ModuleType("skimage.morphology")
    module.disk = disk
    monkeypatch.setitem(sys.modules, "skimage", types.ModuleType("skimage"))
    monkeypatch.setitem(sys.modules, "skimage.morphology", module)


def answers_of_trackeval(gt: Path, trackers: Path) -> dict:
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        trackeval = pytest.importorskip("trackeval", reason="pip install --no-deps trackeval==1.3.0")
        names = sorted(each.name for each in gt.iterdir())
        data = trackeval.datasets.DAVIS(
            {
                "GT_FOLDER": str(gt),
                "TRACKERS_FOLDER": str(trackers),
                "TRACKERS_TO_EVAL": ["mine"],
                "SEQ_INFO": dict.fromkeys(names),
                **QUIET,
            }
        )
        metrics = {
            name: getattr(trackeval.metrics, name)(*([QUIET] if name in ("CLEAR", "Identity") else []))
            for name in FAMILIES
        }
        expected: dict = {}
        for name in names:
            ready = data.get_preprocessed_seq_data(data.get_raw_seq_data("mine", name), "general")
            expected[name] = {
                family: each.eval_sequence(copy.deepcopy(ready)) for family, each in metrics.items()
            }
        expected["COMBINED_SEQ"] = {
            family: each.combine_sequences({name: expected[name][family] for name in names})
            for family, each in metrics.items()
        }
    return expected


def assert_equal(expected: dict, found: dict, kind: str = "general") -> int:
    compared = 0
    for name, families in expected.items():
        for family, fields in families.items():
            for field, value in fields.items():
                if field != "Frames":
                    got = np.asarray(found[name][kind][family][field], dtype=float)
                    want = np.asarray(value, dtype=float)
                    np.testing.assert_array_equal(got, want, err_msg=f"{name} {family} {field}")
                    compared += 1
    return compared


@pytest.mark.parametrize(
    "worlds",
    [
        {"a": make_palettes(1), "b": make_palettes(2, 14, 6)},
        {"a": make_palettes(3, 7, 5, extra=0), "b": make_palettes(4, 5, 2, extra=6)},  # too few, too many
        {
            "a": make_palettes(5, 12, 3, size=(130, 200)),
            "b": make_palettes(6, 3, 1),
            "c": make_palettes(7, 1, 2),
        },
        {"long": make_palettes(8, 300, 2, size=(20, 24))},  # whose quarters the reference cuts to 8 bits
        {"none": (make_palettes(9)[0], np.zeros((9, 50, 70), dtype=np.uint8)), "b": make_palettes(10)},
    ],
    ids=["plain", "unequal", "sizes", "long", "nothing found"],
)
def test_every_field_equals_trackeval(worlds, tmp_path):
    gt = write_palettes(tmp_path / "gt", {name: each[0] for name, each in worlds.items()})
    dt = write_palettes(tmp_path / "tr" / "mine" / "data", {name: each[1] for name, each in worlds.items()})
    expected = answers_of_trackeval(gt, tmp_path / "tr")
    result = evaluate_tracks(gt, dt.parent, fit_test=False)
    assert result.protocol == "davis"
    assert assert_equal(expected, result.to_trackeval()) > 60
    assert 0 < result.metrics["J&F"] < 1


def as_they_are(found, rows, truth):
    return found.masks[rows]


@needs_fixtures
def test_stored_answers():
    folder = fixture("tracks/worlds/mots")
    stored = json.loads(Path(fixture("tracks/expected/trackeval__mots.json")).read_text())["results"]
    protocol = replace(protocol_value("mots"), name="mots with regions", region_masks=as_they_are)
    result = evaluate_tracks(folder / "gt", folder / "trackers" / "noisy", protocol=protocol)
    found = result.to_trackeval()
    for name, classes in stored.items():
        for field, value in classes["pedestrian"]["JAndF"].items():
            assert found[name]["pedestrian"]["JAndF"][field] == value, (name, field)
    assert result.metrics["J&F"] == pytest.approx(0.640054, abs=5e-7)
