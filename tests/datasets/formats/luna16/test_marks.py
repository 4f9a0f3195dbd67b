"""What is read of tables of points in scans, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import truebox as tb
from truebox.errors import InputError

HEAD = "seriesuid,coordX,coordY,coordZ,diameter_mm"


def written(folder: Path, *rows: str, name: str = "annotations.csv", head: str = HEAD) -> Path:
    path = folder / name
    path.write_text("\n".join([head, *rows]) + "\n")
    return path


def test_rows(tmp_path: Path) -> None:
    path = written(tmp_path, "b,10,20,30,6", "a,-100.5,1,2,8")
    truth = tb.read_truth(path)
    assert (truth.source.format, truth.categories.names) == ("luna16", ("nodule",))
    assert truth.boxes[0].tolist() == [7, 17, 6, 6]
    assert truth.attributes["z_mm"].tolist() == [30, 2]
    assert truth.images.ids.tolist() == ["b", "a"]


def test_lists_beside(tmp_path: Path) -> None:
    written(tmp_path, "a,1,2,3,6", "z,1,2,3,6")
    written(tmp_path, "b,1,2,3,-1", name="annotations_excluded.csv")
    (tmp_path / "seriesuids.csv").write_text("c\nb\na\n")
    truth = tb.read_truth(tmp_path)
    assert truth.images.ids.tolist() == ["c", "b", "a"]
    assert truth.ignore.tolist() == [0, 1]
    assert truth.attributes["diameter_mm"].tolist() == [6, 10]
    assert [each.code for each in truth.findings] == ["W-313"]  # the finding in z
    (tmp_path / "seriesuids.csv").write_text("c\nb\nc\n")
    with pytest.raises(InputError, match=r"E-440.*line 3: c is listed twice, in line 1 too"):
        tb.read_truth(tmp_path)


def test_nothing_beside_is_said(tmp_path: Path) -> None:
    truth = tb.read_truth(written(tmp_path, "a,1,2,3,6"))
    assert [each.code for each in truth.findings] == ["W-313", "W-313"]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("a,1,2,,6", "E-440.*line 2: a coordinate is missing"),
        ("a,1,2,3,0", "E-440.*line 2: diameter_mm is missing or 0"),
        (",1,2,3,6", "E-424.*line 2: no seriesuid"),
        ("a,1,x,3,6", "E-422.*line 2"),
    ],
)
def test_refused(tmp_path: Path, row: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        tb.read_truth(written(tmp_path, row))


def test_predictions(tmp_path: Path) -> None:
    head = HEAD.replace("diameter_mm", "probability")
    found = tb.read_predictions(written(tmp_path, "a,1,2,3,0.5", name="found.csv", head=head))
    assert (found.source.format, found.scores.tolist()) == ("luna16", [0.5])
    with pytest.raises(InputError, match=r"E-123.*line 2: the probability is missing"):
        tb.read_predictions(written(tmp_path, "a,1,2,3,", name="found.csv", head=head))


def test_columns_in_memory() -> None:
    columns = {"seriesuid": ["a"], "coordX": [1], "coordY": [2], "coordZ": [3]}
    with pytest.raises(InputError, match=r"E-420.*no column diameter_mm"):
        tb.read_truth(columns)
    with pytest.raises(InputError, match=r"E-440.*2 values, and seriesuid has 1"):
        tb.read_truth(columns | {"diameter_mm": [1, 2]})
