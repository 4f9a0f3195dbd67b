"""panlabel: a converter of annotation formats, one Rust program; of a table the least it can do is count."""

from __future__ import annotations

import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

if find_spec("panlabel") is None:
    raise ImportError("panlabel")

TOOL = "panlabel"


def READ_FOLDER(form: str, folder: Path) -> tuple[str, ...]:
    """The command that reads and checks a folder."""
    return (_program(), "validate", "--format", form, str(folder))


def CONVERT(kind: str, source: Path, target: Path, pictures: Path) -> tuple[str, ...]:
    """The command that converts; its table is TensorFlow's CSV."""
    before, _, after = kind.split()
    called = {"csv": "tfod", "createml": "create-ml"}
    forms = ("--from", called.get(before, before), "--to", called.get(after, after))
    paths = ("--input", str(source), "--output", str(target))
    return (_program(), "convert", *forms, *paths, "--allow-lossy")


def _program() -> str:
    spec = find_spec("panlabel")
    assert spec is not None
    assert spec.origin is not None
    beside = Path(spec.origin).parents[1] / "bin" / "panlabel"
    return shutil.which("panlabel", path=str(Path(sys.executable).parent)) or str(beside)


READ_TABLE = """
import pathlib, shutil, subprocess
import panlabel
def prepare(kind):
    pass
def read(path, kind):
    beside = pathlib.Path(panlabel.__file__).parents[1] / "bin" / "panlabel"
    program = shutil.which("panlabel") or str(beside)
    subprocess.run([program, "stats", "--format", kind, path], check=True, capture_output=True)
def look(loaded):
    return None
"""
