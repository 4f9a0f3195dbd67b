"""The list of commands: complete, lazy, and helpful about typing errors."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from truebox.cli.command_list import cli


def test_help_lists_every_command_and_ends_with_examples(
    command: Callable[..., tuple[int, str, str]],
) -> None:
    code, out, err = command("--help")
    assert (code, err) == (0, "")
    for name in cli.list_commands(cli.make_context("truebox", [], resilient_parsing=True)):
        assert f"\n  {name} " in out
    assert out.index("Commands:") < out.index("Run:") < out.index("Examples:")


def test_nothing_at_all_shows_the_help(command: Callable[..., tuple[int, str, str]]) -> None:
    assert command() == command("-h")


def test_a_typing_error_gets_a_suggestion(command: Callable[..., tuple[int, str, str]]) -> None:
    code, out, err = command("evl", "a", "b")
    assert (code, out) == (2, "")
    assert "There is no command 'evl'. Did you mean 'eval'?" in err


def test_a_forgotten_command_is_named(command: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    path = tmp_path / "truth.json"
    path.touch()
    code, _, err = command(str(path), "predictions.json")
    assert code == 2
    assert f"truebox eval {path} predictions.json" in err


def test_version_is_one_line(command: Callable[..., tuple[int, str, str]]) -> None:
    code, out, _ = command("--version")
    assert code == 0
    assert out.startswith("truebox ")
    assert "NumPy" in out
    assert out.count("\n") == 1


@pytest.mark.parametrize(
    "arguments", [["--help"], ["eval", "--help"], ["demo", "--help"], ["iou", "--help"], ["--version"]]
)
def test_help_loads_nothing_heavy(arguments: list[str]) -> None:
    code = (
        "import sys\nfrom importlib import metadata\n"  # from Python 3.13 on, it loads json itself
        "before = set(sys.modules)\nfrom truebox.cli import main\n"
        f"assert main({arguments!r}) == 0\n"
        "print(*sorted({'numpy', 'rich', 'msgspec', 'json'} & (set(sys.modules) - before)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == ""
    assert done.stdout
