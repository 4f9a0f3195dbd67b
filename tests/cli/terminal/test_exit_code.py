"""Exit codes are a promise to scripts: they never change."""

from __future__ import annotations

from truebox.cli.terminal.exit_code import ExitCode


def test_the_documented_codes() -> None:
    # 128 + signal number is how shells report SIGINT (2) and SIGPIPE (13).
    assert {code.name: int(code) for code in ExitCode} == {
        "OK": 0,
        "GATE": 1,
        "USAGE": 2,
        "REFUSED": 3,
        "INTERNAL": 4,
        "INTERRUPTED": 128 + 2,
        "BROKEN_PIPE": 128 + 13,
    }
