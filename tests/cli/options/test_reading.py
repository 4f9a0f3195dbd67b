"""What is said about files reaches the readers."""

from __future__ import annotations

import json

import click
import pytest
from click.testing import CliRunner

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
