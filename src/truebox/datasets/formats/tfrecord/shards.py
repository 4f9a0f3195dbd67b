"""The files that make one set of records: one, or shards numbered ``00000-of-00010``."""

from __future__ import annotations

from pathlib import Path

from truebox._lazily import deferred_pattern
from truebox._writing.saying import say
from truebox.errors import InputError

__all__ = ["NAME_OF_RECORDS", "record_files"]

_SHARD = r"[-_.]?(?P<{0}>\d{{1,6}})[-_]of[-_](?P<{0}_of>\d{{1,6}})"
NAME_OF_RECORDS = deferred_pattern(
    rf"(?P<set>.+?)({_SHARD.format('before')})?\.(tfrecords?|tfrec|record)"
    rf"({_SHARD.format('behind')})?(\.gz|\.zst)?"
)


def record_files(path: Path) -> list[Path]:
    """The file itself, or the shards of the one set in a folder, in order.

    Raises
    ------
    InputError
        The folder has none, several sets, or not all shards of one (E-459); the file is empty (E-103).

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for shard in (1, 0):
    ...         _ = (Path(folder) / f"val.tfrecord-0000{shard}-of-00002").write_bytes(b"")
    ...     [each.name for each in record_files(Path(folder))]
    ['val.tfrecord-00000-of-00002', 'val.tfrecord-00001-of-00002']
    """
    if not path.is_dir():
        match = NAME_OF_RECORDS.fullmatch(path.name)
        shard = match is not None and (match["before"] or match["behind"])
        if not shard and path.is_file() and path.stat().st_size == 0:
            fix = "write the file again: it holds 0 bytes"
            raise InputError("E-103", str(path), "the file is empty", fix)
        return [path]
    sets: dict[tuple[str, int], dict[int, Path]] = {}
    for file in sorted(path.iterdir()):
        match = NAME_OF_RECORDS.fullmatch(file.name)
        if match is None or file.name.startswith(".") or not file.is_file():
            continue
        number = int(match["before"] or match["behind"] or 0)
        count = int(match["before_of"] or match["behind_of"] or 1)
        name = match["set"] if count > 1 or match["before"] or match["behind"] else file.name
        sets.setdefault((name, count), {})[number] = file
    if not sets:
        problem = "no file in this folder is called as records are (.tfrecord, .record)"
        raise InputError("E-459", str(path), problem, "name the file itself")
    if len(sets) > 1:
        shown = ", ".join(say(name) for name, _ in list(sets)[:5])
        problem = f"the folder holds {len(sets)} sets of records: {shown}"
        raise InputError("E-459", str(path), problem, "name one file, or give each set a folder of its own")
    ((_, count), held), *_ = sets.items()
    missing = [number for number in range(count) if number not in held]
    if missing and count > 1:
        problem = f"{len(missing)} of {count} shards are missing, first number {missing[0]}"
        raise InputError("E-459", str(path), problem, "copy all shards into the folder")
    return [held[number] for number in sorted(held)]
