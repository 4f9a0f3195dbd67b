"""What is said about files reaches the readers."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from truebox.cli import main
from truebox.cli.options.reading import predictions_reading, reading_options, truth_reading
from truebox.cli.options.reading_flags import READING_FLAGS


@click.command()
@reading_options
def show(**options):
    options["images"] = options["images"] and str(options["images"])
    click.echo(json.dumps([truth_reading(options), predictions_reading(options)]))


def said(*arguments):
    result = CliRunner().invoke(show, arguments)
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


def test_nothing_said_is_nothing():
    assert said() == [{}, {}]


def test_each_side_hears_its_own():
    truth, predictions = said(
        "--truth-format", "voc", "--predictions-format", "yolo", "--box-format", "xyxy", "--lenient"
    )
    assert truth == {"format": "voc", "lenient": True}
    assert predictions == {"format": "yolo", "box_format": "xyxy", "lenient": True}


def test_both_sides_hear_what_concerns_both(tmp_path):
    arguments = ["--pixel-origin", "1", "--classes", "cat,dog", "--task", "obb", "--images", str(tmp_path)]
    arguments += ["--columns", "image=file, label=kind"]
    both = {"pixel_origin": 1, "classes": ["cat", "dog"], "task": "obb", "images": str(tmp_path)}
    both["columns"] = {"image": "file", "label": "kind"}
    assert said(*arguments, "--truth-box-format", "rel_xywh") == [{**both, "box_format": "rel_xywh"}, both]


def test_the_first_pixel_of_the_truth_may_be_another():
    assert said("--truth-pixel-origin", "1") == [{"pixel_origin": 1}, {}]
    assert said("--truth-pixel-origin", "0", "--pixel-origin", "1") == [
        {"pixel_origin": 0},
        {"pixel_origin": 1},
    ]


def test_a_box_format_that_is_none_is_a_usage_error():
    assert CliRunner().invoke(show, ["--box-format", "wxyh"]).exit_code == 2


@pytest.mark.parametrize("flag", READING_FLAGS)
def test_every_flag_is_an_option(flag):
    assert flag in {name for parameter in show.params for name in parameter.opts}


def test_every_option_is_a_flag():
    assert {name for parameter in show.params for name in parameter.opts} == set(READING_FLAGS)


WORLD = {
    "images": [{"id": 1, "width": 9, "height": 9, "file_name": "a.jpg"}],
    "categories": [{"id": 1, "name": "cat"}],
    "annotations": [
        {"id": 1, "image_id": 1, "category_id": 1, "bbox": [0, 0, 3, 3], "area": 9, "iscrowd": 0}
    ],
}


@pytest.fixture
def world(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("truth.json").write_text(json.dumps(WORLD))
    Path("found.json").write_text(
        json.dumps([{"image_id": 1, "category_id": 1, "bbox": [0, 0, 3, 3], "score": 0.5}])
    )


DRAWN = ("draw", ".", "--canvas", "--truth", "truth.json")


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "truth.json", "--predictions-format", "coco"),
        ("check", "truth.json", "--class-ids", "+1"),
        (*DRAWN, "--letterbox", "640"),
        (*DRAWN, "--score-threshold", "0.5"),
        (*DRAWN, "--shade"),
    ],
)
def test_what_is_said_of_predictions_needs_some(world, capsys, arguments):
    assert main(list(arguments)) == 2
    assert "is about predictions, and none are given" in capsys.readouterr().err
    assert not Path("drawn").exists()


COMMANDS = [
    ("eval", "truth.json", "found.json"),
    ("compare", "truth.json", "found.json", "found.json"),
    ("check", "truth.json", "found.json"),
    ("check", "truth.json"),
    ("reconcile", "truth.json", "found.json"),
    ("part", "truth.json", "found.json", "-o", "made"),
    ("convert", "truth.json", "made.xml"),
    ("convert", "found.json", "made.csv", "--truth", "truth.json"),
    (*DRAWN, "--predictions", "found.json", "-o", "made"),
]


@pytest.mark.parametrize("arguments", COMMANDS)
@pytest.mark.parametrize("option", [("--classes", "cat"), ("--task", "pose"), ("--pixel-origin", "1")])
def test_what_no_file_heeds_is_refused_by_every_command_and_nothing_is_written(
    world, capsys, arguments, option
):
    assert main([*arguments, *option]) == 2
    out, err = capsys.readouterr()
    assert (out, f"{option[0]} has no meaning for COCO" in err) == ("", True)
    assert not list(Path().glob("made*"))


@pytest.mark.parametrize(
    "arguments", [each for each in COMMANDS if "found.json" in each or each[0] == "convert"]
)
def test_angles_of_plain_boxes_are_refused(world, capsys, arguments):
    assert main([*arguments, "--box-format", "degrees"]) == 2
    assert "--box-format degrees" in capsys.readouterr().err
    assert not list(Path().glob("made*"))


def test_the_format_of_a_truth_that_is_not_given_is_refused(world, capsys):
    assert main(["convert", "truth.json", "made.xml", "--truth-format", "coco"]) == 2
    assert "of no use without --truth" in capsys.readouterr().err
