"""CTW1500's files: numbers with zeros before them, any number of corners, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import truebox as tb
from truebox.errors import InputError


def test_detections(tmp_path: Path) -> None:
    (tmp_path / "0001001.txt").write_text("0,0,10,0,20,0,20,5,10,5,0,5\n1,1,9,1,9,9\n")
    found = tb.read_predictions(tmp_path, geometry="rotated")
    assert found.source.format == "ctw1500"
    assert found.boxes.tolist() == [[0, 0, 20, 5], [1, 1, 8, 8]]


def test_what_is_refused(tmp_path: Path) -> None:
    (tmp_path / "1001.txt").write_text("1,2,3,4,5\n")
    for read, said in ((tb.read_truth, "need 32 numbers"), (tb.read_predictions, "need x1,y1")):
        with pytest.raises(InputError, match=said) as refused:
            read(tmp_path, format="ctw1500", geometry="rotated")
        assert refused.value.code == "E-421"


def test_two_files_of_one_image(tmp_path: Path) -> None:
    for name in ("1001.txt", "0001001.txt"):
        (tmp_path / name).write_text("1,1,9,1,9,9\n")
    with pytest.raises(InputError) as refused:
        tb.read_predictions(tmp_path, format="ctw1500", geometry="rotated")
    assert refused.value.code == "E-434"


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")  # detections have no scores
def test_four_corners_alone_are_read_as_the_truth_is(tmp_path: Path) -> None:
    truth, found = tmp_path / "truth", tmp_path / "found"
    truth.mkdir(), found.mkdir()
    top, bottom = [f"{15 * k},0" for k in range(7)], [f"{90 - 15 * k},20" for k in range(7)]
    (truth / "1001.txt").write_text(",".join([*top, *bottom]) + ",####word\n")
    (found / "1001.txt").write_text("0,0,90,0,90,20,0,20\n")
    assert tb.evaluate(truth, found, protocol="ctw1500", geometry="rotated").metrics["hmean"] == 1.0
    with pytest.raises(InputError, match=r"E-150 .*ICDAR words .*format='ctw1500'"):
        tb.read_predictions(found, geometry="rotated")


def test_lines_of_tracks_in_numbered_files_are_no_words(tmp_path: Path) -> None:
    (tmp_path / "1001.txt").write_text("1,1,0,0,9,9,0.9,-1,-1,-1\n")
    assert tb.read_predictions(tmp_path).source.format == "mot"
