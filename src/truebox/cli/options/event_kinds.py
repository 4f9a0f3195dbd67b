"""Kinds of events behind ``--events``: none for all, with spaces or commas between them."""

from __future__ import annotations

from typing import Any

import click

from truebox._writing.nearest import did_you_mean
from truebox.cli.options.option_type import OptionType

__all__ = ["ALL_KINDS", "EVENT_KINDS", "EventKinds", "join_event_kinds"]

EVENT_KINDS = ("exchange", "new-id", "return", "fragmentation", "merge", "split", "miss", "false-track")
"""Spelled out, so that help needs no NumPy; a test compares them with the kinds of the evaluation."""

ALL_KINDS = "all"
_SWITCH = "switch"  # the three kinds of identity switches together
_TOGETHER = {ALL_KINDS: EVENT_KINDS, _SWITCH: EVENT_KINDS[:3]}


class EventKinds(OptionType):
    """``exchange,return``, ``switch`` for the three kinds of switches, or ``all``."""

    name = "KIND,..."

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        named = [part.strip().lower().replace(" ", "-") for part in value.split(",")]
        known = (*EVENT_KINDS, *_TOGETHER)
        for each in named:
            if each not in known:
                hint = did_you_mean(each, known) or f" Kinds are: {', '.join(known)}."
                self.fail(f"{each!r} is no kind of event.{hint}")
        chosen = {kind for each in named for kind in _TOGETHER.get(each, (each,))}
        return tuple(kind.replace("-", " ") for kind in EVENT_KINDS if kind in chosen)


def join_event_kinds(arguments: list[str], flag: str, needed: int) -> list[str]:
    """Return `arguments` with ``--events A B`` as ``--events=A,B``, and ``--events`` alone as all kinds.

    What follows is a kind where it is the name of one, or where the `needed` files have been given before.

    Examples
    --------
    >>> join_event_kinds(["gt", "mine", "--events", "miss", "split", "-o", "out"], "--events", 2)
    ['gt', 'mine', '--events=miss,split', '-o', 'out']
    >>> join_event_kinds(["--events", "gt", "mine"], "--events", 2)
    ['--events=all', 'gt', 'mine']
    """
    filled: list[str] = []
    rest = list(arguments)
    while rest:
        argument = rest.pop(0)
        if argument == "--":
            return [*filled, argument, *rest]
        if argument == flag:
            # Before any flag, all that was given are files.
            complete = len(filled) >= needed and not any(each.startswith("-") for each in filled)
            kinds: list[str] = []
            while rest and not rest[0].startswith("-") and (complete or _are_kinds(rest[0])):
                kinds.append(rest.pop(0))
            argument = f"{flag}={','.join(kinds) or ALL_KINDS}"
        filled.append(argument)
    return filled


def _are_kinds(text: str) -> bool:
    return all(part.lower().replace(" ", "-") in (*EVENT_KINDS, *_TOGETHER) for part in text.split(","))
