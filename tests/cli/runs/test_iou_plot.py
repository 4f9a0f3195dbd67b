"""``truebox iou ... --plot``."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from PIL import Image

from truebox.cli.commands.iou import iou
from truebox.cli.runs.iou_plot import save_iou_plot
from truebox.errors import ArgumentError

BOXES = ((39, 63, 203, 112), (54, 66, 198, 114))


def _save(path, **more):
    save_iou_plot(str(path), *BOXES, **{"box_format": "xyxy", "pixels": "continuous", **more})


@pytest.mark.parametrize(("kind", "begins"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_kinds(tmp_path, kind, begins):
    path = tmp_path / f"a.{kind}"
    _save(path)
    assert path.read_bytes().startswith(begins)
    _save(path)  # over itself


def test_the_same_boxes_give_the_same_bytes(tmp_path):
    for name in ("a.png", "b.png"):
        _save(tmp_path / name)
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()


def test_the_command(tmp_path):
    path = tmp_path / "a.png"
    outcome = CliRunner().invoke(iou, ["39,63,203,112", "54,66,198,114", "--plot", str(path)])
    assert outcome.exit_code == 0
    assert outcome.output.startswith("IoU           0.79577")
    with Image.open(path) as picture:
        assert picture.size == (1024, 672)  # 6.4 by 4.2 inches at 160 dots


def test_files_of_others_are_left_alone(tmp_path):
    path = tmp_path / "a.png"
    path.write_text("my notes")
    with pytest.raises(ArgumentError, match=r"this file is no PNG, so it is not overwritten"):
        _save(path)
    assert path.read_text() == "my notes"


@pytest.mark.parametrize("name", ["a.gif", "a", "a.png.txt"])
def test_other_endings_are_refused(tmp_path, name):
    with pytest.raises(ArgumentError, match=r"expected a name that ends in .png, .svg, .pdf"):
        _save(tmp_path / name)


def test_what_cannot_be_written_is_said(tmp_path):
    with pytest.raises(OSError, match=r"cannot write: .*a.png"):
        _save(tmp_path / "missing" / "a.png")
