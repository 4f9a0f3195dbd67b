"""Help pages: every option explained, in sections."""

from __future__ import annotations

from collections.abc import Callable

import click

from truebox.cli.eval import eval_command


def test_every_option_is_explained() -> None:
    for param in eval_command.params:
        if isinstance(param, click.Option):
            assert param.help, param.name


def test_options_stand_in_sections(command: Callable[..., tuple[int, str, str]]) -> None:
    _, out, _ = command("eval", "--help")
    places = [out.index(f"\n{title}:\n") for title in ("Output", "Evaluation", "Run", "Examples")]
    assert places == sorted(places)
    assert max(map(len, out.splitlines())) <= 100


def test_all_options_are_shown(command: Callable[..., tuple[int, str, str]]) -> None:
    _, out, _ = command("eval", "--help")
    for param in eval_command.params:
        if isinstance(param, click.Option):
            assert param.opts[-1] in out
