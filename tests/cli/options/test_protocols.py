"""Which options a protocol takes, and what its results lack."""

from __future__ import annotations

import click
import pytest

from truebox.cli.commands.eval import eval_command
from truebox.cli.options.protocols import (
    ProtocolOptions,
    protocol_options,
    refuse_lacking,
    refuse_unmeant,
)

USUAL = {"protocol": "coco", "sigmas": None, "geometry": None, "dilation_ratio": 0.02}
PANOPTIC = {**USUAL, "protocol": "panoptic"}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({**PANOPTIC, "lenient": True}, "--lenient has no meaning with --protocol panoptic."),
        ({**PANOPTIC, "max_memory": 8}, "--max-memory has no meaning with --protocol panoptic."),
        ({**PANOPTIC, "geometry": "masks"}, "--geometry has no meaning with --protocol panoptic."),
        ({**USUAL, "truth_maps": "gt"}, "--truth-maps goes with --protocol panoptic."),
        (
            {**USUAL, "sigmas": (0.1,), "geometry": "boxes"},
            "--sigmas goes with --geometry keypoints, and boxes are evaluated.",
        ),
        (
            {**USUAL, "box_format": "degrees", "geometry": "masks"},
            "--box-format degrees goes with --geometry rotated, and masks are evaluated.",
        ),
        ({**USUAL, "dilation_ratio": 0.1}, "--dilation-ratio goes with --geometry boundary."),
    ],
)
def test_what_has_no_meaning_is_named(options, said):
    with pytest.raises(click.UsageError) as refused:
        refuse_unmeant(eval_command, options)
    assert refused.value.message == said


@pytest.mark.parametrize("options", [USUAL, PANOPTIC, {**PANOPTIC, "truth_maps": "gt", "geometry": "boxes"}])
def test_the_usual_is_taken(options):
    given = dict(options)
    refuse_unmeant(eval_command, options)
    assert options == given


def test_every_option_of_a_row_exists():
    taken = protocol_options("panoptic").takes
    assert taken is not None
    assert taken <= {param.name for param in eval_command.params}


def test_a_protocol_without_a_row_takes_everything():
    assert protocol_options("tomorrow") == ProtocolOptions()


def test_what_results_lack_is_refused_with_the_reason():
    refuse_lacking({"report": "why"}, ["json"], diagnosis=None, protocol="p")
    for kinds, diagnosis in ((["report"], None), ([], True)):
        with pytest.raises(click.UsageError, match=r"no meaning with --protocol p: why\."):
            refuse_lacking({"report": "why", "diagnosis": "why"}, kinds, diagnosis=diagnosis, protocol="p")
