"""``truebox completion``: the script that makes a shell complete commands and options."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from truebox.cli.terminal.help_page import HelpPage
from truebox.cli.terminal.standard_output import write_stdout

__all__ = ["completion"]

_SHELLS = ("bash", "zsh", "fish")

_EPILOG = """
Examples:
  source <(truebox completion bash)                  for this shell alone

Once, then open a new shell:
  bash   truebox completion bash >> ~/.bashrc
  zsh    truebox completion zsh >> ~/.zshrc
  fish   truebox completion fish > ~/.config/fish/completions/truebox.fish
"""


@click.command("completion", cls=HelpPage, epilog=_EPILOG)
@click.argument("shell", type=click.Choice(_SHELLS))
def completion(shell: str) -> None:
    """Print the script that makes SHELL complete commands, options and their values.

    Bash must be 4.4 or newer, which that of macOS is not.
    """
    write_stdout(completion_script(shell))


def completion_script(shell: str) -> str:
    """Return the script for one shell, click's own.

    Examples
    --------
    >>> "_TRUEBOX_COMPLETE=bash_complete" in completion_script("bash")
    True
    """
    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"there is no completion for {shell}")
    made = kind(completion, {}, "truebox", "_TRUEBOX_COMPLETE")
    # click's `source` would run bash to see its version; the help says what is needed.
    return made.source_template % made.source_vars() + "\n"
