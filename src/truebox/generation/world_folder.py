"""A folder for a world, and never over anything that is not one of its kind."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from truebox._writing.cannot_write import cannot_write, telling_target
from truebox._writing.filled_folder import filled_folder
from truebox.errors import ArgumentError

__all__ = ["MARK", "world_folder"]

MARK = "world.json"
"""Says that a folder is a world, and what was planted in it."""


@contextmanager
def world_folder(folder: Path, made_by: str, then: Callable[[], None] | None = None) -> Iterator[Path]:
    """A folder to fill, whose files go to `folder` when the block ends well; `then` is called after that.

    Raises
    ------
    ArgumentError
        The folder is a file, or holds what `made_by` did not write.
    OSError
        It cannot be written; the message names the file.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     with world_folder(Path(place, "world"), "truebox demo") as part:
    ...         _ = (part / MARK).write_text('{"made_by": "truebox demo"}')
    ...     Path(place, "world", MARK).is_file()
    True
    """
    _refuse_others(folder, made_by)
    with filled_folder(folder) as part:
        yield part
    if then is not None:
        with telling_target(folder):
            then()


def _refuse_others(folder: Path, made_by: str) -> None:
    """Refuse a folder that is not ours."""
    try:
        occupied = folder.exists() and any(folder.iterdir())
        around = next((place for place in folder.parents if place.exists()), folder)
        if not folder.exists() and not around.is_dir():
            raise NotADirectoryError
    except NotADirectoryError:
        raise ArgumentError(
            f"folder='{folder}' is, or lies below, a file; give the path of a new folder"
        ) from None
    except OSError as error:
        raise cannot_write(folder, error) from error
    if occupied and not _is_world(folder, made_by):
        raise ArgumentError(
            f"folder='{folder}' holds files that no {'demo' if made_by == 'truebox demo' else made_by} "
            "wrote, and is left alone; give the path of a new or an empty folder"
        )


def _is_world(folder: Path, made_by: str) -> bool:
    try:
        facts = json.loads((folder / MARK).read_bytes())
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(facts, dict) and facts.get("made_by") == made_by
