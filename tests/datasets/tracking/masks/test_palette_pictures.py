"""Pictures of numbered objects: rows, void pixels, and what is refused by name."""

from __future__ import annotations

import numpy as np
import pytest
from palette_worlds import write_palettes

from truebox.datasets import read_tracks
from truebox.errors import InputError
from truebox.evaluation import evaluate_tracks
from truebox.masks import decode_masks

Image = pytest.importorskip("PIL.Image", reason="extra images")
pytestmark = pytest.mark.filterwarnings("ignore:.*mode.*parameter is deprecated:DeprecationWarning")
FRAMES = np.zeros((3, 2, 4), dtype=np.uint8)
FRAMES[0, 0, :2], FRAMES[0, 1, 3], FRAMES[2, :, 1] = 7, 255, 3


def test_rows(tmp_path):
    write_palettes(tmp_path, {"bear": FRAMES})
    side = read_tracks(tmp_path, "truth")
    (bear,) = side.sequences
    assert (bear.length, bear.first, side.source.format) == (3, 0, "davis")
    assert bear.frame.tolist() == [0, 2]
    assert bear.track.tolist() == [7, 3]
    assert bear.boxes.tolist() == [[0, 0, 2, 1], [1, 0, 1, 2]]
    assert bear.regions.frame.tolist() == [0]
    assert decode_masks(bear.regions.masks)[0].tolist() == [[0, 0, 0, 0], [0, 0, 0, 1]]
    assert bear.place_of(1).endswith("bear/00002.png")


def test_255_is_an_object_of_results(tmp_path):
    write_palettes(tmp_path, {"bear": FRAMES})
    assert read_tracks(tmp_path, "predictions").sequences[0].track.tolist() == [7, 255, 3]


def test_refused(tmp_path):
    gt = write_palettes(tmp_path / "gt", {"bear": FRAMES})
    short = write_palettes(tmp_path / "short", {"bear": FRAMES[:2]})
    with pytest.raises(InputError, match=r"E-593 .*bear: there are 2 pictures, and bear has 3 frames"):
        evaluate_tracks(gt, short, protocol="davis")
    small = write_palettes(tmp_path / "small", {"bear": FRAMES[:, :, 1:]})
    with pytest.raises(InputError, match=r"E-164 .*bear/00000.png: this mask is of 2 x 3 pixels"):
        evaluate_tracks(gt, small, protocol="davis")
    Image.fromarray(np.zeros((2, 4, 3), dtype=np.uint8)).save(small / "bear" / "00001.png")
    with pytest.raises(InputError, match=r"E-173 .*00001.png: this PNG has several channels"):
        evaluate_tracks(gt, small, protocol="davis")
    (small / "bear" / "00000.png").write_bytes((small / "bear" / "00000.png").read_bytes()[:60])
    with pytest.raises(InputError, match=r"E-173 .*00000.png: the PNG is broken"):
        read_tracks(small, "truth")
