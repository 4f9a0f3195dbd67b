"""Files in which nothing was found, and that name no sequence: an empty list, table or XML."""

from __future__ import annotations

from pathlib import Path

from truebox._kinds import refuses_other_kinds
from truebox.datasets.place import Place
from truebox.datasets.texts.files import read_bytes
from truebox.datasets.texts.packed import without_packing
from truebox.errors import InputError

__all__ = ["holds_nothing"]

_TABLES = (".csv", ".tsv")


@refuses_other_kinds
def holds_nothing(path: Path) -> bool:
    r"""Whether these are results without any row, of which nothing but the truth tells the sequences.

    That is ``[]``, a CSV without even a header, or XML of CVAT without tracks and pictures. A text of
    MOTChallenge is named as its sequence, and a table with a header is a table.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     (Path(folder) / "a.json").write_text("[]\n"), (Path(folder) / "b.json").write_text("[1]")
    ...     [holds_nothing(Path(folder) / name) for name in ("a.json", "b.json", "none.json")]
    (3, 3)
    [True, False, False]
    """
    name = without_packing(path.name.lower())
    if not name.endswith((".json", ".xml", *_TABLES)) or not path.is_file():
        return False
    try:
        head = Place(path).head.strip()
        if name.endswith(".json"):
            return head.replace(b" ", b"").replace(b"\n", b"") == b"[]"
        if not name.endswith(".xml"):
            return not head
        if b"<annotations" not in head or b"<track " in head or b"<image " in head:
            return False
        text = read_bytes(path)
    except (InputError, OSError):
        return False
    return b"<track " not in text and b"<image " not in text
