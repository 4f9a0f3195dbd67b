"""``truebox explain``."""

from __future__ import annotations

import pytest

from truebox.cli import main
from truebox.codes import CODES


@pytest.mark.parametrize("typed", ["E-120", "e-120", "e120", "E_120"])
def test_a_code_is_explained_however_it_is_typed(typed, capsys):
    assert main(["explain", typed]) == 0
    out = capsys.readouterr().out
    entry = CODES["E-120"]
    assert entry.title in out
    assert entry.meaning in out
    assert f"What to do: {entry.fix}" in out


def test_every_code_can_be_explained(capsys):
    for code in CODES:
        assert main(["explain", code]) == 0
    assert "Traceback" not in capsys.readouterr().out


def test_without_a_code_all_are_listed(capsys):
    assert main(["explain"]) == 0
    assert capsys.readouterr().out.split("\n")[:-1] == [
        f"{code}  {entry.title}" for code, entry in CODES.items()
    ]


def test_an_unknown_code_is_a_usage_error_with_a_guess(capsys):
    assert main(["explain", "E-1200"]) == 2
    assert "Did you mean" in capsys.readouterr().err
