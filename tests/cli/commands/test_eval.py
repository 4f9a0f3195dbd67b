"""``truebox eval``: streams, options and outputs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import faked_command
import pytest

from truebox.cli import main

Command = Callable[..., tuple[int, str, str]]


def test_the_result_goes_to_stdout_and_the_rest_to_stderr(command: Command) -> None:
    code, out, err = command("eval", "truth.json", "p.json")
    assert code == 0
    assert out.startswith("Class   | Images | Truth |")
    lines = err.splitlines()
    counts = "100 images · 839 boxes · 9 crowd · 2 classes"
    assert lines[0] == f"truth        truth.json  COCO JSON     {counts}"
    assert lines[1] == "predictions  p.json      COCO results  734 boxes"
    assert lines[2].startswith("protocol coco strict · boxes · max detections 1, 10, 100 · ")
    assert lines[3:] == ["W-205 12 exact duplicate boxes"]


def test_quiet_says_nothing_but_the_result(command: Command) -> None:
    _, loud, _ = command("eval", "t", "p")
    assert command("eval", "t", "p", "-q") == (0, loud, "")


def test_json_on_stdout_is_only_json(command: Command) -> None:
    _, out, _ = command("eval", "t", "p", "--json")
    document = json.loads(out)
    # The keys of the documented format, version 1.
    assert list(document) == ["format_version", "truebox", "protocol", "truth", "results", "gates"]
    keys = {"name", "format", "detections", "metrics", "undefined", "per_class", "warnings"}
    assert set(document["results"][0]) == keys


def test_csv_markdown_and_the_reference_lines(command: Command) -> None:
    _, out, _ = command("eval", "t", "p", "--csv")
    assert len(list(csv.reader(io.StringIO(out)))) == 5
    assert command("eval", "t", "p", "--md")[1].startswith("| Class |")
    assert command("eval", "t", "p", "--coco-text")[1].startswith(
        " Average Precision  (AP) @[ IoU=0.50:0.95 |"
    )


def test_files_and_the_table(command: Command, tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    code, out, _ = command("eval", "t", "p", "--json", str(target), f"--md={tmp_path}/a.md")
    assert code == 0
    assert out.startswith("Class")
    assert json.loads(target.read_text())["results"][0]["name"] == "p"
    assert (tmp_path / "a.md").read_text().startswith("| Class |")


def test_several_prediction_files(command: Command) -> None:
    _, out, err = command("eval", "t", "a.json", "b.json")
    assert "A a.json" in out
    assert "B - A" in out
    assert "B predictions  b.json" in err
    _, out, _ = command("eval", "t", "a.json", "b.json", "--json")
    assert [entry["name"] for entry in json.loads(out)["results"]] == ["a.json", "b.json"]


def test_options_before_the_files_do_not_swallow_them(command: Command) -> None:
    code, out, _ = command("eval", "--json", "t", "p")
    assert code == 0
    assert json.loads(out)["results"][0]["name"] == "p"


def test_a_label_of_an_area_range_is_given_once(command: Command) -> None:
    code, out, err = command("eval", "t", "p", "--area-range", "tiny=0:5", "--area-range", "tiny=0:6")
    assert (code, out) == (2, "")
    assert "--area-range names 'tiny' twice" in err
    code, out, err = command("eval", "t", "p", "--area-range", "all=0:5")
    assert (code, out) == (2, "")
    assert "'all' is the range of every size" in err


def test_parameters_arrive(command: Command) -> None:
    arguments = (
        "t p --mode corrected --iou-thresholds 0.5,0.75 --max-detections 1,5,50 --class-agnostic "
        "--area-range tiny=0:256 --categories 1,dog --image-ids 7 --threads 2"
    )
    command("eval", *arguments.split())
    (call,) = faked_command.CALLS
    assert call == {
        "protocol": None,
        "geometry": "boxes",
        "mode": "corrected",
        "iou_thresholds": (0.5, 0.75),
        "recall_thresholds": None,
        "area_ranges": {"all": (0.0, 1e10), "tiny": (0.0, 256.0)},
        "max_detections": (1, 5, 50),
        "class_agnostic": True,
        "fit_test": True,
        "sigmas": None,
        "dilation_ratio": 0.02,
        "categories": [1, "dog"],
        "images": [7],
        "threads": 2,
    }


def test_defaults_are_left_to_the_evaluation(command: Command) -> None:
    command("eval", "t", "p")
    (call,) = faked_command.CALLS
    unset = {
        "protocol",
        "sigmas",
        "iou_thresholds",
        "recall_thresholds",
        "area_ranges",
        "max_detections",
        "categories",
        "images",
        "threads",
    }
    assert {name for name, value in call.items() if value is None} == unset


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("eval", "Missing argument 'TRUTH'"),
        ("eval t", "Missing argument 'PREDICTIONS"),
        ("eval t p --json --csv", "--json and --csv both go to stdout"),
        ("eval t a b --coco-text", "one predictions file"),
        ("eval t p --mode exact", "'exact' is not one of"),
        ("eval t p --threads 0", "0 is not in the range"),
        ("eval t p --nope", "No such option"),
        ("eval t p --iou-thresholds x", "neither a list like 0.5,0.75"),
        ("eval t p --json --groups folder", "--groups is of no use without intervals"),
        ("eval t p --json=/nowhere/a.json", "there is no folder /nowhere"),
    ],
)
def test_wrong_usage_is_exit_2_before_anything_is_read(
    command: Command, arguments: str, message: str
) -> None:
    code, out, err = command(*arguments.split())
    assert (code, out) == (2, "")
    assert message in err
    assert faked_command.CALLS == []


def test_always_and_never_a_styled_table(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[1m" in command("eval", "t", "p", "--color", "always")[1]
    assert "\x1b" not in command("eval", "t", "p", "--color", "never")[1]


def test_all_classes(command: Command) -> None:
    _, out, _ = command("eval", "t", "p", how="huge")
    assert "… 9,970 more classes (--all-classes)" in out
    _, out, _ = command("eval", "t", "p", "--all-classes", how="huge")
    assert out.count("\n") > 10_000


def test_sigmas_and_the_width_of_boundaries(tmp_path, capsys):
    image = {"id": 1, "width": 60, "height": 60}
    corners = [5, 5, 25, 5, 25, 25, 5, 25]
    person = {
        "id": 1,
        "image_id": 1,
        "category_id": 1,
        "bbox": [5, 5, 20, 20],
        "area": 400,
        "iscrowd": 0,
        "num_keypoints": 2,
        "keypoints": [8, 8, 2, 20, 20, 2],
        "segmentation": [corners],
    }
    category = {"id": 1, "name": "person", "keypoints": ["head", "foot"]}
    truth, found = tmp_path / "truth.json", tmp_path / "found.json"
    truth.write_text(json.dumps({"images": [image], "categories": [category], "annotations": [person]}))
    moved = [8, 10, 2, 20, 22, 2]
    shifted = [value + 1 for value in corners]
    result = {"image_id": 1, "category_id": 1, "score": 1, "keypoints": moved, "segmentation": [shifted]}
    found.write_text(json.dumps([result]))

    def metric(*arguments):
        code = main(["eval", str(truth), str(found), "-q", "--json", *arguments])
        out, err = capsys.readouterr()
        return json.loads(out)["results"][0]["metrics"]["AP50"] if code == 0 else (code, err)

    # Moved by 2, OKS is exp(-4 / (2 · 400 · (2 σ)²)): 0.88 and 0.29.
    assert metric("--geometry", "keypoints", "--sigmas", "0.1,0.1") == pytest.approx(1, abs=1e-9)
    assert metric("--geometry", "keypoints", "--sigmas", "0.03,0.03") == 0
    code, message = metric("--geometry", "keypoints")
    assert code == 2
    assert "--sigmas" in message
    # Bands of 1 pixel, shifted by 1 both ways, share 2 of 150 pixels; the whole squares share 361 of 439.
    assert metric("--geometry", "boundary", "--dilation-ratio", "0.005") == 0
    assert metric("--geometry", "boundary", "--dilation-ratio", "0.5") == pytest.approx(1, abs=1e-9)
    assert metric("--geometry", "masks", "--sigmas", "0.1,0.1")[0] == 2
    assert metric("--geometry", "masks", "--dilation-ratio", "0.1")[0] == 2
