"""WIDER FACE's text, its MATLAB files and folders of detections."""

from __future__ import annotations

from pathlib import Path

import pytest
from matlab_files import cells, matlab_file, matrix

import truebox as tb
from truebox.errors import InputError

TEXT = """0--Parade/0_a.jpg
2
10 20 30 40 0 0 0 0 0 0
1 2 3 4 0 0 0 1 0 0
0--Parade/0_jpg.jpg
0
0 0 0 0 0 0 0 0 0 0
"""


def test_the_text_of_the_truth(tmp_path: Path) -> None:
    path = tmp_path / "wider_face_val_bbx_gt.txt"
    path.write_text(TEXT)
    truth = tb.read_truth(path)
    assert truth.images.ids.tolist() == ["0--Parade/0_a", "0--Parade/0_jpg"]  # W4
    assert (truth.boxes.tolist(), truth.ignore.tolist()) == ([[10, 20, 30, 40], [1, 2, 3, 4]], [0, 1])


@pytest.mark.parametrize("deflated", [False, True])
def test_the_folder_of_matlab_files(deflated: bool, tmp_path: Path) -> None:
    whole = {
        "event_list": cells([matrix("0--Parade")]),
        "file_list": cells([cells([matrix("0_a"), matrix("0_b")])]),
        "face_bbx_list": cells([cells([matrix([[1, 2, 3, 4], [5, 6, 7, 8]]), matrix([])])]),
    }
    (tmp_path / "wider_face_val.mat").write_bytes(matlab_file(whole, deflated=deflated))
    for name, numbers in (("easy", [[2]]), ("medium", [[2]]), ("hard", [[1], [2]])):
        subset = {"gt_list": cells([cells([matrix(numbers), matrix([])])])}
        (tmp_path / f"wider_{name}_val.mat").write_bytes(matlab_file(subset, deflated=deflated))
    truth = tb.read_truth(tmp_path)
    assert truth.images.ids.tolist() == ["0--Parade/0_a", "0--Parade/0_b"]
    assert truth.boxes.tolist() == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert [list(truth.attributes[each]) for each in ("easy", "hard")] == [[0, 1], [1, 1]]
    (tmp_path / "wider_hard_val.mat").unlink()
    with pytest.raises(InputError, match=r"E-101 .*wider_hard_val\.mat"):
        tb.read_truth(tmp_path)


def test_detections_in_folders_of_events(tmp_path: Path) -> None:
    (tmp_path / "0--Parade").mkdir()
    (tmp_path / "0--Parade" / "0_jpg.txt").write_text("0_jpg.jpg\n1\n1 2 3 4 0.5\n")
    found = tb.read_predictions(tmp_path)
    assert (found.image[0], found.boxes.tolist(), found.scores.tolist()) == (
        "0--Parade/0_jpg",
        [[1, 2, 3, 4]],
        [0.5],
    )
    (tmp_path / "0--Parade" / "0_jpg.txt").write_text("0_jpg.jpg\n1\n1 2 3 4\n")
    with pytest.raises(InputError, match=r"E-421 .*0_jpg\.txt line 3.*expected 5 numbers"):
        tb.read_predictions(tmp_path)


def test_a_truth_that_ends_too_early(tmp_path: Path) -> None:
    path = tmp_path / "truth.txt"
    path.write_text("0--Parade/0_a.jpg\n2\n10 20 30 40 0 0 0 0 0 0\n")
    with pytest.raises(InputError, match=r"E-421 .*line 4"):
        tb.read_truth(path)
