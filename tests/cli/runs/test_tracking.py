"""Tracks on the command line: recognised without a flag, and everything that can be made of them."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from track_worlds import make_tracks, write_tracks

from truebox.cli import main
from truebox.cli.commands.track import track_command
from truebox.tracking.whole_sequences import METHODS


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_tracks(tmp_path, {"A-01": make_tracks(1, 60, 8), "A-02": make_tracks(2, 60, 8)})
    other = tmp_path / "trackers" / "other"
    other.mkdir()
    for name in ("A-01", "A-02"):
        lines = (tmp_path / "trackers" / "mine" / "data" / f"{name}.txt").read_text().splitlines()
        (other / f"{name}.txt").write_text("\n".join(line for k, line in enumerate(lines) if k % 4) + "\n")
    return tmp_path


def run(capsys, *arguments):
    code = main([*arguments])
    return code, *capsys.readouterr()


def test_zero_flags(folder, capsys):
    code, out, err = run(capsys, "eval", "gt", "trackers/mine")
    assert code == 0
    assert out.splitlines()[0].startswith("Sequence | True tracks")
    assert "HOTA is 0." in out
    assert "W-587 both sides have tracks, and the truth has" in err
    assert "protocol mot17 strict" in err
    code, out, err = run(capsys, "eval", "gt", "trackers/mine", "trackers/other", "--protocol", "mot20")
    assert code == 0
    assert "B - A" in out
    assert "B is worse than A: HOTA" in out
    assert "W-587" not in err


def test_every_output(folder, capsys):
    arguments = ("--json=a.json", "--csv=a.csv", "--md=a.md", "--latex=a.tex", "--events", "events.csv", "-q")
    assert run(capsys, "eval", "gt", "trackers/mine", *arguments)[0] == 0
    document = json.loads(Path("a.json").read_text())
    result = document["results"][0]
    assert document["format_version"] == 1
    assert [row["name"] for row in result["per_sequence"]] == ["A-01", "A-02"]
    rows = list(csv.DictReader(Path("a.csv").read_text().splitlines()))
    assert [row["class"] for row in rows] == ["all", "A-01", "A-02"]
    assert float(rows[0]["HOTA"]) == result["metrics"]["HOTA"]
    assert Path("a.md").read_text().startswith("| Sequence |")
    events = list(csv.DictReader(Path("events.csv").read_text().splitlines()))
    switches = [row for row in events if row["kind"] in ("exchange", "new id", "return")]
    assert len(switches) == result["metrics"]["IDSW"]


def test_gates(folder, capsys):
    assert (
        run(capsys, "eval", "gt", "trackers/mine", "-q", "--fail-under", "HOTA=0.01", "--json=a.json")[0] == 0
    )
    assert run(capsys, "eval", "gt", "trackers/mine", "-q", "--fail-under", "HOTA=0.999")[0] == 1
    drop = ("--baseline", "a.json", "--max-drop", "HOTA=0.001", "-q")
    assert run(capsys, "eval", "gt", "trackers/mine", *drop)[0] == 0
    assert run(capsys, "eval", "gt", "trackers/other", *drop)[0] == 1


def test_compare(folder, capsys):
    code, out, _ = run(capsys, "compare", "gt", "trackers/mine", "trackers/other")
    assert code == 0
    assert "B is worse than A: HOTA" in out
    assert "frames (sequences are too few: 2; for HOTA" in out


@pytest.mark.parametrize(
    "option",
    [
        ("--classes", "a,b"),
        ("--area-range", "tiny=0:5"),
        ("--groups", "folder"),
        ("--geometry", "masks"),
        ("--truth-format", "coco"),
        ("--max-detections", "1"),
        ("--image-ids", "7"),
        ("--class-agnostic",),
    ],
)
@pytest.mark.parametrize("command", ["eval", "compare"])
def test_options_of_boxes_are_refused_of_tracks(folder, capsys, command, option):
    trackers = ["trackers/mine", "trackers/other"]
    code, out, err = run(capsys, command, "gt", *trackers, *option)
    assert (code, out) == (2, "")
    assert f"{option[0]} has no meaning with --protocol" in err


@pytest.mark.parametrize("option", [("--sequences", "A"), ("--rules", "motmetrics"), ("--frame-offset", "1")])
def test_options_of_tracks_are_refused_of_boxes(folder, capsys, option):
    code, out, err = run(capsys, "compare", "truth.json", "found.json", "found.json", *option)
    assert (code, out) == (2, "")
    assert f"{option[0]} goes with --protocol tracks" in err


def test_pictures_are_not_shown_by_a_comparison_of_tracks(folder, capsys):
    code, _, err = run(capsys, "compare", "gt", "trackers/mine", "trackers/other", "--images", ".")
    assert (code, "a comparison makes none" in err) == (2, True)


def test_options_of_tracks(folder, capsys):
    code, out, _ = run(capsys, "eval", "gt", "trackers/mine", "--sequences", "A-02", "--rules", "motmetrics")
    assert code == 0
    assert "A-01" not in out
    code, _, err = run(capsys, "eval", "gt", "trackers/mine", "--area-ranges", "all:0:5")
    assert code == 2
    code, _, err = run(capsys, "eval", "truth.json", "found.json", "--sequences", "A")
    assert (code, "--sequences goes with --protocol tracks" in err) == (2, True)
    code, _, err = run(capsys, "eval", "gt", "trackers/mine", "--coco-text")
    assert (code, "has no meaning" in err) == (2, True)


def test_a_page_of_tracks(folder, capsys):
    code, out, _ = run(capsys, "eval", "gt", "trackers/mine", "--report", "page.html")
    assert (code, "HOTA" in out) == (0, True)
    page = Path("page.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert 'href="#timelines"' in page


def test_boxes_as_detections_when_asked(folder, capsys):
    code, out, _ = run(capsys, "eval", "gt", "trackers/mine/data", "--protocol", "coco", "--no-fit-test")
    assert (code, "HOTA" in out) in ((0, False), (3, False))


def test_tracks_of_detections(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "det").mkdir()
    lines = [f"{t},-1,{3 * t},20,40,80,0.9,-1,-1,-1\n" for t in range(1, 9)]
    (tmp_path / "det" / "S.txt").write_text("".join(lines))
    for method in METHODS:
        code, _, err = run(capsys, "track", "det", "--out", method, "--method", method)
        assert code == 0
        assert f"{method}: 1 track with 8 boxes in 1 sequence, of 8 detections" in err
        written = (tmp_path / method / "S.txt").read_text().splitlines()
        assert written[0] == "1,1,3,20,40,80,0.9,-1,-1,-1"
    code, _, err = run(capsys, "track", "det", "--out", "sort")
    assert (code, "E-445" in err) == (3, True)
    command = next(param for param in track_command.params if param.name == "method")
    assert set(command.type.choices) == set(METHODS)


def test_results_that_are_all_empty(folder, capsys):
    """Nothing was found anywhere: that is a result, and no other kind of file."""
    empty = folder / "trackers" / "empty"
    empty.mkdir()
    for name in ("A-01", "A-02"):
        (empty / f"{name}.txt").write_text("")
    code, out, _ = run(capsys, "eval", "gt", "trackers/empty", "--json", "-")
    assert code == 0
    metrics = json.loads(out)["results"][0]["metrics"]
    assert (metrics["HOTA"], metrics["Dets"]) == (0, 0)
    assert metrics["CLR_FN"] == metrics["GT_Dets"] > 0


def test_pictures_of_tracks_need_a_page(folder, capsys):
    (folder / "pictures").mkdir()
    code, _, err = run(capsys, "eval", "gt", "trackers/mine", "--images", "pictures")
    assert code == 2
    assert "--images of tracks are shown on a page. Fix: add --report page.html." in err
