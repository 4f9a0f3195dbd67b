"""Records as MOTChallenge: a folder with one sequence's folder each, or results files."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from truebox._writing.inside_folder import inside_folder
from truebox._writing.saying import say
from truebox._writing.whole_folder import whole_folder
from truebox.datasets.folders.safe_names import refuse_unfit_name
from truebox.datasets.formats.mot.classes import CLASSES
from truebox.datasets.outgoing.not_held import predictions_not_held, truth_not_held
from truebox.datasets.outgoing.written_images import predictions_by_image, truth_by_image
from truebox.datasets.texts.word import as_number
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.datasets.format import NotHeld
    from truebox.datasets.outgoing.written_images import WrittenImage, WrittenObject
    from truebox.records import Predictions, Truth

__all__ = ["write_predictions", "write_truth"]

_FRAME = re.compile(r"(?:(?P<sequence>.*?)/)?(?:[^/]*/)?(?P<frame>[0-9]{1,9})(?:\.[A-Za-z0-9]+)?")


def write_truth(truth: Truth, path: Path) -> tuple[NotHeld, ...]:
    """Write ``<sequence>/gt/gt.txt`` and ``seqinfo.ini`` into a new folder.

    Raises
    ------
    InputError
        An image is no numbered frame, or a class is none of MOTChallenge (E-437).
    """
    tracks = _Tracks()
    with whole_folder(path) as folder:
        for name, frames in _by_sequence(truth_by_image(truth), str(path)).items():
            home = inside_folder(folder, name, str(path)) if name else folder
            (home / "gt").mkdir(parents=True)
            lines = [
                f"{frame},{tracks.of(name, each)},{_box(each)},{int(not each.ignore)},"
                f"{_number(each, CLASSES, path)},{as_number(each.attributes.get('visibility', 1.0))}\n"
                for frame, image in frames
                for each in image.objects
            ]
            (home / "gt" / "gt.txt").write_text("".join(lines), encoding="utf-8", newline="\n")
            (home / "seqinfo.ini").write_text(
                _told(name or path.name, frames), encoding="utf-8", newline="\n"
            )
    kept = {"sizes", "empty images", "ignore", "attribute track", "attribute visibility", "image attributes"}
    return truth_not_held(truth, kept)


def write_predictions(truth: Truth, predictions: Predictions, path: Path) -> tuple[NotHeld, ...]:
    """Write ``<sequence>.txt``, or ``det.txt`` where images have no sequence, into a new folder."""
    images = predictions_by_image(truth, predictions)
    labels = {each.label for image in images for each in image.objects}
    if len(labels) > 1:
        problem = f"results have no column for classes, and there are {len(labels)}"
        raise InputError("E-437", predictions.source.name, problem, "write one class, or another format")
    with whole_folder(path) as folder:
        for name, frames in _by_sequence(images, str(path)).items():
            file = inside_folder(folder, f"{name}.txt" if name else "det.txt", str(path))
            lines = [
                f"{frame},{each.attributes.get('track', -1)},{_box(each)},"
                f"{as_number(each.score or 0.0)},-1,-1,-1\n"
                for frame, image in frames
                for each in image.objects
            ]
            file.write_text("".join(lines), encoding="utf-8", newline="\n")
    return predictions_not_held(predictions, {"attribute track"})


class _Tracks:
    """A track for every object: its own, or the next free number of its sequence."""

    def __init__(self) -> None:
        self._next: dict[str, int] = defaultdict(lambda: 1_000_000)

    def of(self, sequence: str, each: WrittenObject) -> int:
        track = each.attributes.get("track")
        if track is not None:
            return int(track)
        self._next[sequence] += 1
        return self._next[sequence]


def _by_sequence(images: Sequence[WrittenImage], place: str) -> dict[str, list[tuple[int, WrittenImage]]]:
    found: dict[str, list[tuple[int, WrittenImage]]] = defaultdict(list)
    for image in images:
        parts = _FRAME.fullmatch(image.name)
        frame = int(parts["frame"]) if parts else 0
        if parts is None or frame < 1:
            problem = f"{say(image.name)} is no numbered frame"
            raise InputError("E-437", place, problem, "name images 000001.jpg on, or write another format")
        refuse_unfit_name(_sequence(parts), place)
        found[_sequence(parts)].append((frame, image))
    return found


def _sequence(parts: re.Match[str]) -> str:
    name = parts["sequence"] or ""
    return "" if name == "img1" else name.removesuffix("/img1")


def _box(each: WrittenObject) -> str:
    x, y, width, height = each.box
    return ",".join(map(as_number, (x + 1, y + 1, width, height)))


def _number(each: WrittenObject, classes: Sequence[str], path: Path) -> int:
    if each.label not in classes:
        problem = f"class {say(each.label)} is none of MOTChallenge"
        raise InputError("E-437", str(path), problem, f"rename it to one of {', '.join(classes)}")
    return classes.index(each.label) + 1


def _told(name: str, frames: Sequence[tuple[int, WrittenImage]]) -> str:
    image = frames[0][1]
    suffix = Path(image.name).suffix or ".jpg"
    sizes = f"imWidth={image.width}\nimHeight={image.height}\n" if image.width and image.height else ""
    last = max(frame for frame, _ in frames)
    return f"[Sequence]\nname={name}\nimDir=img1\nseqLength={last}\n{sizes}imExt={suffix}\n"
