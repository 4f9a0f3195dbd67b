"""Lines on stderr."""

from __future__ import annotations

import pytest

from truebox.cli.terminal.notices import notify


def test_nothing_but_text_where_stderr_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    notify(["E-120 a", "W-205 b", "Error: c", "protocol W-1"])
    assert capsys.readouterr() == ("", "E-120 a\nW-205 b\nError: c\nprotocol W-1\n")


def test_no_lines_are_no_output(capsys: pytest.CaptureFixture[str]) -> None:
    notify([])
    assert capsys.readouterr() == ("", "")


def test_control_characters_are_spelled_out(capsys: pytest.CaptureFixture[str]) -> None:
    notify(["W-205 \x1b[2J"])
    assert capsys.readouterr().err == "W-205 \\x1b[2J\n"


def test_a_stderr_that_takes_nothing_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def full(text: str, **_: object) -> None:
        tried.append(text)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("click.echo", full)
    notify(["W-205 b"])
    assert len(tried) == 1


def test_no_color_is_honoured(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    # Click takes this variable's absence and a terminal for colours; both are forced here.
    monkeypatch.setattr("click.utils.should_strip_ansi", lambda stream, color: color is False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    notify(["W-205 b"])
    assert "\x1b[33m\x1b[1mW-205\x1b[0m b" in capsys.readouterr().err
    monkeypatch.setenv("NO_COLOR", "1")
    notify(["W-205 b"])
    assert "\x1b" not in capsys.readouterr().err
