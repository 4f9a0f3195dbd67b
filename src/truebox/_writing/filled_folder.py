"""A folder to which many files are added at once: all of them or none."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from truebox._writing.cannot_write import real_target, telling_target
from truebox._writing.whole_folder import KEPT, clear_left, new_part, part_folder, remove_folder

__all__ = ["filled_folder"]


@contextmanager
def filled_folder(path: str | os.PathLike[str]) -> Iterator[Path]:
    """A folder to fill, whose files go to the folder `path` when the block ends well, and vanish if not.

    What is at `path` stays; files of the same name are replaced. A folder that was not there appears
    with all its files at once.

    Raises
    ------
    OSError
        What the system says, with the caller's name of the file or folder.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     with filled_folder(f"{place}/drawn") as folder:
    ...         _ = (folder / "a.txt").write_text("")
    ...     sorted(os.listdir(place)), os.listdir(f"{place}/drawn")
    (['drawn'], ['a.txt'])
    """
    target = Path(real_target(path))
    clear_left(target.parent, target)  # which may bring the folder back
    there = target.is_dir()
    # Within a folder that is there: the one around it may be another disk, or not ours to write to.
    part = new_part(target if there else target.parent, target.name)
    with telling_target(path, part):
        if there:
            clear_left(target, target)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
        with part_folder(part):
            yield part
            if there:
                _move_in(part, target)
            else:
                part.rename(target)
        remove_folder(part)


def _move_in(part: Path, target: Path) -> None:
    """Move every file to its place; what fails halfway is undone."""
    files = sorted(file for file in part.rglob("*") if file.is_file())
    replaced = part / KEPT
    undo: list[tuple[Path, Path]] = []
    try:
        for file in files:
            name = file.relative_to(part)
            place, kept = target / name, replaced / name
            place.parent.mkdir(parents=True, exist_ok=True)
            if place.exists():
                kept.parent.mkdir(parents=True, exist_ok=True)
                os.replace(place, kept)
                undo.append((kept, place))
            os.replace(file, place)
            undo.append((place, file))
    except BaseException:
        for now, before in reversed(undo):
            os.replace(now, before)
        raise
