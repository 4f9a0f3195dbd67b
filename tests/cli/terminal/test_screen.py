"""What counts as a screen."""

from __future__ import annotations

import io
import sys

import pytest

from truebox.cli.terminal.screen import both_on_screen, columns, stderr_on_screen, stdout_on_screen


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("stdout", [Terminal(), io.StringIO(), None])
@pytest.mark.parametrize("stderr", [Terminal(), io.StringIO(), None])
def test_a_screen_is_an_open_terminal(
    monkeypatch: pytest.MonkeyPatch, stdout: object, stderr: object
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stdout", stdout)
    monkeypatch.setattr(sys, "stderr", stderr)
    expected = isinstance(stdout, Terminal), isinstance(stderr, Terminal)
    assert (stdout_on_screen(), stderr_on_screen()) == expected
    assert both_on_screen() == all(expected)


def test_a_dumb_terminal_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert [stdout_on_screen(), stderr_on_screen(), both_on_screen()] == [False] * 3


def test_width_follows_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "77")
    assert columns() == 77
