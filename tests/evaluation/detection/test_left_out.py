"""What each protocol says that it leaves out."""

from __future__ import annotations

from pathlib import Path

import pytest
from open_images_masks import area, found_file, table, truth_folder
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


def said(truth: object, found: object, protocol: str, **how: str) -> list[tuple[str, int]]:
    """Of each kind the words after the colon, and how many."""
    items = tb.check(truth, found, protocol=protocol, **how).items  # type: ignore[arg-type]
    return [(item.message.partition(": ")[2], item.count) for item in items if item.code == "W-314"]


def test_lvis_does_not_judge_what_finds_nothing_where_labels_may_lack() -> None:
    """Of five stray boxes four lie where the class may lack labels; two are on ignored ones, three empty."""
    box = {"category_id": 1, "bbox": [10, 10, 50, 60]}
    stray, empty = {**box, "bbox": [300, 10, 50, 60]}, {**box, "bbox": [30, 30, 0, 60]}
    ignored = {**box, "bbox": [500, 10, 50, 60]}
    images = [
        {"id": k, "neg_category_ids": [], "not_exhaustive_category_ids": [1] * (k < 4)} for k in range(9)
    ]
    truth = [{"image_id": k, "area": 3000, **box} for k in range(9)]
    truth += [{"image_id": k, "area": 3000, "ignore": 1, **ignored} for k in (6, 7)]
    found = [{"image_id": k, "score": 0.9, **box} for k in range(9)]
    found += [{"image_id": k, "score": 0.5, **stray} for k in range(5)]
    found += [{"image_id": k, "score": 0.6, **ignored} for k in (6, 7)]
    found += [{"image_id": k, "score": 0.2, **empty} for k in range(3)]
    held = {
        "images": images,
        "annotations": [{"id": k + 1, "iscrowd": 0, **each} for k, each in enumerate(truth)],
        "categories": [{"id": 1, "name": "cat", "frequency": "f"}],
    }
    counts = {text.partition(",")[0]: count for text, count in said(held, found, "lvis")}
    assert counts == {"those without area": 3, "those that find nothing": 6, "objects to be ignored": 2}


def test_masks_of_open_images_are_counted_by_what_they_lie_on(tmp_path: Path) -> None:
    """Five groups, four boxes without a mask, three masks without a pixel, two groups without a mask."""
    truth, found = [], []
    for k in range(9):
        truth.append((f"i{k}", "cat", (0, 0, 6, 6), 0, area(0, 0, 6, 6)))
        found.append((f"i{k}", "cat", 0.9, area(0, 0, 6, 5)))
        more = [
            (5, (8, 8, 18, 18), 1, area(8, 8, 18, 18), area(9, 9, 12, 12)),
            (4, (8, 0, 14, 6), 0, None, area(8, 0, 14, 6)),
            (3, (14, 0, 20, 6), 0, area(0, 0, 0, 0), None),
            (2, (0, 8, 6, 18), 1, None, None),
            (6, None, 0, None, area(0, 0, 0, 0)),
        ]
        for images, box, group, mask, detected in more:
            if k < images and box is not None:
                truth.append((f"i{k}", "cat", box, group, mask))
            if k < images and detected is not None:
                found.append((f"i{k}", "cat", 0.5, detected))
    found += [(f"i{k}", "dog", 0.4, area(0, 0, 6, 6)) for k in range(7)]
    truth.append(("i8", "dog", (8, 8, 18, 18), 0, area(8, 8, 18, 18)))
    files = truth_folder(tmp_path / "validation", truth), found_file(tmp_path / "found.csv", found)
    verified = [*((f"i{k}", "x", "cat", 1) for k in range(9)), ("i0", "x", "dog", 1), ("i2", "x", "dog", 0)]
    table(tmp_path / "validation" / "labels.csv", "ImageID,Source,LabelName,Confidence", verified)
    plain = said(*files, "open_images", geometry="masks")
    assert sorted(count for _, count in plain) == [5, 6, 9, 9]
    counted = said(*files, "open_images_challenge", geometry="masks")
    assert sorted(count for _, count in counted) == [4, 5, 6, 9]  # five dogs that nobody verified


@pytest.mark.parametrize("protocol", ["caltech", "citypersons"])
def test_people_are_counted_set_by_set(protocol: str) -> None:
    """Height, share seen, how many: who is ignored, and in which sets who else is not."""
    people = [(100, 1.0, 3, 0), (100, 1.0, 7, 1), (100, 0.3, 5, 0), (60, 0.9, 4, 0), (30, 1.0, 2, 0)]
    rows = [
        {"height": high, "vis_ratio": seen, "ignore": ignore, "bbox": [90 * kind, 9, 41, high]}
        for kind, (high, seen, count, ignore) in enumerate(people)
        for _ in range(count)
    ]
    truth = {
        "images": [{"id": 1, "width": 640, "height": 480}],
        "categories": [{"id": 1, "name": "pedestrian"}],
        "annotations": [
            {"id": k + 1, "image_id": 1, "category_id": 1, "area": 1.0, "iscrowd": 0, **row}
            for k, row in enumerate(rows)
        ],
    }
    lows = [
        (99, 90),
        (30, 550),
        (12, 590),
    ]  # the second is in All alone, the third in none; the first is excused
    found = [
        {"image_id": 1, "category_id": 1, "bbox": [left, 9, 41, high], "score": 0.5} for high, left in lows
    ]
    counts: dict[str, list[int]] = {}
    for text, count in said(truth, found, protocol):
        counts.setdefault(text.removeprefix("outside the set "), []).append(count)
    sets = {name: counts[name] for name in ("Reasonable", "Small", "Heavy", "All")}
    # Of detections, then of truths that are not ignored (14).
    assert sets == {"Reasonable": [2, 7], "Small": [3, 10], "Heavy": [2, 9], "All": [1]}
    (excusing,) = (count for text, count in counts.items() if text.startswith("people to be ignored"))
    assert excusing == [7]
    (unjudged,) = (count for text, count in counts.items() if text.startswith("those on objects"))
    assert unjudged == [1]
