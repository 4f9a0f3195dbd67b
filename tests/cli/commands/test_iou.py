"""``truebox iou``: what it prints and what it refuses."""

from __future__ import annotations

import json

import click
import pytest
from click.testing import CliRunner

from truebox.boxes import BoxFormat
from truebox.cli.commands.iou import iou
from truebox.errors import InputError


def run(*arguments):
    return CliRunner().invoke(iou, list(arguments))


def test_text():
    # The first pair of A. Rosebrock's tutorial (pyimagesearch.com, 2016), printed there as 0.7980.
    outcome = run("39,63,203,112", "54,66,198,114", "--pixels", "inclusive")
    assert outcome.exit_code == 0
    assert outcome.output.splitlines() == [
        "IoU           0.7980093676814989",
        "intersection  6815",
        "union         8540",
        "areas         8250 and 7105",
    ]


def test_json():
    outcome = run("3,3,7,7", "7,7,6,6", "--box-format", "xywh", "--json")
    assert json.loads(outcome.output) == {
        "format_version": 1,
        "iou": 9 / 76,
        "intersection": 9.0,
        "union": 76.0,
        "areas": [49.0, 36.0],
        "box_format": "xywh",
        "pixels": "continuous",
    }


def test_format_is_the_short_name_of_box_format():
    short, full = (run("3,3,7,7", "7,7,6,6", flag, "xywh") for flag in ("--format", "--box-format"))
    assert short.exit_code == 0
    assert short.output == full.output


def test_relative_areas_are_fractions():
    outcome = run("0,0,0.5,0.5", "0,0,0.5,0.5", "--format", "rel_xyxy")
    assert "intersection  0.25 of the image" in outcome.output


@pytest.mark.parametrize("box", ["0,0,4,4", "[0, 0, 4, 4]", "(0,0,4,4)", "0 0 4 4", "0,0,4.0,4e0"])
def test_ways_to_write_a_box(box):
    assert run(box, "2,2,6,6").output.startswith("IoU           0.14285714285714285\n")


def test_a_box_may_begin_with_a_minus_sign():
    assert run("-4,-4,4,4", "-4,-4,4,4").output.startswith("IoU           1.0\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("1,2,3", "1,2,3,4"), "Box '1,2,3' has 3 numbers, expected four"),
        (("1,2,3,x", "1,2,3,4"), "'x' in box '1,2,3,x' is not a number"),
        (("--boxes", "1,2,3,4", "1,2,3,4"), "There is no option '--boxes'"),
        (("--boxes", "1,2,3,4"), "There is no option '--boxes'"),
        (("1,2,3,4",), "Got 1 word, expected two boxes"),
        (("1,2,3,4", "1,2,3,4", "--format", "ltrb"), "'ltrb' is not one of"),
    ],
)
def test_wrong_usage(arguments, message):
    outcome = run(*arguments)
    assert outcome.exit_code == click.UsageError.exit_code
    assert message in outcome.output


def test_a_reversed_box_is_refused_with_the_likely_format():
    outcome = run("40,20,30,30", "0,0,1,1")
    assert isinstance(outcome.exception, InputError)
    assert "pass box_format='xywh'" in str(outcome.exception)


def test_every_format_can_be_named():
    choices = next(option for option in iou.params if option.name == "box_format").type.choices
    assert list(choices) == [member.value for member in BoxFormat]


def test_eight_numbers_are_two_boxes():
    words = ["10", "10", "50", "50", "20", "20", "60", "60"]
    assert run(*words).output == run("10,10,50,50", "20,20,60,60").output
    words = ["-1", "0", "4", "4", "0", "0", "4", "4"]
    assert run(*words).output.startswith("IoU           0.8\n")
