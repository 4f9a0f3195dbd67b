"""What is read of a table of cuboids, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import truebox as tb
from truebox.errors import InputError

HEAD = (
    "tx_m,ty_m,tz_m,length_m,width_m,height_m,qw,qx,qy,qz,timestamp_ns,category,log_id,num_interior_pts,score"
)
GOOD = "9,2,0,4,2,1.5,1,0,0,0,315970000000000001,BUS,a,7,0.5"


def written(folder: Path, *rows: str, head: str = HEAD) -> Path:
    path = folder / "cuboids.csv"
    path.write_text("\n".join([head, *rows]) + "\n")
    return path


def test_rows(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD, GOOD.replace(",a,", ",b,"), GOOD.replace("BUS", "ANIMAL"))
    truth = tb.read_truth(path)
    assert (truth.source.format, len(truth)) == ("argoverse2", 3)
    assert truth.images.ids.tolist() == ["a/315970000000000001", "b/315970000000000001"]
    assert truth.image.tolist() == ["a/315970000000000001", "b/315970000000000001", "a/315970000000000001"]
    assert truth.boxes[0].tolist() == [7, 1, 4, 2]
    assert truth.attributes["points"].tolist() == [7, 7, 7]
    assert truth.categories.names[truth.category.values[2] - 1] == "ANIMAL"


def test_a_table_without_logs_is_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "log9").mkdir()
    head, row = (",".join(text.split(",")[:12]) for text in (HEAD, GOOD))
    truth = tb.read_truth(written(tmp_path / "log9", row, head=head))
    assert truth.images.ids.tolist() == ["log9/315970000000000001"]
    assert truth.attributes["points"].tolist() == [-1]


def test_sweeps_without_objects_are_listed(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import feather

    log = tmp_path / "val" / "a"
    (log / "sensors" / "lidar").mkdir(parents=True)
    for time in (1, 2, 3):
        (log / "sensors" / "lidar" / f"{time}.feather").touch()
    names, cells = HEAD.split(",")[:12], GOOD.split(",")[:12]
    columns: dict[str, Any] = {name: [float(cell)] for name, cell in zip(names[:10], cells, strict=False)}
    columns |= {"timestamp_ns": [2], "category": ["BUS"]}
    feather.write_feather(pyarrow.table(columns), str(log / "annotations.feather"))
    for place in (tmp_path / "val", log):
        assert tb.read_truth(place).images.ids.tolist() == ["a/1", "a/2", "a/3"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("9,2,0", ",2,0", r"E-440.*line 2.*centre"),
        ("4,2,1.5", "4,0,1.5", r"E-440.*line 2.*size"),
        ("1,0,0,0", "0,0,0,0", r"E-440.*line 2.*rotation"),
        ("315970000000000001", "1.5", r"E-440.*line 2.*timestamp_ns"),
        ("BUS", "", r"E-424.*line 2.*category"),
        ("0.5", "", r"E-123.*line 2.*score"),
    ],
)
def test_what_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = written(tmp_path, GOOD.replace(old, new, 1))
    with pytest.raises(InputError, match=message):
        tb.read_predictions(path, format="argoverse2")


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD, head=HEAD.replace("qx", "qq"))
    with pytest.raises(InputError, match=r"E-420.*no column qx"):
        tb.read_truth(path, format="argoverse2")
