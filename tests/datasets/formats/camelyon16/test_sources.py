"""What is read of outlines and points, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import truebox as tb
from truebox.errors import InputError

XML = (
    "<ASAP_Annotations><Annotations><Annotation PartOfGroup='{group}'><Coordinates>{corners}</Coordinates>"
    "</Annotation></Annotations></ASAP_Annotations>"
)
CORNERS = "".join(f"<Coordinate X='{x}' Y='{y}'/>" for x, y in ((0, 0), (3200, 0), (3200, 3200), (0, 3200)))


def xml(path: Path, group: str = "Tumor", corners: str = CORNERS) -> Path:
    path.write_text(XML.format(group=group, corners=corners))
    return path


def test_xml(tmp_path: Path) -> None:
    truth = tb.read_truth(xml(tmp_path / "tumor_001.xml"))
    assert (truth.source.format, truth.images.ids.tolist()) == ("camelyon16", ["tumor_001"])
    assert truth.boxes.tolist() == [[0, 0, 104 * 32, 104 * 32]]
    assert [each.code for each in truth.findings] == ["W-313"]
    assert len(tb.read_truth(xml(tmp_path / "tumor_001.xml", "_2"))) == 0


def test_slides_of_the_reference(tmp_path: Path) -> None:
    xml(tmp_path / "test_002.xml")
    (tmp_path / "reference.csv").write_text("test_001,Normal,None,None\ntest_002,Tumor,IDC,Macro\n")
    truth = tb.read_truth(tmp_path)
    assert truth.images.ids.tolist() == ["test_001", "test_002"]
    assert truth.findings == ()


@pytest.mark.parametrize(
    ("corners", "said"),
    [
        ("<Coordinate X='1' Y='2'/>" * 2, "E-440.*annotation 1: an outline of 2 corners"),
        ("<Coordinate X='1'/>" * 3, "E-441.*annotation 1 corner 0: Y is missing"),
        ("<Coordinate X='1' Y='2e9'/>" * 3, "E-440.*annotation 1: a corner 2000000000.* is on no slide"),
        ("<Coordinate X='5' Y='-200'/>" * 3, "E-440.*annotation 1: an outline left of or above the slide"),
    ],
)
def test_outlines_refused(tmp_path: Path, corners: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        tb.read_truth(xml(tmp_path / "a.xml", corners=corners))


def test_masks_are_refused(tmp_path: Path) -> None:
    (tmp_path / "tumor_001.tif").write_bytes(b"II*\0")
    with pytest.raises(InputError, match=r"E-482.*TIFF pyramids.*XML"):
        tb.read_truth(tmp_path)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("0.5,1", "E-421.*line 2: 2 cells, need 3"),
        ("0.5,x,2", 'E-422.*line 2: x is "x"'),
        ("nan,1,2", 'E-422.*line 2: confidence is "nan"'),
        ("0.5,1,-2", "E-440.*line 2: a point left of or above"),
    ],
)
def test_points_refused(tmp_path: Path, row: str, said: str) -> None:
    (tmp_path / "a.csv").write_text(f"0.9,10,20\n{row}\n")
    with pytest.raises(InputError, match=said):
        tb.read_predictions(tmp_path)


def test_points(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("confidence,x,y\n0.9,10,20\n")
    (tmp_path / "b.csv").write_text("")
    found = tb.read_predictions(tmp_path)
    assert (found.source.format, found.image.names, found.boxes.tolist()) == (
        "camelyon16",
        ("a", "b"),
        [[10, 20, 0, 0]],
    )


def test_corners_refused() -> None:
    columns = {"slide": ["a", "a"], "lesion": ["1", "1"], "x": [0, 9], "y": [0, 9]}
    with pytest.raises(InputError, match=r"E-440.*lesion .1. of a has 2 corners"):
        tb.read_truth(columns)
    with pytest.raises(InputError, match=r"E-424.*row 0: no slide"):
        tb.read_truth(columns | {"slide": ["", "a"]})


def test_label_images_refused() -> None:
    with pytest.raises(InputError, match=r"E-440.*float64.*\[height, width\]"):
        tb.read_truth({"label_images": {"a": [[0.5]]}})
