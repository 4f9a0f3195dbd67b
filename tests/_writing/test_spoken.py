"""Messages speak the language of where they are said."""

from __future__ import annotations

import pickle

import click
import pytest

from truebox._writing.spoken import _FLAGS, _SWITCHES, on_command_line, spoken
from truebox.cli.command_list import cli
from truebox.errors import ArgumentError, InputError
from truebox.records import Finding

PYTHON = {
    "rerun with --box-format rel_xyxy": "rerun with box_format='rel_xyxy' of read_predictions",
    "rerun with d --split val": "rerun with d split='val' of read_truth",
    "rerun with --split a or --split b; --split all takes": (
        "rerun with split='a' or split='b' of read_truth; split='all' takes"
    ),
    "name their folder with --images, or not": "name their folder with images=, or not",
    "use --classes @names.txt": "use classes=[...]",
    "such as --columns image=file,x1=west": "such as columns={'image': 'file', 'x1': 'west'}",
    "--class-ids position does it; --split says another": (
        "class_ids='position', truth=truth does it; split= says another"
    ),
    "raise --max-memory; see --json and --all-classes": "raise max_memory=; see --json and --all-classes",
    "leave it out with --lenient": "leave it out with lenient=True",
}


@pytest.mark.parametrize("typed", PYTHON)
def test_flags_are_arguments_where_nobody_typed_a_command(typed):
    assert spoken(typed) == PYTHON[typed]
    with on_command_line():
        assert spoken(typed) == typed


def test_errors_and_findings_are_spoken_when_they_are_said():
    refused = InputError("E-470", "a.json", "AP 0 as given", "rerun with --no-fit-test")
    said = [refused, ArgumentError("say --mode corrected"), Finding("W-403", "--split says another")]
    for each in (*said, *pickle.loads(pickle.dumps(said))):
        assert "--" not in str(each)
        with on_command_line():
            assert "--" in str(each)


def test_the_flags_are_those_of_commands():
    context = click.Context(cli)
    commands = [cli.get_command(context, name) for name in cli.list_commands(context)]
    known = {flag for command in commands for option in command.params for flag in option.opts}
    assert {f"--{flag}" for flag in (*_FLAGS, *_SWITCHES)} <= known
