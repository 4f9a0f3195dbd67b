"""``python -m truebox.run train.py``: a program as it is, with Truebox in the place of pycocotools.

The program needs no change. ``python -m truebox.run -m package.module`` runs a module.
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

from truebox import integrations

__all__ = ["run_program"]

_USAGE = "usage: python -m truebox.run [-m] PROGRAM [ARGUMENTS ...]"


def run_program(arguments: list[str] | None = None) -> int:
    """Run a program with its arguments.

    Parameters
    ----------
    arguments : list of str, optional
        Those of the process: a file or ``-m`` and a module, then what the program is given.

    Returns
    -------
    int
        2 where no program is named; else what the program says by `sys.exit`, or 0.

    Examples
    --------
    >>> run_program([])
    usage: python -m truebox.run [-m] PROGRAM [ARGUMENTS ...]
    2
    """
    given = sys.argv[1:] if arguments is None else arguments
    as_module = given[:1] == ["-m"]
    program, *rest = given[1:] if as_module else given or [""]
    if not program or program.startswith("-"):
        print(_USAGE)
        return 0 if program in ("-h", "--help") else 2
    if not as_module and not Path(program).exists():
        print(f"truebox.run: there is no file {program}. Fix: name a Python file, or -m and a module.")
        return 2
    integrations.pycocotools.replace_pycocotools()
    sys.argv = [program, *rest]
    sys.path[0] = "" if as_module else str(Path(program).resolve().parent)
    if as_module:
        runpy.run_module(program, run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(program, run_name="__main__")
    return 0


if __name__ == "__main__":
    sys.exit(run_program())
