"""Lines on stderr."""

from __future__ import annotations

import io

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


class _Full(io.StringIO):
    """A stream that takes nothing more; a terminal, or none."""

    encoding = "utf-8"  # type: ignore[assignment]

    def __init__(self, *, terminal: bool) -> None:
        super().__init__()
        self.terminal, self.tried = terminal, 0

    def isatty(self) -> bool:
        return self.terminal

    def write(self, text: str) -> int:
        self.tried += 1
        raise OSError(28, "No space left on device")


@pytest.mark.parametrize("terminal", [False, True])
def test_a_stderr_that_takes_nothing_is_no_fault(monkeypatch: pytest.MonkeyPatch, terminal: bool) -> None:
    stream = _Full(terminal=terminal)
    monkeypatch.setattr("sys.stderr", stream)
    notify(["W-205 b"])
    assert stream.tried


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", None])
def test_lines_are_whole_whatever_takes_them(monkeypatch: pytest.MonkeyPatch, encoding: str | None) -> None:
    held = io.BytesIO()
    stream = io.StringIO() if encoding is None else io.TextIOWrapper(held, encoding, newline="\n")
    monkeypatch.setattr("sys.stderr", stream)
    notify(["W-205 \u732b", "b"])
    shown = stream.getvalue() if isinstance(stream, io.StringIO) else held.getvalue().decode("utf-8")
    assert shown == "W-205 \u732b\nb\n"


def test_there_may_be_no_stderr(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", None)
    assert notify(["W-205 b"]) is None


def test_no_color_is_honoured(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    # Click takes this variable's absence and a terminal for colours; both are forced here.
    monkeypatch.setattr("click.utils.should_strip_ansi", lambda stream, color: color is False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    notify(["W-205 b"])
    assert "\x1b[33m\x1b[1mW-205\x1b[0m b" in capsys.readouterr().err
    monkeypatch.setenv("NO_COLOR", "1")
    notify(["W-205 b"])
    assert "\x1b" not in capsys.readouterr().err
