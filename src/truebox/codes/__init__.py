"""Every error and warning code, what it means and what to do; the one source of the docs list.

Codes are stable: a code never changes its meaning, and a retired one is not used again.
``E`` refuses, ``W`` warns. 1xx files and rows, 3xx evaluation, 4xx formats and whether predictions fit
the truth, 5xx diagnosis, gates, drawings and reports.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from truebox.codes.code import Code

__all__ = ["CODES", "Code"]


def _all_codes() -> dict[str, Code]:
    """The tables of all modules here: one per part of the program, each with its own numbers."""
    codes: dict[str, Code] = {}
    for part in sorted(module.name for module in iter_modules(__path__) if module.name != "code"):
        for entry in import_module(f"truebox.codes.{part}").CODES_HERE:
            if entry.code in codes:
                raise RuntimeError(f"{entry.code} is registered twice, the second time in codes/{part}.py")
            codes[entry.code] = entry
    return dict(sorted(codes.items()))


CODES: dict[str, Code] = _all_codes()
