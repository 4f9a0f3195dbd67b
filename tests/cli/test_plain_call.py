"""Plain calls: what is understood without the parser is what the parser would have made of it."""

from __future__ import annotations

import subprocess
import sys
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from truebox.cli import main, runs
from truebox.cli.command_list import cli
from truebox.cli.plain_call import plain_call
from truebox.evaluation.registry import PROTOCOLS

FLAGS = ("--json", "--csv", "--md", "-q", "--quiet")


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    calls: list[Any] = []
    monkeypatch.setattr(runs, "evaluate_files", lambda outputs, **options: calls.append((outputs, options)))
    return calls


def _parsed(arguments: list[str], taken: list[Any]) -> Any:
    with cli.make_context("truebox", list(arguments)) as context:
        cli.invoke(context)
    return taken.pop()


def _calls() -> list[list[str]]:
    flags = [list(each) for count in range(4) for each in permutations(FLAGS, count)]
    files = (["t", "a"], ["t", "a", "b"], ["t.json", "in a folder/\u732b.json"], ["t", " ", "a=b"])
    return [["eval", *some, *each] for some in files for each in flags]


def test_what_is_plain_is_what_the_parser_says(taken: list[Any]) -> None:
    plain = [arguments for arguments in _calls() if plain_call(arguments) is not None]
    assert len(plain) == 4 * (1 + 5 + 2 * 3 * 2)
    for arguments in plain:
        outputs, options = _parsed(arguments, taken)
        refuse = options.pop("refuse")
        own = plain_call(arguments)
        assert own is not None
        assert own.outputs == outputs
        own_refuse = own.options.pop("refuse")
        assert own.options == options
        for name in PROTOCOLS:  # nothing was said that has no meaning
            assert refuse(name) is own_refuse(name) is None


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["eval"],
        ["eval", "t"],
        ["eval", "--json", "t", "p"],
        ["eval", "t", "--json", "p"],
        ["eval", "t", "p", "--json", "--csv"],
        ["eval", "t", "p", "--json", "--json"],
        ["eval", "t", "p", "--json=out.json"],
        ["eval", "t", "p", "--json", "out.json"],
        ["eval", "t", "p", "--json", "-"],
        ["eval", "t", "-"],
        ["eval", "t", "p", "--", "-q"],
        ["eval", "t", "p", "-qq"],
        ["eval", "t", "p", "-h"],
        ["eval", "t", "p", "--debug"],
        ["eval", "t", "p", "--threads", "2"],
        ["compare", "t", "a", "b"],
    ],
)
def test_everything_else_is_left_to_the_parser(arguments: list[str]) -> None:
    assert plain_call(arguments) is None


def test_the_command_takes_plain_calls(taken: list[Any]) -> None:
    assert main(["eval", "t", "p", "--json"]) == 0
    assert taken[0][1]["truth"] == "t"


def test_a_usage_error_shows_the_usage(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import click

    def refuse(outputs: Any, **options: Any) -> None:
        raise click.UsageError("not so.")

    monkeypatch.setattr(runs, "evaluate_files", refuse)
    shown = []
    for arguments in (["eval", "t", "p", "-q"], ["eval", "t", "p", "--no-fit-test"]):
        assert main(arguments) == 2
        shown.append(capsys.readouterr().err)
    assert shown[0] == shown[1]
    assert "Usage: truebox eval [OPTIONS] TRUTH PREDICTIONS" in shown[0]
    assert shown[0].endswith("Error: not so.\n")


def test_a_plain_evaluation_loads_no_parser(tmp_path: Path) -> None:
    box = '{"id": 1, "image_id": 1, "category_id": 1, "bbox": [0, 0, 9, 9], "area": 81, "score": 1}'
    images = '"images": [{"id": 1, "width": 99, "height": 99}], "categories": [{"id": 1, "name": "cat"}]'
    (tmp_path / "t.json").write_text(f'{{{images}, "annotations": [{box}]}}')
    (tmp_path / "p.json").write_text(f"[{box}]")
    script = (
        "import sys; from truebox.cli import main\n"
        "assert main(['eval', 't.json', 'p.json', '--json']) == 0\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    loaded = set(done.stderr.split())
    assert "truebox.cli.runs.evaluation" in loaded
    assert not {"click", "truebox.cli.command_list", "difflib", "rich"} & loaded
