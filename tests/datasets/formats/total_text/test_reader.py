"""Total-Text's files: wrapped lists, what is not to be read, y before x, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import truebox as tb
from truebox.cli import main
from truebox.errors import InputError

WRAPPED = "x: [[10 60\n 110 60]], y: [[30 10 30\n50]], ornt: [u'c'], transcriptions: [u\"it's\"]\n"


def test_the_text(tmp_path: Path) -> None:
    ignored = "x: [[0 9 9]], y: [[0 0 9]], ornt: [u'#'], transcriptions: [u'#']\n"
    (tmp_path / "poly_gt_img1.txt").write_text(WRAPPED + ignored)
    (tmp_path / "poly_gt_img2.txt").write_text("")
    truth = tb.read_truth(tmp_path, geometry="rotated")
    assert truth.source.format == "total-text"
    assert truth.images.ids.tolist() == ["img1", "img2"]
    assert truth.ignore.tolist() == [0, 1]
    assert truth.attributes["text"].tolist() == ["it's", "#"]
    assert truth.segmentations.numbers[:8].tolist() == [10, 30, 60, 10, 110, 30, 60, 50]


def test_matlab(tmp_path: Path) -> None:
    io = pytest.importorskip("scipy.io")
    import numpy as np

    rows = np.empty((2, 6), dtype=object)
    rows[0] = ["x:", np.array([[1, 5, 5]], np.int16), "y:", np.array([[2, 2, 8]], np.int16), "one", "c"]
    rows[1] = ["x:", np.array([[0, 5, 6]], np.int16), "y:", np.array([[0, 0, 8]], np.int16), "#", "#"]
    io.savemat(tmp_path / "poly_gt_img7.mat", {"polygt": rows}, do_compression=True)
    truth = tb.read_truth(tmp_path, geometry="rotated")
    assert (truth.images.ids.tolist(), truth.ignore.tolist()) == (["img7"], [0, 1])
    assert truth.segmentations.numbers[:6].tolist() == [1, 2, 5, 2, 5, 8]


def test_y_comes_first(tmp_path: Path) -> None:
    (tmp_path / "img1.txt").write_text("30,10,10,60,30,110,50,110,50,10\n")
    found = tb.read_predictions(tmp_path, geometry="rotated")
    assert found.source.format == "total-text"
    assert found.boxes.tolist() == [[10, 10, 100, 40]]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x: [[1 2]], y: [[1 2]], ornt: [u'c'], transcriptions: [u'a']\n", "2 x and 2 y"),
        (WRAPPED + "y: [[1]]\n", "no word of Total-Text"),
        (WRAPPED.replace("110", "nan"), "nan"),
    ],
)
def test_what_is_refused(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "poly_gt_img1.txt").write_text(text)
    with pytest.raises(InputError, match=said):
        tb.read_truth(tmp_path, geometry="rotated")


def test_an_odd_line_is_refused(tmp_path: Path) -> None:
    (tmp_path / "img1.txt").write_text("1,2,3,4,5,6,7\n")
    with pytest.raises(InputError, match="3 x and 4 y"):
        tb.read_predictions(tmp_path, format="total-text", geometry="rotated")


def four_corners(folder: Path) -> tuple[Path, Path]:
    """Words of four corners, as a detector of rectangles writes them: y before x."""
    truth, found = folder / "gt", folder / "found"
    truth.mkdir(), found.mkdir()
    for number, left in ((1, 10), (2, 300)):
        x, y = [left, left + 90, left + 90, left], [30, 30, 60, 60]
        corners = f"x: [[{' '.join(map(str, x))}]], y: [[{' '.join(map(str, y))}]]"
        text = f"{corners}, ornt: [u'h'], transcriptions: [u'a']\n"
        (truth / f"poly_gt_img{number}.txt").write_text(text)
        line = ",".join(f"{down},{right}" for right, down in zip(x, y, strict=True))
        (found / f"img{number}.txt").write_text(line + "\n")
    return truth, found


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")  # detections have no scores
@pytest.mark.parametrize("said", [[], ["--predictions-format", "total-text"]])
def test_four_corners_alone_are_read_as_the_truth_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], said: list[str]
) -> None:
    truth, found = four_corners(tmp_path)
    code = main(["eval", str(truth), str(found), "--protocol", "total_text", "--csv", *said])
    out, err = capsys.readouterr()
    assert (code, out.splitlines()[1].split(",")[-7]) == (0, "1.0"), err
    assert tb.evaluate(truth, found, protocol="total_text", geometry="rotated").metrics["hmean"] == 1.0


def test_four_corners_are_refused_where_nothing_says_what_they_are(tmp_path: Path) -> None:
    _, found = four_corners(tmp_path)
    with pytest.raises(InputError, match=r"E-150 .*ICDAR words .* or Total-Text .*format='total-text'"):
        tb.read_predictions(found, geometry="rotated")
