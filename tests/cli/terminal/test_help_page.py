"""Help pages: every option explained, in sections."""

from __future__ import annotations

from collections.abc import Callable

import click
import pytest

from truebox.cli import main
from truebox.cli.command_list import cli
from truebox.cli.terminal.help_page import HelpPage, option

CONTEXT = cli.make_context("truebox", [], resilient_parsing=True)
COMMANDS = cli.list_commands(CONTEXT)


def command_named(name: str) -> click.Command:
    found = cli.get_command(CONTEXT, name)
    assert found is not None
    return found


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_sections_and_ends_with_examples(
    command: Callable[..., tuple[int, str, str]], name: str
) -> None:
    code, out, err = command(name, "--help")
    assert (code, err) == (0, "")
    assert isinstance(command_named(name), HelpPage)
    assert "\nOptions:\n" not in out
    assert out.index("\nRun:\n") < out.index("\nExamples:\n")
    assert max(map(len, out.splitlines())) <= 80


def test_examples_too_long_for_the_line_can_still_be_copied() -> None:
    epilog = """
Examples:
  made a.json            short
  made first.json second.json third.json fourth.json                   words to the right
  made first.json second.json third.json fourth.json                   words that have no room there
  made first.json second.json --report page.html --images pictures --names Baseline,Ours

This sentence is longer than the line of a terminal is wide, and goes on in the next one,
where it ends.
Exit codes: 0 done
"""
    made = HelpPage("made", epilog=epilog)
    text = made.get_help(click.Context(made, terminal_width=80))
    assert text.splitlines()[-10:] == [
        "  made a.json            short",
        "  made first.json second.json third.json fourth.json          words to the right",
        "  made first.json second.json third.json fourth.json",
        "      words that have no room there",
        "  made first.json second.json --report page.html --images pictures \\",
        "      --names Baseline,Ours",
        "",
        "This sentence is longer than the line of a terminal is wide, and goes on in the",
        "next one, where it ends.",
        "Exit codes: 0 done",
    ]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_shown_and_explained(command: Callable[..., tuple[int, str, str]], name: str) -> None:
    _, out, _ = command(name, "--help")
    for param in command_named(name).params:
        if isinstance(param, click.Option):
            assert param.help, param.name
            assert param.opts[0] in out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_default_is_said_in_the_sentence(name: str) -> None:
    for param in command_named(name).params:
        plain = isinstance(param, click.Option) and not param.is_flag and not param.multiple
        if plain and isinstance(param.default, str | int):
            assert str(param.default) in (param.help or ""), param.name


def test_sections_stand_in_the_order_of_their_options(command: Callable[..., tuple[int, str, str]]) -> None:
    _, out, _ = command("eval", "--help")
    places = [out.index(f"\n{title}:\n") for title in ("Output", "Evaluation", "Run", "Examples")]
    assert places == sorted(places)


def test_an_option_without_a_section_comes_last() -> None:
    @click.command("made", cls=HelpPage, epilog="Examples:\n  made  --first")
    @click.option("--plain", is_flag=True, help="No section.  [default: no]")
    @option("Things", "--first", is_flag=True, help="In a section.")
    def made(plain: bool, first: bool) -> None:
        pass

    lines = made.get_help(click.Context(made, info_name="made")).splitlines()
    assert lines.index("Run:") < lines.index("Things:")  # the order of the options, not of the alphabet
    assert "  --plain  No section." in lines
    assert lines[-2:] == ["Examples:", "  made  --first"]


def test_an_empty_argument_is_refused_by_name(capsys):
    for arguments in (["eval", "truth.json", ""], ["check", ""], ["history", "a.json", ""]):
        assert main(arguments) == 2
        assert "is empty, as a variable that is not set is." in capsys.readouterr().err


def of_one_value(command: click.Command) -> list[str]:
    """Flags that take a value, and not several."""
    return [
        param.opts[-1]
        for param in command.params
        if isinstance(param, click.Option) and not param.is_flag and not param.multiple
    ]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_value_given_twice_is_refused_and_none_is_dropped(
    command: Callable[..., tuple[int, str, str]], name: str
) -> None:
    for flag in of_one_value(command_named(name)):
        value = ["1"] * next(each.nargs for each in command_named(name).params if flag in each.opts)
        twice = [flag, *value, flag, *value] if len(value) > 1 else [f"{flag}=1", f"{flag}=2"]
        code, out, err = command(name, *twice)
        assert (code, out) == (2, "")
        assert f"{flag} is given 2 times" in err
        code, out, err = command(name, *twice, "--help")
        assert (code, err) == (0, "")


def test_there_are_commands_with_such_options() -> None:
    """Else the test above would say nothing."""
    assert {name for name in COMMANDS if of_one_value(command_named(name))} >= {"eval", "draw", "demo"}


def test_yes_and_no_together_are_refused_and_a_flag_twice_is_one(
    command: Callable[..., tuple[int, str, str]],
) -> None:
    code, _, err = command("eval", "t", "p", "--diagnosis", "--no-diagnosis")
    assert code == 2
    assert "--diagnosis/--no-diagnosis is given 2 times" in err
    assert command("eval", "t", "p", "--json", "-q", "-q")[0] == 0


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in ("explain", "iou", "completion")])
def test_what_says_anything_on_stderr_can_be_quiet(name: str) -> None:
    assert any("--quiet" in param.opts for param in command_named(name).params)
