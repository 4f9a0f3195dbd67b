"""Options of an evaluation that several commands take."""

from __future__ import annotations

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
    assert len(set(measure_options.__all__) - one_or_several) == len(SHARED) + 2
