"""J and F of one sequence, worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest
from palette_worlds import write_palettes

from truebox.evaluation import evaluate_tracks
from truebox.evaluation.tracks.regions.measuring import given_objects
from truebox.evaluation.tracks.sides.memory import tracks_of_arrays

pytest.importorskip("PIL.Image", reason="extra images")
pytestmark = [
    pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning"),
    pytest.mark.filterwarnings("ignore:.*mode.*parameter is deprecated:DeprecationWarning"),
]


def measured(tmp_path, truth, found, mode="strict"):
    gt = write_palettes(tmp_path / "gt", truth)
    dt = write_palettes(tmp_path / "dt", found)
    return evaluate_tracks(gt, dt, protocol="davis", mode=mode, fit_test=False)


def frames(count, *spans):
    """Pictures of 40 columns; each span is (number, first frame, end, from column, to column)."""
    made = np.zeros((count, 12, 40), dtype=np.uint8)
    for number, begin, end, left, right in spans:
        made[begin:end, 2:10, left:right] = number
    return made


def test_one_object_over_quarters(tmp_path):
    """Of 8 frames whole in 6, half in the last 2: J = (6 + 2 / 2) / 8; .5 is not enough for recall."""
    truth, found = frames(8, (1, 0, 8, 4, 24)), frames(8, (5, 0, 6, 4, 24), (5, 6, 8, 4, 14))
    result = measured(tmp_path, {"a": truth}, {"a": found})
    assert result.metrics["J-Mean"] == 7 / 8
    assert result.metrics["J-Recall"] == 6 / 8
    # bounds round(linspace(1, 8, 5)) are 1, 3, 5, 6, 8: last quarter has frames 6, 7, 8
    assert result.metrics["J-Decay"] == pytest.approx(1 - (1 + 0.5 + 0.5) / 3)


def test_further_proposals_cost_nothing_and_missing_ones_count_0(tmp_path):
    truth = frames(4, (1, 0, 4, 4, 12), (2, 0, 4, 20, 28))
    more = frames(4, (3, 0, 4, 4, 12), (9, 0, 4, 20, 28), (4, 0, 4, 30, 36))
    assert measured(tmp_path / "more", {"a": truth}, {"a": more}).metrics["J&F"] == 1.0
    fewer = frames(4, (3, 0, 4, 4, 12))
    assert measured(tmp_path / "fewer", {"a": truth}, {"a": fewer}).metrics["J&F"] == 0.5


def test_both_absent_is_right(tmp_path):
    truth, found = frames(4, (1, 0, 2, 4, 12)), frames(4, (1, 0, 1, 4, 12))
    assert measured(tmp_path, {"a": truth}, {"a": found}).metrics["J-Mean"] == 3 / 4


def test_void_pixels_are_no_error_of_regions(tmp_path):
    truth, found = frames(4, (1, 0, 4, 4, 12), (255, 0, 4, 12, 20)), frames(4, (1, 0, 4, 4, 20))
    result = measured(tmp_path, {"a": truth}, {"a": found})
    assert result.metrics["J-Mean"] == 1.0
    assert result.metrics["LocA"] < 1.0


def test_a_sequence_without_objects(tmp_path):
    truth, found = {"a": frames(4), "b": frames(4, (1, 0, 4, 4, 12))}, {"a": frames(4), "b": frames(4)}
    strict = measured(tmp_path / "s", truth, found)
    assert strict.metrics["J&F"] is None
    assert "no true track" in strict.undefined["J&F"]
    corrected = measured(tmp_path / "c", truth, found, mode="corrected")
    assert corrected.metrics["J&F"] == 0.0


def test_quarters_of_long_sequences_are_mended(tmp_path):
    """300 frames, wrong in the last 75: with bounds of 8 bits the last quarter begins and ends elsewhere."""
    truth, found = frames(300, (1, 0, 300, 4, 24)), frames(300, (1, 0, 225, 4, 24))
    assert measured(tmp_path / "s", {"a": truth}, {"a": found}).metrics["J-Decay"] is None
    corrected = measured(tmp_path / "c", {"a": truth}, {"a": found}, mode="corrected")
    assert corrected.metrics["J-Decay"] == pytest.approx(75 / 76)


@pytest.mark.parametrize("frame", range(8))
def test_the_decay_is_of_the_first_and_the_last_quarter(tmp_path, frame):
    """Half is lost in one frame alone: it counts a third in the first quarter, frames 1 to 3, or in the last,
    frames 6 to 8, and not between."""
    truth = frames(8, (1, 0, 8, 4, 24))
    found = truth.copy()
    found[frame, :, 14:] = 0
    decay = measured(tmp_path, {"a": truth}, {"a": found}).metrics["J-Decay"]
    lost = 0.5 / 3
    assert decay == pytest.approx(-lost if frame < 3 else lost if frame > 4 else 0, abs=1e-12)


def test_how_many_objects_are_given():
    """The largest number of the first frame, whatever comes later."""
    for frames_of_objects, ids, most in (([0, 0, 3], [2, 5, 9], 5), ([0, 1, 1], [4, 4, 7], 4)):
        rows = {"frames": frames_of_objects, "ids": ids, "boxes": [[0, 0, 9, 9]] * 3}
        assert given_objects(tracks_of_arrays(rows, "truth").sequences[0]) == most
