"""Options whose value may be left out: ``--json``, ``--json -``, ``--json PATH``, ``--json=PATH``."""

from __future__ import annotations

import click

__all__ = ["fill_optional_values"]

STDOUT = "-"


def fill_optional_values(
    command: click.Command, arguments: list[str], names: frozenset[str], needed: int
) -> list[str]:
    """Return `arguments` with every optional value spelled out.

    The next argument is the value of a bare option only once the `needed` files have been given:
    ``--json truth.json predictions.json`` names two inputs and writes to stdout, rather than over the
    truth. ``--json=PATH`` is always the value.

    Parameters
    ----------
    command : click.Command
        Its parameters tell which other options take a value.
    arguments : list of str
        As given, without the command.
    names : frozenset of str
        The options with an optional value.
    needed : int
        How many positional arguments the command needs.

    Returns
    -------
    list of str
    """
    takes_value = {
        name
        for param in command.params
        if isinstance(param, click.Option) and not param.is_flag
        for name in (*param.opts, *param.secondary_opts)
    }
    filled: list[str] = []
    files = 0
    rest = list(arguments)
    while rest:
        argument = rest.pop(0)
        if argument == "--":
            return [*filled, argument, *rest]
        if argument in names:
            own = bool(rest) and (rest[0] == STDOUT or (files >= needed and not rest[0].startswith("-")))
            argument = f"{argument}={rest.pop(0) if own else STDOUT}"
        elif argument in takes_value and rest:
            filled.append(argument)
            argument = rest.pop(0)
        elif not argument.startswith("-"):
            files += 1
        filled.append(argument)
    return filled
