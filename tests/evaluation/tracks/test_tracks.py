"""The protocols, the choice among them, and what results show."""

from __future__ import annotations

import pytest
from track_worlds import make_tracks, write_tracks

from truebox.evaluation import TRACK_PROTOCOLS, evaluate, evaluate_tracks, protocol_value
from truebox.evaluation.tracks.choosing import choose_protocol
from truebox.evaluation.tracks.evaluating import read_side

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def written(tmp_path, *names):
    return write_tracks(tmp_path, {name: make_tracks(seed, 20, 9) for seed, name in enumerate(names)})


@pytest.mark.parametrize(
    ("name", "protocol"),
    [
        ("MOT17-02-FRCNN", "mot17"),
        ("MOT20-01", "mot20"),  # its classes are those of MOT17, of which it leaves out more
        ("MOT16-09", "mot16"),
        ("dancetrack0004", "dancetrack"),
        ("HT21-01", "head_tracking"),
    ],
)
def test_benchmarks_are_told_by_names(tmp_path, name, protocol):
    truth, found = (read_side(str(path), "truth", None) for path in written(tmp_path, name))
    chosen, finding = choose_protocol(truth, found)
    assert chosen.name == protocol
    assert finding.code == "W-587"
    assert f"named as {name}" in finding.message


def test_classes_beside_pedestrians_tell_where_no_name_does(tmp_path):
    truth, found = (read_side(str(path), "truth", None) for path in written(tmp_path, "street"))
    chosen, finding = choose_protocol(truth, found)
    assert chosen.name == "mot17"
    assert "static_person and others beside pedestrians" in finding.message


def test_classes_that_both_sides_say():
    box = [[0, 0, 9, 9]] * 2
    truth = {
        "frames": [0, 0],
        "ids": [1, 2],
        "boxes": [[0, 0, 9, 9], [50, 0, 9, 9]],
        "labels": ["cat", "dog"],
    }
    result = evaluate_tracks(truth, truth)
    assert [part.name for part in result.per_class] == ["cat", "dog"]
    assert result.metrics["HOTA"] == 1
    assert result.detection_averaged["HOTA"] == 1
    swapped = {**truth, "labels": ["dog", "cat"]}
    assert evaluate_tracks(truth, swapped, fit_test=False).metrics["HOTA"] == 0
    alike = {"frames": [0, 1], "ids": [1, 1], "boxes": box}
    assert [part.name for part in evaluate_tracks(alike, alike).per_class] == ["object"]


OF_OTHER_FILES = (
    "kitti_tracking",
    "mots",
    "kitti_mots",
    "youtube_vis",
    "davis",
    "bdd100k_tracking",
    "tao",
    "davis_semi_supervised",
)


@pytest.mark.parametrize("protocol", [name for name in TRACK_PROTOCOLS if name not in OF_OTHER_FILES])
def test_perfect_tracks_of_every_protocol(tmp_path, protocol):
    gt, _ = written(tmp_path, "S-01")
    truth = gt / "S-01" / "gt" / "gt.txt"
    lines = truth.read_text().splitlines()
    if protocol == "head_tracking":  # which has four classes
        lines = [line for line in lines if int(line.split(",")[7]) <= 4]
        truth.write_text("\n".join(lines) + "\n")
    kept = [line.split(",") for line in lines]
    kept = [
        words for words in kept if words[6] == "1" and (words[7] == "1" or protocol in ("mot15", "tracks"))
    ]
    results = tmp_path / "perfect"
    results.mkdir()
    (results / "S-01.txt").write_text("".join(",".join([*words[:6], "1,-1,-1,-1"]) + "\n" for words in kept))
    result = evaluate(str(gt), str(results), protocol=protocol)
    assert result.protocol == protocol
    assert result.metrics["HOTA"] == pytest.approx(1, abs=1e-12)
    assert protocol_value(protocol).reference == "TrackEval 1.3.0"
