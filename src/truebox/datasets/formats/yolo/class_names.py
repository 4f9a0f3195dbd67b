"""Names of classes beside label files: ``data.yaml``, ``classes.txt``, ``obj.names`` and their like."""

from __future__ import annotations

from pathlib import Path

from truebox.datasets.formats.yolo.data_yaml import read_data_yaml
from truebox.datasets.texts.small_text import read_small_text
from truebox.errors import InputError

__all__ = ["class_names_near", "description_in", "names_of_list"]

_LISTS = ("classes.txt", "obj.names", "voc.names", "coco.names", "_darknet.labels", "labels.names")
_UPWARDS = 2


def description_in(folder: Path) -> Path | None:
    """The dataset's description in a folder: ``data.yaml``, else the first that names classes.

    Examples
    --------
    >>> description_in(Path("no-such-folder")) is None
    True
    """
    found = sorted([*folder.glob("*.yaml"), *folder.glob("*.yml")])
    found.sort(key=lambda path: path.name not in ("data.yaml", "dataset.yaml"))
    return next((path for path in found if path.is_file() and _names_classes(path)), None)


def class_names_near(folder: Path) -> tuple[tuple[str, ...], str]:
    """Class names that stand in this folder or up to two above it, and the name of the file; else nothing."""
    here = folder.resolve()
    for place in (here, *list(here.parents)[:_UPWARDS]):
        lists = [place / name for name in _LISTS]
        found = next((path for path in lists if path.is_file()), None)
        if found is not None:
            return names_of_list(found), found.name
        description = description_in(place)
        if description is not None:
            return read_data_yaml(description).names, description.name
    return (), ""


def names_of_list(path: Path) -> tuple[str, ...]:
    """Names of a file that has one in each line; an empty line in between is refused (E-403)."""
    names = [line.strip() for line in read_small_text(path).splitlines()]
    while names and not names[-1]:
        names.pop()
    if "" in names:
        line = names.index("") + 1
        problem = "an empty line stands between the names of classes"
        raise InputError(
            "E-403", f"{path} line {line}", problem, "remove it: names are counted by their line"
        )
    return tuple(names)


def _names_classes(path: Path) -> bool:
    with path.open("rb") as stream:
        return b"\nnames" in b"\n" + stream.read(1 << 16)
