"""What protocols that match no detections leave out, counted as it was planted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from palette_worlds import write_palettes

import truebox as tb
from truebox.masks import encode_masks, masks_to_coco

HEAD = "[Sequence]\nname=A-01\nseqLength=10\n"


def pedestrians(folder: Path) -> tuple[Path, Path]:
    """Ten rows that count; seven distractors, each with a prediction on it; four with the flag 0."""
    truth = [f"{f},1,100,100,50,100,1,1,1" for f in range(1, 11)]
    truth += [f"{f},2,300,100,50,100,1,8,1" for f in range(1, 8)]
    truth += [f"{f},3,500,100,50,100,0,1,1" for f in range(1, 5)]
    found = [f"{f},1,101,100,50,100,0.9,-1,-1,-1" for f in range(1, 11)]
    found += [f"{f},9,300,100,50,100,0.9,-1,-1,-1" for f in range(1, 8)]
    (folder / "gt/A-01/gt").mkdir(parents=True)
    (folder / "gt/A-01/seqinfo.ini").write_text(HEAD)
    (folder / "gt/A-01/gt/gt.txt").write_text("\n".join(truth))
    (folder / "mine").mkdir()
    (folder / "mine/A-01.txt").write_text("\n".join(found))
    return folder / "gt", folder / "mine"


def label_maps(folder: Path) -> tuple[Path, Path]:
    from PIL import Image

    labels = np.zeros((10, 20), np.uint8)
    labels[2:5, 4:9] = 255
    for side in ("truth", "mine"):
        (folder / side).mkdir()
        Image.fromarray(labels if side == "truth" else labels * 0).save(folder / side / "a.png")
    return folder / "truth", folder / "mine"


def segments(_: Path) -> tuple[Any, Any]:
    """Two crowds of one image, and a prediction in the first."""
    pixels = [[1, 1, 2, 3]]
    classes = [{"id": 1, "name": "cat", "isthing": 1}, {"id": 2, "name": "dog", "isthing": 1}]
    truth = [{"id": k, "category_id": k % 2 + 1, "iscrowd": int(k < 3)} for k in (1, 2, 3)]
    found = [{"id": 1, "category_id": 2}, {"id": 2, "category_id": 2}, {"id": 3, "category_id": 2}]

    def side(rows: list[Any]) -> dict[str, Any]:
        return {
            "categories": classes,
            "annotations": [{"image_id": 1, "segmentation": pixels, "segments_info": rows}],
        }

    return side(truth), side(found)


def run_lengths(left: int, top: int, right: int, bottom: int) -> dict[str, Any]:
    mask = np.zeros((1, 40, 60), dtype=bool)
    mask[0, top:bottom, left:right] = True
    return masks_to_coco(encode_masks(mask))[0]


def masked_pedestrians(folder: Path) -> tuple[Path, Path]:
    """Seven regions of 400 pixels with a prediction in each, five cars, four results of class 10."""
    truth, found = [], []
    for frame in range(1, 11):
        rows = [(truth, 2001, 2, (0, 0, 10, 20)), (found, 2001, 2, (0, 0, 10, 19))]
        if frame < 8:
            rows += [(truth, 10000, 10, (30, 0, 50, 20)), (found, 2005, 2, (31, 1, 41, 11))]
        if frame < 6:
            rows += [(truth, 1001, 1, (0, 25, 10, 35)), (found, 1001, 1, (0, 25, 10, 34))]
        if frame < 5:
            rows.append((found, 10000, 10, (12, 25, 17, 30)))
        for side, number, kind, box in rows:
            side.append(f"{frame} {number} {kind} 40 60 {run_lengths(*box)['counts']}")
    (folder / "gt/A-01/gt").mkdir(parents=True)
    (folder / "gt/A-01/seqinfo.ini").write_text(HEAD)
    (folder / "gt/A-01/gt/gt.txt").write_text("\n".join(truth))
    (folder / "mine").mkdir()
    (folder / "mine/A-01.txt").write_text("\n".join(found))
    return folder / "gt", folder / "mine"


def numbered_objects(folder: Path) -> tuple[Path, Path]:
    """Six frames; an object that comes in the third; 30 pixels of void in each."""
    frames = np.zeros((6, 40, 60), np.uint8)
    frames[:, 5:15, 5:15] = 1
    found = frames.copy()
    frames[2:, 20:30, 5:15] = 2
    frames[:, 0:3, 50:60] = 255
    return write_palettes(folder / "gt", {"a": frames}), write_palettes(folder / "mine", {"a": found})


def video_instances(folder: Path) -> tuple[Path, Path]:
    """Three tracks that count, two crowds of two frames with a prediction on each, one of another class."""
    truth: dict[str, Any] = {"videos": [], "categories": [{"id": 1, "name": "cat"}], "annotations": []}
    results = []
    for video in (1, 2, 3):
        names = [f"V{video}/{frame}.jpg" for frame in (0, 1)]
        truth["videos"].append({"id": video, "height": 40, "width": 60, "length": 2, "file_names": names})
        for crowd, box in ((0, (0, 0, 20, 20)), (1, (30, 0, 50, 20))):
            if not crowd or video < 3:
                track = {"video_id": video, "category_id": 1, "segmentations": [run_lengths(*box)] * 2}
                truth["annotations"].append({"id": len(truth["annotations"]) + 1, "iscrowd": crowd, **track})
                results.append({"score": 0.5, **track})
    results.append({**results[0], "category_id": 77})
    (folder / "gt.json").write_text(json.dumps(truth))
    (folder / "mine.json").write_text(json.dumps(results))
    return folder / "gt.json", folder / "mine.json"


def any_objects(folder: Path) -> tuple[Path, Path]:
    """Predictions of a class that may lack labels (7), of one nobody looked for (5), of an absent one."""
    videos = [{"id": 1, "name": "park", "neg_category_ids": [3], "not_exhaustive_category_ids": [1]}]
    videos += [{"id": 2, "name": "zoo", "neg_category_ids": [], "not_exhaustive_category_ids": []}]
    images = [{"id": 100 * v + k, "video_id": v, "frame_index": k} for v in (1, 2) for k in range(10)]
    truth, found = [], []

    def box(video: int, frame: int, track: int, kind: int, left: int) -> dict[str, Any]:
        where = {"image_id": 100 * video + frame, "track_id": track, "category_id": kind}
        return {**where, "bbox": [left, 0, 40, 20], "score": 0.5}

    for frame in range(10):
        truth += [box(1, frame, 1, 1, 0), *(box(2, frame, kind, kind, 99 * kind) for kind in (2, 3))]
        found += [box(1, frame, 1, 1, 1), box(2, frame, 2, 2, 198)]
        for track, kind, frames in ((4, 1, 7), (5, 3, 6), (6, 2, 5)):
            found += [box(1, frame, track, kind, 500 * track)] if frame < frames else []
    found += [box(2, 9, 1000 + k, 2, 3000 + k) for k in range(305)]  # 306 in one picture: six beyond 300
    names = [{"id": kind, "name": f"c{kind}"} for kind in (1, 2, 3)]
    held = {"videos": videos, "images": images, "categories": names, "annotations": truth}
    (folder / "gt.json").write_text(json.dumps(held))
    (folder / "mine.json").write_text(json.dumps(found))
    return folder / "gt.json", folder / "mine.json"


@pytest.mark.parametrize(
    ("write", "protocol", "counts"),
    [
        (pedestrians, "mot17", [11, 7]),
        (pedestrians, "mot15", [4]),
        (label_maps, "voc_segmentation", [15]),
        (segments, "panoptic", [2, 1]),
        (masked_pedestrians, "mots", [2800, 16, 5]),
        (masked_pedestrians, "kitti_mots", [2800, 11]),
        (numbered_objects, "davis", [180]),
        (numbered_objects, "davis_semi_supervised", [6, 2]),
        (video_instances, "youtube_vis", [3, 2, 2]),
        (any_objects, "tao", [12, 2]),
    ],
)
def test_what_was_planted_is_counted(write: Any, protocol: str, counts: list[int], tmp_path: Path) -> None:
    if write in (label_maps, numbered_objects):
        pytest.importorskip("PIL.Image")
    truth, found = write(tmp_path)
    items = [each for each in tb.check(truth, found, protocol=protocol).items if each.code == "W-314"]
    assert sorted((each.count for each in items), reverse=True) == counts
    assert all(": " in each.message for each in items)


def test_boxes_beyond_the_best_of_a_picture_are_counted(tmp_path: Path) -> None:
    report = tb.check(*any_objects(tmp_path), protocol="tao")
    assert [each.count for each in report.items if each.code == "W-306"] == [6]
