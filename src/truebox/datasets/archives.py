"""Archives: not read, and said so."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING

from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.datasets.place import Place

__all__ = ["refuse_archive"]

# First bytes, where they stand, and what unpacks such an archive into a new folder.
_KINDS = (
    (b"PK\x03\x04", 0, "zip", "unzip {0} -d {1}"),
    (b"PK\x05\x06", 0, "zip", "unzip {0} -d {1}"),
    (b"ustar", 257, "tar", "mkdir {1} && tar -xf {0} -C {1}"),
    (b"7z\xbc\xaf\x27\x1c", 0, "7z", "7z x {0} -o{1}"),
    (b"Rar!\x1a\x07", 0, "rar", "unrar x {0} {1}/"),
)
_SUFFIXES = (".zip", ".tar", ".tar.gz", ".tgz", ".7z", ".rar")


def refuse_archive(place: Place) -> None:
    """Refuse an archive, with the command that unpacks it (E-460); anything else passes.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from truebox.datasets.place import Place
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "labels.txt"
    ...     _ = path.write_text("0 0.5 0.5 0.1 0.1")
    ...     refuse_archive(Place(path))
    """
    if place.is_folder:
        return
    for magic, at, kind, command in _KINDS:
        if place.head[at : at + len(magic)] == magic:
            name = place.path.name
            folder = next(
                (name.removesuffix(end) for end in _SUFFIXES if name.endswith(end)), f"{name}-unpacked"
            )
            raise InputError(
                "E-460",
                str(place.path),
                f"this is a {kind} archive, and archives are not read",
                f"unpack it and name the folder: {command.format(quote(name), quote(folder))}",
            )
