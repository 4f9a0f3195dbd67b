"""panlabel: a program; the fewest it can do with a file is to count what it holds."""

from __future__ import annotations

import panlabel as _panlabel  # noqa: F401  (says at once when the tool is missing)

TOOL = "panlabel"

READ_TABLE = """
import pathlib, shutil, subprocess
import panlabel
def prepare(kind):
    pass
def read(path, kind):
    beside = pathlib.Path(panlabel.__file__).parents[1] / "bin" / "panlabel"
    program = shutil.which("panlabel") or str(beside)
    subprocess.run([program, "stats", "--format", kind, path], check=True, capture_output=True)
    return -1
"""
