"""From a description (``data.yaml``, ``obj.data``) to the pictures of one split.

The split that is evaluated is ``val``, else ``test``, else ``train``. Paths of a description never lead out
of its folder: a leading ``../`` is dropped where the rest exists (as Ultralytics does), and a path from
another machine is taken from where its end exists here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from truebox._lazily import deferred_pattern
from truebox._writing.saying import say
from truebox.datasets.folders.folder_listing import PICTURE_SUFFIXES, holds_file, list_files
from truebox.datasets.formats.yolo.class_names import description_in, names_of_list
from truebox.datasets.formats.yolo.data_yaml import DataYaml, read_data_yaml
from truebox.datasets.formats.yolo.layout import (
    Layout,
    label_files,
    label_of,
    layout_of_labels,
    layout_of_pictures,
    other_side,
    refuse_strays,
    with_pictures_of,
)
from truebox.datasets.row_errors import RowErrors
from truebox.datasets.splitting.split_names import split_of_folder
from truebox.datasets.splitting.splits import Splits
from truebox.datasets.texts.small_text import read_small_text
from truebox.errors import InputError

__all__ = [
    "chosen_split",
    "description_at",
    "folder_of_labels",
    "layout_of_split",
    "read_description",
    "read_obj_data",
    "splits_of",
]

_SPLITS = ("val", "test", "train")
_LEADS_OUT = deferred_pattern(r"(^|/)\.\.(/|$)|^/|^[A-Za-z]:|\0|^[a-z]+://")


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


def splits_of(path: Path) -> Splits | None:
    """The splits of a dataset: as its description has them, else folders of its labels."""
    description = description_at(path)
    if description is not None:
        said = read_description(description)
        stated = chosen_split(said)
        if stated and (not path.is_dir() or _is_here(description, said, stated)):
            return Splits(path, dict.fromkeys(said.splits, path), stated)
    path = folder_of_labels(path)
    if not path.is_dir():
        return None
    folders = {label.rpartition("/")[0] for label in label_files(path)}
    names = {split_of_folder(f"{folder}/") for folder in folders} - {""}
    return Splits(path, dict.fromkeys(sorted(names), path)) if len(names) > 1 else None


def folder_of_labels(path: Path) -> Path:
    """The folder of the labels that belong to a folder of pictures; any other path as it is.

    Examples
    --------
    >>> folder_of_labels(Path("no-such-folder")).name
    'no-such-folder'
    """
    beside = other_side(path, "images", "labels") if path.is_dir() else None
    return path if beside is None or label_files(path) else beside


def description_at(path: Path) -> Path | None:
    """The description that a path is, or that lies in the folder it is."""
    if not path.is_dir():
        return path
    named = path / "obj.data"
    return named if named.is_file() else description_in(path)


def read_description(path: Path) -> DataYaml:
    """What a ``data.yaml`` or ``obj.data`` says."""
    return read_obj_data(path) if path.name.lower().endswith(".data") else read_data_yaml(path)


def _is_here(path: Path, said: DataYaml, split: str) -> bool:
    """Whether a split of a description can be followed."""
    root = path.parent
    try:
        for kind, place in _places_of_split(path, said, split):
            if kind == "pictures" and not holds_file(root / place, PICTURE_SUFFIXES):
                return False
            if kind == "list":
                _pictures_of_list(root, place)
    except InputError as error:
        if error.code != "E-403":
            raise
        return False  # it lists what is not here; the folder itself still has labels
    except OSError:
        return True  # listing the folder says why it cannot be read
    return True


def _places_of_split(path: Path, description: DataYaml, split: str) -> Iterator[tuple[str, str]]:
    """Each folder of ``pictures`` or of ``labels``, and each ``list`` of pictures, of a split (E-403)."""
    root = path.parent
    for value in description.splits[split]:
        joined = f"{description.path}/{value}" if description.path not in ("", ".") else value
        found = _place_of(root, joined, value)
        if found is None:
            own = _place_of(root, _labels_of(joined), _labels_of(value))
            if own is None or not (root / own).is_dir():
                raise _not_found(path, split, value)
            yield "labels", own
        else:
            yield "pictures" if (root / found).is_dir() else "list", found


def layout_of_split(
    path: Path, description: DataYaml, split: str, images: Path | None = None, errors: RowErrors | None = None
) -> Layout:
    """The pictures of a split and their label files (E-403); sizes come from `images` where it is given.

    Where the pictures of the split are elsewhere, the folder of its labels says what belongs to it.
    """
    root = path.parent
    pictures: list[str] = []
    labels: list[str] = []
    folders: list[str] = []
    for kind, place in _places_of_split(path, description, split):
        if kind == "labels":
            labels += [f"{place}/{name}" for name in label_files(root / place)]
        elif kind == "pictures":
            pictures += _pictures_of_folder(root, place)
            folders.append(place)
        else:
            pictures += _pictures_of_list(root, place)
    pictures = list(dict.fromkeys(pictures))
    if labels:
        return layout_of_labels(root, [*labels, *map(label_of, pictures)], split, images, errors)
    layout = layout_of_pictures(root, pictures)
    if errors is not None:
        _refuse_strays_of(layout, folders, errors)
    return layout if images is None else with_pictures_of(layout, images, errors or RowErrors())


def _refuse_strays_of(layout: Layout, folders: Sequence[str], errors: RowErrors) -> None:
    """Refuse label files without a picture beside whole folders of pictures; a list may pick some (E-405)."""
    own = {_labels_of(folder): folder for folder in folders if _labels_of(folder)}
    listed = set(layout.labels)
    for labels, pictures in own.items():
        if (layout.root / labels).is_dir():
            there = [f"{labels}/{name}" for name in label_files(layout.root / labels)]
            if there == layout.labels:
                continue
            known = set(there)
            strays = [name for name in there if name not in listed]
            bare = sum(name not in known for name in layout.labels)
            refuse_strays(strays, layout, layout.root / pictures, errors, bare)


def _place_of(root: Path, *texts: str) -> str | None:
    return next((place for text in texts if text and (place := _inside(root, text)) is not None), None)


def _labels_of(folder: str) -> str:
    """The folder of the labels of a folder of pictures; nothing that exists where they are the same."""
    found = label_of(f"{folder.rstrip('/')}/x").removesuffix("/x.txt")
    return "" if found == folder.rstrip("/") else found


def _pictures_of_folder(root: Path, folder: str) -> list[str]:
    prefix = "" if folder in ("", ".") else f"{folder}/"
    pictures = list_files(root, PICTURE_SUFFIXES, prefix)
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
