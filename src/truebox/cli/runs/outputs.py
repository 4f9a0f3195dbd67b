"""Where a result goes: checked before the work begins, written whole or not at all."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from truebox._named import NamedTuple
from truebox._writing.cannot_write import cannot_write, real_target
from truebox._writing.whole_file import whole_file
from truebox.cli.terminal.standard_output import write_stdout
from truebox.errors import ArgumentError
from truebox.report import is_folder_of_page, names_folder

__all__ = [
    "PAGE_SERVED",
    "Made",
    "Output",
    "plan_outputs",
    "write_file",
    "write_outputs",
]

STDOUT = "-"
PAGE_SERVED = "served:"
"""The target of a page that is served rather than written."""

Made: TypeAlias = str | Callable[[], None]
"""The text of an output, or what puts it in its place."""

# How each kind of report begins: a file that begins otherwise is somebody's data.
_BEGINS = {
    "json": (b'{\n  "format_version"', b'{\n  "truebox"'),
    "report": (b'<!doctype html>\n<html lang="en">',),
    "csv": (b"predictions,id,class,", b"first,second,id,class,"),
    "md": (b"| Class |", b"| Predictions |", b"| Metric |"),
    "latex": (b"% Truebox:",),
    "events": (b"predictions,sequence,",),
    "matches": (b"predictions,geometry,", b"PAR1"),
    "output": (b"TBXPART",),
    "junit": (b'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites',),
}


class Output(NamedTuple):
    """One report and the path or ``-`` it goes to.

    Kinds are json, csv, md, latex, junit, coco-text and table.
    """

    kind: str
    target: str


def plan_outputs(
    targets: Mapping[str, str | None],
    *,
    coco_text: bool,
    folders: frozenset[str] = frozenset(),
    inputs: Sequence[str] = (),
) -> tuple[Output, ...]:
    """Return what is written where, or refuse before anything is read.

    Parameters
    ----------
    targets : mapping
        Kind to path, ``-`` for stdout, or None.
    coco_text : bool
        Print the reference's lines.
    folders : set of str
        Kinds that may become a folder.
    inputs : sequence of str
        What is read: none of it is written over.

    Returns
    -------
    tuple of Output
        Exactly one goes to stdout; the table when nothing else does.

    Raises
    ------
    ArgumentError
        Two reports for stdout or for one file, or a file that is not a report.
    OSError
        A file cannot be read or written.
    """
    asked = [Output(kind, target) for kind, target in targets.items() if target is not None]
    if coco_text:
        asked.append(Output("coco-text", STDOUT))
    printed = [output for output in asked if output.target == STDOUT]
    if len(printed) > 1:
        flags = " and ".join(f"--{output.kind}" for output in printed)
        raise ArgumentError(f"{flags} both go to stdout; give all but one a file, such as --json=out.json")
    taken: dict[str, str] = {}
    for output in asked:
        if output.target == STDOUT:
            continue
        if output.kind in folders and names_folder(output.target):
            _check_folder(output)
        else:
            _check_file(output)
            _refuse_input(output, inputs)
        real = os.path.realpath(output.target)
        if real in taken:
            raise ArgumentError(f"--{taken[real]} and --{output.kind} both write {output.target}")
        taken[real] = output.kind
    return tuple(asked) if printed else (*asked, Output("table", STDOUT))


def _check_file(output: Output) -> None:
    flag, target = f"--{output.kind}", output.target
    if not target:
        raise ArgumentError(f"{flag} got an empty file name; leave the value out to print to stdout")
    folder = os.path.dirname(target) or "."
    if os.path.isdir(target):
        raise ArgumentError(f"{flag} {target}: this is a folder; give a file in it")
    if not os.path.isdir(folder):
        raise ArgumentError(f"{flag} {target}: there is no folder {folder}; make it first")
    _check_permission(target)
    if not os.path.isfile(target):
        return
    try:
        with open(target, "rb") as stream:
            head = stream.read(128)
    except OSError as error:
        raise cannot_write(target, error) from None
    if head and not head.startswith(_BEGINS[output.kind]):
        raise ArgumentError(
            f"{flag} {target}: this file exists and is no output of this kind, so it is not "
            "overwritten; delete it or choose another name"
        )


def _refuse_input(output: Output, inputs: Sequence[str]) -> None:
    """Refuse to write over what is read: a table of detections begins as any table does."""
    for given in inputs:
        if os.path.exists(given) and os.path.exists(output.target) and os.path.samefile(given, output.target):
            raise ArgumentError(f"--{output.kind} {output.target}: this is an input; choose another name")


def _check_permission(target: str) -> None:
    """Refuse before a long run what could not be written at its end; a file that is write-protected stays."""
    exists = os.path.exists(target)
    places = [target] if exists else []
    if not exists or os.path.isfile(target):  # else a device or a pipe, which is written to as it is
        places.append(os.path.dirname(real_target(target)))
    if not os.path.exists(places[-1]):  # a link leads there
        raise cannot_write(target, FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)))
    if not all(os.access(place, os.W_OK) for place in places):
        protected = hasattr(os, "statvfs") and os.statvfs(places[-1]).f_flag & os.ST_RDONLY
        why = errno.EROFS if protected else errno.EACCES
        raise cannot_write(target, OSError(why, os.strerror(why)))


def _check_folder(output: Output) -> None:
    flag, target = f"--{output.kind} {output.target}", Path(output.target)
    if target.is_file():
        raise ArgumentError(
            f"--{output.kind} {output.target}: this is a file; name a folder, or leave the / out"
        )
    if not target.exists():
        if not target.absolute().parent.is_dir():
            parent = os.path.dirname(output.target.rstrip("/" + os.sep))
            raise ArgumentError(
                f"--{output.kind} {output.target}: there is no folder {parent}; make it first"
            )
    elif any(target.iterdir()) and not is_folder_of_page(target):
        raise ArgumentError(
            f"{flag}: this folder holds something else than a page, so it is not replaced; name a new "
            "folder, or a file in it"
        )


def write_outputs(outputs: Sequence[Output], texts: Sequence[Made]) -> None:
    """Write every text where it goes: files first, so that a closed pipe costs none of them."""
    for output, text in sorted(zip(outputs, texts, strict=True), key=lambda pair: pair[0].target == STDOUT):
        if not isinstance(text, str):
            text()
        elif output.target == STDOUT:
            write_stdout(text)
        else:
            write_file(output.target, text)


def write_file(path: str, text: str) -> None:
    """Write `text` as UTF-8; a reader sees the old file or the whole new one, never a part.

    Raises
    ------
    OSError
        The file cannot be written; the run then ends with `ExitCode.INTERNAL`.
    """
    with whole_file(path) as stream:
        stream.write(text.encode("utf-8", "backslashreplace"))
