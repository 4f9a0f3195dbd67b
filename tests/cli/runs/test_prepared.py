"""Files made ready: records with the ids of the truth, and JSON with PNGs beside it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from panoptic_scenes import scene, write_scene

from truebox.cli import main
from truebox.cli.runs.prepared import WAYS, subset
from truebox.evaluation import evaluate_panoptic
from truebox.records import Ids

SQUARE = [[10, 10, 50, 10, 50, 50, 10, 50]]


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    truth, predictions = scene(5, images=6)
    write_scene(tmp_path, "truth", truth)
    write_scene(tmp_path, "found", predictions)
    write_scene(tmp_path, "same", {"annotations": truth["annotations"]})
    return truth, predictions


def run(capsys, *arguments):
    code = main(["eval", *arguments, "--protocol", "panoptic"])
    return code, *capsys.readouterr()


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_table_and_what_was_read(files, capsys):
    code, out, err = run(capsys, "truth.json", "found.json", "--threads", "1")
    assert code == 0
    quality = evaluate_panoptic(*files).metrics["PQ"]
    assert out.splitlines()[2].startswith("all")
    assert f"{quality:.3f}" in out.splitlines()[2]
    assert err.splitlines()[0].startswith("truth        truth.json  COCO panoptic JSON  6 images · ")
    assert "protocol panoptic strict · 1 thread · " in err


def test_several_files_and_formats(files, capsys):
    code, out, err = run(
        capsys, "truth.json", "found.json", "same.json", "-q", "--json", "--md=a.md", "--csv=a.csv"
    )
    assert (code, err) == (0, "")
    document = json.loads(out)
    assert [result["name"] for result in document["results"]] == ["found.json", "same.json"]
    assert document["results"][1]["metrics"]["PQ"] == 1.0
    assert Path("a.md").read_text(encoding="utf-8").startswith("| Predictions | PQ |")
    assert Path("a.csv").read_text(encoding="utf-8").startswith("predictions,id,class,kind,")


def test_a_subset_of_the_images(files, capsys):
    chosen = files[0]["annotations"][0]["image_id"]
    code, out, _ = run(capsys, "truth.json", "same.json", "-q", "--image-ids", str(chosen), "--json")
    listed = files[0]["annotations"][0]["segments_info"]
    found = json.loads(out)["results"][0]["per_class"]
    assert code == 0
    assert sum(entry["true_positives"] for entry in found) == sum(not part["iscrowd"] for part in listed)


def test_folders_of_pngs_that_are_elsewhere(files, capsys, tmp_path):
    _, beside, _ = run(capsys, "truth.json", "found.json", "same.json", "-q", "--csv")
    for name in ("truth", "found", "same"):
        (tmp_path / name).rename(tmp_path / f"maps_of_{name}")
    code, out, err = run(capsys, "truth.json", "found.json", "same.json", "-q", "--csv")
    assert (code, out) == (3, "")
    assert "there is no folder truth: name the one that holds the PNGs (--truth-maps and" in err
    elsewhere = ["--truth-maps", "maps_of_truth", "--predictions-maps=maps_of_found"]
    several = ["found.json", "same.json", *elsewhere, "--predictions-maps", "maps_of_same"]
    assert run(capsys, "truth.json", *several, "-q", "--csv") == (0, beside, "")
    code, out, err = run(capsys, "truth.json", "found.json", "same.json", *elsewhere)
    assert (code, out) == (2, "")
    assert "--predictions-maps is given 1 times for 2 predictions files" in err
    code, out, err = run(capsys, "truth.json", "found.json", "--truth-maps", "nowhere")
    assert (code, out) == (2, "")
    assert "nowhere" in err


@pytest.mark.parametrize(("flag", "folder"), [("--truth-maps", "truth"), ("--predictions-maps", "found")])
def test_folders_of_pngs_go_with_panoptic(files, capsys, flag, folder):
    code = main(["eval", "truth.json", "found.json", flag, folder, "--protocol", "coco"])
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert f"{flag} goes with --protocol panoptic" in err
    _, named, _ = run(capsys, "truth.json", "found.json", "-q", "--csv")
    assert main(["eval", "truth.json", "found.json", flag, folder, "-q", "--csv"]) == 0
    assert capsys.readouterr().out == named


def test_the_truth_says_that_it_is_panoptic(files, capsys):
    _, named, _ = run(capsys, "truth.json", "found.json", "-q", "--csv")
    assert main(["eval", "truth.json", "found.json", "--csv"]) == 0
    out, err = capsys.readouterr()
    assert out == named
    assert "W-311 truth.json states segments_info" in err
    for more in (["--geometry", "masks"], ["--coco-text"]):
        assert main(["eval", "truth.json", "found.json", *more]) == 2
        assert f"{more[0]} has no meaning with --protocol panoptic" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "flag"),
    [
        (["--iou-thresholds", "0.5"], "--iou-thresholds"),
        (["--area-range", "tiny=0:16"], "--area-range"),
        (["--class-agnostic"], "--class-agnostic"),
        (["--categories", "cat"], "--categories"),
        (["--coco-text"], "--coco-text"),
    ],
)
def test_options_of_boxes_are_refused(files, capsys, arguments, flag):
    code, out, err = run(capsys, "truth.json", "found.json", *arguments)
    assert (code, out) == (2, "")
    assert flag in err


def test_refused_input(files, capsys, tmp_path):
    next((tmp_path / "found").iterdir()).unlink()
    code, out, err = run(capsys, "truth.json", "found.json")
    assert (code, out) == (3, "")
    assert err.startswith("E-172 found/")


def test_ids_get_the_type_of_the_truth():
    numbers, texts = Ids(np.arange(2)), Ids(np.arange(2), names=("1", "b"))
    assert subset(None, numbers) is None
    assert subset(["1", "-2", "cat"], numbers) == [1, -2, "cat"]
    assert subset(["--1", "-", "²", "9" * 5000], numbers) == ["--1", "-", "²", "9" * 5000]
    assert subset(["1", "b"], texts) == ["1", "b"]


def test_every_kind_of_file_has_its_way():
    assert set(WAYS) == {"records", "maps", "folders", "sequences"}


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_gates_hold_panoptic_results(files, capsys, tmp_path):
    asked = ("truth.json", "found.json", "-q", "--csv=out.csv")
    assert run(capsys, *asked, "--fail-under", "PQ=0.01", f"--json={tmp_path}/last.json")[0] == 0
    code, out, _ = run(capsys, *asked, "--fail-under", "PQ=0.999", "--junit")
    assert code == 1
    assert "GATE FAILED  PQ 0." in out
    for baseline in ("last.json", "same.json"):
        code, _, err = run(capsys, *asked, "--baseline", baseline, "--max-drop", "PQ=0.9")
        assert (code, err) == (0, "")
        asked_of_chance = ("--baseline", baseline, "--max-drop", "PQ=0", "--significant")
        code, out, _ = run(capsys, "truth.json", "found.json", "-q", *asked_of_chance)
        assert (code, "cannot be judged (only 4 images" in out) == (
            (0, False) if baseline == "last.json" else (1, True)
        )
    code, out, _ = run(capsys, "truth.json", "found.json", "-q", "--latex")
    assert (code, out.splitlines()[0]) == (0, "% Truebox: protocol panoptic, mode strict")


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
@pytest.mark.parametrize(
    ("gates", "said"),
    [
        (["--fail-under", "precision=0.1"], "there is no metric 'precision'"),
        (["--fail-under", "PQ[size:small]=0.1"], "there is no class 'size:small'"),
    ],
)
def test_gates_that_need_a_diagnosis_are_refused(files, capsys, gates, said):
    code, out, err = run(capsys, "truth.json", "found.json", *gates)
    assert (code, out) == (2, "")
    assert said in err


@pytest.mark.parametrize("asked", [["--coco-text"]])
def test_what_the_result_lacks_is_refused_with_its_reason(files, capsys, asked):
    code, out, err = run(capsys, "truth.json", "nowhere.json", *asked)  # before anything is read
    assert (code, out) == (2, "")
    assert f"{asked[0]} has no meaning with --protocol panoptic: " in err


def test_the_layout_of_the_truth_is_said_of_true_keypoints_beside_masks(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    points = [10, 10, 2, 20, 20, 2]
    box = {
        "image_id": 1,
        "category_id": 1,
        "bbox": [10, 10, 50, 50],
        "segmentation": SQUARE,
        "keypoints": points,
    }
    truth = {
        "images": [{"id": 1, "width": 100, "height": 80}],
        "categories": [{"id": 1, "name": "cat", "keypoints": ["a", "b"]}],
        "annotations": [{**box, "id": 1, "area": 1600, "iscrowd": 0, "num_keypoints": 2}],
    }
    Path("truth.json").write_text(json.dumps(truth))
    Path("found.json").write_text(json.dumps([{**box, "score": 0.5}]))
    sides = ["eval", "truth.json", "found.json", "--sigmas", "0.1,0.1", "-q", "--csv"]
    layout = ["--truth-box-format", "xyxy"]
    assert main([*sides, "--geometry", "masks,keypoints", *layout]) == 0
    assert main([*sides[:3], "--geometry", "masks", *layout]) == 2
    assert "no meaning for the masks" in capsys.readouterr().err
    assert main([*sides[:3], "--geometry", "masks,rotated", *layout]) == 2
    assert "no meaning for the masks" in capsys.readouterr().err
    assert main([*sides, "--geometry", "masks,keypoints", "--box-format", "xyxy"]) == 2
