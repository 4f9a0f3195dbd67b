"""Results that are hardly meant as they are, told beside their numbers."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from truebox.errors import InputError
from truebox.evaluation import evaluate_tracks


def world(objects=6, frames=10):
    """Objects far apart that stand still."""
    rows = [(t, k) for t in range(frames) for k in range(objects)]
    return {
        "frames": [t for t, _ in rows],
        "ids": [k for _, k in rows],
        "boxes": [[200 * k + 9, 50, 40, 80] for _, k in rows],
        "length": frames,
    }


def said(truth, found):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = evaluate_tracks(truth, found)
    return [finding for finding in result.warnings if finding.code == "W-588"]


def test_nothing_is_said_of_good_results():
    assert said(world(), world()) == []


def test_no_box_at_all_is_said():
    nothing = {"frames": [], "ids": [], "boxes": [], "length": 10}
    (finding,) = said(world(), nothing)
    assert "no sequence has a box" in finding.message


def test_a_sequence_without_a_box_is_said(tmp_path):
    line = "{},{},{},50,40,80,1,-1,-1,-1\n"
    for side in ("gt", "mine"):
        (tmp_path / side).mkdir()
        for name in ("A", "B"):
            rows = [line.format(t, k, 200 * k) for t in range(1, 6) for k in range(1, 4)]
            (tmp_path / side / f"{name}.txt").write_text(
                "" if (side, name) == ("mine", "B") else "".join(rows)
            )
    (finding,) = said(str(tmp_path / "gt"), str(tmp_path / "mine"))
    assert "1 of 2 sequences without a box" in finding.message
    assert finding.message.endswith(": B")


def test_negative_sides_are_counted():
    found = world()
    found["boxes"] = [[x, y, -5 if n in (3, 4) else w, h] for n, (x, y, w, h) in enumerate(found["boxes"])]
    (finding,) = said(world(), found)
    assert "2 boxes have a side below 0" in finding.message
    assert finding.count == 2


def test_an_id_for_every_box():
    found = world() | {"ids": list(range(60))}
    (finding,) = said(world(), found)
    assert "60 ids for 60 boxes" in finding.message


@pytest.mark.parametrize(("changed", "told"), [(6, True), (5, True), (4, False)])
def test_ids_that_start_again(changed, told):
    """From frame 5 on the first so many of six objects have the id of the next."""
    truth = world()
    ids = [
        (k + 1) % changed if k < changed and t >= 5 else k
        for t, k in zip(truth["frames"], truth["ids"], strict=True)
    ]
    findings = said(truth, truth | {"ids": ids})
    words = [f"{changed} of 6 objects have another id" in finding.message for finding in findings]
    assert words == ([True] if told else [])
    assert all("in frame 5 of" in finding.message for finding in findings)


def test_fractions_of_the_picture_are_refused():
    found = world()
    found["boxes"] = (np.array(found["boxes"]) / [1280, 720, 1280, 720]).tolist()
    with pytest.raises(InputError, match=r"E-584 .*fractions of the picture"):
        evaluate_tracks(world(), found)


@pytest.mark.parametrize("told", [False, True])
def test_boxes_behind_the_last_true_one(tmp_path, told):
    """Without seqinfo.ini nothing says how long a sequence is: what comes later is false, and told."""
    home = tmp_path / "gt" / "S" / "gt"
    home.mkdir(parents=True)
    (tmp_path / "found").mkdir()
    line = "{},1,{},50,40,80,1,{}\n"
    (home / "gt.txt").write_text("".join(line.format(t, 9, "1,1") for t in range(1, 6)))
    (tmp_path / "found" / "S.txt").write_text(
        "".join(line.format(t, 9, "-1,-1,-1") for t in (*range(1, 6), 8))
    )
    if told:
        (home.parent / "seqinfo.ini").write_text("[Sequence]\nname=S\nseqLength=9\n")
    found = said(tmp_path / "gt", tmp_path / "found")
    assert len(found) == (not told)
    if found:
        assert "1 box in frames behind the last with a true box (first: " in found[0].message
        assert "S.txt row 6)" in found[0].message


def test_ids_that_start_again_are_counted_over_classes():
    """Two objects of each class: too few of either to say anything."""
    truth = world(objects=4)
    truth["labels"] = [k % 2 for k in truth["ids"]]
    found = dict(
        truth, ids=[k if t < 5 else 9 - k for t, k in zip(truth["frames"], truth["ids"], strict=True)]
    )
    (finding,) = said(truth, found)
    assert "in frame 5 of the sequence 4 of 4 objects have another id" in finding.message


def test_a_truth_of_which_no_box_counts_is_said(tmp_path):
    """A result as the truth: its scores are flags there, and 0.9 is cut to 0 as in TrackEval (M19)."""
    line = "{},{},{},50,40,80,{},-1,-1,-1\n"
    for side, flag in (("gt", 1), ("mine", 0.9)):
        (tmp_path / side).mkdir()
        rows = [line.format(t, k, 200 * k, flag) for t in range(1, 6) for k in range(1, 4)]
        (tmp_path / side / "A.txt").write_text("".join(rows))
    assert said(str(tmp_path / "gt"), str(tmp_path / "mine")) == []
    (finding,) = said(str(tmp_path / "mine"), str(tmp_path / "gt"))
    assert "15 boxes, and by their flags and classes none counts" in finding.message
    assert "swapped?" in finding.message
