"""Options of an evaluation that several commands take."""

from __future__ import annotations

import click
import pytest

from truebox.cli.commands.compare import compare_command
from truebox.cli.commands.eval import eval_command
from truebox.cli.options import measures as measure_options

SHARED = ["mode", "iou_thresholds", "max_detections", "area_ranges", "class_agnostic", "threads"]


@pytest.mark.parametrize("name", [*SHARED, "categories", "image_ids"])
def test_both_commands_have_the_same(name):
    first, second = (
        next(parameter for parameter in command.params if parameter.name == name)
        for command in (eval_command, compare_command)
    )
    assert first.opts == second.opts
    assert (first.help, first.default) == (second.help, second.default)


def test_every_shared_option_is_taken():
    one_or_several = {"GEOMETRY", "SEVERAL_GEOMETRIES"}
    worded_by_the_command = {"no_fit_test"}
    apart = one_or_several | worded_by_the_command
    assert len(set(measure_options.__all__) - apart) == len(SHARED) + 2


@pytest.mark.parametrize(
    ("text", "taken"), [("1", 1), ("4096", 4096), ("4097", None), ("0", None), ("-1", None)]
)
def test_how_many_threads_can_be_asked_for(text, taken):
    """From one to 4,096, as the help and the library's own check say."""
    kind = next(parameter for parameter in eval_command.params if parameter.name == "threads").type
    if taken is None:
        with pytest.raises(click.BadParameter, match="not in the range 1<=x<=4096"):
            kind.convert(text, None, None)
    else:
        assert kind.convert(text, None, None) == taken
