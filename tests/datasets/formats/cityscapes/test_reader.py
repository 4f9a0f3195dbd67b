"""Pictures of ids and text files with masks."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import truebox as tb
from truebox.errors import InputError

image_library = pytest.importorskip("PIL.Image")
NAME = "ulm_000000_000019"


def write_truth(folder: Path, ids: np.ndarray, name: str = NAME) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    image_library.fromarray(ids.astype(np.uint16)).save(folder / f"{name}_gtFine_instanceIds.png")


def write_mask(file: Path, *, empty: bool = False) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    mask = np.zeros((4, 6), np.uint8)
    mask[1:3, 2:5] = 0 if empty else 200
    image_library.fromarray(mask).save(file)


def test_instances_groups_and_void_are_read_and_stuff_is_not(tmp_path: Path) -> None:
    ids = np.array([[7, 7, 26001, 26001], [26, 4, 26001, 29003]])
    write_truth(tmp_path / "ulm", ids)
    truth = tb.read_truth(tmp_path, geometry="masks")
    assert truth.source.format == "cityscapes"
    assert truth.images.ids.tolist() == [NAME]
    assert truth.images.sizes.tolist() == [[4, 2]]
    assert truth.attributes["instance"].tolist() == [4, 26, 26001, 29003]
    assert truth.category.tolist() == [4, 26, 26, 29]
    assert truth.crowd.tolist() == [1, 1, 0, 0]
    assert truth.area.tolist() == [1, 1, 3, 1]
    assert truth.boxes[2].tolist() == [2, 0, 2, 2]
    assert truth.categories.names[26] == "car"


def test_detections_are_the_pixels_that_are_not_black(tmp_path: Path) -> None:
    write_mask(tmp_path / "masks" / "a.png")
    write_mask(tmp_path / "masks" / "b.png", empty=True)
    (tmp_path / f"{NAME}_pred.txt").write_text("masks/a.png 26 0.25\nmasks/b.png 24.0 0.5\n")
    found = tb.read_predictions(tmp_path, geometry="boxes")
    assert found.source.format == "cityscapes"
    assert found.image.tolist() == [NAME]
    assert found.category.tolist() == ["car"]
    assert found.scores.tolist() == [0.25]
    assert found.boxes.tolist() == [[2, 1, 3, 2]]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("a.png 26\n", "E-421 .*line 1: the line has 2 words, need 3"),
        ("a.png 26 0.5\na.png 24 0.5\n", "E-421 .*line 2: the mask .a.png. is that of line 1 too"),
        ("../a.png 26 0.5\n", "E-421 .*not inside the folder of the predictions"),
        ("a.png 99 0.5\n", "E-429 .*there is no label 99"),
        ("b.png 26 0.5\n", "E-172 .*b.png: the picture cannot be read"),
        ("broken.png 26 0.5\n", "E-173 .*broken.png"),
        ("a.png car 0.5\n", "E-422 .*the label is .car."),
    ],
)
def test_lines_that_are_none_are_refused(lines: str, message: str, tmp_path: Path) -> None:
    write_mask(tmp_path / "a.png")
    (tmp_path / "broken.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    (tmp_path / f"{NAME}.txt").write_text(lines)
    with pytest.raises(InputError, match=message):
        tb.read_predictions(tmp_path, format="cityscapes", geometry="masks")


def test_ids_of_no_label_and_colours_are_refused(tmp_path: Path) -> None:
    write_truth(tmp_path / "ids", np.array([[255, 7]]))
    with pytest.raises(InputError, match=r"E-429 .*there is no label 255.*labelIds"):
        tb.read_truth(tmp_path / "ids", geometry="masks")
    (tmp_path / "colours").mkdir()
    colours = image_library.fromarray(np.zeros((2, 2, 3), np.uint8))
    colours.save(tmp_path / "colours" / f"{NAME}_gtFine_instanceIds.png")
    with pytest.raises(InputError, match=r"E-173 .*one channel"):
        tb.read_truth(tmp_path / "colours", geometry="masks")


def test_two_files_of_one_image_and_classes_are_refused(tmp_path: Path) -> None:
    write_truth(tmp_path, np.array([[7]]))
    with pytest.raises(InputError, match=r"E-429 .*leave out classes="):
        tb.read_truth(tmp_path, geometry="masks", classes=["car"])
    write_truth(tmp_path / "again", np.array([[7]]))
    with pytest.raises(InputError, match=f"E-434 .*{NAME}"):
        tb.read_truth(tmp_path, geometry="masks")
