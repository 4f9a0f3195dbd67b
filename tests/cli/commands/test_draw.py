"""``truebox draw``: what it takes."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from truebox.cli.commands.draw import draw
from truebox.drawing import THEMES


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Missing argument 'IMAGE_OR_FOLDER'"),
        (["a.png"], "Missing option '--truth'"),
        (["--truth", "t.json"], "Missing argument 'IMAGE_OR_FOLDER'"),
        (["a.png", "--truth", "t.json", "--theme", "neon"], "'neon' is not one of"),
        (["a.png", "--truth", "t.json", "--limit", "0"], "0 is not in the range"),
        (["a.png", "--truth", "t.json", "--geometry", "boundary"], "'boundary' is not one of"),
        (["a.png", "--truth", "t.json", "--score-threshold", "high"], "'high' is not a valid float"),
    ],
)
def test_wrong_usage(arguments, message):
    outcome = CliRunner().invoke(draw, arguments)
    assert outcome.exit_code == click.UsageError.exit_code
    assert message in outcome.output


def test_every_theme_can_be_named():
    choices = next(option for option in draw.params if option.name == "theme").type.choices
    assert list(choices) == list(THEMES)


def test_the_help_needs_neither_numpy_nor_pillow():
    script = (
        "import sys; from click.testing import CliRunner; from truebox.cli.commands.draw import draw\n"
        "assert 'IMAGE_OR_FOLDER' in CliRunner().invoke(draw, ['--help']).output\n"
        "print({'numpy', 'PIL', 'matplotlib'} & set(sys.modules))"
    )
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert shown.strip() == "set()"
