"""What kinds of option values inherit, whatever release of click is there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

__all__ = ["OptionType"]

if TYPE_CHECKING:
    OptionType = click.ParamType[Any]  # generic only in newer releases of click
else:
    OptionType = click.ParamType
