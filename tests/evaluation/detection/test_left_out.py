"""What each protocol says that it leaves out."""

from __future__ import annotations

from pathlib import Path

import pytest
from waymo_worlds import labelled

import truebox as tb
from truebox.datasets import read_pair
from truebox.evaluation import DetectionProtocol, ignored_by, protocol_value
from truebox.evaluation.registry import DETECTION_PROTOCOLS

TRUTH = [
    {"boxes": [[0, 0, 40, 80], [50, 0, 90, 80], [0, 90, 9, 99]], "labels": ["cat"] * 3, "iscrowd": [0, 1, 0]},
    {"boxes": [], "labels": []},
]
FOUND = [
    {"boxes": [[0, 0, 40, 80], [50, 50, 50, 60]], "labels": ["cat"] * 2, "scores": [0.9, 0.001]},
    {"boxes": [[5, 5, 9, 9]], "labels": ["cat"], "scores": [0.3]},
]


# What LVIS leaves out a truth has to state, and four take boxes in space or points.
WITHOUT = ("lvis", "nuscenes", "argoverse2", "luna16", "camelyon16", "waymo", "waymo_bev", "waymo_camera")


@pytest.mark.parametrize("name", [name for name in DETECTION_PROTOCOLS if name not in WITHOUT])
def test_every_protocol_says_it_in_words(name: str) -> None:
    rules = protocol_value(name)
    assert isinstance(rules, DetectionProtocol)
    pair = read_pair(TRUTH, FOUND)
    found = ignored_by(rules, pair.truth, pair.predictions)
    assert all(each.code == "W-314" and each.message.startswith(rules.title) for each in found)
    assert all(": " in each.message and each.count > 0 and each.rows for each in found)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("coco", ["neither counts nor misses 1 of 3 objects: crowds"]),
        ("yolov5", ["leaves out 1 of 3 objects: crowds and ignored objects, which label files do not have"]),
        (
            "map_boxes",
            [
                "leaves out 1 of 3 detections: images without objects",
                "leaves out 1 of 3 objects: crowds and ignored objects",
            ],
        ),
        ("open_images", ["leaves out 1 of 3 detections: boxes without extent"]),
        ("citypersons", ["does not count 1 of 3 objects: outside the set Reasonable"]),
    ],
)
def test_what_it_leaves_out(name: str, said: list[str]) -> None:
    rules = protocol_value(name)
    assert isinstance(rules, DetectionProtocol)
    pair = read_pair(TRUTH, FOUND)
    texts = [each.message for each in ignored_by(rules, pair.truth, pair.predictions)]
    assert [text for text in texts if any(part in text for part in said)] == [
        f"{rules.title} {part}" for part in said
    ]


def test_check_says_it_of_a_named_protocol_alone() -> None:
    codes = [item.code for item in tb.check(TRUTH, FOUND, protocol="voc").items]
    assert "W-314" in codes
    assert "W-314" not in [item.code for item in tb.check(TRUTH, FOUND).items]
    assert [item.code for item in tb.check(TRUTH, protocol="voc").items] == ["W-314"]


def test_of_sets_that_have_words_those_are_said(tmp_path: Path) -> None:
    """Two sides of the distance of 30 m, and one object of level 2: nothing is said of ranges."""
    car = {"box": (10.0, 0.0, 0.0, 4.0, 2.0, 1.5, 0.0), "type": 1, "points": 9}
    far = car | {"box": (40.0, 0.0, 0.0, 4.0, 2.0, 1.5, 0.0), "points": 2}
    (tmp_path / "truth.bin").write_bytes(labelled(car, far))
    (tmp_path / "found.bin").write_bytes(labelled(car | {"score": 0.5}))
    rules = protocol_value("waymo")
    assert isinstance(rules, DetectionProtocol)
    pair = read_pair(tmp_path / "truth.bin", tmp_path / "found.bin")
    texts = [each.message for each in ignored_by(rules, pair.truth, pair.predictions)]
    said = "does not count 1 of 2 objects: objects of level 2, which are not missed at level 1"
    assert texts == [f"{rules.title} {said}"]


def test_rows_are_counted_on_their_own_side() -> None:
    """Each kind names the file that its rows are of, and low detections of KITTI are neutral."""
    truth = [{"boxes": [[0, 0, 40, 80], [50, 0, 60, 15]], "labels": ["Car", "Car"]}]
    found = [{"boxes": [[0, 0, 40, 80], [50, 0, 60, 15]], "labels": ["Car", "Car"], "scores": [0.9, 0.8]}]
    rules = protocol_value("kitti")
    assert isinstance(rules, DetectionProtocol)
    pair = read_pair(truth, found)
    sides = {
        side: [
            (each.count, each.message) for each in ignored_by(rules, pair.truth, pair.predictions, of=side)
        ]
        for side in ("truths", "detections")
    }
    assert {count for count, _ in sides["truths"]} == {1}
    assert all("object" in text for _, text in sides["truths"])
    assert [text.partition(": ")[2] for _, text in sides["detections"]] == [
        "lower than the 25 pixels of every set",
        "lower than the 40 pixels of easy",
    ]


def test_people_without_a_labelled_point_are_counted() -> None:
    points = [[[10, 10, 2]] * 17, [[0, 0, 0]] * 17, [[0, 0, 0]] * 17]
    truth = [{"boxes": [[0, 0, 40, 80]] * 3, "labels": ["person"] * 3, "keypoints": points}]
    rules = protocol_value("coco")
    assert isinstance(rules, DetectionProtocol)
    pair = read_pair(tb.read_truth(truth, geometry="keypoints"), [])
    found = ignored_by(rules, pair.truth, pair.predictions, "keypoints")
    assert [each.message for each in found] == [
        "COCO neither counts nor misses 2 of 3 objects: those without a labelled point"
    ]
