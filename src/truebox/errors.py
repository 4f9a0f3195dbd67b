"""Every exception Truebox raises on purpose.

::

    TrueboxError
      ArgumentError (ValueError)     a function or a flag was called with something it cannot take
      InputError (ValueError)        data was refused: code, place, what was expected, what came, the fix
      MissingExtraError (ImportError)  an optional package is needed; the message is the install command

Warnings are ``TrueboxWarning``.

A score that is NaN or infinite has no rank, and is nowhere taken in silence:

- an argument ``scores`` of a function, a tracker or a drawing: `ArgumentError`, which names it and its row;
- data that is read, evaluated, compared, streamed or written, in files, arrays, tensors or records, and in
  the metrics of frameworks: `InputError` with a code (E-124 of arrays and rows, E-139 of records, E-104 of
  JSON, E-422 and others of lines and cells; E-123 where a table has no value), the place and the fix.
  ``lenient=True`` leaves such rows out and says how many; `truebox.check` lists them;
- the drop-ins for pycocotools and lvis give the numbers of those: NaN ranks last, infinity first, with a
  warning (W-147).
"""

from __future__ import annotations

from importlib import import_module

from truebox._writing.spoken import spoken

__all__ = ["ArgumentError", "InputError", "MissingExtraError", "TrueboxError", "TrueboxWarning"]


class TrueboxError(Exception):
    """Base of every error Truebox raises on purpose."""


class ArgumentError(TrueboxError, ValueError):
    """An argument has a value the function cannot take; the message names it and the fix."""

    def __str__(self) -> str:
        return spoken(super().__str__())


class InputError(TrueboxError, ValueError):
    """Data was refused.

    Parameters
    ----------
    code : str
        Stable code from `truebox.codes`, such as ``"E-120"``.
    place : str
        Where: file and JSON path (``"pred.json[17].bbox"``) or argument and row.
    problem : str
        What came and what was expected, in one sentence.
    fix : str
        What to do about it, in one sentence.
    row : int or None
        Zero-based row of the offending object, where there is one.
    states : tuple of str
        Keys by which the data says that another protocol reads it.
    """

    def __init__(
        self,
        code: str,
        place: str,
        problem: str,
        fix: str,
        *,
        row: int | None = None,
        states: tuple[str, ...] = (),
    ) -> None:
        super().__init__(code, place, problem, fix)
        self.code = code
        self.place = place
        self.problem = problem
        self.fix = fix
        self.row = row
        self.states = states

    def __str__(self) -> str:
        return f"{self.code} {self.place}: {spoken(self.problem)}. Fix: {spoken(self.fix)}."


class MissingExtraError(TrueboxError, ImportError):
    """An optional package is not installed; the message holds the command that installs it."""

    def __init__(self, package: str, extra: str, purpose: str) -> None:
        super().__init__(
            f"{purpose} needs {package}. Install it with: pip install {_packages_of(extra, package)}"
        )
        self.package = package
        self.extra = extra


def _packages_of(extra: str, package: str) -> str:
    """What the extra installs, by name: that works beside an installed package and beside a checkout."""
    metadata = import_module("importlib.metadata")  # not at the top: only a refusal needs it (9 ms)
    try:
        needed = [line.partition(";") for line in metadata.requires("truebox") or ()]
    except metadata.PackageNotFoundError:
        needed = []
    named = [
        f"'{what.strip()}'"
        for what, _, when in needed
        if f"extra == '{extra}'" in when.replace('"', "'") and not what.startswith("truebox")
    ]
    own = [each for each in named if each.startswith(f"'{package.lower()}>")]
    return " ".join(own or named) or f"'truebox[{extra}]'"


class TrueboxWarning(UserWarning):
    """Something about the input changes the number, or nearly did; the message carries a code."""
