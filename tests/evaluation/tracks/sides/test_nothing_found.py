"""Empty results are results, whatever their layout: everything is missed, and that is said."""

from __future__ import annotations

import json

import pytest
from track_worlds import make_tracks, write_tracks

from truebox.datasets import sides_are_tracked
from truebox.errors import InputError
from truebox.evaluation import evaluate_tracks

XML = "<annotations><version>1.1</version>{}</annotations>"
BOX = '<box frame="{}" outside="0" occluded="0" xtl="1" ytl="2" xbr="9" ybr="9"/>'


pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def said(result):
    return " ".join(finding.message for finding in result.warnings)


@pytest.fixture
def truths(tmp_path):
    """A truth of each layout, of two sequences where it can have them."""
    mot, _ = write_tracks(tmp_path, {name: make_tracks(1, 8, 4) for name in ("A", "B")})
    rows = "".join(f"{name},{frame},7,10,10,20,20\n" for name in ("A", "B") for frame in (1, 2))
    (tmp_path / "gt.csv").write_text("sequence,frame,track_id,x,y,w,h\n" + rows)
    (tmp_path / "bdd").mkdir()
    box = {"id": "7", "category": "car", "box2d": {"x1": 1, "y1": 2, "x2": 50, "y2": 60}}
    for name in ("A", "B"):
        frames = [{"name": f"{k}.jpg", "index": k, "labels": [box]} for k in range(3)]
        (tmp_path / "bdd" / f"{name}.json").write_text(json.dumps(frames))
    track = '<track id="7" label="dog">' + BOX.format(0) + BOX.format(1) + "</track>"
    (tmp_path / "gt.xml").write_text(XML.format(track))
    return {"mot": mot, "table": tmp_path / "gt.csv", "bdd": tmp_path / "bdd", "cvat": tmp_path / "gt.xml"}


EMPTY = {
    "head.csv": "sequence,frame,id,x,y,w,h\n",
    "plain.csv": "frame,id,x,y,w,h\n",
    "nothing.csv": "",
    "list.json": "[]",
    "none.xml": XML.format(""),
}


@pytest.mark.parametrize("layout", ["mot", "table", "bdd", "cvat"])
@pytest.mark.parametrize("name", EMPTY)
def test_nothing_found_in_any_sequence(truths, layout, name, tmp_path):
    found = tmp_path / name
    found.write_text(EMPTY[name])
    result = evaluate_tracks(truths[layout], found)
    assert "no sequence has a box, so that every object is missed" in said(result)
    assert len(result.per_sequence) == (1 if layout == "cvat" else 2)
    assert (result.metrics["HOTA"], result.metrics["CLR_TP"], result.detections) == (0, 0, 0)
    assert result.metrics["CLR_FN"] == result.truths > 0
    assert result.protocol == ("bdd100k_tracking" if layout == "bdd" else "tracks")
    assert sides_are_tracked(str(truths[layout]), [str(found)])


def test_an_empty_list_of_one_video(truths, tmp_path):
    home = tmp_path / "mine"
    home.mkdir()
    (home / "A.json").write_text("[]")
    (home / "B.json").write_text((truths["bdd"] / "B.json").read_text())
    result = evaluate_tracks(truths["bdd"], home)
    assert "1 of 2 sequences without a box" in said(result)
    assert [part.detections for part in result.per_sequence] == [0, 3]


def test_a_text_is_named_as_its_sequence(truths, tmp_path):
    (tmp_path / "A.txt").write_text("")
    with pytest.raises(InputError, match=r"E-582 .*1 of 2 sequences have no results: B"):
        evaluate_tracks(truths["mot"], tmp_path / "A.txt")


def test_a_truth_without_a_box_is_said(truths, tmp_path):
    (tmp_path / "empty.csv").write_text("sequence,frame,id,x,y,w,h\n")
    result = evaluate_tracks(tmp_path / "empty.csv", truths["table"])
    assert "the truth has no box, so that whatever is found is false" in said(result)


def test_xml_without_tracks_is_no_truth(truths, tmp_path):
    (tmp_path / "none.xml").write_text(XML.format(""))
    with pytest.raises(InputError, match=r"E-581 .*no object is in it"):
        evaluate_tracks(tmp_path / "none.xml", truths["cvat"])
