"""The options of tracks: their defaults, and that an evaluation takes all of them."""

from __future__ import annotations

import inspect
from typing import Any

import click
import pytest
from click.testing import CliRunner

from truebox.cli.options.tracks import taken_tracks, track_options
from truebox.evaluation import TrackRun

DEFAULTS = {"sequences": None, "rules": "trackeval", "frame_offset": 0, "frame_step": 1, "box_scale": 1.0}


def given(*arguments: str) -> tuple[int, Any]:
    """The exit status, and what the command takes."""
    found: list[dict[str, Any]] = []

    @click.command()
    @track_options
    def command(**options: Any) -> None:
        found.append(taken_tracks(options))
        assert not options

    done = CliRunner().invoke(command, list(arguments))
    return done.exit_code, found[0] if found else done.output


def test_defaults():
    assert given() == (0, DEFAULTS)


def test_every_option_is_taken():
    arguments = (
        "--sequences=A,B",
        "--rules=motmetrics",
        "--frame-offset=-2",
        "--frame-step=3",
        "--box-scale=0.5",
    )
    wanted = {
        "sequences": ("A", "B"),
        "rules": "motmetrics",
        "frame_offset": -2,
        "frame_step": 3,
        "box_scale": 0.5,
    }
    code, found = given(*arguments)
    assert code == 0
    assert {**found, "sequences": tuple(found["sequences"])} == wanted


def test_a_run_has_the_same_names_and_defaults():
    taken = inspect.signature(TrackRun).parameters
    assert {name: taken[name].default for name in DEFAULTS} == DEFAULTS


@pytest.mark.parametrize("argument", ["--frame-step=0", "--frame-step=x", "--box-scale=0", "--rules=other"])
def test_what_is_refused(argument):
    code, said = given(argument)
    assert code == 2
    assert argument.partition("=")[0] in said
