"""What costs HOTA, in words: made trackers of one fault each."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest
from track_worlds import make_tracks, write_tracks

from truebox import diagnosis
from truebox.diagnosis.words.tracks import track_sentences
from truebox.evaluation import evaluate_tracks

HERE = [0, 0, 10, 10]


def said(ids, kept=None):
    frames = list(range(20))
    truth = {"frames": frames, "ids": [7] * 20, "boxes": [HERE] * 20}
    rows = frames if kept is None else kept
    found = {"frames": rows, "ids": [ids[t] for t in rows], "boxes": [HERE] * len(rows)}
    return track_sentences(evaluate_tracks(truth, found, fit_test=False))


def test_association_alone():
    sentences = said([1] * 10 + [2] * 10)
    assert sentences[0] == (
        "HOTA is 0.707: all that it loses is association (100% of it broken tracks, 0% tracks of several "
        "objects)."
    )
    assert "perfect association HOTA would be 1.000, with perfect detection 0.707" in sentences[1]
    assert "1 identity switch: 1 to a new id in the middle." in sentences


@pytest.mark.parametrize(
    ("shift", "words"),
    [
        (0.0, "it hardly falls: boxes fit closely"),
        (1 / 9, "it falls only from alpha 0.85 on: boxes are found, and fit closely"),  # IoU 8 / 10
        (1 / 3, "it falls only from alpha 0.55 on: boxes are found, and fit loosely"),  # IoU 1 / 2
        (2 / 3, "it falls before alpha 0.5: boxes fit loosely"),  # IoU 1 / 5
    ],
)
def test_where_the_curve_falls(shift, words):
    """Two tracks on one object, all boxes to the side by a share of the width."""
    frames = list(range(20))
    truth = {"frames": frames, "ids": [7] * 20, "boxes": [HERE] * 20}
    found = {"frames": frames, "ids": [t // 10 for t in frames], "boxes": [[10 * shift, 0, 10, 10]] * 20}
    assert track_sentences(evaluate_tracks(truth, found, fit_test=False))[2].endswith(f": {words}.")


def test_nothing_found_and_nothing_lost():
    assert said([1] * 20) == ["HOTA is 1.000: nothing is lost."]
    assert said([1] * 20, kept=[]) == ["HOTA is 0.000: no box of a track is found at any alpha."]


@pytest.mark.parametrize("seed", range(5))
def test_the_split_adds_up(seed, tmp_path):
    gt, tracker = write_tracks(tmp_path, {"A": make_tracks(seed, 25, 8), "B": make_tracks(seed + 9, 25, 8)})
    result = evaluate_tracks(gt, tracker, protocol="mot17", fit_test=False)
    sentences = track_sentences(result)
    shares = [int(share) for share in re.findall(r"(\d+)%", sentences[0])]
    assert shares[0] + shares[3] in (99, 100, 101)
    curve = result.hota.per_alpha
    lost = [-np.log(curve[name][curve[name] > 0]).mean() for name in ("DetA", "AssA")]
    assert abs(shares[0] / 100 - max(lost) / sum(lost)) < 0.01
    assert any(sentence.startswith("Most is lost in") for sentence in sentences)
    assert list(diagnosis.in_words(result)) == sentences


def test_the_tracks_that_lose_most_come_first():
    """Of 20 frames each, 10, 5 and 2 have another id: k of n lose n - ((n - k)² + k²) / n."""
    frames = list(range(20))
    changes = {7: 10, 8: 5, 9: 2}
    boxes = {7: HERE, 8: [50, 0, 60, 10], 9: [100, 0, 110, 10]}
    rows = [(t, track) for t in frames for track in changes]
    truth = {
        "frames": [t for t, _ in rows],
        "ids": [k for _, k in rows],
        "boxes": [boxes[k] for _, k in rows],
    }
    ids = [k if t >= changes[k] else 10 * k for t, k in rows]
    sentences = track_sentences(evaluate_tracks(truth, {**truth, "ids": ids}, fit_test=False))
    (told,) = [each for each in sentences if each.startswith("Of the association lost")]
    assert re.findall(r"track (\d)", told) == ["7", "8", "9"]
    shares = [int(each) for each in re.findall(r"(\d+)%", told)]
    assert shares == [47, 36, 17]  # 10, 7.5 and 3.6 of 21.1


def test_classes_that_neither_side_has_are_told_apart(tmp_path):
    """One car, found in half of its frames, and seven classes that nobody has: their 0 is no error."""
    box = {"x1": 10, "y1": 10, "x2": 50, "y2": 60}
    label = {"id": "1", "category": "car", "box2d": box}
    frames = [{"name": f"{place}.jpg", "index": place, "labels": [label]} for place in range(10)]
    for side, count in (("gt", 10), ("mine", 5)):
        (tmp_path / side).mkdir()
        shown = [each if place < count else each | {"labels": []} for place, each in enumerate(frames)]
        (tmp_path / side / "v.json").write_text(json.dumps(shown))
    result = evaluate_tracks(tmp_path / "gt", tmp_path / "mine", protocol="bdd100k_tracking", fit_test=False)
    car = next(each.metrics["HOTA"] for each in result.per_class if each.name == "car")
    first, second, *_ = track_sentences(result)
    assert result.metrics["HOTA"] == pytest.approx(car / 8)
    assert first == (
        f"HOTA {car / 8:.3f} is a mean in which 7 of 8 classes without a box on either side count as 0, as "
        f"in TrackEval (pedestrian, rider, bus and 4 more); of the others it is {car:.3f}."
    )
    assert second.startswith(f"HOTA is {car:.3f}: ")
