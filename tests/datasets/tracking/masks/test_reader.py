"""Tracked masks out of text and pictures: rows, lengths, first frames, and every fault with its line."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from mask_worlds import HEIGHT, WIDTH, make_masks, mask_lines, write_masks, write_pictures

from truebox.datasets import read_tracks
from truebox.datasets.tracking.layout import track_files
from truebox.errors import InputError
from truebox.evaluation import evaluate_tracks
from truebox.masks import encode_masks, masks_to_compressed

LINE = "3 2001 2 2 30 02j1\n"  # two pixels of the first column


def read(tmp_path, text, role="truth"):
    file = tmp_path / "0002.txt"
    file.write_text(text)
    return read_tracks(tmp_path, role).sequences[0]


def test_rows_of_text_as_they_stand(tmp_path):
    found = read(tmp_path, "0 10000 10 2 30 1k1\n\n" + LINE + "3 1004 1 2 30 h122\n")
    assert found.frame.tolist() == [3, 3]
    assert found.track.tolist() == [2001, 1004]
    assert found.label.tolist() == [2, 1]
    assert found.boxes.tolist() == [[0, 0, 1, 2], [28, 0, 1, 2]]
    assert found.attributes["line"].tolist() == [3, 4]
    assert found.regions.frame.tolist() == [0]
    assert found.regions.masks.runs.tolist() == [1, 59]
    assert found.first == 0


def test_results_have_no_regions(tmp_path):
    found = read(tmp_path, "0 10000 10 2 30 1k1\n", "predictions")
    assert (found.label.tolist(), len(found.regions.frame)) == ([10], 0)


def test_lengths_and_first_frames(tmp_path):
    """MOTS counts from 1 and has seqinfo.ini; KITTI MOTS counts from 0, its seqmap has the last frame."""
    for layout, first in (("mots", 1), ("kitti_mots", 0)):
        gt, _ = write_masks(tmp_path / layout, {"0002": make_masks(1, 9)}, layout)
        (sequence,) = read_tracks(gt).sequences
        assert (sequence.first, sequence.length, sequence.frame.min()) == (first, 9, 0)


def test_pictures_give_what_the_text_gives(tmp_path):
    pytest.importorskip("PIL")
    world = make_masks(3, 6, 5, classes=(1, 2))
    gt, tracker = write_masks(tmp_path, {"0002": world}, "kitti_mots")
    write_pictures(tmp_path / "pictures" / "instances" / "0002", world.truth, 6, 0)
    assert track_files(tmp_path / "pictures").kind == "masks"
    text, pictures = read_tracks(gt).sequences[0], read_tracks(tmp_path / "pictures").sequences[0]
    order = np.lexsort((text.track, text.frame))
    assert text.frame[order].tolist() == pictures.frame.tolist()
    assert text.track[order].tolist() == pictures.track.tolist()
    assert text.label[order].tolist() == pictures.label.tolist()
    assert text.masks[order] == pictures.masks
    assert text.regions.masks == pictures.regions.masks
    quiet = partial(evaluate_tracks, protocol="kitti_mots", fit_test=False)
    of_text, of_pictures = (quiet(each, tracker).metrics for each in (gt, tmp_path / "pictures"))
    assert of_text["HOTA"] == pytest.approx(of_pictures["HOTA"], abs=1e-12)
    assert of_text["HOTA"] > 0.1


def test_a_picture_of_8_bits_is_refused_beside_those_of_16(tmp_path):
    image = pytest.importorskip("PIL.Image")
    folder = tmp_path / "instances" / "0002"
    write_pictures(folder, [(0, 2001, 2, np.ones((HEIGHT, WIDTH), dtype=bool))], 1, 0)
    image.fromarray(np.zeros((HEIGHT, WIDTH), dtype=np.uint8)).save(folder / "000001.png")
    with pytest.raises(InputError, match=r"E-173 .*000001.png: this PNG is not of one channel of 16 bits"):
        read_tracks(tmp_path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (LINE * 2 + "4 2001 2 2 30\n", r"E-421 .*0002.txt line 3: the line has 5 words, need 6"),
        (LINE * 2 + "x 2001 2 2 30 02j1\n", r"E-422 .*line 3: frame is .x., not a finite number"),
        (LINE + "4 2001 2 0 30 02j1\n", r"E-163 .*line 2: height is 0"),
        (LINE + "4 2001 2 2 30 02\n", r"E-160 .*line 2"),
        (LINE + "4 2001 2 1 30 02j1\n", r"E-161 .*line 2"),
        (
            LINE + "4 2002 2 2 30 02j1\n" + LINE,
            r"E-580 .*line 3: track 2001 occurs twice in frame 3 \(.*line 1",
        ),
    ],
)
def test_faults_name_their_line(tmp_path, text, message):
    with pytest.raises(InputError, match=message):
        read(tmp_path, text)


def test_frames_outside_the_sequence(tmp_path):
    gt, tracker = write_masks(tmp_path, {"A-01": make_masks(1, 9)})
    file = tracker / "data" / "A-01.txt"
    good = file.read_text()
    file.write_text(good + mask_lines([(9, 2001, 2, np.ones((HEIGHT, WIDTH), dtype=bool))], 1))
    with pytest.raises(InputError, match=r"E-435 .*A-01.txt line \d+: frame 10 is beyond the sequence A-01"):
        evaluate_tracks(gt, tracker, protocol="mots")
    truth = gt / "A-01" / "gt" / "gt.txt"
    truth.write_text(truth.read_text() + mask_lines([(0, 1, 2, np.ones((HEIGHT, WIDTH), dtype=bool))], 0))
    with pytest.raises(InputError, match=r"E-435 .*gt.txt line \d+: frame 0 is not in 1 to 9"):
        read_tracks(gt)


def test_results_of_classes_that_no_benchmark_has(tmp_path):
    """Class 7 is none, 10 are regions that tools copy into results; numbers are those of the others."""
    mask = np.zeros((40, 40), dtype=bool)
    mask[5:30, 5:20] = True
    text = masks_to_compressed(encode_masks(mask))[0].decode()
    lines = [
        f"{frame} {track} {kind} 40 40 {text}" for frame, track, kind in ((0, 1, 7), (0, 9, 10), (1, 2, 2))
    ]
    (tmp_path / "0002.txt").write_text("\n".join(lines))
    side = read_tracks(tmp_path, "predictions")
    assert [each.message for each in side.findings] == [
        f"{tmp_path} has 1 mask of classes that are none (7): left out; those that count are 1 (car) and 2 "
        "(pedestrian)"
    ]
    assert len(side) == 3
