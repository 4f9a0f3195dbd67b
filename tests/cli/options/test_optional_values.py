"""Which argument is the value of an option that needs none."""

from __future__ import annotations

import pytest

from truebox.cli.commands.eval import eval_command
from truebox.cli.options.optional_values import fill_optional_values


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("t p --json", "t p --json=-"),
        ("t p --json -", "t p --json=-"),
        ("t p --json out", "t p --json=out"),
        ("t p --json=out", "t p --json=out"),
        ("--json t p", "--json=- t p"),
        ("--json - t p", "--json=- t p"),
        ("t --json p", "t --json=- p"),
        ("t p --json --csv c", "t p --json=- --csv=c"),
        ("--threads 2 t p --json out", "--threads 2 t p --json=out"),
        ("--threads 2 --json t p", "--threads 2 --json=- t p"),
        ("-q --threads=2 t p --md m", "-q --threads=2 t p --md=m"),
        ("t p -- --json x", "t p -- --json x"),
        ("--threads", "--threads"),
    ],
)
def test_the_value_follows_only_after_the_files(given: str, meant: str) -> None:
    names = frozenset({"--json", "--csv", "--md"})
    assert fill_optional_values(eval_command, given.split(), names, needed=2) == meant.split()
