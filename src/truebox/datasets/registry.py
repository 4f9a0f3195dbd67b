"""Which formats there are, and which of them a path holds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from truebox._kinds import refuses_other_kinds
from truebox._writing.nearest import did_you_mean
from truebox.datasets import formats
from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.formats.coco.format import FORMAT as COCO
from truebox.datasets.formats.coco.head import path_looks_like_coco
from truebox.datasets.only_file import only_file
from truebox.datasets.place import Place
from truebox.datasets.splitting.split_folders import splits_of_folders
from truebox.datasets.splitting.splits import SeveralSplitsError, Splits
from truebox.datasets.texts.not_read import HEAD_SIZE, refuse_what_is_not_read
from truebox.datasets.texts.packed import PACKED_SUFFIXES, without_packing
from truebox.errors import ArgumentError, InputError

if TYPE_CHECKING:
    from types import ModuleType

    from truebox.records import Source

__all__ = [
    "all_formats",
    "benchmark_of",
    "find_format",
    "find_source",
    "format_called",
    "format_named",
    "format_of_parsed",
    "splits_at",
    "splits_of_format",
]


@cache
def all_formats() -> dict[str, Format]:
    """Every format by name, sorted.

    Examples
    --------
    >>> "coco" in all_formats()
    True
    """
    named = [f"{formats.__name__}.{module.name}.format" for module in iter_modules(formats.__path__)]
    held = [getattr(_imported(name), "FORMAT", None) for name in named]
    found: list[Format] = [each for each in held if each is not None]
    return {each.name: each for each in sorted(found, key=lambda each: each.name)}


def _imported(name: str) -> ModuleType | None:
    """A module; None where there is none of this name."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return None


def format_called(name: str) -> Format | None:
    """The format of exactly this name, which loads no other; None where there is none.

    Examples
    --------
    >>> format_called("label-studio").title
    'Label Studio JSON'
    >>> format_called("Label Studio") is None
    True
    """
    module = f"{formats.__name__}.{name.replace('-', '_')}"
    if (
        not name.replace("-", "a").isalnum()
        or find_spec(module) is None
        or find_spec(f"{module}.format") is None
    ):
        return None
    found: Format | None = getattr(import_module(f"{module}.format"), "FORMAT", None)
    return found if found is not None and found.name == name else None


def format_of_parsed(source: object) -> Format | None:
    """The format of parsed data other than COCO; None where no format takes it.

    Examples
    --------
    >>> format_of_parsed({"results": {"a sample": []}}).name
    'nuscenes'
    >>> format_of_parsed({"images": [], "annotations": []}) is None
    True
    """
    if not isinstance(source, Mapping) or "images" in source:
        return None
    return next((each for each in all_formats().values() if each.parsed and each.parsed(source)), None)


@refuses_other_kinds
def format_named(name: str, role: Role) -> Format:
    """The format of this name, refused when there is none or it has no such side.

    Examples
    --------
    >>> format_named("label_studio", "truth").name
    'label-studio'
    """
    known = {each.name: each for each in all_formats().values() if _reader(each, role)}
    name = name.lower().replace("_", "-")
    if name not in known:
        raise ArgumentError(
            f"{role}_format: {name!r} is unknown for {role}.{did_you_mean(name, known)} "
            f"Fix: pass one of {', '.join(known)}."
        )
    return known[name]


def find_format(path: Path, role: Role) -> tuple[Format, Evidence]:
    """The format a path holds, from its names and content alone.

    Raises
    ------
    InputError
        Nothing fits (E-151), or two formats fit equally well (E-150); E-101 when there is nothing.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "truth.json"
    ...     _ = path.write_text('{"images": [], "annotations": [], "categories": []}')
    ...     find_format(path, "truth")[0].name
    'coco'
    """
    place = Place(path)
    return _best(place, role, _fitting(place, role))


@refuses_other_kinds
def find_source(
    path: Path, role: Role, split: str | None = None, *, beside: str | None = None
) -> tuple[Path, Format, Evidence]:
    """What to read, and its format: the path itself, or the one annotation file in a folder.

    `beside` is the format of the truth: it decides where that of predictions is open.

    Raises
    ------
    InputError
        As `find_format`; a folder that no format knows holds several files that one does (E-102,
        or E-415 where they are splits).

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "instances_default.json"
    ...     _ = path.write_text('{"images": [], "annotations": [], "categories": []}')
    ...     found, chosen, evidence = find_source(Path(folder), "truth")
    >>> found.name, chosen.name
    ('instances_default.json', 'coco')
    """
    place = Place(path)
    fitting = _fitting(place, role)
    if place.is_folder and not fitting:
        file = only_file(place, lambda each: _plainly_fits(each, role), split if role == "truth" else None)
        if file is not None:
            chosen, evidence = _of_only_file(file, role)
            if file.suffix.lower() == ".txt":
                return path, chosen, Evidence(1, f"{file.name} has {evidence.text}")
            text = f"{evidence.text}, the only such file in its folder"
            return file, chosen, Evidence(evidence.strength, text)
    return path, *_best(place, role, fitting, beside)


@refuses_other_kinds
def benchmark_of(source: Source) -> str | None:
    """The protocol by which data sets in the format of a source are reported; None without one of their own.

    Examples
    --------
    >>> from truebox.records import Source
    >>> benchmark_of(Source("label_2", "kitti", "KITTI labels"))
    'kitti'
    """
    form = all_formats().get(source.format)
    return None if form is None else form.benchmark


def splits_of_format(chosen: Format, path: Path) -> Splits | None:
    """The splits of a truth in this format: as the format knows them, else folders that hold it too.

    Examples
    --------
    >>> splits_of_format(all_formats()["kitti"], Path("no-such-folder")) is None
    True
    """
    own = None if chosen.splits is None else chosen.splits(path)
    return own or splits_of_folders(path, lambda each: chosen.recognise(Place(each), "truth") is not None)


def splits_at(path: Path) -> Splits | None:
    """The splits of the truth at a path; None where it has none or holds no truth.

    Examples
    --------
    >>> splits_at(Path("no-such-folder")) is None
    True
    """
    try:
        found, chosen, _ = find_source(path, "truth")
        return splits_of_format(chosen, found)
    except SeveralSplitsError as several:
        return several.splits
    except (InputError, OSError):
        return None


def _of_only_file(file: Path, role: Role) -> tuple[Format, Evidence]:
    """As the file would be read by its own path: what begins as COCO does is COCO, whatever it names."""
    if path_looks_like_coco(file, role) and (evidence := COCO.recognise(Place(file), role)) is not None:
        return COCO, evidence
    return find_format(file, role)


def _fitting(place: Place, role: Role) -> list[tuple[Format, Evidence]]:
    if not place.is_folder:
        _ = place.head  # refuses a path that is not there
    return [
        (each, evidence)
        for each in all_formats().values()
        if _reader(each, role) and (evidence := each.recognise(place, role)) is not None
    ]


def _best(
    place: Place, role: Role, fitting: list[tuple[Format, Evidence]], beside: str | None = None
) -> tuple[Format, Evidence]:
    """The format that fits best, of equal ones that of the truth; refused where there is none."""
    path, flag = place.path, f"--{role}-format"
    if not fitting:
        if not place.is_folder:
            refuse_what_is_not_read(place.head[:HEAD_SIZE], str(path))
            bare = _bare(place, role, beside)
            if bare is not None:
                return bare, Evidence(1, "no object, in the format of the truth")
        if _may_be_broken_coco(place):
            return all_formats()["coco"], Evidence(1, "JSON, or what should be")
        what = "folder" if place.is_folder else "file"
        fix = f"name its format with {flag}, or check that it is the right {what}"
        raise InputError("E-151", str(path), _why_unknown(place, role, what), fix)
    best = max(evidence.strength for _, evidence in fitting)
    first = [(each, evidence) for each, evidence in fitting if evidence.strength == best]
    if len(first) > 1:
        for each, evidence in first:
            if each.name == beside:
                return each, Evidence(evidence.strength, f"{evidence.text}, in the format of the truth")
        readings = " or ".join(f"{each.title} ({evidence.text})" for each, evidence in first)
        flags = " or ".join(f"{flag} {each.name}" for each, _ in first)
        raise InputError("E-150", str(path), f"this may be {readings}", f"say which: {flags}")
    return first[0]


def _why_unknown(place: Place, role: Role, what: str) -> str:
    if what == "folder" and _all_empty(place):
        held = "every file of this folder is empty" if place.names else "this folder holds no file"
        return f"{held}, so nothing tells its format"
    known = ", ".join(name for name, each in all_formats().items() if _reader(each, role))
    return f"this {what} is in no format known for {role} ({known})"


def _bare(place: Place, role: Role, beside: str | None) -> Format | None:
    """The truth's format where a file has its outermost keys and no object; else ask which it is (E-151)."""
    if b'"images"' in place.head:
        return None
    likely = [
        each
        for each in all_formats().values()
        if each.bare and _reader(each, role) and re.search(each.bare, place.head)
    ]
    named = {each.name: each for each in likely}
    if not likely or beside in named:
        return named.get(str(beside))
    titles = " or ".join(each.title for each in likely)
    flags = " or ".join(f"--{role}-format {name}" for name in named)
    raise InputError(
        "E-151",
        str(place.path),
        f"this may be {titles}, but it has no object that tells the format",
        f"say which it is with {flags}, or check that it is the right file",
    )


def _all_empty(place: Place) -> bool:
    """Whether no file of a folder holds anything."""
    with suppress(OSError):
        return not any((place.path / name).stat().st_size for name in place.names)
    return False


def _plainly_fits(path: Path, role: Role) -> bool:
    """Whether more than the name of a file speaks for a format; one that cannot be opened does not."""
    with suppress(InputError):
        return any(evidence.strength > 1 for _, evidence in _fitting(Place(path), role))
    return False


def _may_be_broken_coco(place: Place) -> bool:
    """Whether the COCO reader has better words for what is wrong."""
    if place.is_folder:
        return any("/" not in name and without_packing(name).endswith(".json") for name in place.names)
    return place.path.name.endswith((".json", *PACKED_SUFFIXES)) or place.head[:1] in (
        b"",
        b"{",
        b"[",
        b"\xff",
        b"\xfe",
    )


def _reader(each: Format, role: Role) -> object:
    return each.read_truth if role == "truth" else each.read_predictions
