"""``data.yaml``: the small part of YAML that YOLO datasets use, read strictly.

A dataset's description needs names, a few paths and two numbers; a general YAML reader would be a dependency
and a larger door. Of the keys used here, whatever is neither a plain or quoted text nor a list or mapping of
such is refused; other keys (``download`` scripts, ``roboflow`` ...) are skipped unread.

Facts, from Ultralytics 8.4.190 (``ultralytics/data/utils.py: check_det_dataset``): ``names`` is a list or a
mapping from number to name; ``nc`` must agree; ``path`` is the root of the splits ``train``, ``val`` (or
``validation``) and ``test``, each a folder, a list file of pictures, or a list of these; a split that begins
with ``../`` and does not exist is looked for without it; ``kpt_shape`` is the number of points and 2 or 3.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from truebox._frozen import dataclass
from truebox._lazily import deferred_pattern
from truebox._writing.saying import say
from truebox.datasets.formats.yolo.flow_yaml import FlowError, parse_flow, parse_scalar
from truebox.datasets.texts.small_text import read_small_text
from truebox.errors import InputError

__all__ = ["DataYaml", "parse_data_yaml", "read_data_yaml"]

_KEYS = ("path", "train", "val", "validation", "test", "names", "nc", "kpt_shape", "task")
_TOP = deferred_pattern(r"([A-Za-z_][A-Za-z0-9_-]*)\s*:(?:\s+(.*)|\s*)$")
_ENTRY = deferred_pattern(r"(-|[^\s:#'\"\[\]{}][^:#]*?|'[^']*'|\"[^\"]*\")(?::|(?<=^-))(?:\s+(.*)|\s*)$")


@dataclass(frozen=True, slots=True)
class DataYaml:
    """What a description says; empty where it is silent."""

    path: str
    splits: dict[str, tuple[str, ...]]
    names: tuple[str, ...]
    keypoints: tuple[int, int] | None
    task: str = ""


def read_data_yaml(path: Path) -> DataYaml:
    """The description in a file (E-403, E-411)."""
    return parse_data_yaml(read_small_text(path), str(path))


def parse_data_yaml(text: str, name: str) -> DataYaml:
    r"""The description in a text.

    Examples
    --------
    >>> parse_data_yaml("val: images/val\nnames:\n  0: cat\n  1: 'sea lion'\n", "data.yaml").names
    ('cat', 'sea lion')
    """
    found: dict[str, Any] = {}
    for key, line, first, rest in _top_level(text, name):
        if key in found:
            _refuse(name, line, f"{key} stands there twice")
        if key in _KEYS:
            try:
                found[key] = _value(first, rest)
            except FlowError as error:
                _refuse(name, line, f"{key}: {error}")
    names = _names(found.get("names"), name)
    count = found.get("nc")
    if names and isinstance(count, str) and count.isdigit() and int(count) != len(names):
        _refuse(name, 0, f"nc is {count}, but there are {len(names)} names")
    splits = {}
    for key in ("train", "val", "test"):
        value = found.get(key) or (found.get("validation") if key == "val" else None)
        if value:
            splits[key] = tuple(value) if isinstance(value, list) else (str(value),)
    points = _keypoints(found.get("kpt_shape"), name)
    return DataYaml(str(found.get("path") or ""), splits, names, points, str(found.get("task") or ""))


def _top_level(text: str, name: str) -> Iterator[tuple[str, int, str, list[str]]]:
    """Each key of the first column: its line, what follows it there, and the lines that belong to it."""
    held: tuple[str, int, str, list[str]] | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        bare = line.rstrip()
        if not bare or bare.lstrip().startswith("#") or (bare == "---" and held is None):
            continue
        if bare in ("---", "..."):
            break
        if bare[0] in " -]}":
            if held is not None:
                held[3].append(bare)
            continue
        if held is not None:
            yield held
        match = _TOP.match(bare)
        if match is None:
            _refuse(name, number, f"{say(bare)} is no 'key: value'")
        held = (match[1], number, match[2] or "", [])
    if held is not None:
        yield held


def _value(first: str, rest: list[str]) -> Any:
    first = first.strip()
    if first.startswith("#"):
        first = ""
    if first[:1] in ("[", "{"):
        return parse_flow("\n".join([first, *rest]))
    if first:
        if rest:
            raise FlowError("a text over several lines is not read here")
        return parse_scalar(first)
    items = [_entry(line.strip()) for line in rest]
    if items and all(key == "-" for key, _ in items):
        return [value for _, value in items]
    if any(key == "-" for key, _ in items):
        raise FlowError("a list and a mapping are mixed")
    if len({key for key, _ in items}) != len(items):
        raise FlowError("a key stands there twice")
    return dict(items)


def _entry(line: str) -> tuple[str, str]:
    match = _ENTRY.match(line)
    if match is None:
        raise FlowError(f"{say(line)} is neither '- name' nor 'number: name'")
    key = match[1] if match[1] == "-" else parse_scalar(match[1])
    text = (match[2] or "").strip()
    if not text or text[0] in "[{#":
        raise FlowError(f"{say(line)} holds no plain text")
    return key, parse_scalar(text)


def _names(value: Any, name: str) -> tuple[str, ...]:
    if value is None or value == "":
        return ()
    if isinstance(value, dict):
        if set(value) != {str(number) for number in range(len(value))}:
            _refuse(name, 0, "the numbers of names do not run from 0 without a gap")
        value = [value[str(number)] for number in range(len(value))]
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        _refuse(name, 0, "names is neither a list nor a mapping from number to name")
    return tuple(value)


def _keypoints(value: Any, name: str) -> tuple[int, int] | None:
    if value is None:
        return None
    if isinstance(value, list) and len(value) == 2 and all(str(each).isdigit() for each in value):
        points, size = int(value[0]), int(value[1])
        if 0 < points <= 10_000 and size in (2, 3):
            return points, size
    _refuse(name, 0, f"kpt_shape is {say(str(value))}, not [number of points, 2 or 3]")


def _refuse(name: str, line: int, problem: str) -> NoReturn:
    fix = "write it in plain YAML, or name the folder of the labels itself and the classes with --classes"
    raise InputError("E-403", f"{name} line {line}" if line else name, problem, fix)
