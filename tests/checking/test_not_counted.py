"""What protocols that match no detections leave out, counted as it was planted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import truebox as tb

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


@pytest.mark.parametrize(
    ("write", "protocol", "counts"),
    [
        (pedestrians, "mot17", [11, 7]),
        (pedestrians, "mot15", [4]),
        (label_maps, "voc_segmentation", [15]),
        (segments, "panoptic", [2, 1]),
    ],
)
def test_what_was_planted_is_counted(write: Any, protocol: str, counts: list[int], tmp_path: Path) -> None:
    if write is label_maps:
        pytest.importorskip("PIL.Image")
    truth, found = write(tmp_path)
    items = [each for each in tb.check(truth, found, protocol=protocol).items if each.code == "W-314"]
    assert sorted((each.count for each in items), reverse=True) == counts
    assert all(": " in each.message for each in items)
