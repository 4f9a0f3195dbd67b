"""From a description (``data.yaml``, ``obj.data``) to the pictures of one split.

The split that is evaluated is ``val``, else ``test``, else ``train``. Paths of a description never lead out
of its folder: a leading ``../`` is dropped where the rest exists (as Ultralytics does), and a path from
another machine is taken from where its end exists here.
"""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

from truebox._writing.saying import say
from truebox.datasets.folders.folder_listing import PICTURE_SUFFIXES, list_files
from truebox.datasets.formats.yolo.class_names import names_of_list
from truebox.datasets.formats.yolo.data_yaml import DataYaml
from truebox.datasets.formats.yolo.layout import Layout, label_of, layout_of_pictures
from truebox.datasets.texts.small_text import read_small_text
from truebox.errors import InputError

__all__ = ["chosen_split", "layout_of_split", "read_obj_data"]

_SPLITS = ("val", "test", "train")
_LEADS_OUT = re.compile(r"(^|/)\.\.(/|$)|^/|^[A-Za-z]:|\0|^[a-z]+://")


def read_obj_data(path: Path) -> DataYaml:
    """Darknet's ``obj.data``: ``key = value`` with classes, train, valid, names (AlexeyAB/darknet readme)."""
    found: dict[str, str] = {}
    for line, text in enumerate(read_small_text(path).splitlines(), start=1):
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        key, equals, value = text.partition("=")
        if not equals:
            fix = "write 'key = value' lines as Darknet has them"
            raise InputError("E-403", f"{path} line {line}", f"{say(text)} is no 'key = value'", fix)
        found[key.strip()] = value.strip()
    names: tuple[str, ...] = ()
    if found.get("names"):
        listed = _inside(path.parent, found["names"])
        if listed is None:
            raise _not_found(path, "names", found["names"])
        names = names_of_list(path.parent / listed)
    splits = {"val": found.get("valid"), "train": found.get("train")}
    return DataYaml("", {key: (value,) for key, value in splits.items() if value}, names, None)


def chosen_split(description: DataYaml) -> str:
    """The name of the split that is evaluated; nothing where there is none."""
    return next((name for name in _SPLITS if description.splits.get(name)), "")


def layout_of_split(path: Path, description: DataYaml, split: str) -> Layout:
    """The pictures of a split and their label files (E-403)."""
    root = path.parent
    pictures: list[str] = []
    for value in description.splits[split]:
        joined = f"{description.path}/{value}" if description.path not in ("", ".") else value
        found = next((place for text in (joined, value) if (place := _inside(root, text)) is not None), None)
        if found is None:
            raise _not_found(path, split, value)
        if (root / found).is_dir():
            pictures += _pictures_of_folder(root, found)
        else:
            pictures += _pictures_of_list(root, found)
    return layout_of_pictures(root, list(dict.fromkeys(pictures)))


def _pictures_of_folder(root: Path, folder: str) -> list[str]:
    prefix = "" if folder in ("", ".") else f"{folder}/"
    pictures = [prefix + name for name in list_files(root / folder, PICTURE_SUFFIXES)]
    if not pictures:
        problem, fix = (
            "this folder of the description has no pictures",
            "name the folder of the labels itself",
        )
        raise InputError("E-403", str(root / folder), problem, fix)
    return pictures


def _pictures_of_list(root: Path, listed: str) -> list[str]:
    """Pictures that a text file lists, one a line, relative to `root`."""
    names = [
        line.strip().replace("\\", "/").removeprefix("./")
        for line in read_small_text(root / listed).splitlines()
    ]
    numbered = [(line, name) for line, name in enumerate(names, start=1) if name]
    prefix, place = _prefixes(root, listed, numbered[0][1] if numbered else "")
    pictures = []
    for line, name in numbered:
        if not name.startswith(prefix) or _LEADS_OUT.search(name[len(prefix) :]):
            problem = f"{say(name)} is not where the first picture of the list is, or leads out of {root}"
            fix = "list pictures relative to the list's folder"
            raise InputError("E-403", f"{root / listed} line {line}", problem, fix)
        pictures.append(place + name[len(prefix) :])
    return pictures


def _prefixes(root: Path, listed: str, first: str) -> tuple[str, str]:
    """What to take off the names of a list, and what to put before them, judged by the first name."""
    beside = listed.rpartition("/")[0]
    parts = first.split("/")
    for start in range(len(parts)):
        rest = "/".join(parts[start:])
        if _LEADS_OUT.search(rest):
            continue
        for place in dict.fromkeys((f"{beside}/" if beside else "", "")):
            if any((root / (place + name)).is_file() for name in (rest, label_of(rest))):
                return "".join(f"{part}/" for part in parts[:start]), place
    return "", ""


def _inside(root: Path, text: str) -> str | None:
    """The longest end of a path that exists inside `root`, relative to it."""
    parts = [part for part in text.replace("\\", "/").split("/") if part not in ("", ".")]
    for start in range(len(parts) + (not parts)):
        rest = parts[start:]
        if ".." not in rest and not any(":" in part or "\0" in part for part in rest):
            place = PurePosixPath(*rest)
            if (root / place).exists():
                return "" if str(place) == "." else str(place)
    return None


def _not_found(path: Path, key: str, value: str) -> InputError:
    problem = f"{key} is {say(value)}, and nothing of that name is inside {path.parent}"
    fix = "write it relative to the description, or name the folder of the labels itself with --classes"
    return InputError("E-403", str(path), problem, fix)
