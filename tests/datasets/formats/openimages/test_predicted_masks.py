"""Detections that are masks."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from format_rounds import refused
from open_images_masks import FOUND, area, encoded, found_file, table

import truebox as tb
from truebox.cli.options.geometry import choose_geometry
from truebox.masks import decode_masks, masks_from_compressed

STRINGS = "ImageID,ImageWidth,ImageHeight,PredictionString"
ONE, TWO = area(0, 0, 4, 4), area(5, 5, 9, 20)


def masks_of(found: tb.Predictions) -> np.ndarray:
    held = found.segmentations
    texts = [held.text[a:b].tobytes() for a, b in zip(held.text_offsets, held.text_offsets[1:], strict=False)]
    return decode_masks(masks_from_compressed(texts, held.sizes))


def test_one_a_row(tmp_path: Path) -> None:
    path = found_file(tmp_path / "f.csv", [("a", "cat", 0.5, ONE), ("b", "dog", 0.25, TWO)])
    found = tb.read_predictions(path, geometry="masks")
    assert (found.image.tolist(), found.category.tolist(), found.scores.tolist()) == (
        ["a", "b"],
        ["cat", "dog"],
        [0.5, 0.25],
    )
    assert not found.boxed
    assert np.array_equal(masks_of(found), [ONE, TWO])


def test_those_of_an_image_in_one_cell(tmp_path: Path) -> None:
    cell = f"cat 0.5 {encoded(ONE)} dog 0.25 {encoded(TWO)}"
    path = table(tmp_path / "f.csv", STRINGS, [("a", 20, 20, cell), ("b", 20, 20, "")])
    found = tb.read_predictions(path, geometry="masks")
    assert (found.image.tolist(), found.category.tolist()) == (["a", "a"], ["cat", "dog"])
    assert np.array_equal(masks_of(found), [ONE, TWO])


@pytest.mark.parametrize(
    ("header", "row", "code"),
    [
        (FOUND, ("a", 20, 20, "cat", 0.5, "?"), "E-169"),
        (FOUND, ("a", 20, 20, "cat", "", encoded(ONE)), "E-123"),
        (FOUND, ("a", "", "", "cat", 0.5, encoded(ONE)), "E-427"),
        (STRINGS, ("a", 20, 20, "cat 0.5"), "E-422"),
        (STRINGS, ("a", 20, 20, "cat x " + encoded(ONE)), "E-422"),
        (STRINGS, ("a", 0, 20, "cat 0.5 " + encoded(ONE)), "E-427"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(
    tmp_path: Path, header: str, row: tuple, code: str
) -> None:
    path = table(tmp_path / "f.csv", header, [row])
    assert f"{path} line 2" in refused(code, tb.read_predictions, path, geometry="masks")


def test_boxes_asked_of_masks_are_refused_with_the_way_out(tmp_path: Path) -> None:
    path = found_file(tmp_path / "f.csv", [("a", "cat", 0.5, ONE)])
    assert "geometry='masks'" in refused("E-420", tb.read_predictions, path)


def test_the_command_line_sees_that_there_are_masks_alone(tmp_path: Path) -> None:
    masks = found_file(tmp_path / "f.csv", [("a", "cat", 0.5, ONE)])
    strings = table(tmp_path / "s.csv", STRINGS, [("a", 20, 20, f"cat 0.5 {encoded(ONE)}")])
    boxes = table(
        tmp_path / "b.csv", "ImageID,LabelName,Conf,XMin,XMax,YMin,YMax", [("a", "cat", 0.5, 0, 1, 0, 1)]
    )
    assert choose_geometry(None, [str(masks), str(strings)])[0] == "masks"
    assert choose_geometry(None, [str(masks), str(boxes)])[0] == "boxes"
    assert choose_geometry(None, [str(boxes)]) == ("boxes", "")
