"""The head of a CVAT XML file: labels, kinds of attributes, and the frames of a video."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from truebox.errors import InputError

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

__all__ = ["CvatMeta", "CvatTask", "read_meta"]

_MOST_FRAMES = 10_000_000


@dataclass(slots=True)
class CvatTask:
    """The frames of one task; `end` is None where the file does not say."""

    start: int = 0
    step: int = 1
    end: int | None = None
    width: int = 0
    height: int = 0


@dataclass(slots=True)
class CvatMeta:
    """What the head says; `tasks` by id, of which a file without a project has one, named ``""``."""

    labels: list[str] = field(default_factory=list)
    kinds: dict[tuple[str, str], str] = field(default_factory=dict)
    tasks: dict[str, CvatTask] = field(default_factory=dict)

    def value(self, label: str, name: str, text: str) -> Any:
        """An attribute's text as what it is declared to be.

        Examples
        --------
        >>> CvatMeta(kinds={("car", "speed"): "number"}).value("car", "speed", "3.5")
        3.5
        """
        if text in ("true", "false"):
            return text == "true"
        if self.kinds.get((label, name)) == "number":
            try:
                return float(text) if any(mark in text for mark in ".eE") else int(text)
            except ValueError:
                return text
        return text


def read_meta(meta: Element, name: str) -> CvatMeta:
    """What a ``<meta>`` element says (E-440).

    Examples
    --------
    >>> from xml.etree.ElementTree import fromstring
    >>> text = "<meta><task><size>3</size><labels><label><name>car</name></label></labels></task></meta>"
    >>> read_meta(fromstring(text), "a.xml").tasks[""].end
    3
    """
    read = CvatMeta()
    for label in meta.iter("label"):
        label_name = label.findtext("name") or ""
        if label.findtext("parent") is None and label_name not in read.labels:
            read.labels.append(label_name)
        for attribute in label.iter("attribute"):
            key = label_name, attribute.findtext("name") or ""
            read.kinds[key] = attribute.findtext("input_type") or ""
    projects = meta.find("project") is not None
    tasks = list(meta.iter("task")) or list(meta.iter("job"))
    for task in tasks:
        read.tasks[(task.findtext("id") or "").strip() if projects else ""] = _task(task, meta, name)
    return read


def _task(task: Element, meta: Element, name: str) -> CvatTask:
    start = _whole(task, "start_frame", name, 0)
    stop = _whole(task, "stop_frame", name, -1)
    size = _whole(task, "size", name, -1)
    step = 1
    for part in (task.findtext("frame_filter") or "").split():
        key, _, value = part.partition("=")
        if key == "step" and value.isdigit() and int(value) > 0:
            step = int(value)
    end = None
    if stop >= 0:
        end = stop + 1
    elif size >= 0:
        end = start + size * step
    if end is not None and (end - start) // step > _MOST_FRAMES:
        problem = f"{(end - start) // step} frames, need at most {_MOST_FRAMES}"
        raise InputError("E-440", f"{name} meta", problem, "export the annotations again")
    original = task.find("original_size")
    if original is None:
        original = meta.find("original_size")
    if original is None:
        return CvatTask(start, step, end)
    width, height = _whole(original, "width", name, 0), _whole(original, "height", name, 0)
    return CvatTask(start, step, end, width, height)


def _whole(element: Element, key: str, name: str, default: int) -> int:
    text = (element.findtext(key) or "").strip()
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 11):
        problem = f"{key} is {text[:40]!r}, need a whole number"
        raise InputError("E-440", f"{name} meta", problem, "export the annotations again")
    return int(text)
