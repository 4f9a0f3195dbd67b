"""Kinds of events behind ``--events``."""

from __future__ import annotations

import click
import pytest

from truebox.cli.options.event_kinds import EVENT_KINDS, EventKinds, join_event_kinds
from truebox.evaluation.tracks.events import KINDS


def joined(*arguments):
    return join_event_kinds(list(arguments), "--events", 2)


def test_the_kinds_are_those_of_the_evaluation():
    assert tuple(kind.replace("-", " ") for kind in EVENT_KINDS) == KINDS


def test_kinds_stand_with_spaces_or_commas():
    assert joined("gt", "mine", "--events", "miss", "split") == ["gt", "mine", "--events=miss,split"]
    assert joined("gt", "mine", "--events", "miss,split", "--clip") == [
        "gt",
        "mine",
        "--events=miss,split",
        "--clip",
    ]


def test_before_the_files_only_kinds_are_taken():
    assert joined("--events", "miss", "gt", "mine") == ["--events=miss", "gt", "mine"]
    assert joined("--events", "gt", "mine") == ["--events=all", "gt", "mine"]
    assert joined("--", "--events") == ["--", "--events"]


def test_switches_are_three_kinds_and_order_is_that_of_gravity():
    take = EventKinds().convert
    assert take("switch", None, None) == KINDS[:3]
    assert take("miss,new-id", None, None) == ("new id", "miss")
    assert take("all", None, None) == KINDS


def test_a_misspelt_kind_is_told():
    with pytest.raises(click.BadParameter, match="Did you mean 'exchange'"):
        EventKinds().convert("exchnge", None, None)
