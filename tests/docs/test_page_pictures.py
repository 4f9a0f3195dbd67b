"""The pictures of the pages show what the pages say."""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest
from project_tree import ROOT

from truebox.drawing import THEMES

matplotlib = pytest.importorskip("matplotlib")
Image = pytest.importorskip("PIL.Image")


@pytest.fixture(scope="module")
def pictures():
    specification = importlib.util.spec_from_file_location(
        "page_pictures", ROOT / "docs" / "page_pictures.py"
    )
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_every_picture_of_a_page_is_drawn(pictures, tmp_path):
    pictures.draw(tmp_path)
    drawn = {path.name for path in tmp_path.iterdir()}
    assert drawn == {
        "overlap.png", "two-masks.png", "pose.png", "drawn.png",
        "errors.svg", "confusion.svg", "scores.svg", "comparison.svg",
    }  # fmt: skip
    pages = [path.read_text(encoding="utf-8") for path in (ROOT / "docs").rglob("*.md")]
    for name in drawn:
        assert any(f"pictures/{name})" in page for page in pages), name
    classic = THEMES["classic"]
    for path in tmp_path.glob("*.png"):
        pixels = np.asarray(Image.open(path).convert("RGB"))
        for colour in (classic.truth, classic.prediction):
            assert (pixels == colour).all(axis=2).sum() > 100, f"{path.name} does not show both sides"


def test_the_pose_is_that_of_the_page(pictures):
    page = (ROOT / "docs" / "tutorials" / "keypoints.md").read_text(encoding="utf-8")
    code = page.split("truth = np.array(")[1].split(", float)")[0]
    assert np.array_equal(np.array(eval(code), float), pictures.POSE)
