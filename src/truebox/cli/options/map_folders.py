"""The folders of segment maps, the same for every command that evaluates panoptic segments."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from truebox.cli.terminal.help_page import option

__all__ = ["MAPS", "map_options"]

MAPS = "Panoptic input"

_Function = TypeVar("_Function", bound=Callable[..., Any])
_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)

_OPTIONS = (
    option(
        MAPS,
        "--truth-maps",
        type=_FOLDER,
        metavar="DIR",
        help="Folder of the truth's PNGs of segment ids. Default: the name of the JSON without its ending.",
    ),
    option(
        MAPS,
        "--predictions-maps",
        type=_FOLDER,
        multiple=True,
        metavar="DIR",
        help="The same for the predictions; of several files, repeat it in their order.",
    ),
)


def map_options(function: _Function) -> _Function:
    """Give a command the folders of segment maps."""
    for decorate in reversed(_OPTIONS):
        function = decorate(function)
    return function
