"""A path as one word of a command that is printed to be copied."""

from __future__ import annotations

import os
import shlex

__all__ = ["shell_word"]


def shell_word(path: str) -> str:
    """Quote a path for the shell of this system, where that is needed; never let it look like an option.

    Examples
    --------
    >>> shell_word("demo")
    'demo'
    """
    path = os.path.join(os.curdir, path) if path.startswith("-") else path
    if os.name != "nt":
        return shlex.quote(path)
    return path if all(letter.isalnum() or letter in "-_./\\:" for letter in path) else f'"{path}"'
