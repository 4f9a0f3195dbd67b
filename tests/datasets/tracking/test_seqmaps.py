"""Lists of sequences beside the truth choose what is evaluated."""

from __future__ import annotations

import contextlib
import io
import warnings

import numpy as np
import pytest
from track_worlds import make_tracks, write_tracks

from truebox.errors import InputError
from truebox.evaluation import evaluate_tracks

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def world(tmp_path, text, name="MOT17-train"):
    """Three sequences of a split, and a list beside them."""
    made, tracker = write_tracks(
        tmp_path, {name: make_tracks(seed, 15, 5) for seed, name in enumerate(("A", "B", "C"))}
    )
    gt = tmp_path / "home" / "MOT17-train"
    (gt.parent / "seqmaps").mkdir(parents=True)
    made.rename(gt)
    (gt.parent / "seqmaps" / f"{name}.txt").write_text(text)
    return gt, tracker


def names(gt, tracker, **asked):
    result = evaluate_tracks(gt, tracker, protocol="mot15", fit_test=False, **asked)
    return [part.name for part in result.per_sequence], [str(each) for each in result.warnings]


def test_the_list_chooses_and_says_so(tmp_path):
    gt, tracker = world(tmp_path, "name\nC\nA\n\n")
    for place in (gt, gt.parent):
        found, said = names(place, tracker)
        assert found == ["A", "C"]
        assert any(each.startswith("W-586") and "lists 2 of 3 sequences" in each for each in said)


def test_sequences_go_before_it(tmp_path):
    gt, tracker = world(tmp_path, "name\nC\nX\n")
    assert names(gt, tracker, sequences=["B"]) == (["B"], [])


def test_a_sequence_given_by_itself_is_not_chosen(tmp_path):
    gt, tracker = world(tmp_path, "name\nC\n")
    assert names(gt / "B", tracker / "data" / "B.txt")[0] == ["B"]


def test_the_list_of_another_split_says_nothing(tmp_path):
    gt, tracker = world(tmp_path, "name\nC\n", "MOT17-test")
    assert names(gt, tracker) == (["A", "B", "C"], [])


def test_the_only_list_inside(tmp_path):
    gt, tracker = world(tmp_path, "name\nC\n", "MOT17-test")
    (gt / "seqmaps").mkdir()
    (gt / "seqmaps" / "own.txt").write_text("name\nB\n")
    assert names(gt, tracker)[0] == ["B"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name\nX\n", r"E-581 .*MOT17-train.txt: there is no X/gt/gt.txt.*--sequences A,B,C"),
        ("name\n", r"E-581 .*no sequence is listed"),
        ("A\nB\n", r"E-436 .*line 1: the first line is no header"),
        ("", r"E-436 .*the file is empty"),
    ],
)
def test_what_is_refused(text, message, tmp_path):
    gt, tracker = world(tmp_path, text)
    with pytest.raises(InputError, match=message):
        names(gt, tracker)


def test_the_sums_are_those_of_trackeval(tmp_path):
    """Of the sequences that it takes from the same list, to the last bit."""
    gt, tracker = world(tmp_path, "name\nC\nA\n")
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        trackeval = pytest.importorskip("trackeval", reason="pip install --no-deps trackeval==1.3.0")
        data = trackeval.datasets.MotChallenge2DBox(
            {
                **{"GT_FOLDER": str(gt.parent), "TRACKERS_FOLDER": str(_split(tracker))},
                **{"BENCHMARK": "MOT17", "SPLIT_TO_EVAL": "train", "TRACKERS_TO_EVAL": ["mine"]},
                **{"SKIP_SPLIT_FOL": False, "PRINT_CONFIG": False, "DO_PREPROC": True},
            }
        )
        assert data.seq_list == ["C", "A"]
        hota = trackeval.metrics.HOTA()
        single = {
            name: hota.eval_sequence(
                data.get_preprocessed_seq_data(data.get_raw_seq_data("mine", name), "pedestrian")
            )
            for name in sorted(data.seq_list)  # as its Evaluator goes
        }
        expected = hota.combine_sequences(single)
    result = evaluate_tracks(gt, tracker, protocol="mot17", fit_test=False)
    found = result.to_trackeval()["COMBINED_SEQ"]["pedestrian"]["HOTA"]
    for field, value in expected.items():
        np.testing.assert_array_equal(found[field], value, err_msg=field)
    assert 0 < result.metrics["HOTA"] < 1


def _split(tracker):
    """The trackers of a split, as TrackEval wants them."""
    home = tracker.parent / "all"
    (home / "MOT17-train").mkdir(parents=True)
    (home / "MOT17-train" / "mine").symlink_to(tracker, target_is_directory=True)
    return home
