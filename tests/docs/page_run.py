"""A page run from top to bottom in an empty folder of its own."""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import shlex
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from page_cells import Cell

from truebox.cli import main
from truebox.errors import TrueboxWarning


def printed_by(cells: Sequence[Cell], needs: frozenset[str]) -> dict[int, str | Exception]:
    """What each cell that needs just these packages prints, or the exception that ended it.

    It builds on the cells before it that need nothing more.
    """
    printed: dict[int, str | Exception] = {}
    names: dict[str, Any] = {"__name__": "__page__"}
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), modules_put_back():
        for number, cell in enumerate(cells):
            if not cell.needs <= needs:
                continue
            try:
                outcome: str | Exception = _run(cell, names)
            except Exception as error:  # of one cell; the test of that cell raises it
                outcome = error
            if cell.needs == needs:
                printed[number] = outcome
    return printed


@contextlib.contextmanager
def modules_put_back() -> Iterator[None]:
    """What a page puts in the place of another package goes with the page: later tests mean that package."""
    before = dict(sys.modules)
    try:
        yield
    finally:
        for name in [name for name, module in sys.modules.items() if _stands_in(name, module)]:
            del sys.modules[name]
        sys.modules.update(before)


def _stands_in(name: str, module: object) -> bool:
    own = getattr(module, "__name__", name)
    return own != name and own.startswith("truebox.")


def _run(cell: Cell, names: dict[str, Any]) -> str:
    if cell.kind == "file":
        path = Path(cell.name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(cell.code, encoding="utf-8")
        return ""
    if cell.kind == "console":
        return _console(cell.code)
    if cell.kind == "pycon":
        return _session(cell, names)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), warnings.catch_warnings():
        # Truebox tells about quirks that touch so small a data set; the page is about something else.
        warnings.simplefilter("ignore", TrueboxWarning)
        exec(compile(cell.code, f"cell in line {cell.line}", "exec"), names)
    return printed.getvalue()


def _session(cell: Cell, names: dict[str, Any]) -> str:
    """What a session prints that its page does not show."""
    session = doctest.DocTestParser().get_doctest(cell.code, names, f"line {cell.line}", None, cell.line)
    said: list[str] = []
    doctest.DocTestRunner(verbose=False).run(session, out=said.append, clear_globs=False)
    names.update(session.globs)
    return "".join(said)


def _console(block: str) -> str:
    """The commands of a block, each followed by what it prints on both streams."""
    text, status = "", 0
    for line in block.splitlines():
        if not line.startswith("$ "):
            continue
        command = line[2:].replace("$?", str(status))
        text += f"{line}\n"
        if command.startswith("truebox "):
            status, output = _truebox(shlex.split(command, comments=True)[1:])
        else:
            if command.startswith("python "):  # the one that runs the tests, whatever the shell would find
                command = shlex.quote(sys.executable) + command.removeprefix("python")
            ran = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
            status, output = ran.returncode, ran.stdout + ran.stderr
        text += output
    return text


def _truebox(arguments: list[str]) -> tuple[int, str]:
    """The command in this process: what it says (stderr), then its result (stdout), and its exit code."""
    said, result = io.StringIO(), io.StringIO()
    target = None
    if ">" in arguments:
        *arguments, _, target = arguments
    # The same width and no colours, whoever runs the tests.
    fixed = {"NO_COLOR": "1", "COLUMNS": "100"}
    before = {name: os.environ.get(name) for name in fixed}
    os.environ.update(fixed)
    try:
        with contextlib.redirect_stdout(result), contextlib.redirect_stderr(said):
            status = main(arguments)
    finally:
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})
    if target:
        Path(target).write_text(result.getvalue(), encoding="utf-8")
        return status, said.getvalue()
    return status, said.getvalue() + result.getvalue()
