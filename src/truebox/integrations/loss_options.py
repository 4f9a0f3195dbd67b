"""The options of a loss function as those of a class, so that no class repeats them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import Parameter, Signature, cleandoc, signature
from typing import Any

from truebox.boxes.box_format import as_box_format
from truebox.errors import ArgumentError

__all__ = ["chosen_options", "class_signature", "described", "options_of"]

# What a call gives, or the class keeps itself.
_NO_OPTIONS = ("prediction", "target", "weights", "mean_loss", "reduction")


def options_of(function: Callable[..., Any]) -> dict[str, Any]:
    """Name and default of each option of a loss function; `Parameter.empty` where there is no default.

    Examples
    --------
    >>> from truebox.losses import nwd_loss
    >>> options_of(nwd_loss)
    {'box_format': 'xyxy', 'image_size': None, 'constant': 12.8}
    """
    parameters = signature(function).parameters.values()
    return {each.name: each.default for each in parameters if each.name not in _NO_OPTIONS}


def chosen_options(name: str, defaults: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """`defaults` with what is `given` in their place; `name` is that of the class, for messages.

    Raises
    ------
    ArgumentError
        For an option that is not there, one without a default that was not given, and an unknown
        `box_format`.

    Examples
    --------
    >>> chosen_options("NWDLoss", {"box_format": "xyxy", "constant": 12.8}, {"constant": 5.0})
    {'box_format': 'xyxy', 'constant': 5.0}
    """
    known = ", ".join(defaults)
    for option in given:
        if option not in defaults:
            raise ArgumentError(f"{name} has no option {option!r}; it takes {known}")
    options = {**defaults, **given}
    for option, value in options.items():
        if value is Parameter.empty:
            raise ArgumentError(f"{name} needs {option}, which has no default; it takes {known}")
    if "box_format" in options:
        as_box_format(options["box_format"])  # here, and not at the first batch
    return options


def class_signature(defaults: Mapping[str, Any]) -> Signature:
    """What ``help`` and editors show for a class with these options.

    Examples
    --------
    >>> print(class_signature({"box_format": "xyxy"}))
    (*, box_format='xyxy')
    """
    kind = Parameter.KEYWORD_ONLY
    return Signature([Parameter(name, kind, default=value) for name, value in defaults.items()])


def described(text: str, options: Mapping[str, Any], note: str) -> str:
    """The docstring `text` with its parameters before its examples: the `options`, and a `note` on them."""
    parameters = f"Parameters\n----------\n{', '.join(options)}\n    {note}\n\n"
    before, examples, after = cleandoc(text).partition("Examples\n--------\n")
    return before + parameters + examples + after
