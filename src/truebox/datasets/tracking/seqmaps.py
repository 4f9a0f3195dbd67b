"""Lists of the sequences that are evaluated: ``seqmaps/MOT17-train.txt`` beside ``MOT17-train``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from truebox.datasets.texts.files import open_file
from truebox.errors import InputError
from truebox.records import ChosenSequences

__all__ = ["seqmap_of"]

_FOLDER = "seqmaps"
_HEADER = "name"


def seqmap_of(path: Path, files: Mapping[str, Path]) -> ChosenSequences | None:
    r"""What a seqmap chooses of the sequences of a truth; None where none lies there.

    It is the file named as the folder of the sequences, in ``seqmaps`` beside that folder or in it, or the
    only file of ``seqmaps`` in it. A sequence that is given by itself needs no choice.

    Parameters
    ----------
    path : Path
        As given: the folder of the sequences, or the one above it.
    files : mapping of str to Path
        Name of each sequence to its ``SEQ/gt/gt.txt``.

    Raises
    ------
    InputError
        The list is broken (E-436).

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     gt = Path(folder) / "MOT17-train"
    ...     (Path(folder) / "seqmaps").mkdir()
    ...     _ = (Path(folder) / "seqmaps" / "MOT17-train.txt").write_text("name\nA\n")
    ...     found = seqmap_of(gt, {each: gt / each / "gt" / "gt.txt" for each in "AB"})
    >>> found.names
    ('A',)
    """
    first = next(iter(files.values()), None)
    if first is None or first.parts[-2:] != ("gt", "gt.txt"):
        return None
    home = first.parents[2]
    if path not in (home, home.parent):
        return None
    file = _file(home)
    if file is None:
        return None
    with open_file(file) as stream:
        text = stream.read()
    lines = text.decode("utf-8-sig", "replace").splitlines()
    names = [line.split(",")[0].strip() for line in lines]
    if not names or names[0] in files:
        problem = "the first line is no header" if names else "the file is empty"
        raise InputError("E-436", f"{file} line 1", problem, f"write {_HEADER} there, then a sequence a line")
    return ChosenSequences(tuple(dict.fromkeys(filter(None, names[1:]))), str(file))


def _file(home: Path) -> Path | None:
    name = f"{home.absolute().name}.txt"
    own = sorted((home / _FOLDER).glob("*.txt"))
    for file in (home.absolute().parent / _FOLDER / name, home / _FOLDER / name):
        if file.is_file():
            return file
    return own[0] if len(own) == 1 else None
