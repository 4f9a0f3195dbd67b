"""Tables of true masks: encoded, or as published pictures."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from format_rounds import refused
from open_images_masks import MASKS, PICTURES, area, encoded, table
from PIL import Image

import truebox as tb
from truebox.masks import decode_masks, masks_from_compressed


def pictures(folder: Path, named: str = "masks-0/a_m01.png") -> Path:
    mask = area(2, 4, 10, 16)
    place = folder / named
    place.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(np.where(mask, 255, 0).astype(np.uint8)).convert("1").save(place)
    row = ("a_m01.png", "a", "/m/cat", "b1", 0.1, 0.5, 0.2, 0.8, 0.97, "")
    return table(folder / "segmentation.csv", PICTURES, [row])


def test_published_pictures_are_found_below_the_table(tmp_path: Path) -> None:
    truth = tb.read_truth(pictures(tmp_path), geometry="masks")
    assert truth.source.format == "openimages"
    assert truth.images.sizes.tolist() == [[20, 20]]
    held = truth.segmentations
    masks = decode_masks(masks_from_compressed([held.text.tobytes()], (20, 20)))
    assert np.array_equal(masks[0], area(2, 4, 10, 16))
    assert truth.boxes.tolist() == [[0.1, 0.2, 0.4, 0.8 - 0.2]]


def test_a_picture_that_is_not_there_is_named(tmp_path: Path) -> None:
    path = pictures(tmp_path)
    (tmp_path / "masks-0/a_m01.png").unlink()
    assert f"{path} line 2: the picture" in refused("E-172", tb.read_truth, path, geometry="masks")
    (tmp_path / "masks-0/a_m01.png").write_bytes(b"\x89PNG\r\n")
    refused("E-173", tb.read_truth, path, geometry="masks")


def test_a_table_of_encoded_masks_alone(tmp_path: Path) -> None:
    rows = [
        ("a", "/m/cat", 20, 20, 0.1, 0.2, 0.5, 0.8, 0, encoded(area(2, 4, 10, 16))),
        ("a", "/m/cat", 20, 20, 0.5, 0.5, 1, 1, 1, ""),
    ]
    truth = tb.read_truth(table(tmp_path / "m.csv", MASKS, rows), geometry="masks")
    assert truth.segmentations.kinds.tolist() == [1, 0]
    assert truth.crowd.tolist() == [0, 1]


@pytest.mark.parametrize(
    ("row", "code"),
    [
        (("a", "c", "", "", 0, 0, 1, 1, 0, encoded(area(0, 0, 1, 1))), "E-427"),
        (("a", "c", 20, 20, 0, 0, 1, 1, 0, "?"), "E-169"),
    ],
)
def test_what_cannot_be_read_is_refused(tmp_path: Path, row: tuple, code: str) -> None:
    path = table(tmp_path / "m.csv", MASKS, [row])
    assert f"{path} line 2" in refused(code, tb.read_truth, path, geometry="masks")


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    path = table(
        tmp_path / "m.csv", "ImageID,LabelName,XMin,XMax,YMin,YMax,Mask", [("a", "c", 0, 1, 0, 1, "")]
    )
    assert "no column ImageWidth, ImageHeight" in refused("E-420", tb.read_truth, path, geometry="masks")
