"""The run behind ``truebox eval``, with a result that nothing on the command line knows."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest
from made_tracks import made_tracks

from truebox import evaluation
from truebox.cli import main
from truebox.cli.runs.evaluation import evaluate_files
from truebox.records import Source

Outcome = tuple[int, str, str]


@pytest.fixture
def tracks(command: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Outcome]:
    """The command where every evaluation finds tracks."""
    monkeypatch.setattr(
        evaluation, "evaluate", lambda truth, found, **_: made_tracks(found.source.name), raising=False
    )
    return command


def test_its_own_metrics_are_shown_and_said(tracks: Callable[..., Outcome]) -> None:
    code, out, err = tracks("eval", "t", "p")
    assert code == 0
    assert out.startswith("Class   | Tracks | Switches |  HOTA |   MOTA | IDF1\n")
    assert "2 sequences · 7 tracks" in err
    assert "protocol tracks strict · boxes · frames 1 to 600 · " in err


def test_every_output_takes_them(tracks: Callable[..., Outcome], tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary"))
    kinds = ("csv", "md", "latex", "junit")
    files = [f"--{kind}={tmp_path}/out.{kind}" for kind in kinds]
    code, out, _ = tracks("eval", "t", "a", "b", "--json", *files, "--fail-under", "HOTA=0.6")
    assert code == 1
    assert [gate["passed"] for gate in json.loads(out)["gates"]] == [False, False]
    assert all("HOTA" in (tmp_path / f"out.{kind}").read_text() for kind in kinds)
    assert (tmp_path / "summary").read_text().startswith("| Gate |")


@pytest.mark.parametrize("asked", [["--report", "out.html"], ["--coco-text"], ["--diagnosis", "--json"]])
def test_what_it_lacks_is_refused_in_its_words(
    tracks: Callable[..., Outcome], asked: list[str], tmp_path, monkeypatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = tracks("eval", "t", "p", *asked)
    assert (code, out) == (2, "")
    assert f"{asked[0]} has no meaning with --protocol tracks: " in err
    assert list(tmp_path.iterdir()) == []


def test_the_run_is_what_the_command_calls() -> None:
    assert callable(evaluate_files)


@pytest.fixture
def one_truth(tmp_path: Path) -> Callable[..., list[str]]:
    """Files of one truth and detections of score 0.5 at these corners."""
    box = {"image_id": 1, "category_id": 1}

    def write(*corners: int, area: int = 81) -> list[str]:
        truth = {
            "images": [{"id": 1, "width": 100, "height": 100}],
            "categories": [{"id": 1, "name": "a"}],
            "annotations": [{"id": 1, **box, "bbox": [9, 9, 9, 9], "area": area, "iscrowd": 0}],
        }
        found = [{**box, "bbox": [corner, 9, 9, 9], "score": 0.5} for corner in corners]
        for name, data in (("t", truth), ("p", found)):
            (tmp_path / name).with_suffix(".json").write_text(json.dumps(data))
        return ["eval", str(tmp_path / "t.json"), str(tmp_path / "p.json")]

    return write


@pytest.mark.parametrize("mode", ["strict", "corrected"])
def test_the_document_has_the_range_of_equal_scores_in_numbers(one_truth, capsys, mode: str) -> None:
    """Of two detections of one score one is right: first it gives 1, second 1/2."""
    assert main([*one_truth(9, 60), "--json", "--mode", mode]) == 0
    ranges = json.loads(capsys.readouterr().out)["results"][0]["equal_scores"]["AP"]
    assert (ranges["worst"], ranges["best"]) == pytest.approx((0.5, 1.0))


def test_scores_that_differ_have_no_range(one_truth, capsys) -> None:
    assert main([*one_truth(9), "--json"]) == 0
    assert "equal_scores" not in json.loads(capsys.readouterr().out)["results"][0]


def test_what_check_would_say_is_named_in_one_line(one_truth, capsys) -> None:
    assert main(one_truth(9, area=500)) == 0
    line = "W-476 1 annotation has an area larger than its box; truebox check says more\n"
    assert line in capsys.readouterr().err


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    """The command on real files."""

    def run(*arguments) -> Outcome:
        code = main([str(argument) for argument in arguments])
        return code, *capsys.readouterr()

    return run


@pytest.fixture
def outlined(tmp_path, monkeypatch):
    """Two triangles and what was found of them, with boxes: half of a box is no triangle."""
    corners = [[10, 10, 50, 10, 10, 50], [60, 60, 90, 60, 60, 90]]
    rows = [
        {"image_id": 1, "category_id": 1, "bbox": [c[0], c[1], c[2] - c[0], c[5] - c[1]], "segmentation": [c]}
        for c in corners
    ]
    truth = {
        "images": [{"id": 1, "width": 100, "height": 100}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [
            {"id": 1 + place, "area": 500, "iscrowd": 0, **row} for place, row in enumerate(rows)
        ],
    }
    found = [{**row, "score": 0.5, "segmentation": [[c + 3 for c in row["segmentation"][0]]]} for row in rows]
    for name, content in (("truth.json", truth), ("found.json", found)):
        (tmp_path / name).write_text(json.dumps(content))
    monkeypatch.chdir(tmp_path)
    return "truth.json", "found.json"


def test_several_geometries_side_by_side(run: Callable[..., Outcome], outlined, tmp_path) -> None:
    page = tmp_path / "page.html"
    outputs = ["--json", f"--report={page}"] if find_spec("plotly") else ["--json"]
    code, out, err = run("eval", *outlined, "--geometry", "boxes,masks", *outputs)
    assert code == 0
    entries = json.loads(out)["results"]
    assert [entry["protocol"]["geometry"] for entry in entries] == ["boxes", "masks"]
    for entry in entries:
        geometry = entry["protocol"]["geometry"]
        alone = json.loads(run("eval", *outlined, "--geometry", geometry, "--json")[1])
        assert entry["metrics"] == alone["results"][0]["metrics"]
    assert "protocol coco strict · boxes and masks · " in err
    if page.exists():
        assert "found.json, masks" in page.read_text(encoding="utf-8")
    _, table, _ = run("eval", *outlined, "--geometry", "boxes,masks", "--no-diagnosis")
    rows = [row.partition(" | ")[0] for row in table.splitlines()[2:4]]
    assert rows == ["A found.json, boxes", "B found.json, masks"]


@pytest.mark.parametrize("other", [["--coco-text"], ["--baseline", "last.json", "--max-drop", "AP=0.1"]])
def test_what_holds_one_geometry_says_so(run: Callable[..., Outcome], outlined, other) -> None:
    code, _, err = run("eval", *outlined, "--geometry", "boxes,masks", *other)
    assert code == 2
    assert f"{other[0]} takes one --geometry." in err


@pytest.mark.parametrize(("flags", "begun"), [((), 1), (("--threads", "1"), 0), (("--csv",), 0)])
def test_the_truth_is_hashed_ahead_where_its_hash_is_said_and_threads_may_be_had(
    flags, begun, tmp_path, monkeypatch, capsys
):
    truth = {"images": [{"id": 1}], "annotations": [], "categories": [{"id": 1, "name": "a"}]}
    (tmp_path / "truth.json").write_text(json.dumps(truth))
    (tmp_path / "found.json").write_text("[]")
    asked = []

    def noted(source):
        asked.append(source)

    monkeypatch.setattr(Source, "hash_ahead", noted)
    output = () if "--csv" in flags else ("--json",)
    assert main(["eval", str(tmp_path / "truth.json"), str(tmp_path / "found.json"), *output, *flags]) == 0
    assert len(asked) == begun
